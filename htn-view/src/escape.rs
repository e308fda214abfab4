//! Text that came from outside, inside of a format.

use std::fmt::Write;

pub(crate) use htn_core::is_invisible;

/// As a line of text: letters that break it, or turn its direction, are shown by their number.
pub(crate) fn line(text: &str) -> String {
    let mut safe = String::new();
    for letter in text.chars() {
        match is_invisible(letter) {
            true => _ = write!(safe, "U+{:04X}", letter as u32),
            false => safe.push(letter),
        }
    }
    safe
}

/// A text as it stands in XML, in SVG or in HTML, also between quotation marks: for what comes from outside. Letters that can't be
/// seen are shown by their number.
///
/// ```
/// assert_eq!(htn_view::escape_xml("<b> & \"c\""), "&lt;b&gt; &amp; &quot;c&quot;");
/// ```
pub fn escape_xml(text: &str) -> String {
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
