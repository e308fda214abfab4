//! Suggestions for unknown names.

/// Returns the candidate that is nearest to a misspelt name, if any is near enough. The first of equals wins.
pub fn nearest<S: AsRef<str>>(
    wrong: &str,
    candidates: impl IntoIterator<Item = S>,
) -> Option<String> {
    let limit = wrong.chars().count().max(3) / 3;
    let mut best: Option<(usize, String)> = None;
    for candidate in candidates {
        let candidate = candidate.as_ref();
        if candidate == wrong {
            continue;
        }
        let distance = if same_words(wrong, candidate) {
            1
        } else {
            distance(wrong, candidate)
        };
        // A short name that shares no letter with the wrong one is not near, whatever the count says.
        let near =
            distance <= limit && distance < wrong.chars().count().max(candidate.chars().count());
        if near && best.as_ref().is_none_or(|(least, _)| distance < *least) {
            best = Some((distance, candidate.to_owned()));
        }
    }
    best.map(|(_, name)| name)
}

/// Returns true if both consist of the same words: `member_squad` and `squad_member`.
fn same_words(a: &str, b: &str) -> bool {
    let sorted = |name: &str| {
        let mut words: Vec<String> = name.split('_').map(str::to_lowercase).collect();
        words.sort();
        words
    };
    sorted(a) == sorted(b)
}

/// The number of letters to insert, remove, change, or swap with a neighbour.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let change = usize::from(a[i - 1] != b[j - 1]);
            let mut least = (last[j] + 1).min(row[j - 1] + 1).min(last[j - 1] + change);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(before_last[j - 2] + 1);
            }
            row.push(least);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_pen_is_near() {
        let names = ["squad_member", "enemy", "dead", "at"];
        assert_eq!(
            nearest("squad_membr", names).as_deref(),
            Some("squad_member")
        );
        assert_eq!(nearest("enmey", names).as_deref(), Some("enemy"));
        assert_eq!(
            nearest("member_squad", names).as_deref(),
            Some("squad_member")
        );
        assert_eq!(nearest("ta", names).as_deref(), Some("at"));
    }

    #[test]
    fn another_word_is_not() {
        assert_eq!(nearest("visible", ["squad_member", "enemy"]), None);
        assert_eq!(nearest("a", ["b", "on"]), None);
        assert_eq!(nearest("x", Vec::<String>::new()), None);
        assert_eq!(nearest("enemy", ["enemy"]), None);
    }

    #[test]
    fn swapped_neighbours_count_once() {
        assert_eq!(distance("ab", "ba"), 1);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("restrain", "restrian"), 1);
    }
}
