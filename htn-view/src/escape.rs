//! Text that came from outside, inside of a format.

use std::fmt::Write;

/// Whether it has no width, or turns the direction of what stands beside it: such letters are shown by their number.
pub(crate) fn is_invisible(letter: char) -> bool {
    let turns = matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || letter == '\u{feff}' || letter.is_control()
}

/// As text of XML, or of HTML.
pub(crate) fn xml(text: &str) -> String {
    let mut safe = String::new();
    for letter in text.chars() {
        match letter {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            '"' => safe.push_str("&quot;"),
            '\n' => safe.push('\n'),
            letter if is_invisible(letter) => {
                let _ = write!(safe, "U+{:04X}", letter as u32);
            }
            letter => safe.push(letter),
        }
    }
    safe
}
