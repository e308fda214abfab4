//! Prints the queries of axioms: the functions in the domain's module, and the tables that they search.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

use super::functions::{self, Compiled};
use super::parts::{Parts, unraw};
use super::query::{free_name, function, together};
use super::tables;
use crate::ast::Parameter;
use crate::lower::query::Asked;
use crate::lower::rows::Rows;

/// An axiom that programs can query.
pub struct AskedAxiom<'a> {
    /// Its index among the named axioms.
    pub number: usize,
    pub name: String,
    pub params: &'a [Parameter],
    /// True if it can be queried without a value for some parameter.
    pub is_open: bool,
}

/// `0 open(state, context, a: super::Room)`: some axioms, as functions of the module.
pub fn functions(
    parts: &Parts<'_, '_>,
    names: &[Ident],
    some: impl Fn(&AskedAxiom<'_>) -> bool,
) -> Vec<TokenStream> {
    let axioms = parts.axioms.iter().filter(|axiom| some(axiom));
    let functions = axioms.map(|axiom| {
        let params = axiom.params.iter().map(|param| param.name.clone());
        let params: Vec<Ident> = params.collect();
        let types = axiom.params.iter().map(|param| {
            let name = &names[usize::from(parts.number_of(&param.ty).0)];
            let name = Ident::new(&name.to_string(), param.ty.span);
            quote!(super::#name)
        });
        let (state, context) = (free_name("state", &params), free_name("context", &params));
        let name = function(&axiom.name, &Ident::new("axiom", Span::call_site()));
        let number = Literal::usize_unsuffixed(axiom.number);
        quote!(#number #name(#state, #context #(, #params: #types)*))
    });
    functions.collect()
}

/// The tables of the queries and their functions, in a scope of their own inside that of the domain.
pub fn implementations(parts: &Parts<'_, '_>, rows: &Rows<'_>, asked: &[Asked]) -> TokenStream {
    let tables = tables::tables(parts, rows);
    let functions = functions::functions(parts, rows, Compiled::WhereUsed);
    let queries = parts.axioms.iter().map(|axiom| {
        let asked = asked.iter().filter(|asked| asked.group == axiom.number);
        query(parts, axiom, &asked.collect::<Vec<_>>())
    });
    quote! {
        const _: () = {
            #functions
            #tables
            __rt::domain_answers! { axioms of __domain; #(#queries,)* }
        };
    }
}

/// `0["a": __T0 = __CODEC0[0]] &[(0, 12, 4)]`: an axiom with its parameters and the patterns that it is queried with.
fn query(parts: &Parts<'_, '_>, axiom: &AskedAxiom<'_>, asked: &[&Asked]) -> TokenStream {
    let number = Literal::usize_unsuffixed(axiom.number);
    let params = axiom.params.iter().enumerate().map(|(place, param)| {
        let (name, ty, codec) = (
            unraw(&param.name),
            parts.type_of(&param.ty),
            parts.codec_of(&param.ty),
        );
        let place = Literal::usize_unsuffixed(place);
        quote!(#name: #ty = #codec[#place])
    });
    let patterns = asked.iter().map(|asked| {
        let pattern = Literal::u32_unsuffixed(asked.pattern);
        let (entry, frame) = (
            Literal::u32_unsuffixed(asked.entry.0),
            Literal::u16_unsuffixed(asked.frame),
        );
        quote!((#pattern, #entry, #frame))
    });
    quote!(#number [#(#params),*] &[#(#patterns),*])
}

/// Prints implementations for a domain with errors. They are never called.
pub fn stubs(parts: &Parts<'_, '_>) -> TokenStream {
    if parts.axioms.is_empty() {
        return TokenStream::new();
    }
    let queries = parts.axioms.iter().map(|axiom| {
        let types: Vec<TokenStream> = axiom
            .params
            .iter()
            .map(|param| parts.type_of(&param.ty))
            .collect();
        let (number, found) = (
            u16::try_from(axiom.number).unwrap_or(u16::MAX),
            together(&types),
        );
        quote! {
            impl __rt::AxiomQuery<#number> for __domain::Domain {
                type Given = (#(::core::option::Option<#types>,)*);
                type Found = #found;
                const NAMES: &'static [&'static __rt::str] = &[];
                const PATTERNS: &'static [(__rt::u32, __rt::u32, __rt::u16)] = &[];
                fn given(_: Self::Given, _: &mut __rt::Row) -> __rt::u32 { 0 }
                fn found(_: &[__rt::u64]) -> Self::Found { ::core::unreachable!() }
            }
        }
    });
    quote! {
        impl __rt::QueryDomain for __domain::Domain {
            fn tables() -> &'static __rt::Tables { &__rt::tables::EMPTY }
            fn functions() -> &'static __rt::Functions<Self> { &__FUNCTIONS }
        }
        #(#queries)*
    }
}
