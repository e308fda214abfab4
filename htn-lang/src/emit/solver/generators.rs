//! Prints the generators: lines that yield one row, item or number after another.

use htn_core::tables::Arg as Cell;
use proc_macro2::TokenStream;
use quote::quote;

use super::{Printer, number_of, predicate};
use crate::lower::graph::Line;

impl Printer<'_, '_> {
    pub(super) fn generator(&mut self, line: &Line) -> TokenStream {
        match line {
            Line::Rows {
                rel,
                index,
                cells,
                cursor,
            } => {
                self.reads_facts = true;
                let (of, cursor) = (predicate(*rel), self.slot(*cursor));
                if *index == 0 {
                    return quote!(#cursor = __facts.first(#of););
                }
                let words = self.given(cells).into_iter().map(|(_, word)| word);
                let index = number_of((*index).into());
                quote!(#cursor = __facts.seek(#of, #index, &[#(#words),*]);)
            }
            Line::NextRow { .. } => self.next_row(line),
            Line::Items {
                f,
                level,
                cursor,
                end,
            } => {
                let sink = quote!(, &mut __sink);
                let items = self.call("items", &self.functions.items, *f, sink);
                let (cursor, end) = (self.slot(*cursor), self.slot(*end));
                let level = number_of(*level as usize);
                let keep = self.full(quote!(__q.keep(#level, __kept)));
                quote! {
                    #cursor = __q.height(#level);
                    let mut __sink = __q.sink(#level);
                    #items;
                    let __kept = __sink.end();
                    #keep
                    #end = __q.height(#level);
                }
            }
            Line::NextItem {
                level,
                cursor,
                end,
                to,
                on_fail,
            } => {
                let (cursor, end) = (self.slot(*cursor), self.slot(*end));
                let (to, level) = (self.slot(*to), number_of(*level as usize));
                let test = self.test_is(true, quote!(#cursor != #end), *on_fail);
                let step = self.step();
                quote!(#test #step #to = __q.item(#level, #cursor); #cursor += 1;)
            }
            Line::Range { f, end, cursor } => {
                let none = TokenStream::new();
                let span = self.call("spans", &self.functions.spans, *f, none);
                let (cursor, end) = (self.slot(*cursor), self.slot(*end));
                quote! {
                    let [__first, __count] = #span;
                    #end = __first.wrapping_add(__count);
                    #cursor = __count;
                }
            }
            Line::NextNumber {
                end,
                cursor,
                to,
                on_fail,
            } => {
                let (cursor, end, to) = (self.slot(*cursor), self.slot(*end), self.slot(*to));
                let test = self.test_is(true, quote!(#cursor != 0), *on_fail);
                let step = self.step();
                quote!(#test #step #to = #end.wrapping_sub(#cursor); #cursor -= 1;)
            }
            _ => TokenStream::new(),
        }
    }

    fn next_row(&mut self, line: &Line) -> TokenStream {
        let Line::NextRow {
            rel,
            index,
            cells,
            cursor,
            on_fail,
        } = line
        else {
            return TokenStream::new();
        };
        self.reads_facts = true;
        let (of, cursor) = (predicate(*rel), self.slot(*cursor));
        let row = self.require(quote!(__row @ 1..), cursor.clone(), *on_fail);
        let step = self.step();
        let is_short = *index == 0 && matches!(cells.len(), 1 | 2);
        if is_short && let Some(places) = self.places(cells) {
            return match places.as_slice() {
                [place] => quote!(#row #step (#place, #cursor) = __facts.one(#of, __row);),
                places => {
                    quote!(#row #step ([#(#places),*], #cursor) = __facts.two(#of, __row);)
                }
            };
        }
        let next = match (cells.len(), number_of((*index).into())) {
            (1, _) if is_short => quote!(let __word; (__word, #cursor) = __facts.one(#of, __row);),
            (_, _) if is_short => {
                quote!(let __words; (__words, #cursor) = __facts.two(#of, __row);)
            }
            (_, _) if *index == 0 => quote!(#cursor = __facts.next(#of, __row);),
            (_, index) => quote!(#cursor = __facts.next_in(#of, #index, __row);),
        };
        let mut lines = quote!(#row #step #next);
        for (column, cell) in cells.iter().enumerate() {
            let column = number_of(column);
            let word = match cells.len() {
                1 if is_short => quote!(__word),
                2 if is_short => quote!(__words[#column]),
                _ => quote!(__facts.word(#of, __row, #column)),
            };
            match cell {
                Cell::Any => {}
                Cell::Bind(to) => {
                    let to = self.slot(*to);
                    lines.extend(quote!(#to = #word;));
                }
                Cell::Is(slot) => {
                    let slot = self.slot(*slot);
                    self.continues = true;
                    lines.extend(quote!(let true = #word == #slot else { continue };));
                }
            }
        }
        lines
    }

    /// The places of the words of a row, unless a word must be compared.
    fn places(&mut self, cells: &[Cell]) -> Option<Vec<TokenStream>> {
        let places = cells.iter().map(|cell| match cell {
            Cell::Bind(to) => Some(self.slot(*to)),
            Cell::Any => Some(quote!(_)),
            Cell::Is(_) => None,
        });
        places.collect()
    }
}
