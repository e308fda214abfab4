//! Writes JSON that is safe inside a `<script>` of HTML and on a terminal: `<`, `>`, `&` and invisible characters are
//! escaped.

use std::fmt::Write;

use htn_core::is_invisible;

/// A buffer that inserts commas.
#[derive(Default)]
pub(crate) struct Json {
    text: String,
    /// True if a value precedes the next one.
    comma: bool,
}

impl Json {
    pub fn into_text(self) -> String {
        self.text
    }

    fn before(&mut self) {
        if self.comma {
            self.text.push(',');
        }
        self.comma = true;
    }

    fn nested(&mut self, open: char, close: char, inside: impl FnOnce(&mut Json)) {
        self.before();
        self.text.push(open);
        self.comma = false;
        inside(self);
        self.text.push(close);
        self.comma = true;
    }

    pub fn object(&mut self, inside: impl FnOnce(&mut Json)) {
        self.nested('{', '}', inside);
    }

    pub fn list<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        mut item: impl FnMut(&mut Json, T),
    ) {
        self.nested('[', ']', |json| {
            for one in items {
                item(json, one);
            }
        });
    }

    /// Writes a line break, so that people can read a long list.
    pub fn line(&mut self) {
        if self.comma {
            self.text.push(',');
            self.comma = false;
        }
        self.text.push('\n');
    }

    pub fn key(&mut self, key: &str) -> &mut Json {
        self.string(key);
        self.text.push(':');
        self.comma = false;
        self
    }

    pub fn number(&mut self, number: impl Into<i128>) {
        self.before();
        let _ = write!(self.text, "{}", number.into());
    }

    /// Writes a number with at most three decimals; NaN and infinity as `null`, because JSON has no numbers for them.
    pub fn float(&mut self, number: f64) {
        self.before();
        let rounded = Json::rounded(number);
        let _ = if number.is_finite() {
            write!(self.text, "{rounded}")
        } else {
            write!(self.text, "null")
        };
    }

    pub fn null(&mut self) {
        self.before();
        self.text.push_str("null");
    }

    pub fn maybe(&mut self, number: Option<u32>) {
        match number {
            Some(number) => self.number(number),
            None => self.null(),
        }
    }

    /// Returns the number as `float` writes it: rounded to thousandths.
    pub fn rounded(number: f64) -> f64 {
        (number * 1000.0).round() / 1000.0
    }

    #[cfg(test)]
    pub fn boolean(&mut self, is_true: bool) {
        self.before();
        self.text.push_str(if is_true { "true" } else { "false" });
    }

    pub fn string(&mut self, string: &str) {
        self.before();
        self.text.push('"');
        let is_plain = |byte: u8| {
            matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\' | b'<' | b'>' | b'&')
        };
        if string.bytes().all(is_plain) {
            // Most texts need no escapes.
            self.text.push_str(string);
            self.text.push('"');
            return;
        }
        for letter in string.chars() {
            match letter {
                '"' => self.text.push_str("\\\""),
                '\\' => self.text.push_str("\\\\"),
                '\n' => self.text.push_str("\\n"),
                letter if matches!(letter, '<' | '>' | '&') || is_invisible(letter) => {
                    for unit in letter.encode_utf16(&mut [0; 2]) {
                        let _ = write!(self.text, "\\u{unit:04x}");
                    }
                }
                letter => self.text.push(letter),
            }
        }
        self.text.push('"');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_json_and_safe_in_a_page() {
        let mut json = Json::default();
        json.object(|json| {
            json.key("a")
                .string("\"</script>\\\n\u{1}\u{2028}\u{e0041}שלום🙂");
            json.key("b").list([1.5, f64::NAN, -0.0625], Json::float);
            json.key("c").list([true, false], Json::boolean);
            json.key("d").number(u64::MAX);
        });
        let text = json.into_text();
        assert_eq!(
            text,
            "{\"a\":\"\\\"\\u003c/script\\u003e\\\\\\n\\u0001\\u2028\\udb40\\udc41שלום🙂\",\"b\":[1.5,null,-0.063],\
             \"c\":[true,false],\"d\":18446744073709551615}"
        );
        let read: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(read["a"], "\"</script>\\\n\u{1}\u{2028}\u{e0041}שלום🙂");
    }
}
