//! Values that are to be given a name.

use crate::term::Term;

/// A value of a domain that is to be named: `Ash`, and not `PersonId(0)`. Closures that name the values of explanations,
/// recordings and reports are given it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value<'a> {
    /// The name of its type, as in the domain.
    pub type_name: &'a str,
    /// The value as a word.
    pub word: u64,
}

impl Value<'_> {
    /// The value, where its type has this name in the domain.
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

/// Whether a letter breaks the line that it stands in, has no width, or turns the direction of what stands beside it. Names
/// may have such letters; what is printed shows them by their number. What joins emoji is none of them.
#[doc(hidden)]
pub fn is_invisible(letter: char) -> bool {
    matches!(
        letter,
        '\u{200b}' | '\u{200c}' | '\u{200e}' | '\u{200f}' | '\u{feff}'
    ) || matches!(letter, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        || letter.is_control()
}
