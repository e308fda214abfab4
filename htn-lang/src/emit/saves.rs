//! Prints the code that saves and loads facts, tasks and actions: the part that depends on the types of the domain.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::Bodies;
use super::parts::{Parts, alias};
use super::types::type_id;

/// Prints the implementations of serde's traits for domains whose types implement them. For others, the bounds keep the
/// implementation away; without the lifetime around it, a bound that is plainly not met would be an error.
pub fn implementations(parts: &Parts<'_, '_>, bodies: Bodies) -> TokenStream {
    let variants = parts.facts.iter().chain(&parts.tasks);
    let fields = variants.flat_map(|variant| &variant.fields);
    let types: BTreeSet<u16> = fields.map(|field| parts.number_of(field.ty).0).collect();
    let bounds = |wanted: TokenStream| -> TokenStream {
        let bounds = types.iter().map(|number| {
            let span = parts.types.list[usize::from(*number)].rust.span;
            let ty = alias(type_id(usize::from(*number)), span);
            quote!(for<'__s> #ty: #wanted,)
        });
        bounds.collect()
    };
    let (saves, loads) = (
        bounds(quote!(__rt::saving::serde::Serialize)),
        bounds(quote!(__rt::saving::serde::de::DeserializeOwned)),
    );
    let numbers: Vec<Literal> = types
        .iter()
        .map(|ty| Literal::u16_unsuffixed(*ty))
        .collect();
    let codecs: Vec<Ident> = types
        .iter()
        .map(|ty| format_ident!("__CODEC{ty}"))
        .collect();
    let (saved, loaded) = match bodies {
        Bodies::Code => (
            quote! {
                match __ty {
                    #(#numbers => __rt::saving::save_as(&#codecs, __word, __to),)*
                    _ => __rt::saving::not_saved::<__S>(),
                }
            },
            quote! {
                match __ty {
                    #(#numbers => __rt::saving::load_as(&#codecs, __from),)*
                    _ => __rt::saving::not_loaded(),
                }
            },
        ),
        Bodies::Stubs => (
            quote!(::core::unreachable!()),
            quote!(::core::unreachable!()),
        ),
    };
    let save = quote! {
        fn save_term<__S: __rt::saving::serde::Serializer>(
            __ty: __rt::u16, __word: __rt::u64, __to: __S,
        ) -> ::core::result::Result<__S::Ok, __S::Error> {
            #saved
        }
    };
    let load = quote! {
        fn load_term<'__de, __D: __rt::saving::serde::Deserializer<'__de>>(
            __ty: __rt::u16, __from: __D,
        ) -> ::core::result::Result<__rt::u64, __D::Error> {
            #loaded
        }
    };
    let enums = enums();
    // Cargo may build the macros with this feature for one crate and share them with another that does without it.
    quote! {
        __rt::if_serde! {
            impl __rt::saving::SaveTerms for __domain::Domain where #saves { #save }
            impl __rt::saving::LoadTerms for __domain::Domain where #loads { #load }
            #enums
        }
    }
}

/// Prints the implementations for the enums of the domain's module.
fn enums() -> TokenStream {
    let enums = [
        (quote!(Fact), quote!(save_fact), quote!(load_fact)),
        (quote!(Task), quote!(save_task), quote!(load_task)),
        (quote!(Action), quote!(save_task), quote!(load_action)),
    ];
    let enums = enums.into_iter().map(|(ty, save, load)| {
        quote! {
            impl __rt::saving::serde::Serialize for __domain::#ty
            where
                for<'__s> __domain::Domain: __rt::saving::SaveTerms,
            {
                fn serialize<__S: __rt::saving::serde::Serializer>(
                    &self, __to: __S,
                ) -> ::core::result::Result<__S::Ok, __S::Error> {
                    __rt::saving::#save::<__domain::Domain, __S>(::core::convert::Into::into(*self), __to)
                }
            }
            impl<'__de> __rt::saving::serde::Deserialize<'__de> for __domain::#ty
            where
                for<'__s> __domain::Domain: __rt::saving::LoadTerms,
            {
                fn deserialize<__D: __rt::saving::serde::Deserializer<'__de>>(
                    __from: __D,
                ) -> ::core::result::Result<Self, __D::Error> {
                    __rt::saving::#load::<__domain::Domain, __D>(__from)
                }
            }
        }
    });
    enums.collect()
}
