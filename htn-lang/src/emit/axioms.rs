//! Axioms that a program can ask: a function for each, and the tables by which it is answered.

use std::fmt::Write;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::functions::{self, Compiled};
use super::parts::{Parts, tokens, unraw};
use super::paths::visibility_inside;
use super::query::{deeper_runtime, free_name, function, together};
use super::tables;
use crate::ast::Param;
use crate::lower::query::Asked;
use crate::lower::rows::Rows;
use crate::private_module;

/// An axiom that can be asked.
pub struct AskedAxiom<'a> {
    /// Its number among the axioms that have names.
    pub number: usize,
    pub name: String,
    pub params: &'a [Param],
    /// Whether it can be asked without a value for some parameter.
    pub is_open: bool,
}

/// What the functions of an axiom are made of.
struct Signature {
    name: Ident,
    number: u16,
    params: Vec<Ident>,
    types: Vec<TokenStream>,
    state: Ident,
    context: Ident,
}

fn signature(parts: &Parts<'_, '_>, axiom: &AskedAxiom<'_>, names: &[Ident]) -> Signature {
    let params: Vec<Ident> = axiom
        .params
        .iter()
        .map(|param| param.name.clone())
        .collect();
    let types = axiom.params.iter().map(|param| {
        let name = &names[usize::from(parts.number_of(&param.ty).0)];
        let name = Ident::new(&name.to_string(), param.ty.span);
        quote!(super::#name)
    });
    let (state, context) = (free_name("state", &params), free_name("context", &params));
    let like = Ident::new("axiom", proc_macro2::Span::call_site());
    Signature {
        name: function(&axiom.name, &like),
        number: u16::try_from(axiom.number).unwrap_or(u16::MAX),
        types: types.collect(),
        params,
        state,
        context,
    }
}

pub fn holds(parts: &Parts<'_, '_>, names: &[Ident]) -> TokenStream {
    let (deeper, runtime, private) = (
        visibility_inside(&parts.visibility()),
        deeper_runtime(parts),
        private_module(),
    );
    let functions = parts.axioms.iter().map(|axiom| {
        let Signature {
            name,
            number,
            params,
            types,
            state,
            context,
        } = signature(parts, axiom, names);
        let doc = format!("Whether `{}` holds for these values.", axiom.name);
        quote! {
            #[doc = #doc]
            #[inline]
            #deeper fn #name<__D>(
                #state: &#runtime::State<__D>,
                #context: &__D::Context<'_>,
                #(#params: #types),*
            ) -> ::core::result::Result<::core::primitive::bool, #runtime::SearchError>
            where
                __D: #runtime::#private::AxiomQuery<#number, Given = (#(::core::option::Option<#types>,)*)>,
            {
                #runtime::#private::holds::<__D, #number>(
                    #state, #context, (#(::core::option::Option::Some(#params),)*),
                )
            }
        }
    });
    quote!(#(#functions)*)
}

pub fn solutions(parts: &Parts<'_, '_>, names: &[Ident]) -> TokenStream {
    let (deeper, runtime, private) = (
        visibility_inside(&parts.visibility()),
        deeper_runtime(parts),
        private_module(),
    );
    let open = parts.axioms.iter().filter(|axiom| axiom.is_open);
    let functions = open.map(|axiom| {
        let Signature {
            name,
            number,
            params,
            types,
            state,
            context,
        } = signature(parts, axiom, names);
        let found = together(&types);
        let doc = format!("Every solution of `{}` with these values.", axiom.name);
        quote! {
            #[doc = #doc]
            #[inline]
            #deeper fn #name<__D>(
                #state: &#runtime::State<__D>,
                #context: &__D::Context<'_>,
                #(#params: ::core::option::Option<#types>),*
            ) -> ::core::result::Result<#runtime::Solutions<#found>, #runtime::AskError>
            where
                __D: #runtime::#private::AxiomQuery<
                    #number, Given = (#(::core::option::Option<#types>,)*), Found = #found,
                >,
            {
                #runtime::#private::solutions::<__D, #number>(#state, #context, (#(#params,)*))
            }
        }
    });
    quote!(#(#functions)*)
}

/// The tables of the questions and their functions, in a scope of their own inside that of the domain; `None` where they do not
/// fit.
pub fn implementations(
    parts: &Parts<'_, '_>,
    rows: &Rows<'_>,
    asked: &[Asked],
) -> Option<TokenStream> {
    let tables = tables::tables(parts, rows)?;
    let functions = functions::functions(parts, rows, Compiled::WhereUsed);
    let questions: String = parts
        .axioms
        .iter()
        .map(|axiom| {
            let asked = asked.iter().filter(|asked| asked.group == axiom.number);
            let patterns = asked
                .map(|asked| format!("({}, {}, {})", asked.pattern, asked.entry.0, asked.frame));
            let patterns: Vec<String> = patterns.collect();
            question(parts, axiom, &patterns.join(", "))
        })
        .collect();
    let questions = tokens(&questions);
    Some(quote! {
        const _: () = {
            #functions
            #tables
            impl __rt::QueryDomain for __domain::Domain {
                #[inline]
                fn tables() -> &'static __rt::Tables { &__TABLES }
                #[inline]
                fn functions() -> &'static __rt::Functions<Self> { &__FUNCTIONS }
            }
            #questions
        };
    })
}

fn question(parts: &Parts<'_, '_>, axiom: &AskedAxiom<'_>, patterns: &str) -> String {
    let (mut given, mut found, mut names) = (String::new(), String::new(), String::new());
    let (mut words, mut bits, mut values) = (String::new(), String::new(), String::new());
    for (place, param) in axiom.params.iter().enumerate() {
        let ty = parts.number_of(&param.ty).0;
        // Writing to a string never fails.
        let _ = write!(given, "::core::option::Option<__T{ty}>,");
        let _ = write!(names, "{:?},", unraw(&param.name));
        let _ = write!(
            words,
            "match __given.{place} {{ ::core::option::Option::Some(__value) => __word{ty}(__value), _ => 0 }},"
        );
        let _ = write!(
            bits,
            " | (::core::option::Option::is_some(&__given.{place}) as __rt::u32) << {place}"
        );
        let separator = if place == 0 { "" } else { ", " };
        let _ = write!(found, "{separator}__T{ty}");
        let _ = write!(values, "{separator}__get{ty}(__words, {place})");
    }
    // A unit would be more than is needed.
    let values = match axiom.params {
        [] => String::new(),
        [_] => values,
        _ => format!("({values})"),
    };
    let found = match axiom.params {
        [_] => found,
        _ => format!("({found})"),
    };
    format!(
        "impl __rt::AxiomQuery<{number}> for __domain::Domain {{
            type Given = ({given});
            type Found = {found};
            const NAMES: &'static [&'static __rt::str] = &[{names}];
            const PATTERNS: &'static [(__rt::u32, __rt::u32, __rt::u16)] = &[{patterns}];
            #[inline]
            fn given(__given: Self::Given, __row: &mut __rt::Row) -> __rt::u32 {{
                __rt::fill(__row, &[{words}]);
                0{bits}
            }}
            #[inline]
            fn found(__words: &[__rt::u64]) -> Self::Found {{ {values} }}
        }}",
        number = axiom.number,
    )
}

/// The same for a domain with errors: nothing is ever asked.
pub fn stubs(parts: &Parts<'_, '_>) -> TokenStream {
    if parts.axioms.is_empty() {
        return TokenStream::new();
    }
    let questions = parts.axioms.iter().map(|axiom| {
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
        #(#questions)*
    }
}
