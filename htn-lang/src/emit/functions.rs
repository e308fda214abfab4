//! Prints one small function for each Rust expression, around the tokens that the user wrote.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};

use super::parts::{Parts, alias};
use super::solver::{change, solver};
use crate::ast::Rust;
use crate::ir::{BoundDomain, Polled, Wanted};
use crate::lower::functions::{ExprKind, Function, Functions, Seen};
use crate::lower::rows::Rows;
use crate::modes::scan::scan;
use crate::parse::tokens::{find_comma, list};
use crate::types::Type;

/// When rustc generates code for functions.
#[derive(Clone, Copy)]
pub enum Compiled {
    Always,
    /// Not before something calls them, in this crate or in one that depends on it.
    WhereUsed,
}

impl Compiled {
    /// The attribute of a function.
    fn attribute(self) -> TokenStream {
        match self {
            Compiled::Always => TokenStream::new(),
            Compiled::WhereUsed => quote!(#[inline]),
        }
    }

    /// The kind of item that their lists are. Code for what a `static` names is generated in any case.
    fn item(self) -> TokenStream {
        match self {
            Compiled::Always => quote!(static),
            Compiled::WhereUsed => quote!(const),
        }
    }
}

/// Prints the functions of the expressions, and the lists of all functions with those of conditions and operators.
pub fn functions(parts: &Parts<'_, '_>, rows: &Rows<'_>, compiled: Compiled) -> TokenStream {
    let (all, attribute) = (&rows.functions, compiled.attribute());
    let lists = [
        ("words", &all.words),
        ("tests", &all.tests),
        ("options", &all.options),
        ("items", &all.items),
        ("spans", &all.spans),
        ("keys", &all.keys),
        ("folds", &all.folds),
        ("costs", &all.costs),
        ("polls", &all.polls),
    ];
    let mut writer = FunctionWriter {
        parts,
        attribute: attribute.clone(),
        out: TokenStream::new(),
    };
    let loadable = loadable_busy(parts, rows);
    for (list, members) in lists {
        for (number, member) in members.iter().enumerate() {
            let alone = list == "tests" && loadable.contains(&number);
            writer.function(&format_ident!("__{list}{number}"), member, alone);
        }
    }
    let (expressions, keys) = (writer.out, key_words(parts, all));
    let names = |list: &str, len: usize| -> Vec<Ident> {
        let names = (0..len).map(|number| format_ident!("{list}{number}"));
        names.collect()
    };
    let (words, tests) = (
        names("__words", all.words.len()),
        names("__tests", all.tests.len()),
    );
    let (sort_keys, costs) = (
        names("__keys", all.keys.len()),
        names("__costs", all.costs.len()),
    );
    let solvers = names("find", all.solvers.len());
    let changes = names("__changes", all.changes.len());
    let conditions = (0..all.solvers.len()).map(|number| solver(number, all, &keys));
    let operators = (0..all.changes.len()).map(|number| change(number, all, &keys));
    let item = compiled.item();
    quote! {
        #expressions
        #item __FUNCTIONS: __rt::Functions<__domain::Domain> = {
            use __rt::conditions::*;
            type Game<'a, 'c> = __Game<'a, 'c>;
            #(#attribute #conditions)*
            #(#attribute #operators)*
            Functions {
                words: &[#(#words),*],
                tests: &[#(#tests),*],
                keys: &[#(#sort_keys),*],
                costs: &[#(#costs),*],
                solvers: &[#(#solvers),*],
                changes: &[#(#changes),*],
            }
        };
    }
}

/// The head of a function: its parameters after the first one, and what it returns.
struct FunctionHead {
    more: TokenStream,
    returns: TokenStream,
}

impl FunctionHead {
    fn returns(returns: TokenStream) -> FunctionHead {
        FunctionHead {
            more: TokenStream::new(),
            returns: quote!(-> #returns),
        }
    }

    fn writes(out: TokenStream) -> FunctionHead {
        FunctionHead {
            more: quote!(, __out: #out),
            returns: TokenStream::new(),
        }
    }
}

/// The first parameter of an expression's function: the context, if the expression sees it. `nothing` is for sort keys
/// that do not, since those functions are called with a reference.
mod first {
    use super::{TokenStream, quote};

    pub fn context() -> TokenStream {
        quote!(__context: &__Context<'_>,)
    }

    pub fn nothing() -> TokenStream {
        quote!(__context: &(),)
    }

    pub fn game() -> TokenStream {
        quote!(__c: __Game<'_, '_>,)
    }
}

struct FunctionWriter<'p, 'n, 'a> {
    parts: &'p Parts<'n, 'a>,
    /// The attribute of each function.
    attribute: TokenStream,
    out: TokenStream,
}

impl FunctionWriter<'_, '_, '_> {
    /// The function of an expression. If `alone` is true, it calls another one, which is given the slots and nothing else.
    fn function(&mut self, name: &Ident, function: &Function<'_>, alone: bool) {
        let span = function.source.span;
        let expr = bare(&function.source.tokens);
        let mut body = self.locals(function);
        let codec = codec_name(function.ty);
        let head = match function.gives {
            ExprKind::Word => {
                body.extend(checked(function.ty, expr));
                body.extend(quote!(#codec.word(__value)));
                FunctionHead::returns(quote!(__rt::u64))
            }
            ExprKind::Test => {
                let expr = before_block(expr, span);
                body.extend(quote!(if #expr { true } else { false }));
                FunctionHead::returns(quote!(__rt::bool))
            }
            ExprKind::Cost => {
                body.extend(checked(function.ty, expr));
                body.extend(quote!(__value));
                FunctionHead::returns(quote!(__rt::f32))
            }
            ExprKind::Option => {
                let option = |ty| quote!(::core::option::Option<#ty>);
                body.extend(checked_in(function.ty, option, expr));
                body.extend(quote!(#codec.option(__value)));
                FunctionHead::returns(quote!(::core::option::Option<__rt::u64>))
            }
            ExprKind::Poll(answer) => {
                body.extend(polled(function.source, function.ty, expr, answer));
                body.extend(polled_word(answer, &codec));
                FunctionHead::returns(quote!(__rt::PolledWord))
            }
            ExprKind::Items => {
                body.extend(pushed_items(function, expr, &codec));
                // rustc warns about loops over an `Option`, but no other loop names the type as clearly if it is not an
                // iterator.
                self.out.extend(quote!(#[allow(for_loops_over_fallibles)]));
                FunctionHead::writes(quote!(&mut __rt::ItemSink<'_>))
            }
            ExprKind::Span { inclusive } => {
                let range = |ty| {
                    if inclusive {
                        quote!(::core::ops::RangeInclusive<#ty>)
                    } else {
                        quote!(::core::ops::Range<#ty>)
                    }
                };
                body.extend(checked_in(function.ty, range, expr));
                body.extend(quote!(__rt::NumberRange::span(__value)));
                FunctionHead::returns(quote!([__rt::u64; 2]))
            }
            ExprKind::Sum | ExprKind::Min | ExprKind::Max => {
                return self.fold(name, function, body, expr);
            }
            ExprKind::Key { descending } => {
                body = self.key(name, function, descending, body, expr);
                FunctionHead::writes(quote!(&mut [__rt::u64]))
            }
        };
        if alone {
            let of = format_ident!("{name}_alone");
            self.push(&of, TokenStream::new(), &head, body);
            body = quote!(#of(__slots));
        }
        if !self.asks(function) {
            return self.push(name, first::game(), &head, body);
        }
        let of = format_ident!("{name}_of");
        self.push(&of, first::context(), &head, body);
        let ask = if head.more.is_empty() {
            quote!(__rt::ask(__c, __slots, #of))
        } else {
            quote!(__rt::ask_into(__c, __slots, #of, __out))
        };
        self.push(name, first::game(), &head, ask);
    }

    /// The body of a sort key's function. If the number of its words is not known, the key has a function of its own,
    /// whose type says it.
    fn key(
        &mut self,
        name: &Ident,
        function: &Function<'_>,
        descending: bool,
        body: TokenStream,
        expr: TokenStream,
    ) -> TokenStream {
        if one_word(self.parts, function) {
            return quote!(#body __rt::SortKey::write(#expr, #descending, __out));
        }
        let value = format_ident!("{name}_value");
        let span = function.source.span;
        let head = FunctionHead {
            more: TokenStream::new(),
            returns: quote_spanned!(span=> -> impl __rt::SortKey + use<>),
        };
        let (given, context) = if self.asks(function) {
            (first::context(), quote!(__context))
        } else {
            (first::nothing(), quote!(&()))
        };
        self.push(&value, given, &head, quote!(#body #expr));
        quote!(__rt::SortKey::write(#value(#context, __slots), #descending, __out))
    }

    /// The function of an expression whose values are folded into one.
    fn fold(
        &mut self,
        name: &Ident,
        function: &Function<'_>,
        mut body: TokenStream,
        expr: TokenStream,
    ) {
        let span = function.source.span;
        let fold = match function.gives {
            ExprKind::Sum => "fold_sum",
            ExprKind::Min => "fold_min",
            _ => "fold_max",
        };
        let (fold, value) = (Ident::new(fold, span), here("__value", span));
        let out = Ident::new("__out", span.resolved_at(Span::call_site()));
        let ty = function.ty.map(|wanted| alias(wanted.ty, span));
        let fold = quote_spanned!(span=> __rt::#fold::<#ty>(#out, #value));
        let wanted = function.ty.map(|wanted| alias(wanted.ty, wanted.span));
        let expr = with_end(expr);
        body.extend(quote!(let #value: #wanted = #expr));
        if self.asks(function) {
            let codec = codec_name(function.ty);
            let word = quote_spanned!(span=> #value);
            body.extend(quote!(#codec.word(#word)));
            let of = format_ident!("{name}_of");
            self.push(
                &of,
                first::context(),
                &FunctionHead::returns(quote!(__rt::u64)),
                body,
            );
            body = quote!(let #value = #codec.get(&[__rt::ask(__c, __slots, #of)], 0););
        }
        body.extend(fold);
        let head = FunctionHead {
            more: quote!(, __out: ::core::option::Option<__rt::u64>),
            ..FunctionHead::returns(quote!(__rt::u64))
        };
        self.push(name, first::game(), &head, body);
    }

    /// Returns true if an expression sees the context. Otherwise its value follows from the variables that it sees.
    fn asks(&self, function: &Function<'_>) -> bool {
        !context(self.parts, &function.source.tokens).is_empty()
    }

    /// Prints the variables that an expression sees.
    fn locals(&mut self, function: &Function<'_>) -> TokenStream {
        let mut locals = context(self.parts, &function.source.tokens);
        locals.extend(variables(&function.sees));
        locals
    }

    fn push(&mut self, name: &Ident, first: TokenStream, head: &FunctionHead, body: TokenStream) {
        let (attribute, FunctionHead { more, returns }) = (&self.attribute, head);
        self.out.extend(quote! {
            #attribute fn #name(#first __slots: &[__rt::u64] #more) #returns { #body }
        });
    }
}

/// Prints the variables that an expression sees, without the context.
pub fn variables(sees: &[Seen]) -> TokenStream {
    let variables = sees.iter().map(|seen| {
        let (shadow, name) = (shadow(&seen.name), &seen.name);
        let (ty, codec) = (
            format_ident!("__T{}", seen.ty.0),
            format_ident!("__CODEC{}", seen.ty.0),
        );
        let slot = Literal::u16_unsuffixed(seen.slot.0);
        quote!(#shadow let #name: #ty = #codec.get(__slots, #slot);)
    });
    variables.collect()
}

/// Prints `let __value: T = expression;`. If the type is wrong, rustc points at the expression and at the type.
fn checked(ty: Option<Wanted>, expr: TokenStream) -> TokenStream {
    let ty = ty.map(|wanted| alias(wanted.ty, wanted.span));
    let expr = with_end(expr);
    quote!(let __value: #ty = #expr)
}

/// Prints the loop that pushes the items of an expression.
fn pushed_items(function: &Function<'_>, expr: TokenStream, codec: &Ident) -> TokenStream {
    let span = function.source.span;
    let item = here("__item", span);
    let value = checked(function.ty, quote!(#item));
    let items = before_block(expr, span);
    quote! {
        for #item in #items {
            #value
            if !__rt::ItemSink::push(__out, #codec.word(__value)) { break; }
        }
    }
}

/// As [`checked`], with a type around the wanted one.
fn checked_in(
    ty: Option<Wanted>,
    outer: impl Fn(Option<Ident>) -> TokenStream,
    expr: TokenStream,
) -> TokenStream {
    let mut whole = outer(ty.map(|wanted| alias(wanted.ty, wanted.span)));
    if let Some(wanted) = ty {
        // rustc points at all of it, as if it were the type inside.
        let span = wanted.span.resolved_at(Span::call_site());
        let respanned = whole.into_iter().map(|mut token| {
            token.set_span(span);
            token
        });
        whole = respanned.collect();
    }
    let expr = with_end(expr);
    quote!(let __value: #whole = #expr)
}

/// Prints `let __value: Poll<T> = expression;`. If the type is wrong, rustc points at the expression, and at the type or the
/// word `poll`.
pub fn polled(source: &Rust, ty: Option<Wanted>, expr: TokenStream, answer: Polled) -> TokenStream {
    match answer {
        Polled::Word => {
            let poll = |ty| quote!(::core::task::Poll<#ty>);
            checked_in(ty, poll, expr)
        }
        Polled::Option => {
            let poll = |ty| quote!(::core::task::Poll<::core::option::Option<#ty>>);
            checked_in(ty, poll, expr)
        }
        Polled::Test => {
            let keyword = source.poll.unwrap_or_else(Span::call_site);
            let span = keyword.resolved_at(Span::call_site());
            let ty = quote_spanned!(span=> ::core::task::Poll<__rt::bool>);
            let expr = with_end(expr);
            quote!(let __value: #ty = #expr)
        }
    }
}

/// Prints the conversion of that value to a word.
pub fn polled_word(answer: Polled, codec: &Ident) -> TokenStream {
    match answer {
        Polled::Word => quote!(#codec.poll(__value)),
        Polled::Test => quote!(__rt::PolledWord::test(__value)),
        Polled::Option => quote!(#codec.poll_option(__value)),
    }
}

/// The tests that are `busy` expressions whose value is known without the game: they see nothing but the parameters, and
/// can't panic. A save that contradicts them is refused.
fn loadable_busy(parts: &Parts<'_, '_>, rows: &Rows<'_>) -> BTreeSet<usize> {
    let busy = rows.tables.operators.iter().filter_map(|row| row.busy);
    let busy = busy.map(|test| usize::from(test.0));
    let is_loadable = |test: &usize| {
        rows.functions.tests.get(*test).is_some_and(|function| {
            let expr = &function.source.tokens;
            context(parts, expr).is_empty() && cannot_panic(expr)
        })
    };
    busy.filter(is_loadable).collect()
}

/// Returns true if an expression is made of names, literals, comparisons and logical operators alone. Calls, macros and
/// arithmetic may panic.
fn cannot_panic(expr: &TokenStream) -> bool {
    let tokens: Vec<TokenTree> = expr.clone().into_iter().collect();
    let punct = |at: usize| match tokens.get(at) {
        Some(TokenTree::Punct(punct)) => Some(punct.as_char()),
        _ => None,
    };
    let is_name = |at: usize| matches!(tokens.get(at), Some(TokenTree::Ident(_)));
    (0..tokens.len()).all(|at| match &tokens[at] {
        TokenTree::Ident(_) | TokenTree::Literal(_) => true,
        TokenTree::Punct(_) => {
            let is_shift = punct(at) == punct(at + 1) && matches!(punct(at), Some('<' | '>'));
            matches!(punct(at), Some('<' | '>' | '=' | '!' | '&' | '|')) && !is_shift
        }
        TokenTree::Group(group) => {
            let is_call = at > 0 && is_name(at - 1);
            let is_macro = at > 1 && punct(at - 1) == Some('!') && is_name(at - 2);
            group.delimiter() == Delimiter::Parenthesis
                && !is_call
                && !is_macro
                && cannot_panic(&group.stream())
        }
    })
}

/// Prints the method of `Domain` that evaluates these. Empty if the domain has no such expression.
pub fn busy_method(parts: &Parts<'_, '_>, rows: &Rows<'_>) -> TokenStream {
    let tests = loadable_busy(parts, rows);
    if tests.is_empty() {
        return TokenStream::new();
    }
    let arms = tests.iter().map(|test| {
        let (number, of) = (
            Literal::usize_unsuffixed(*test),
            format_ident!("__tests{test}_alone"),
        );
        quote!(#number => #of(__slots),)
    });
    quote! {
        fn busy_of(__test: __rt::tables::FnId, __slots: &[__rt::u64]) -> ::core::option::Option<__rt::bool> {
            ::core::option::Option::Some(match __test.0 {
                #(#arms)*
                _ => return ::core::option::Option::None,
            })
        }
    }
}

/// Prints the binding of the context for an expression that uses it.
pub fn context(parts: &Parts<'_, '_>, expr: &TokenStream) -> TokenStream {
    let Some(context) = &parts.domain.context else {
        return TokenStream::new();
    };
    let found = scan(expr);
    // The name as written here: in a domain that macros put together, it may differ from the header's in its hygiene.
    let written = found.names.iter().find(|used| **used == context.name);
    let captured = found.captured.iter().any(|used| context.name == used);
    let Some(name) = written.or(captured.then_some(&context.name)) else {
        return TokenStream::new();
    };
    let shadow = shadow(name);
    quote!(#shadow let #name = __context;)
}

/// Declares a function with the name of a variable. A `let` cannot use the name of a constant in scope, but the function
/// hides the constant.
pub fn shadow(name: &Ident) -> TokenStream {
    let mut name = name.clone();
    name.set_span(Span::call_site());
    quote!(fn #name() {})
}

/// The codec of a type.
pub fn codec_name(ty: Option<Wanted>) -> Ident {
    format_ident!("__CODEC{}", ty.map_or(0, |wanted| wanted.ty.0))
}

/// Returns the name of a local of the macro with the location of the expression, for rustc's messages.
fn here(name: &str, span: Span) -> Ident {
    Ident::new(name, span.resolved_at(Span::mixed_site()))
}

/// Returns the expression without parentheses around all of it. Conditions need some that Rust warns about.
pub fn bare(expr: &TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = expr.clone().into_iter().collect();
    match tokens.as_slice() {
        [TokenTree::Group(group)]
            if group.delimiter() == Delimiter::Parenthesis
                && !group.stream().is_empty()
                && find_comma(&list(group.stream())).is_none() =>
        {
            bare(&group.stream())
        }
        _ => expr.clone(),
    }
}

/// Returns the expression with parentheses if it has braces, as a struct literal needs them before a block. They have the
/// location of the expression; otherwise rustc would point at the whole macro call.
pub fn before_block(expr: TokenStream, span: Span) -> TokenStream {
    let block = |token: TokenTree| matches!(&token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
    if !expr.clone().into_iter().any(block) {
        return expr;
    }
    let mut group = Group::new(Delimiter::Parenthesis, expr);
    group.set_span(span.resolved_at(Span::call_site()));
    TokenTree::Group(group).into()
}

/// Prints `expression;`. If the end of the expression is missing, rustc points at the `;`.
fn with_end(expr: TokenStream) -> TokenStream {
    let last = expr.clone().into_iter().last();
    let span = last.map_or_else(Span::call_site, |last| last.span());
    let end = quote_spanned!(span.resolved_at(Span::call_site())=> ;);
    quote!(#expr #end)
}

/// Returns true if a sort key is a variable with a numeric type, which has one word.
fn one_word(parts: &Parts<'_, '_>, function: &Function<'_>) -> bool {
    const NUMBERS: [&str; 12] = [
        "u8", "u16", "u32", "u64", "usize", "i8", "i16", "i32", "i64", "isize", "f32", "f64",
    ];
    let mut expr = function.source.tokens.clone().into_iter();
    let (Some(TokenTree::Ident(name)), None) = (expr.next(), expr.next()) else {
        return false;
    };
    let seen = function.sees.iter().find(|seen| seen.name == name);
    seen.is_some_and(|seen| NUMBERS.contains(&parts.types.get(seen.ty).text.as_str()))
}

/// Returns the number of words of each sort key, which follows from its type.
pub fn key_words(parts: &Parts<'_, '_>, functions: &Functions<'_>) -> Vec<TokenStream> {
    let keys = functions.keys.iter().enumerate();
    let words = keys.map(|(number, key)| {
        if one_word(parts, key) {
            return quote!(1);
        }
        let value = format_ident!("__keys{number}_value");
        quote!(__rt::key_words(&#value))
    });
    words.collect()
}

/// Prints the codec of each type. A type without `Term` or `Debug` is an error here, on the type as the user wrote it.
pub fn codecs(parts: &Parts<'_, '_>) -> TokenStream {
    let types = parts.types.list.iter().enumerate();
    types.map(|(number, ty)| codec(number, ty)).collect()
}

fn codec(number: usize, ty: &Type) -> TokenStream {
    let (span, text) = (ty.rust.span, format!("`{}`", ty.text));
    let (name, ty) = (
        format_ident!("__CODEC{number}"),
        format_ident!("__T{number}", span = span),
    );
    // If its words do not fit, rustc points at the call.
    let call = quote_spanned!(span=> __rt::codec::<#ty>(#text));
    quote!(const #name: __rt::Codec<#ty> = #call;)
}

/// Prints the functions of some expressions and their codecs, only for rustc to check them.
pub fn to_check(parts: &Parts<'_, '_>, functions: &[Function<'_>]) -> TokenStream {
    let types = parts.types.list.iter().enumerate();
    let types = types.filter(|(_, ty)| !ty.rust.is_unparsed());
    let mut writer = FunctionWriter {
        parts,
        attribute: TokenStream::new(),
        out: types.map(|(number, ty)| codec(number, ty)).collect(),
    };
    for (number, function) in functions.iter().enumerate() {
        writer.function(&format_ident!("__check{number}"), function, false);
    }
    writer.out
}

/// Prints a function for each value of one type that is used as another, so that rustc reports it if the types differ.
pub fn type_checks(parts: &Parts<'_, '_>, moded: &BoundDomain<'_>) -> TokenStream {
    let counts = moded
        .counts
        .iter()
        .filter(|count| parts.types.is_read(count.ty));
    let counts = counts.map(|count| {
        let ty = alias(count.ty, count.span);
        quote_spanned!(count.span=> const _: () = __rt::is_count::<#ty>();)
    });
    let checks = moded.checks.iter().enumerate();
    let checks = checks.filter(|(_, check)| {
        [check.from, check.to.ty]
            .iter()
            .all(|ty| parts.types.is_read(*ty))
    });
    let checks = checks.map(|(number, check)| {
        let name = format_ident!("__same{}", number);
        let at = Ident::new("__value", check.at.span());
        let from = alias(check.from, at.span());
        let to = alias(check.to.ty, check.to.span);
        quote!(fn #name(#at: #from) -> #to { #at })
    });
    counts.chain(checks).collect()
}
