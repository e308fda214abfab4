//! The macros of `squad-htn`: a shell around `htn-lang`, which compiles domains.
#![forbid(unsafe_code)]

mod editor;

use proc_macro::{Span, TokenStream};

#[doc = include_str!("../LANGUAGE.md")]
#[proc_macro]
pub fn htn_domain(input: TokenStream) -> TokenStream {
    let expand = if editor::is_editor() {
        htn_lang::expand_domain_for_editor
    } else {
        htn_lang::expand_domain
    };
    expand(input.into()).into()
}

/// Implements `Term` for a struct of terms, or for an enum whose variants hold terms. A value must fit 64 bits.
///
/// ```
/// use squad_htn::Term;
///
/// #[derive(Clone, Copy, PartialEq, Debug, Term)]
/// struct Actor(u16);
///
/// #[derive(Clone, Copy, PartialEq, Debug, Term)]
/// enum Goal {
///     Wait,
///     Follow(Actor),
///     GoTo { x: i16, y: i16 },
/// }
///
/// let goal = Goal::GoTo { x: -3, y: 12 };
/// assert_eq!(Goal::from_word(goal.to_word()), goal);
/// assert_eq!((Actor::BITS, Goal::BITS), (16, 34));
/// ```
///
/// `#[term(crate = path::to::squad_htn)]` names the runtime crate if it has another name.
#[proc_macro_derive(Term, attributes(term))]
pub fn derive_term(input: TokenStream) -> TokenStream {
    htn_lang::derive_term(input.into()).into()
}

/// Declares items that domains share: see *Parts* in the documentation of [`htn_domain!`](macro@htn_domain).
#[proc_macro]
pub fn htn_part(input: TokenStream) -> TokenStream {
    let call = Span::call_site();
    let place = format!("{} {} {}", call.file(), call.line(), call.column());
    let expand = if editor::is_editor() {
        htn_lang::expand_part_for_editor
    } else {
        htn_lang::expand_part
    };
    expand(input.into(), &place).into()
}
