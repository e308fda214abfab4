//! The natural order of names: `unit 2` before `unit 10`.

use std::cmp::Ordering;

/// Compares names in natural order: `unit 2` before `unit 10`.
pub(crate) fn by_name(a: &str, b: &str) -> Ordering {
    /// Splits a name into pairs of a text and the number after it.
    fn parts(text: &str) -> impl Iterator<Item = (&str, Option<u64>)> {
        let mut rest = text;
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let begin = rest.find(|letter: char| letter.is_ascii_digit());
            let (words, digits) = rest.split_at(begin.unwrap_or(rest.len()));
            let end = digits.find(|letter: char| !letter.is_ascii_digit());
            let (number, after) = digits.split_at(end.unwrap_or(digits.len()));
            rest = after;
            Some((words, number.parse().ok()))
        })
    }
    parts(a).cmp(parts(b)).then_with(|| a.cmp(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_the_order_of_their_numbers() {
        let mut names = [
            "u10",
            "u2",
            "Bo",
            "u2b",
            "Ada",
            "99999999999999999999999",
            "u",
            "",
        ];
        names.sort_by(|a, b| by_name(a, b));
        assert_eq!(
            names,
            [
                "",
                "99999999999999999999999",
                "Ada",
                "Bo",
                "u",
                "u2",
                "u2b",
                "u10"
            ]
        );
    }
}
