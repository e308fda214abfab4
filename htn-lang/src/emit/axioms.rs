//! Prints the queries of axioms: the functions in the domain's module, and the tables that they search.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::functions::{self, Compiled};
use super::parts::{Parts, unraw};
use super::paths::visibility_inside;
use super::query::{deeper_runtime, free_name, function, together};
use super::tables;
use crate::ast::Param;
use crate::lower::query::Asked;
use crate::lower::rows::Rows;
use crate::private_module;

/// An axiom that programs can query.
pub struct AskedAxiom<'a> {
    /// Its index among the named axioms.
    pub number: usize,
    pub name: String,
    pub params: &'a [Param],
    /// True if it can be queried without a value for some parameter.
    pub is_open: bool,
}

/// The parts of the functions of an axiom.
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
        let doc = format!("Returns true if `{}` holds for these values.", axiom.name);
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
        let doc = format!(
            "Returns every solution of `{}` with these values.",
            axiom.name
        );
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
            impl __rt::QueryDomain for __domain::Domain {
                #[inline]
                fn tables() -> &'static __rt::Tables { &__TABLES }
                #[inline]
                fn functions() -> &'static __rt::Functions<Self> { &__FUNCTIONS }
            }
            #(#queries)*
        };
    }
}

fn query(parts: &Parts<'_, '_>, axiom: &AskedAxiom<'_>, asked: &[&Asked]) -> TokenStream {
    let number = Literal::usize_unsuffixed(axiom.number);
    let params = axiom.params.iter();
    let types: Vec<TokenStream> = params.map(|param| parts.type_of(&param.ty)).collect();
    let names = axiom.params.iter().map(|param| unraw(&param.name));
    let patterns = asked.iter().map(|asked| {
        let pattern = Literal::u32_unsuffixed(asked.pattern);
        let (entry, frame) = (
            Literal::u32_unsuffixed(asked.entry.0),
            Literal::u16_unsuffixed(asked.frame),
        );
        quote!((#pattern, #entry, #frame))
    });
    let codecs: Vec<Ident> = axiom
        .params
        .iter()
        .map(|param| parts.codec_of(&param.ty))
        .collect();
    let places: Vec<Literal> = (0..codecs.len()).map(Literal::usize_unsuffixed).collect();
    let values: Vec<TokenStream> = codecs
        .iter()
        .zip(&places)
        .map(|(codec, place)| quote!(#codec.get(__words, #place)))
        .collect();
    // Without parameters, the block is empty: Clippy reports a block of `()`.
    let found = together(&types);
    let values = (!values.is_empty()).then(|| together(&values));
    quote! {
        impl __rt::AxiomQuery<#number> for __domain::Domain {
            type Given = (#(::core::option::Option<#types>,)*);
            type Found = #found;
            const NAMES: &'static [&'static __rt::str] = &[#(#names),*];
            const PATTERNS: &'static [(__rt::u32, __rt::u32, __rt::u16)] = &[#(#patterns),*];
            #[inline]
            fn given(__given: Self::Given, __row: &mut __rt::Row) -> __rt::u32 {
                __rt::given(__row, &[#(#codecs.option(__given.#places)),*])
            }
            #[inline]
            fn found(__words: &[__rt::u64]) -> Self::Found { #values }
        }
    }
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
