//! `#[derive(Term)]`: structs and enums with fields that fit into one word.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DataEnum, DeriveInput, Field, Fields, Path, Variant, parse_quote};

use crate::errors::Errors;
use crate::private_module;

/// The implementation of `Term` for a type, or its errors.
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
    let private = private_path(input, errors);
    let term = quote!(#private::Term);
    let (bits, body) = match &input.data {
        Data::Struct(data) => structure(input, &data.fields, &private, errors),
        Data::Enum(data) => enumeration(input, data, &private, errors),
        Data::Union(data) => {
            errors.at(
                data.union_token.span,
                format_args!(
                    "a union can't be a `Term`\nhelp: `{}` can be an enum",
                    input.ident
                ),
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
    let shape = shape(&input.data, &private);
    let map = map_terms(&input.data, &private);
    let (params, args, clause) = generics.split_for_impl();
    // The bits of a type with type parameters are known at its uses; those of other types are known here.
    let check = (input.generics.params.is_empty() && may_be_too_wide(&input.data)).then(|| {
        let (what, here) = (format!("`{name}`"), name.span());
        let private = private.into_iter().map(|mut token| {
            token.set_span(here);
            token
        });
        let private: TokenStream = private.collect();
        let fits = quote_spanned!(here=> #private::must_fit(#what, #bits));
        quote!(const _: ::core::primitive::u32 = #fits;)
    });
    // That it is too wide has been said here, and is not said again by the domain that it is used in.
    let bits = match &check {
        Some(_) => quote!({ let __bits = #bits; if __bits > 64 { 64 } else { __bits } }),
        None => quote!(#bits),
    };
    quote! {
        #[automatically_derived]
        impl #params #term for #name #args #clause {
            const BITS: ::core::primitive::u32 = #bits;
            const SHAPE: ::core::primitive::u64 = #shape;
            #body
            #map
        }
        #check
    }
}

/// The path of the trait and its helpers, in the crate that `#[term(crate = path)]` names.
fn private_path(input: &DeriveInput, errors: &mut Errors) -> TokenStream {
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
    let private = private_module();
    quote!(#runtime::#private)
}

/// The meaning of its words: the names of fields and variants in order, and the shapes of the types inside.
fn shape(data: &Data, private: &TokenStream) -> TokenStream {
    let names = |fields: &Fields| -> String {
        let names = fields.iter().map(|field| match &field.ident {
            Some(name) => format!("{name},"),
            None => "_,".to_owned(),
        });
        names.collect()
    };
    let definition = match data {
        Data::Struct(data) => names(&data.fields),
        Data::Enum(data) => {
            let variants = data.variants.iter();
            let variants =
                variants.map(|variant| format!("{}({});", variant.ident, names(&variant.fields)));
            variants.collect()
        }
        Data::Union(_) => String::new(),
    };
    let inside = field_types(data);
    quote!(#private::hash::shape(#definition, &[#(<#inside as #private::Term>::SHAPE),*]))
}

/// Passes on the terms inside, if there are any.
fn map_terms(data: &Data, private: &TokenStream) -> TokenStream {
    if field_types(data).is_empty() {
        return TokenStream::new();
    }
    let arm = |path: TokenStream, fields: &Fields| {
        let fields = fields.iter().enumerate();
        let fields = fields.map(|(at, field)| {
            (
                member(at, field),
                quote::format_ident!("__f{at}"),
                &field.ty,
            )
        });
        let (names, values) = fields
            .map(|(member, name, ty)| {
                let value = quote!(<#ty as #private::Term>::map_terms(#name, __map));
                (quote!(#member: #name), quote!(#member: #value))
            })
            .unzip::<_, _, Vec<_>, Vec<_>>();
        quote!(#path { #(#names),* } => #path { #(#values),* },)
    };
    let arms: TokenStream = match data {
        Data::Struct(data) => arm(quote!(Self), &data.fields),
        Data::Enum(data) => {
            let variants = data.variants.iter();
            let arms = variants.map(|variant| {
                let name = &variant.ident;
                arm(quote!(Self::#name), &variant.fields)
            });
            arms.collect()
        }
        Data::Union(_) => TokenStream::new(),
    };
    quote! {
        fn map_terms(self, __map: &mut dyn ::core::ops::FnMut(&mut dyn ::core::any::Any)) -> Self {
            let mut __value = match self { #arms };
            __map(&mut __value);
            __value
        }
    }
}

/// Returns true if it is wider than its content.
fn may_be_too_wide(data: &Data) -> bool {
    match data {
        Data::Struct(data) => data.fields.len() > 1,
        Data::Enum(data) => data
            .variants
            .iter()
            .any(|variant| !variant.fields.is_empty()),
        Data::Union(_) => false,
    }
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

fn structure(
    input: &DeriveInput,
    fields: &Fields,
    private: &TokenStream,
    errors: &mut Errors,
) -> (TokenStream, TokenStream) {
    let name = &input.ident;
    if fields.is_empty() {
        errors.on(name, format_args!("`{name}` holds no value, so it can't be a `Term`\nhelp: give it a field, or make it an enum"));
        return Default::default();
    }
    let bits = width(fields, private);
    let from = from_fields(fields, private);
    let term = quote!(#private::Term);
    // A newtype is its value, bit for bit.
    let to = match only_field(fields) {
        Some(field) => {
            let (member, ty) = (member(0, field), &field.ty);
            quote!(<#ty as #term>::to_word(self.#member))
        }
        None => {
            let values = fields.iter().enumerate().map(|(at, field)| {
                let member = member(at, field);
                quote!(self.#member)
            });
            to_fields(fields, values, private)
        }
    };
    let body = quote! {
        #[inline]
        fn to_word(self) -> ::core::primitive::u64 { #to }
        #[inline]
        fn from_word(__word: ::core::primitive::u64) -> Self { Self { #from } }
    };
    (bits, body)
}

/// The sum of the bits of some fields.
fn width(fields: &Fields, private: &TokenStream) -> TokenStream {
    let bits = fields.iter().map(|field| bits(&field.ty, private));
    match fields.len() {
        0 => quote!(0),
        _ => quote!(#(#bits)+*),
    }
}

/// The word of some values, the first in the lowest bits.
fn to_fields(
    fields: &Fields,
    values: impl Iterator<Item = TokenStream>,
    private: &TokenStream,
) -> TokenStream {
    let mut word = quote!(0u64);
    for (at, (field, value)) in fields.iter().zip(values).enumerate() {
        let (below, ty) = (below(fields, at, private), &field.ty);
        word = quote!(#private::put(#word, #below, <#ty as #private::Term>::to_word(#value)));
    }
    word
}

/// The fields with their values out of `__word`, between the braces of a literal.
fn from_fields(fields: &Fields, private: &TokenStream) -> TokenStream {
    let single = fields.len() == 1;
    let fields = fields.iter().enumerate().map(|(at, field)| {
        let (member, ty) = (member(at, field), &field.ty);
        let (below, bits) = (below(fields, at, private), bits(&field.ty, private));
        let word = if single {
            quote!(__word)
        } else {
            quote!(#private::take(__word, #below, #bits))
        };
        quote!(#member: <#ty as #private::Term>::from_word(#word))
    });
    quote!(#(#fields),*)
}

/// The bits of the fields before one.
fn below(fields: &Fields, at: usize, private: &TokenStream) -> TokenStream {
    let before = fields.iter().take(at).map(|field| bits(&field.ty, private));
    quote!(0u32 #(+ #before)*)
}

fn enumeration(
    input: &DeriveInput,
    data: &DataEnum,
    private: &TokenStream,
    errors: &mut Errors,
) -> (TokenStream, TokenStream) {
    let name = &input.ident;
    let Some(last) = data.variants.len().checked_sub(1) else {
        errors.on(
            name,
            format_args!(
                "`{name}` has no variants, so no value of it can be a `Term`\nhelp: give it one"
            ),
        );
        return Default::default();
    };
    let tag_bits = Literal::u32_unsuffixed(usize::BITS - last.leading_zeros());
    if data
        .variants
        .iter()
        .all(|variant| variant.fields.is_empty())
    {
        return (quote!(#tag_bits), plain_enumeration(data));
    }
    let widths = data
        .variants
        .iter()
        .map(|variant| width(&variant.fields, private));
    let variants = || data.variants.iter().enumerate();
    let to = variants().map(|(tag, variant)| to_word(tag, variant, private));
    let from = variants().map(|(tag, variant)| from_word(tag, last, variant, private));
    let bits = quote! {{
        let mut __bits = 0u32;
        #( let __width = #widths; if __width > __bits { __bits = __width; } )*
        __bits + #tag_bits
    }};
    let body = quote! {
        #[inline]
        fn to_word(self) -> ::core::primitive::u64 {
            let (__tag, __value): (::core::primitive::u64, ::core::primitive::u64) = match self { #(#to)* };
            #private::put(__value, <Self as #private::Term>::BITS - #tag_bits, __tag)
        }
        #[inline]
        fn from_word(__word: ::core::primitive::u64) -> Self {
            let __shift = <Self as #private::Term>::BITS - #tag_bits;
            let __tag = #private::take(__word, __shift, #tag_bits);
            let __word = #private::take(__word, 0, __shift);
            match __tag { #(#from)* }
        }
    };
    (bits, body)
}

/// An enum without fields: a value is the place of its variant.
fn plain_enumeration(data: &DataEnum) -> TokenStream {
    let patterns = data.variants.iter().map(pattern_without_value);
    let values = data.variants.iter().map(pattern_without_value);
    let words = (0..data.variants.len()).map(Literal::usize_unsuffixed);
    let tags = tags(data.variants.len());
    quote! {
        #[inline]
        fn to_word(self) -> ::core::primitive::u64 { match self { #(#patterns => #words,)* } }
        #[inline]
        fn from_word(__word: ::core::primitive::u64) -> Self { match __word { #(#tags => #values,)* } }
    }
}

/// The numbers of the variants. The last one also represents all invalid words, since any word must give a value.
fn tags(count: usize) -> impl Iterator<Item = TokenStream> {
    (0..count).map(move |tag| {
        if tag + 1 == count {
            quote!(_)
        } else {
            Literal::usize_unsuffixed(tag).into_token_stream()
        }
    })
}

fn to_word(tag: usize, variant: &Variant, private: &TokenStream) -> TokenStream {
    let name = &variant.ident;
    let tag = Literal::usize_unsuffixed(tag);
    let values = || (0..variant.fields.len()).map(|at| quote::format_ident!("__f{at}"));
    let members = variant.fields.iter().enumerate().zip(values());
    let members = members.map(|((at, field), value)| {
        let member = member(at, field);
        quote!(#member: #value)
    });
    let values = values().map(ToTokens::into_token_stream);
    let word = to_fields(&variant.fields, values, private);
    quote!(Self::#name { #(#members),* } => (#tag, #word),)
}

fn from_word(tag: usize, last: usize, variant: &Variant, private: &TokenStream) -> TokenStream {
    let name = &variant.ident;
    let tag = if tag == last {
        quote!(_)
    } else {
        Literal::usize_unsuffixed(tag).into_token_stream()
    };
    let fields = from_fields(&variant.fields, private);
    quote!(#tag => Self::#name { #fields },)
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

/// The name of a field, or the number of a tuple's, which works in braces too.
fn member(at: usize, field: &Field) -> TokenStream {
    match &field.ident {
        Some(name) => name.to_token_stream(),
        None => Literal::usize_unsuffixed(at).into_token_stream(),
    }
}

/// With the span of the type, where rustc is to say that it is no `Term`.
fn bits(ty: &syn::Type, private: &TokenStream) -> TokenStream {
    let span = ty.span();
    quote_spanned!(span=> <#ty as #private::Term>::BITS)
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
            "struct Pos { x: u16, y: u16 }",
            "struct Pair(u16, u16);",
            "enum Two { A(u8, u8), B { x: u8, y: u16 } }",
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
            ("struct Nothing;", "holds no value"),
            ("enum Never {}", "no variants"),
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
        let path = format!("crate :: htn :: {} :: Term", private_module());
        assert!(output.contains(&path), "{output}");
        assert!(!output.contains("squad_htn"), "{output}");
    }
}
