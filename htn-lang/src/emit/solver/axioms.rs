//! Prints the lines that call axioms.

use htn_core::tables::Slot;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::{Printer, number_of};
use crate::lower::graph::{Label, Line, Passed};

impl Printer<'_, '_> {
    fn out(&mut self, out: &[Passed], word: impl Fn(usize) -> TokenStream) -> TokenStream {
        let copies = out.iter().map(|(param, to)| {
            let (to, word) = (self.slot(*to), word(*param));
            quote!(#to = #word;)
        });
        copies.collect()
    }

    /// The arguments of an axiom, with 0 for open ones.
    fn args(&mut self, args: &[Option<Slot>]) -> TokenStream {
        let args: Vec<TokenStream> = args
            .iter()
            .map(|arg| arg.map_or(quote!(0), |slot| self.slot(slot)))
            .collect();
        quote!(&[#(#args),*])
    }

    pub(super) fn axiom(&mut self, line: &Line) -> TokenStream {
        match line {
            Line::Call { args, frame, more } => {
                let mut lines = TokenStream::new();
                for (param, from) in args {
                    let to = self.slot(Slot(frame.0 + *param as u16));
                    let from = self.slot(*from);
                    lines.extend(quote!(#to = #from;));
                }
                // The axiom has not been called yet.
                let more = self.slot(*more);
                quote!(#lines #more = 3;)
            }
            Line::Called { .. } => self.called(line),
            Line::Recur {
                axiom,
                args,
                level,
                once,
                wanted,
                answered,
            } => {
                let args = self.args(args);
                let (axiom, level) = (number_of(axiom.0.into()), number_of(*level as usize));
                let wanted = number_of((*wanted).into());
                let call = quote!(__q.call(#axiom, #level, #once, #wanted, #args));
                let label = self.label(*answered);
                let answer = self.answer(call, label);
                quote!(#answer;)
            }
            Line::RecurNext {
                more,
                level,
                answered,
                on_fail,
            } => {
                let (more, level) = (self.slot(*more), number_of(*level as usize));
                let test = self.test_is(true, quote!(#more > 1), *on_fail);
                let label = self.label(*answered);
                let answer = self.answer(quote!(__q.redo(#level, #more)), label);
                quote!(#test #answer;)
            }
            Line::Recurred { more, out, on_fail } => {
                let more = self.slot(*more);
                let test = self.test_is(true, quote!(#more != 0), *on_fail);
                let out = self.out(out, |param| {
                    let param = number_of(param);
                    quote!(Workspace::word(__q, #param))
                });
                quote!(#more = Workspace::returned(__q); #test #out)
            }
            Line::Repeat { args, times } => {
                let from = self.slots(args.iter().copied());
                let to = self.slots((0..args.len()).map(|param| Slot(param as u16)));
                let (times, step) = (self.slot(*times), self.step());
                let has_room = self.full(quote!(__q.repeats(&mut #times)));
                self.goes_back = true;
                let start = self.label(Label(1));
                quote!(#step (#(#to,)*) = (#(#from,)*); #has_room break '__go #start;)
            }
            Line::Replace { axiom, args } => {
                let (args, axiom) = (self.args(args), number_of(axiom.0.into()));
                let exit = &self.exit;
                quote!(#exit __q.replace(#axiom, #args);)
            }
            Line::Mark(to) => {
                let to = self.slot(*to);
                quote!(#to = Workspace::top(__q);)
            }
            Line::Release(from) => {
                let from = self.slot(*from);
                quote!(__q.release(#from);)
            }
            _ => TokenStream::new(),
        }
    }

    /// A call of an axiom whose frame is inside this one.
    fn called(&mut self, line: &Line) -> TokenStream {
        let Line::Called {
            solver,
            level,
            frame,
            size,
            more,
            out,
            on_fail,
        } = line
        else {
            return TokenStream::new();
        };
        let more = self.slot(*more);
        let (frame_slots, no) = (
            self.range(*frame, Slot(frame.0 + size)),
            self.no_arm(*on_fail),
        );
        let test = self.test_is(true, quote!(#more > 1), *on_fail);
        let name = format_ident!("find{}", solver.0);
        let call = quote!(#name(__c, &mut __s[#frame_slots], __q, __f, __asked));
        let call = if *level == 0 {
            call
        } else {
            let level = number_of(*level as usize);
            quote!({ __q.inside(#level); let __found = #call; __q.outside(#level); __found })
        };
        let pause = self.pause(quote!(__found));
        let out = self.out(out, |param| {
            let slot = number_of(usize::from(frame.0) + param);
            quote!(__s[#slot])
        });
        quote! {
            #test
            let __asked = #more == 2;
            #more = 2;
            match #call {
                Yes => {}
                Last => #more = 1,
                #no
                __found => #pause,
            }
            #out
        }
    }
}
