//! Prints an operator as one function.

use htn_core::tables::{Arg as Cell, FnId, Parts, RelId, Slot};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::{Printer, number_of, predicate};
use crate::lower::functions::Functions;
use crate::lower::graph::NO;

/// Prints the function of an operator.
pub fn change(number: usize, functions: &Functions<'_>, keys: &[TokenStream]) -> TokenStream {
    let mut printer = Printer::new(functions, keys);
    let parts = &functions.changes[number].parts;
    let mut body = TokenStream::new();
    for (part, lines) in parts {
        printer.reads_facts = false;
        let lines: TokenStream = lines.iter().map(|line| printer.line(line)).collect();
        let (reader, part) = (printer.reader(), *part);
        // A function with one part only is called for that part, or to plan.
        body.extend(if parts.len() > 1 || part.0 & Parts::PLANNED.0 == 0 {
            let bit = number_of(part.0.into());
            quote!(if __parts.0 & #bit != 0 { #reader #lines })
        } else {
            quote!(#reader #lines)
        });
    }
    let (name, slots) = (format_ident!("__changes{number}"), number_of(printer.slots));
    quote! {
        fn #name(
            __c: __Game<'_, '_>, __s: &mut [u64], __q: &mut Workspace, __f: &mut Store, __parts: Parts,
        ) -> ConditionAnswer {
            let Some(__s) = __s.first_chunk_mut::<#slots>() else { return No };
            #body
            Last
        }
    }
}

impl Printer<'_, '_> {
    /// Adds or removes a fact.
    pub(super) fn change(&mut self, adds: bool, rel: RelId, words: &[Slot]) -> TokenStream {
        let (of, words) = (predicate(rel), self.slots(words.iter().copied()));
        let call = match (adds, words.as_slice()) {
            (true, [a]) => quote!(__q.add_one(__f, #of, #a)),
            (true, [a, b]) => quote!(__q.add_two(__f, #of, #a, #b)),
            (true, words) => quote!(__q.add_row(__f, #of, &[#(#words),*])),
            (false, [a]) => quote!(__q.remove_one(__f, #of, #a)),
            (false, [a, b]) => quote!(__q.remove_two(__f, #of, #a, #b)),
            (false, words) => quote!(__q.remove_row(__f, #of, &[#(#words),*])),
        };
        self.full(call)
    }

    /// Deletes all facts that match.
    pub(super) fn delete(&mut self, rel: RelId, index: u8, cells: &[Cell]) -> TokenStream {
        let (of, index, given) = (predicate(rel), number_of(index.into()), self.given(cells));
        let given = given.iter().map(|(column, word)| quote!((#column, #word)));
        let exit = &self.exit;
        quote! {
            let __answer = __q.delete_rows(__f, #of, #index, &[#(#given),*]);
            let Last = __answer else { #exit __answer };
        }
    }

    /// A condition that has one solution at most, in front of changes.
    pub(super) fn ask(&mut self, f: FnId) -> TokenStream {
        let number = usize::from(f.0);
        let mut inner = Printer::new(self.functions, self.keys);
        inner.body(&self.functions.solvers[number]);
        self.needs(inner.slots);
        let name = format_ident!("find{number}");
        self.test_is(true, quote!(#name(__c, __s, __q, __f, false) != No), NO)
    }
}
