//! Text that came from outside, inside of a format. Which letters are shown by their number, and how, is for
//! [`Visible`] of htn-core alone to say.

use std::fmt::Write;

use htn_core::Visible;
pub(crate) use htn_core::visible as line;

/// Returns the text as lines of visible letters.
pub(crate) fn lines(text: &str) -> String {
    escape(text, |letter| match letter {
        '\n' => Some("\n"),
        _ => None,
    })
}

/// Returns the text with some letters replaced, and with the other ones made visible.
pub(crate) fn escape(text: &str, replace: impl Fn(char) -> Option<&'static str>) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        // Writing to a string never fails.
        let _ = match replace(letter) {
            Some(other) => safe.write_str(other),
            None => Visible(&mut safe).write_char(letter),
        };
    }
    safe
}

/// Returns a text from outside in the form that XML, SVG and HTML need, also between quotation marks of either kind. Letters
/// that can't be seen are shown by their number.
///
/// ```
/// assert_eq!(htn_view::escape_xml("<b> & \"c\""), "&lt;b&gt; &amp; &quot;c&quot;");
/// assert_eq!(htn_view::escape_xml("Mc'Neil\u{202e}"), "Mc&#39;NeilU+202E");
/// ```
pub fn escape_xml(text: &str) -> String {
    escape(text, |letter| {
        Some(match letter {
            '<' => "&lt;",
            '>' => "&gt;",
            '&' => "&amp;",
            '"' => "&quot;",
            '\'' => "&#39;",
            '\n' => "\n",
            _ => return None,
        })
    })
}
