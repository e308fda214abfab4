//! What is written of rows: texts, and the bytes of all their numbers.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

use super::field::Field;
use crate::tables::Run;
pub use crate::tables::written::Lists;

/// Some rows.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Text {
    /// The texts of all of them.
    pub texts: Vec<String>,
    /// Their numbers.
    pub bytes: Vec<u8>,
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
}

/// What fields are written to.
pub struct Writer<'w> {
    text: &'w mut Text,
    lists: &'w mut Lists,
}

impl<'w> Writer<'w> {
    pub(crate) fn new(text: &'w mut Text, lists: &'w mut Lists) -> Writer<'w> {
        Writer { text, lists }
    }
}

impl Deref for Writer<'_> {
    type Target = Text;

    fn deref(&self) -> &Text {
        self.text
    }
}

impl DerefMut for Writer<'_> {
    fn deref_mut(&mut self) -> &mut Text {
        self.text
    }
}

impl Lists {
    /// Some rows, written.
    pub(crate) fn text(&mut self, rows: &[impl Field]) -> Text {
        let mut text = Text::default();
        let mut out = Writer::new(&mut text, self);
        rows.iter().for_each(|row| row.pack(&mut out));
        text
    }

    pub(crate) fn table(
        &mut self,
        name: &'static str,
        row: &'static str,
        rows: &[impl Field],
    ) -> Written {
        let (len, text) = (rows.len(), self.text(rows));
        Written {
            name,
            row,
            len,
            text,
        }
    }
}

/// What lists of rows are made of.
pub(crate) trait Listed: Field {
    fn list(lists: &mut Lists) -> &mut List;
}

impl<T: Listed> Field for Vec<T> {
    fn pack(&self, out: &mut Writer<'_>) {
        let text = out.lists.text(self);
        let run = T::list(out.lists).place(text, self.len());
        run.pack(out);
    }
}

/// All lists of a kind, one behind the other. One that is there already is not written again.
#[derive(Default)]
pub struct List {
    text: Text,
    len: usize,
    places: BTreeMap<Text, Run>,
    too_long: bool,
}

impl List {
    fn place(&mut self, text: Text, len: usize) -> Run {
        if let Some(place) = self.places.get(&text) {
            return *place;
        }
        let (at, count) = (u32::try_from(self.len), u16::try_from(len));
        self.too_long |= at.is_err() || count.is_err();
        let run = Run {
            at: at.unwrap_or(0),
            len: count.unwrap_or(0),
        };
        self.len += len;
        self.text.texts.extend_from_slice(&text.texts);
        self.text.bytes.extend_from_slice(&text.bytes);
        self.places.insert(text, run);
        run
    }

    pub(crate) fn into_table(self, name: &'static str, row: &'static str) -> Option<Written> {
        let List { text, len, .. } = self;
        (!self.too_long).then_some(Written {
            name,
            row,
            len,
            text,
        })
    }
}
