//! Prints the lines that collect rows.

use htn_core::tables::FnId;
use proc_macro2::TokenStream;
use quote::quote;

use super::{Printer, number_of};
use crate::lower::graph::Line;

impl Printer<'_, '_> {
    /// Prints the number of words of a sort key.
    fn key_words(&self, key: Option<FnId>) -> TokenStream {
        key.map_or(quote!(0), |f| self.keys[usize::from(f.0)].clone())
    }

    pub(super) fn collection(&mut self, line: &Line) -> TokenStream {
        match line {
            Line::Cut { level, to } => {
                let (level, to) = (number_of(*level as usize), self.slot(*to));
                quote!(__q.cut(#level, #to);)
            }
            Line::Height { level, to } => {
                let (level, to) = (number_of(*level as usize), self.slot(*to));
                quote!(#to = __q.height(#level);)
            }
            Line::Open {
                level,
                region,
                key,
                values,
                inner,
            } => {
                let (region, inner) = (self.slot(*region), self.slot(*inner));
                let (words, values) = (self.key_words(*key), number_of((*values).into()));
                let (deeper, level) = (number_of(*level as usize + 1), number_of(*level as usize));
                let open = self.full(quote!(__q.open(#level, #words, #values, &mut #region)));
                quote!(#open #inner = __q.height(#deeper);)
            }
            Line::Push { .. } => self.push(line),
            Line::Close {
                level,
                region,
                inner,
            } => {
                let (region, inner) = (self.slot(*region), self.slot(*inner));
                let (deeper, level) = (number_of(*level as usize + 1), number_of(*level as usize));
                quote!(__q.close(#level, #region); __q.cut(#deeper, #inner);)
            }
            Line::First {
                level,
                region,
                cursor,
                from,
                to,
                on_fail,
            } => {
                self.slots([*region, *cursor]);
                let (level, values) = (number_of(*level as usize), self.range(*from, *to));
                let [region, cursor] = [region, cursor].map(|slot| number_of(slot.0.into()));
                let first = quote!(__q.first(#level, __s, #region, #cursor, #values));
                self.test_is(true, first, *on_fail)
            }
            Line::Next {
                level,
                region,
                cursor,
                from,
                to,
                on_fail,
            } => {
                self.slots([*region, *cursor]);
                let (level, values) = (number_of(*level as usize), self.range(*from, *to));
                let [region, cursor] = [region, cursor].map(|slot| number_of(slot.0.into()));
                let (no, pause) = (self.no_arm(*on_fail), self.pause(quote!(__found)));
                quote! {
                    match __q.next(#level, __s, #region, #cursor, #values) {
                        Yes => {}
                        #no
                        __found => #pause,
                    }
                }
            }
            Line::Settle {
                level,
                region,
                cursor,
            } => {
                let (region, cursor) = (self.slot(*region), self.slot(*cursor));
                let (level, pause) = (number_of(*level as usize), self.pause(quote!(Paused)));
                quote! {
                    let __region = #region;
                    if __q.settle(#level, __region, &mut #cursor) == Paused { #pause; }
                }
            }
            _ => TokenStream::new(),
        }
    }

    fn push(&mut self, line: &Line) -> TokenStream {
        let Line::Push {
            level,
            region,
            key,
            from,
            to,
            least,
            redo,
        } = line
        else {
            return TokenStream::new();
        };
        let (region, values) = (self.slot(*region), self.range(*from, *to));
        let (words, level) = (self.key_words(*key), number_of(*level as usize));
        let write = key.map(|f| {
            let out = quote!(, &mut __key);
            let write = self.call("keys", &self.functions.keys, f, out);
            quote!(let mut __key = [0; #words]; #write;)
        });
        let key = if write.is_some() {
            quote!(&__key)
        } else {
            quote!(&[])
        };
        let push = if *least {
            quote!(__q.push_least(#level, #region, #key, &__s[#values]))
        } else {
            quote!(__q.push(#level, #region, #key, &__s[#values]))
        };
        let (push, to) = (self.full(push), self.go_to(*redo));
        quote!(#write #push #to;)
    }
}
