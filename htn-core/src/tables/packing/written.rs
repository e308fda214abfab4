//! What is written of rows: texts and numbers.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::field::RowField;
pub use crate::tables::written::Lists;

/// Some rows.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Text {
    /// The texts of all of them.
    pub texts: Vec<String>,
    /// Their numbers, each with how many bits it has.
    pub numbers: Vec<(u128, u32)>,
}

impl Text {
    /// The numbers one behind the other, from the lowest bit on, and then a bit that says that there are no more; a
    /// number that does not fit begins a new word.
    pub fn words(&self) -> Vec<u128> {
        let mut words = Vec::new();
        let (mut word, mut at) = (0, 0);
        for (number, bits) in &self.numbers {
            if at + bits >= u128::BITS {
                words.push(word | 1 << at);
                (word, at) = (0, 0);
            }
            word |= number << at;
            at += bits;
        }
        if at > 0 {
            words.push(word | 1 << at);
        }
        words
    }
}

/// A table.
#[derive(Debug)]
pub struct Written {
    /// Its name in the tables, and that of what unpacks it.
    pub name: &'static str,
    /// The type of its rows.
    pub row: &'static str,
    /// How many there are.
    pub len: usize,
    /// The rows.
    pub text: Text,
    /// Where they are lists, one behind the other, how long each is.
    pub lists: Option<Vec<u16>>,
}

/// What fields are written to.
pub struct RowWriter<'w> {
    text: &'w mut Text,
    lists: &'w mut Lists,
}

impl<'w> RowWriter<'w> {
    pub(crate) fn new(text: &'w mut Text, lists: &'w mut Lists) -> RowWriter<'w> {
        RowWriter { text, lists }
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.text.texts.push(text.into());
    }

    /// A number of so many bits.
    pub(crate) fn number(&mut self, number: u128, bits: u32) {
        self.text.numbers.push((number, bits));
    }

    /// Some numbers, which are not torn apart.
    pub(crate) fn as_one(&mut self, some: impl FnOnce(&mut Self)) {
        let before = self.text.numbers.len();
        some(self);
        let (mut all, mut at) = (0, 0);
        for (number, bits) in self.text.numbers.drain(before..) {
            all |= number << at;
            at += bits;
        }
        self.number(all, at);
    }
}

impl Lists {
    /// Some rows, written.
    pub(crate) fn text(&mut self, rows: &[impl RowField]) -> Text {
        let mut text = Text::default();
        let mut out = RowWriter::new(&mut text, self);
        rows.iter().for_each(|row| row.pack(&mut out));
        text
    }

    pub(crate) fn table(
        &mut self,
        name: &'static str,
        row: &'static str,
        rows: &[impl RowField],
    ) -> Written {
        let (len, text) = (rows.len(), self.text(rows));
        Written {
            name,
            row,
            len,
            text,
            lists: None,
        }
    }
}

/// What lists of rows are made of.
pub(crate) trait RowItem: RowField {
    fn list(lists: &mut Lists) -> &mut RowList;
}

impl<T: RowItem> RowField for Vec<T> {
    fn pack(&self, out: &mut RowWriter<'_>) {
        let text = out.lists.text(self);
        let place = T::list(out.lists).place(text, self.len());
        place.pack(out);
    }
}

/// All lists of a kind. One that is there already is not written again.
#[derive(Default)]
pub struct RowList {
    text: Text,
    lengths: Vec<u16>,
    places: BTreeMap<Text, u16>,
    too_long: bool,
}

impl RowList {
    fn place(&mut self, text: Text, len: usize) -> u16 {
        if let Some(place) = self.places.get(&text) {
            return *place;
        }
        let (place, len) = (u16::try_from(self.lengths.len()), u16::try_from(len));
        self.too_long |= place.is_err() || len.is_err();
        let place = place.unwrap_or(u16::MAX);
        self.lengths.push(len.unwrap_or(u16::MAX));
        self.text.texts.extend_from_slice(&text.texts);
        self.text.numbers.extend_from_slice(&text.numbers);
        self.places.insert(text, place);
        place
    }

    pub(crate) fn written(self, name: &'static str, row: &'static str) -> Option<Written> {
        let len = self.lengths.iter().map(|len| usize::from(*len)).sum();
        (!self.too_long).then_some(Written {
            name,
            row,
            len,
            text: self.text,
            lists: Some(self.lengths),
        })
    }
}
