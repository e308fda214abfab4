//! Prints the lines that look facts up.

use htn_core::tables::{Arg as Cell, RelId, Slot};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{Printer, number_of, predicate};
use crate::lower::graph::{Label, Lookup};

impl Printer<'_, '_> {
    /// The columns that have a value before the atom, with their words.
    pub(super) fn given(&mut self, cells: &[Cell]) -> Vec<(Literal, TokenStream)> {
        let mut given = Vec::new();
        for (column, cell) in cells.iter().enumerate() {
            match cell {
                Cell::Is(slot) if !is_bound_by(&cells[..column], *slot) => {
                    given.push((number_of(column), self.slot(*slot)));
                }
                _ => {}
            }
        }
        given
    }

    pub(super) fn fact(
        &mut self,
        rel: RelId,
        lookup: Lookup,
        cells: &[Cell],
        there: bool,
        on_fail: Label,
    ) -> TokenStream {
        self.reads_facts = true;
        let of = predicate(rel);
        let holds = match (lookup, cells) {
            (Lookup::Whole, cells) => {
                let words = cells.iter().filter_map(|cell| match cell {
                    Cell::Is(slot) => Some(*slot),
                    _ => None,
                });
                match self.slots(words).as_slice() {
                    [word] => quote!(__facts.has(#of, #word)),
                    words => quote!(__facts.has_row(#of, &[#(#words),*])),
                }
            }
            (Lookup::Any, _) => {
                return self.test_is(!there, quote!(__facts.is_empty(#of)), on_fail);
            }
            (Lookup::Value, [Cell::Bind(to)]) if there => {
                return self.write(quote!(__facts.value(#of)), *to, on_fail);
            }
            (Lookup::Key, [Cell::Is(key), Cell::Bind(to)]) if there => {
                let key = self.slot(*key);
                return self.write(quote!(__facts.get(#of, #key)), *to, on_fail);
            }
            (Lookup::Value, [Cell::Is(word)]) => {
                let word = self.slot(*word);
                quote!(__facts.value(#of) == Some(#word))
            }
            (Lookup::Key, [Cell::Is(key), Cell::Is(word)]) => {
                let (key, word) = (self.slot(*key), self.slot(*word));
                quote!(__facts.get(#of, #key) == Some(#word))
            }
            (Lookup::Key, [Cell::Is(key), _]) => {
                let key = self.slot(*key);
                quote!(Option::is_some(&__facts.get(#of, #key)))
            }
            (lookup, cells) => return self.find(&of, lookup, cells, there, on_fail),
        };
        self.test_is(there, holds, on_fail)
    }

    /// The first row of an index that matches.
    fn find(
        &mut self,
        of: &TokenStream,
        lookup: Lookup,
        cells: &[Cell],
        there: bool,
        on_fail: Label,
    ) -> TokenStream {
        let index = number_of(match lookup {
            Lookup::Index(index) => index.into(),
            _ => 1,
        });
        let find = match self.given(cells).as_slice() {
            [(column, word)] => quote!(__facts.find_by_one(#of, #index, #column, #word)),
            given => {
                let given = given.iter().map(|(column, word)| quote!((#column, #word)));
                quote!(__facts.find(#of, #index, &[#(#given),*]))
            }
        };
        if !there {
            return self.test_is(true, quote!(#find == 0), on_fail);
        }
        let mut lines = self.require(quote!(__row @ 1..), find, on_fail);
        for (column, cell) in cells.iter().enumerate() {
            let number = number_of(column);
            let word = quote!(__facts.word(#of, __row, #number));
            match cell {
                Cell::Bind(to) => {
                    let to = self.slot(*to);
                    lines.extend(quote!(#to = #word;));
                }
                Cell::Is(slot) if is_bound_by(&cells[..column], *slot) => {
                    let slot = self.slot(*slot);
                    lines.extend(self.test_is(true, quote!(#word == #slot), on_fail));
                }
                Cell::Is(_) | Cell::Any => {}
            }
        }
        lines
    }
}

/// Returns true if one of these columns binds a slot: it has no value before them.
fn is_bound_by(cells: &[Cell], slot: Slot) -> bool {
    cells.contains(&Cell::Bind(slot))
}
