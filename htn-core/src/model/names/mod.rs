//! Values with names, and visible forms of text from the game.

mod inside;

use alloc::string::String;
use core::fmt::{self, Write};

use crate::model::term::Term;

pub use inside::named;

/// A value of a domain for which a tool needs a name, such as `Ash` for `PersonId(0)`. Explanations, recordings and reports
/// pass it to a closure of the game.
///
/// A value without a name prints as its `Debug` form, with names for the values inside it: `Patient(Ash)`, not
/// `Patient(PersonId(0))`. The values inside are those that [`Term::map_terms`](crate::Term::map_terms) visits, if their
/// types are types of the domain and are structs or enums of the game.
/// The [guide](https://docs.rs/squad-htn/latest/squad_htn/_guide/no_plan/) names values in explanations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value<'a> {
    /// The name of its type, as in the domain.
    pub type_name: &'a str,
    /// The value as a word.
    pub word: u64,
}

impl Value<'_> {
    /// Returns the value if its type has this name in the domain.
    ///
    /// ```
    /// # use squad_htn::Value;
    /// let value = Value { type_name: "u8", word: 7 };
    /// assert_eq!(value.get::<u8>("u8"), Some(7));
    /// assert_eq!(value.get::<u8>("Door"), None);
    /// ```
    pub fn get<T: Term>(&self, type_name: &str) -> Option<T> {
        (self.type_name == type_name).then(|| T::from_word(self.word))
    }
}

/// Writes text from the game as one line of visible letters. An [invisible](is_invisible) letter, which may be in a name or
/// in the output of `Debug`, is written as its number: `U+202E`.
#[doc(hidden)]
pub struct Visible<W>(pub W);

impl<W: Write> Write for Visible<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut rest = text;
        while let Some(at) = rest.find(is_invisible) {
            let (before, from) = rest.split_at(at);
            self.0.write_str(before)?;
            let mut letters = from.chars();
            if let Some(letter) = letters.next() {
                write!(self.0, "U+{:04X}", u32::from(letter))?;
            }
            rest = letters.as_str();
        }
        self.0.write_str(rest)
    }
}

/// Returns the text as [`Visible`] writes it.
#[doc(hidden)]
pub fn visible(text: &str) -> String {
    let mut safe = Visible(String::with_capacity(text.len()));
    // Writing to a string never fails.
    let _ = safe.write_str(text);
    safe.0
}

/// Returns true for a letter that breaks its line, has no width, or turns the direction of its neighbours: controls, line and
/// paragraph separators, and what Unicode calls default-ignorable. Variation selectors and the joiner of emoji are left
/// out, because names may have emoji.
#[doc(hidden)]
pub fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200b}' | '\u{200c}' | '\u{200e}' | '\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
                // U+FFFE and U+FFFF are no letters, and no XML.
                | '\u{fff0}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}'
                | '\u{13430}'..='\u{13440}'
                | '\u{1bca0}'..='\u{1bca3}'
                | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_cannot_be_seen_are_shown_by_number() {
        // A letter of each range, and both its ends.
        let invisible = "\0\t\n\r\u{1b}\u{7f}\u{85}\u{9b}\u{ad}\u{34f}\u{61c}\u{115f}\u{1160}\u{17b4}\u{17b5}\u{180b}\u{180e}\u{180f}\
                         \u{200b}\u{200c}\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\u{202e}\u{2060}\u{2064}\u{2066}\u{2069}\u{206a}\u{206f}\
                         \u{3164}\u{feff}\u{ffa0}\u{fff0}\u{fff9}\u{fffb}\u{fffe}\u{ffff}\u{13430}\u{1bca0}\u{1bca3}\u{1d173}\u{1d17a}\
                         \u{e0001}\u{e0020}\u{e007f}\u{e0100}\u{e01ef}";
        for letter in invisible.chars() {
            let mut text = String::from("a");
            text.push(letter);
            text.push('b');
            let shown = alloc::format!("aU+{:04X}b", u32::from(letter));
            assert_eq!(visible(&text), shown);
            assert_eq!(visible(&shown), shown);
        }
    }

    #[test]
    fn letters_that_can_be_seen_are_left_alone() {
        let seen = "Ash's \u{a0}\"<ö>\" ש ا 名 👩\u{200d}⚕️ \u{fffd} \u{2013} é";
        assert_eq!(visible(seen), seen);
    }
}
