//! Prints a hidden module with an alias for each type of the user. It sees the names of the parent module, and nothing
//! emitted there can shadow a type.

use std::collections::BTreeSet;

use htn_core::tables::TypeId;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

use super::parts::{Parts, alias};
use super::paths::{as_own, one_deeper};
use crate::types::Type;

pub fn module(parts: &Parts<'_, '_>) -> TokenStream {
    let Parts {
        domain,
        types_module,
        ..
    } = parts;
    let uses = domain.uses.iter().map(|import| as_own(&one_deeper(import)));
    let runtime = domain.runtime.as_ref().map(|runtime| {
        let runtime = one_deeper(runtime);
        quote!(pub(super) use #runtime as __runtime;)
    });
    let aliases = parts.types.list.iter().enumerate().map(|(number, ty)| {
        let alias = alias(type_id(number), ty.rust.span);
        let tokens = one_deeper(&ty.rust.tokens);
        quote_spanned!(ty.rust.span=> pub(super) type #alias = #tokens;)
    });
    quote! {
        #[doc(hidden)]
        mod #types_module {
            use super::*;
            #(#uses)*
            #runtime
            #(#aliases)*
        }
    }
}

pub fn type_id(number: usize) -> TypeId {
    TypeId(u16::try_from(number).unwrap_or(u16::MAX))
}

/// Names that the module defines itself.
const GENERATED: [&str; 14] = [
    "Domain",
    "Fact",
    "Task",
    "Action",
    "State",
    "Planner",
    "Plan",
    "Executor",
    "Director",
    "SquadScheduler",
    "rows",
    "get",
    "holds",
    "solutions",
];

/// Returns the names of the types in the module and its documentation: their own if that is one identifier and not in use.
pub fn names_inside(parts: &Parts<'_, '_>) -> Vec<Ident> {
    let mut taken: BTreeSet<String> = GENERATED.map(str::to_owned).into();
    let types = parts.types.list.iter().enumerate();
    let names =
        types.map(
            |(number, ty)| match own_name(ty).filter(|name| taken.insert(name.clone())) {
                Some(name) => Ident::new(&name, ty.rust.span),
                None => alias(type_id(number), ty.rust.span),
            },
        );
    names.collect()
}

fn own_name(ty: &Type) -> Option<String> {
    let tokens: Vec<TokenTree> = ty.rust.tokens.clone().into_iter().collect();
    let is_path = tokens.iter().all(|token| match token {
        TokenTree::Ident(_) => true,
        TokenTree::Punct(punct) => punct.as_char() == ':',
        _ => false,
    });
    let Some(TokenTree::Ident(last)) = tokens.last() else {
        return None;
    };
    let last = last.to_string();
    let reference = is_path
        && !last.starts_with("r#")
        && !["Self", "self", "super", "crate"].contains(&last.as_str());
    reference.then_some(last)
}
