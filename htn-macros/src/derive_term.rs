//! `#[derive(Term)]`: newtypes, and enums whose variants hold at most one value.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DataEnum, DeriveInput, Field, Fields, Path, Variant, parse_quote};

use crate::errors::Errors;

/// The implementation of `Term` for a type, or what is wrong with it.
pub fn derive(input: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let implementation = match syn::parse2(input) {
        Ok(input) => implementation(&input, &mut errors),
        Err(error) => {
            errors.push(error);
            TokenStream::new()
        }
    };
    if errors.is_empty() {
        implementation
    } else {
        errors.into_tokens()
    }
}

fn implementation(input: &DeriveInput, errors: &mut Errors) -> TokenStream {
    let term = term_path(input, errors);
    let body = match &input.data {
        Data::Struct(data) => newtype(input, &data.fields, &term, errors),
        Data::Enum(data) => enumeration(input, data, &term, errors),
        Data::Union(data) => {
            errors.at(
                data.union_token.span,
                format_args!("a union can't be a `Term`\nhelp: `{}` can be an enum whose variants hold one value each", input.ident),
            );
            return TokenStream::new();
        }
    };
    if !errors.is_empty() {
        return TokenStream::new();
    }
    let name = &input.ident;
    let mut generics = input.generics.clone();
    if generics.type_params().next().is_some() {
        let clause = generics.make_where_clause();
        for ty in field_types(&input.data) {
            clause.predicates.push(parse_quote!(#ty: #term));
        }
    }
    let (params, args, clause) = generics.split_for_impl();
    // The constant says whether an enum fits. That of a type with parameters is looked at where it is used; any other
    // here and now.
    let tagged = matches!(&input.data, Data::Enum(data) if data.variants.iter().any(|variant| !variant.fields.is_empty()));
    let check = (tagged && input.generics.params.is_empty())
        .then(|| quote!(const _: u32 = <#name as #term>::BITS;));
    quote! {
        #[automatically_derived]
        impl #params #term for #name #args #clause { #body }
        #check
    }
}

/// The trait, in the crate that `#[term(crate = path)]` names.
fn term_path(input: &DeriveInput, errors: &mut Errors) -> TokenStream {
    let mut runtime: Path = parse_quote!(::squad_htn);
    for attribute in input
        .attrs
        .iter()
        .filter(|attribute| attribute.path().is_ident("term"))
    {
        let result = attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("crate") {
                runtime = meta.value()?.call(Path::parse_mod_style)?;
                Ok(())
            } else {
                Err(meta
                    .error("unknown option\nhelp: write `#[term(crate = path::to::squad_htn)]`"))
            }
        });
        if let Err(error) = result {
            errors.push(error);
        }
    }
    quote!(#runtime::__private::Term)
}

fn field_types(data: &Data) -> Vec<&syn::Type> {
    match data {
        Data::Struct(data) => data.fields.iter().map(|field| &field.ty).collect(),
        Data::Enum(data) => data
            .variants
            .iter()
            .flat_map(|variant| variant.fields.iter())
            .map(|field| &field.ty)
            .collect(),
        Data::Union(_) => Vec::new(),
    }
}

fn newtype(
    input: &DeriveInput,
    fields: &Fields,
    term: &TokenStream,
    errors: &mut Errors,
) -> TokenStream {
    let name = &input.ident;
    let Some(field) = only_field(fields) else {
        if fields.is_empty() {
            errors.on(name, format_args!("`{name}` holds no value, so it can't be a `Term`\nhelp: give it one field, or make it an enum"));
        } else {
            let second = fields
                .iter()
                .nth(1)
                .map_or_else(|| name.span(), Spanned::span);
            errors.at(
                second,
                format_args!(
                    "`{name}` has {} fields, and a derived `Term` has one\nhelp: pack them into one, or write `impl Term for {name}` by hand",
                    fields.len()
                ),
            );
        }
        return TokenStream::new();
    };
    let member = member(field);
    let ty = &field.ty;
    let bits = bits(ty, term);
    quote! {
        const BITS: u32 = #bits;
        #[inline]
        fn to_word(self) -> u64 { <#ty as #term>::to_word(self.#member) }
        #[inline]
        fn from_word(__word: u64) -> Self { Self { #member: <#ty as #term>::from_word(__word) } }
    }
}

fn enumeration(
    input: &DeriveInput,
    data: &DataEnum,
    term: &TokenStream,
    errors: &mut Errors,
) -> TokenStream {
    let name = &input.ident;
    let Some(last) = data.variants.len().checked_sub(1) else {
        errors.on(
            name,
            format_args!(
                "`{name}` has no variants, so no value of it can be a `Term`\nhelp: give it one"
            ),
        );
        return TokenStream::new();
    };
    for variant in &data.variants {
        if variant.fields.len() > 1 {
            errors.on(
                &variant.ident,
                format_args!(
                    "the variant `{}` holds {} values, and a derived `Term` holds one at most\nhelp: pack them into one, or write `impl Term for {name}` by hand",
                    variant.ident,
                    variant.fields.len()
                ),
            );
        }
    }
    if !errors.is_empty() {
        return TokenStream::new();
    }
    let tag_bits = Literal::u32_unsuffixed(usize::BITS - last.leading_zeros());
    let fields: Vec<&Field> = data
        .variants
        .iter()
        .filter_map(|variant| only_field(&variant.fields))
        .collect();
    if fields.is_empty() {
        return plain_enumeration(data, &tag_bits);
    }
    let widths = fields.iter().map(|field| bits(&field.ty, term));
    let message = format!(
        "the values that `{name}` holds and the number of the variant do not fit 64 bits together"
    );
    let to = data
        .variants
        .iter()
        .enumerate()
        .map(|(tag, variant)| to_word(tag, variant, term));
    let from = data
        .variants
        .iter()
        .enumerate()
        .map(|(tag, variant)| from_word(tag, last, variant, term));
    // A single variant has no tag, and a shift by all 64 bits of its value would overflow.
    let shift = if last == 0 {
        quote!(0)
    } else {
        quote!(<Self as #term>::BITS - #tag_bits)
    };
    let split = if last == 0 {
        quote!(let (__tag, __value) = (0u64, __word);)
    } else {
        quote!(let (__tag, __value) = (__word >> __shift, __word & ((1u64 << __shift) - 1));)
    };
    let assertion = quote_spanned!(name.span()=> ::core::assert!(__bits <= 64, #message););
    quote! {
        const BITS: u32 = {
            let mut __bits = 0u32;
            #( let __width = #widths; if __width > __bits { __bits = __width; } )*
            let __bits = __bits + #tag_bits;
            #assertion
            __bits
        };
        #[inline]
        fn to_word(self) -> u64 {
            let __shift: u32 = #shift;
            let (__tag, __value): (u64, u64) = match self { #(#to)* };
            __tag << __shift | __value
        }
        #[inline]
        fn from_word(__word: u64) -> Self {
            let __shift: u32 = #shift;
            #split
            match __tag { #(#from)* }
        }
    }
}

/// An enum without fields: a value is the place of its variant.
fn plain_enumeration(data: &DataEnum, tag_bits: &Literal) -> TokenStream {
    let patterns = data.variants.iter().map(pattern_without_value);
    let values = data.variants.iter().map(pattern_without_value);
    let words = (0..data.variants.len()).map(Literal::usize_unsuffixed);
    let tags = tags(data.variants.len());
    quote! {
        const BITS: u32 = #tag_bits;
        #[inline]
        fn to_word(self) -> u64 { match self { #(#patterns => #words,)* } }
        #[inline]
        fn from_word(__word: u64) -> Self { match __word { #(#tags => #values,)* } }
    }
}

/// The numbers of the variants; the last stands for all words that are none, since any word must give a value.
fn tags(count: usize) -> impl Iterator<Item = TokenStream> {
    (0..count).map(move |tag| {
        if tag + 1 == count {
            quote!(_)
        } else {
            Literal::usize_unsuffixed(tag).into_token_stream()
        }
    })
}

fn to_word(tag: usize, variant: &Variant, term: &TokenStream) -> TokenStream {
    let name = &variant.ident;
    let tag = Literal::usize_unsuffixed(tag);
    match only_field(&variant.fields) {
        Some(field) => {
            let (member, ty) = (member(field), &field.ty);
            quote!(Self::#name { #member: __value } => (#tag, <#ty as #term>::to_word(__value)),)
        }
        None => quote!(Self::#name { .. } => (#tag, 0),),
    }
}

fn from_word(tag: usize, last: usize, variant: &Variant, term: &TokenStream) -> TokenStream {
    let name = &variant.ident;
    let tag = if tag == last {
        quote!(_)
    } else {
        Literal::usize_unsuffixed(tag).into_token_stream()
    };
    match only_field(&variant.fields) {
        Some(field) => {
            let (member, ty) = (member(field), &field.ty);
            quote!(#tag => Self::#name { #member: <#ty as #term>::from_word(__value) },)
        }
        None => quote!(#tag => Self::#name {},),
    }
}

/// `Variant {}` is a pattern and a value for all three kinds of variants.
fn pattern_without_value(variant: &Variant) -> TokenStream {
    let name = &variant.ident;
    quote!(Self::#name {})
}

fn only_field(fields: &Fields) -> Option<&Field> {
    let mut all = fields.iter();
    all.next().filter(|_| all.next().is_none())
}

/// `0` for a tuple's field, which works in braces too.
fn member(field: &Field) -> TokenStream {
    match &field.ident {
        Some(name) => name.to_token_stream(),
        None => Literal::usize_unsuffixed(0).into_token_stream(),
    }
}

/// With the span of the type, where rustc is to say that it is no `Term`.
fn bits(ty: &syn::Type, term: &TokenStream) -> TokenStream {
    let span = ty.span();
    quote_spanned!(span=> <#ty as #term>::BITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn derived(input: &str) -> String {
        derive(input.parse().unwrap()).to_string()
    }

    #[test]
    fn newtypes_and_enums_are_implemented() {
        for input in [
            "struct Actor(pub u16);",
            "struct Actor { id: u16 }",
            "struct Id<T>(T);",
            "enum Place { Lobby, Roof = 7 }",
            "enum One { Only }",
            "enum Thing { None, Actor(Actor), Place { place: Place }, Empty() }",
            "enum Wide { Only(u64) }",
        ] {
            let output = derived(input);
            assert!(
                output.contains("impl") && !output.contains("compile_error"),
                "{input}: {output}"
            );
            syn::parse_str::<syn::DeriveInput>(input).unwrap();
        }
    }

    #[test]
    fn what_does_not_fit_one_word_is_refused() {
        for (input, expected) in [
            ("struct Pair(u16, u16);", "has 2 fields"),
            ("struct Nothing;", "holds no value"),
            ("enum Never {}", "no variants"),
            ("enum Two { A(u8, u8) }", "the variant `A` holds 2 values"),
            ("union U { a: u8 }", "union"),
            ("#[term(krate = a)] struct A(u8);", "unknown option"),
            ("fn f() {}", "expected"),
        ] {
            let output = derived(input);
            assert!(
                output.contains("compile_error") && output.contains(expected),
                "{input}: {output}"
            );
            assert!(
                !output.contains("automatically_derived"),
                "{input}: {output}"
            );
        }
    }

    #[test]
    fn the_runtime_may_have_another_name() {
        let output = derived("#[term(crate = crate::htn)] struct A(u8);");
        assert!(
            output.contains("crate :: htn :: __private :: Term"),
            "{output}"
        );
        assert!(!output.contains("squad_htn"), "{output}");
    }
}
