//! Lines that look facts up.

use htn_core::tables::{Arg as Cell, RelId, Slot};

use super::{Printer, predicate};
use crate::lower::graph::{Label, Lookup};

impl Printer<'_, '_> {
    /// The columns that have a value before the atom, with their words.
    pub(super) fn given(&mut self, cells: &[Cell]) -> Vec<(usize, String)> {
        let mut given = Vec::new();
        for (column, cell) in cells.iter().enumerate() {
            match cell {
                Cell::Is(slot) if !is_bound_by(&cells[..column], *slot) => {
                    given.push((column, self.s(*slot)));
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
    ) {
        let rel = predicate(rel);
        let not = if there { "" } else { "!" };
        match (lookup, cells) {
            (Lookup::Whole, cells) => {
                let words: Vec<String> = cells
                    .iter()
                    .filter_map(|cell| match cell {
                        Cell::Is(slot) => Some(self.s(*slot)),
                        _ => None,
                    })
                    .collect();
                let has = match words.as_slice() {
                    [a] => format!("__facts.has({rel}, {a})"),
                    words => format!("__facts.has_row({rel}, &[{}])", words.join(", ")),
                };
                self.unless(&format!("{not}{has}"), on_fail);
            }
            (Lookup::Any, _) => {
                let not = if there { "!" } else { "" };
                self.unless(&format!("{not}__facts.is_empty({rel})"), on_fail);
            }
            (Lookup::Value, [Cell::Bind(to)]) if there => {
                self.write(&format!("__facts.value({rel})"), *to, on_fail);
            }
            (Lookup::Value, [Cell::Is(is)]) => {
                let is = self.s(*is);
                let equals = if there { "==" } else { "!=" };
                let some = format!("::core::option::Option::Some({is})");
                self.unless(&format!("__facts.value({rel}) {equals} {some}"), on_fail);
            }
            (Lookup::Key, [Cell::Is(key), Cell::Bind(to)]) if there => {
                let key = self.s(*key);
                self.write(&format!("__facts.get({rel}, {key})"), *to, on_fail);
            }
            (Lookup::Key, [Cell::Is(key), Cell::Is(is)]) => {
                let (key, is) = (self.s(*key), self.s(*is));
                let equals = if there { "==" } else { "!=" };
                let some = format!("::core::option::Option::Some({is})");
                self.unless(
                    &format!("__facts.get({rel}, {key}) {equals} {some}"),
                    on_fail,
                );
            }
            (Lookup::Key, [Cell::Is(key), _]) => {
                let key = self.s(*key);
                let is = if there { "is_some" } else { "is_none" };
                let value = format!("&__facts.get({rel}, {key})");
                self.unless(&format!("::core::option::Option::{is}({value})"), on_fail);
            }
            (lookup, cells) => {
                let index = match lookup {
                    Lookup::Index(index) => index,
                    _ => 1,
                };
                let find = match self.given(cells).as_slice() {
                    [(c, word)] => format!("__facts.find_by_one({rel}, {index}, {c}, {word})"),
                    given => {
                        let given = given.iter().map(|(c, word)| format!("({c}, {word})"));
                        let given: Vec<String> = given.collect();
                        format!("__facts.find({rel}, {index}, &[{}])", given.join(", "))
                    }
                };
                if !there {
                    return self.unless(&format!("{find} == 0"), on_fail);
                }
                self.put(format!("let __r = {find};"));
                self.unless("__r != 0", on_fail);
                for (column, cell) in cells.iter().enumerate() {
                    let word = format!("__facts.word({rel}, __r, {column})");
                    match cell {
                        Cell::Bind(to) => {
                            let to = self.s(*to);
                            self.put(format!("{to} = {word};"));
                        }
                        Cell::Is(slot) if is_bound_by(&cells[..column], *slot) => {
                            let same = format!("{word} == {}", self.s(*slot));
                            self.unless(&same, on_fail);
                        }
                        Cell::Is(_) | Cell::Any => {}
                    }
                }
            }
        }
    }
}

/// Whether one of these columns binds a slot: it has no value before them.
fn is_bound_by(cells: &[Cell], slot: Slot) -> bool {
    cells.contains(&Cell::Bind(slot))
}
