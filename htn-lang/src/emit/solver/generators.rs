//! Lines that give one row, item or number after another.

use htn_core::tables::Arg as Cell;

use super::{Printer, predicate};
use crate::lower::graph::Line;

impl Printer<'_, '_> {
    pub(super) fn generator(&mut self, line: &Line) {
        match line {
            Line::Rows {
                rel,
                index,
                cells,
                cursor,
            } => {
                let first = match index {
                    0 => format!("__facts.first({})", predicate(*rel)),
                    index => {
                        let given = self.given(cells).into_iter();
                        let words: Vec<String> = given.map(|(_, word)| word).collect();
                        let (rel, words) = (predicate(*rel), words.join(", "));
                        format!("__facts.seek({rel}, {index}, &[{words}])")
                    }
                };
                self.put(format!("__c{} = {first};", cursor.0));
            }
            Line::NextRow {
                rel,
                index,
                cells,
                cursor,
                on_fail,
            } => {
                let (rel, c) = (predicate(*rel), format!("__c{}", cursor.0));
                self.unless(&format!("{c} != 0"), *on_fail);
                self.step();
                let row = match (cells.len(), index) {
                    (1, 0) => {
                        format!("let __w; (__w, {c}) = __facts.one({rel}, {c}); let __w = [__w];")
                    }
                    (2, 0) => format!("let __w; (__w, {c}) = __facts.two({rel}, {c});"),
                    (_, 0) => format!("let __r = {c}; {c} = __facts.next({rel}, __r);"),
                    (_, index) => {
                        format!("let __r = {c}; {c} = __facts.next_in({rel}, {index}, __r);")
                    }
                };
                self.put(row);
                for (column, cell) in cells.iter().enumerate() {
                    let word = match (cells.len(), index) {
                        (1 | 2, 0) => format!("__w[{column}]"),
                        _ => format!("__facts.word({rel}, __r, {column})"),
                    };
                    match cell {
                        Cell::Any => {}
                        Cell::Bind(to) => {
                            let to = self.s(*to);
                            self.put(format!("{to} = {word};"));
                        }
                        Cell::Is(slot) => {
                            let slot = self.s(*slot);
                            self.put(format!("if {word} != {slot} {{ continue; }}"));
                        }
                    }
                }
            }
            Line::Items {
                f,
                level,
                cursor,
                end,
            } => {
                let items = self.call("items", &self.functions.items, *f, ", &mut __sink");
                let end = self.s(*end);
                self.put(format!(
                    "__c{} = __q.height({level});
                    let __kept = {{ let mut __sink = __q.sink({level}); {items}; __sink.end() }};
                    if !__q.keep({level}, __kept) {{ break '__go __rt::ConditionAnswer::Full; }}
                    {end} = __q.height({level});",
                    cursor.0
                ));
            }
            Line::NextItem {
                level,
                cursor,
                end,
                to,
                on_fail,
            } => {
                let (c, end, to) = (format!("__c{}", cursor.0), self.s(*end), self.s(*to));
                self.unless(&format!("{c} != {end}"), *on_fail);
                self.step();
                self.put(format!("{to} = __q.item({level}, {c}); {c} += 1;"));
            }
            Line::Range { f, end, cursor } => {
                let span = self.call("spans", &self.functions.spans, *f, "");
                let end = self.s(*end);
                self.put(format!(
                    "let [__first, __count] = {span}; {end} = __first.wrapping_add(__count); __c{} = __count;",
                    cursor.0
                ));
            }
            Line::NextNumber {
                end,
                cursor,
                to,
                on_fail,
            } => {
                let (c, end, to) = (format!("__c{}", cursor.0), self.s(*end), self.s(*to));
                self.unless(&format!("{c} != 0"), *on_fail);
                self.step();
                self.put(format!("{to} = {end}.wrapping_sub({c}); {c} -= 1;"));
            }
            _ => {}
        }
    }
}
