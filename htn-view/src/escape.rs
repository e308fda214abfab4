//! Escapes untrusted text. [`Visible`] of htn-core decides which characters are shown by their number.

use std::fmt::Write;

use htn_core::Visible;
pub(crate) use htn_core::visible as line;

/// Returns the text as lines of visible characters.
pub(crate) fn lines(text: &str) -> String {
    escape(text, |letter| match letter {
        '\n' => Some("\n"),
        _ => None,
    })
}

/// Replaces some characters of the text, and makes the others visible.
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

/// Escapes text for XML, SVG and HTML, also between quotation marks of either kind. Invisible characters are shown by
/// their number.
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
