//! The language of `squad-htn` as a library.
//!
#![cfg_attr(feature = "locations", doc = include_str!("../README.md"))]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod analyse;
mod assemble;
mod ast;
#[cfg(feature = "locations")]
mod check;
mod derive_term;
#[cfg(feature = "locations")]
mod diagnostic;
mod editor;
mod emit;
mod errors;
mod fact_order;
#[cfg(any(feature = "registry", feature = "reload"))]
mod fingerprint;
#[cfg(feature = "locations")]
mod format;
#[cfg(feature = "locations")]
mod gather;
mod ir;
mod lower;
mod modes;
mod parse;
mod part;
#[cfg(any(feature = "registry", feature = "reload"))]
mod pattern;
mod pretty;
#[cfg(feature = "reference")]
mod reference;
#[cfg(feature = "reload")]
pub mod reload;
mod resolve;
#[cfg(any(feature = "registry", feature = "reload"))]
mod signature;
mod source_hash;
#[cfg(feature = "locations")]
mod sources;
mod split;
mod suggest;
#[cfg(feature = "locations")]
mod summary;
mod tables;
mod text;
mod types;

#[cfg(feature = "locations")]
pub use check::Analysis;
#[cfg(feature = "locations")]
pub use diagnostic::{Diagnostic, Location, Position, Severity};
#[cfg(feature = "locations")]
pub use format::Formatted;
#[cfg(feature = "locations")]
pub use sources::{MacroCall, MacroKind, SourceFile, Sources};
#[cfg(feature = "locations")]
pub use summary::{
    AxiomSummary, BranchSummary, DeclarationPlace, DomainSummary, PredicateSummary, TaskSummary,
};

#[doc(hidden)]
pub use suggest::nearest;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// Expands the input of `htn_domain!`.
///
/// ```
/// let input = "domain camp; operator sleep(tent: u8) {} pub method rest() { sleep(3); }";
/// let output = htn_lang::expand_domain(input.parse()?);
/// assert!(output.to_string().contains("mod camp"));
///
/// // A domain with errors has its types too, and a `compile_error!` for each error.
/// let output = htn_lang::expand_domain("domain camp; pub method rest() { sleep(3); }".parse()?);
/// assert!(output.to_string().contains("compile_error"));
/// # Ok::<(), proc_macro2::LexError>(())
/// ```
pub fn expand_domain(input: TokenStream) -> TokenStream {
    expand(input)
}

/// Expands the input of `htn_part!`. `place` identifies the call within its crate.
/// [`expand_domain`] has an example.
pub fn expand_part(input: TokenStream, place: &str) -> TokenStream {
    let mut errors = errors::Errors::default();
    let mut part = part::part(input, place, &mut errors);
    part.extend(errors.into_tokens());
    part
}

/// Expands the input of `htn_domain!` for an editor: to functions that say what each word means, and the public types.
/// [`expand_domain`] has an example.
pub fn expand_domain_for_editor(input: TokenStream) -> TokenStream {
    editor::expand_domain(input)
}

/// Expands the input of `htn_part!` for an editor. `place` identifies the call within its crate.
/// [`expand_domain`] has an example.
pub fn expand_part_for_editor(input: TokenStream, place: &str) -> TokenStream {
    editor::expand_part(input, place)
}

/// Expands `#[derive(Term)]`.
pub fn derive_term(input: TokenStream) -> TokenStream {
    derive_term::derive(input)
}

/// Returns the name of the module of `squad-htn` that emitted code calls. Emitted code belongs to exactly one version of the
/// runtime, so the name carries that version: another one is an unknown module, and not a puzzling error inside.
fn private_module() -> Ident {
    let version = env!("CARGO_PKG_VERSION").replace(['.', '-', '+'], "_");
    format_ident!("__private_{version}")
}

/// The whole pipeline. Each stage reports what it can; only lowering needs a domain without errors.
fn expand(input: TokenStream) -> TokenStream {
    let mut errors = errors::Errors::default();
    let input = parse::fragments::in_place(input);
    let input = match assemble::assemble(input, &TokenStream::new(), &mut errors) {
        assemble::Assembled::Whole(domain) => domain,
        assemble::Assembled::Call(asked) => {
            let errors = errors.into_tokens();
            return quote!(#errors #asked);
        }
    };
    let Some(domain) = parse::parse(input, &mut errors) else {
        return errors.into_tokens();
    };
    let names = resolve::resolve(&domain, &mut errors);
    let mut moded = modes::modes(&domain, &names, &mut errors);
    if errors.is_empty() {
        let index = moded.types.own(quote!(::core::primitive::usize));
        let rows = lower::lower(&names, &moded, index, &mut errors);
        let queries = lower::query::queries(&names, &moded, index);
        if errors.is_empty() {
            return emit::emit(&names, &moded, &rows, &queries);
        }
    }
    // Beside the program's items, errors would keep rustc from reporting names that it does not know.
    let errors = errors.into_tokens();
    let mut expanded = quote!(const _: () = { #errors };);
    expanded.extend(emit::fallback(&names, &moded));
    expanded
}
