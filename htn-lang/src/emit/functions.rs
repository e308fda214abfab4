//! One small function a Rust expression, on the tokens that the user wrote.
//!
//! Tokens are costly to make one by one, so what is the macro's own is written as text, and lexed in pieces between the
//! tokens of the user.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};

use super::parts::{Parts, alias, tokens};
use super::solver::{change, solver};
use crate::ir::{BoundDomain, Wanted};
use crate::lower::functions::{ExprKind, Function, Functions};
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
    /// What stands in front of a function.
    const fn attribute(self) -> &'static str {
        match self {
            Compiled::Always => "",
            Compiled::WhereUsed => "#[inline]",
        }
    }

    /// What their lists are. Code for what a `static` names is generated in any case.
    const fn item(self) -> &'static str {
        match self {
            Compiled::Always => "static",
            Compiled::WhereUsed => "const",
        }
    }
}

/// The functions, and the lists of them.
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
    ];
    let mut writer = Writer {
        parts,
        attribute,
        loadable: loadable_busy(parts, rows),
        pieces: BTreeMap::new(),
        out: TokenStream::new(),
    };
    let mut fields = String::new();
    for (list, members) in lists {
        let mut names = Vec::new();
        for (number, member) in members.iter().enumerate() {
            let name = format!("__{list}{number}");
            let alone = list == "tests" && writer.loadable.contains(&number);
            writer.function(&name, member, alone);
            names.push(name);
        }
        if CALLED.contains(&list) {
            fields += &format!("{list}: &[{}],", names.join(", "));
        }
    }
    let mut functions = writer.out;
    let keys = key_words(parts, all);
    let mut write_all = |list: &str, count: usize, text: &dyn Fn(usize) -> String| {
        let mut names = Vec::new();
        for number in 0..count {
            functions.extend(tokens(&format!("{attribute} {}", text(number))));
            names.push(format!("__{list}{number}"));
        }
        fields += &format!("{list}: &[{}],", names.join(", "));
    };
    write_all("solvers", all.solvers.len(), &|number| {
        solver(number, all, &keys)
    });
    write_all("changes", all.changes.len(), &|number| {
        change(number, all, &keys)
    });
    functions.extend(tokens(&format!(
        "{} __FUNCTIONS: __rt::Functions<__domain::Domain> = __rt::Functions {{ {fields} }};",
        compiled.item()
    )));
    functions
}

/// The kinds of expressions that the engine calls; the others are called by conditions alone.
const CALLED: [&str; 4] = ["words", "tests", "keys", "costs"];

/// The first parameter of an expression's function: the context, if the expression sees it. `NOTHING` is for sort keys that do
/// not, since those functions are called with a reference.
const CONTEXT: &str = "__context: &'a __Context<'_>";
const NOTHING: &str = "__context: &'a ()";
const GAME: &str = "__c: __rt::Game<'a, __Context<'_>>";

struct Writer<'p, 'n, 'a> {
    parts: &'p Parts<'n, 'a>,
    /// What stands in front of each function.
    attribute: &'static str,
    /// See [`loadable_busy`].
    loadable: BTreeSet<usize>,
    /// Text that was lexed before.
    pieces: BTreeMap<String, TokenStream>,
    out: TokenStream,
}

impl Writer<'_, '_, '_> {
    fn piece(&mut self, text: &str) -> TokenStream {
        if let Some(piece) = self.pieces.get(text) {
            return piece.clone();
        }
        let piece = tokens(text);
        self.pieces.insert(text.to_owned(), piece.clone());
        piece
    }

    /// The function of an expression. If `alone` is true, it calls another one, which is given the slots and nothing else.
    fn function(&mut self, name: &str, function: &Function<'_>, alone: bool) {
        let span = function.source.span;
        let expr = bare(&function.source.tokens);
        let mut body = self.locals(function);
        let (more, returns) = match function.gives {
            ExprKind::Word => {
                self.checked(&mut body, function.ty, "", "", expr);
                let ty = number(function.ty);
                body.extend(self.piece(&format!("__word{ty}(__value)")));
                ("", "-> __rt::u64")
            }
            ExprKind::Test => {
                body.extend(self.piece("if"));
                body.extend(before_block(expr, span));
                body.extend(self.piece("{ true } else { false }"));
                ("", "-> __rt::bool")
            }
            ExprKind::Cost => {
                self.checked(&mut body, function.ty, "", "", expr);
                body.extend(self.piece("__value"));
                ("", "-> __rt::f32")
            }
            ExprKind::Option => {
                self.checked(&mut body, function.ty, "::core::option::Option<", ">", expr);
                let ty = number(function.ty);
                body.extend(self.piece(&format!("__rt::Codec::option(&__CODEC{ty}, __value)")));
                ("", "-> ::core::option::Option<__rt::u64>")
            }
            ExprKind::Items => {
                let mut each = TokenStream::new();
                let item = here("__item", span);
                self.checked(&mut each, function.ty, "", "", quote!(#item));
                each.extend(self.piece(&format!(
                    "if !__rt::ItemSink::push(__out, __word{}(__value)) {{ break; }}",
                    number(function.ty)
                )));
                body.extend(quote!(for #item in));
                body.extend(before_block(expr, span));
                body.extend([TokenTree::Group(Group::new(Delimiter::Brace, each))]);
                // rustc has something against loops over an `Option`, and no other loop names the type that has no
                // items as clearly where it is a mistake.
                self.out.extend(quote!(#[allow(for_loops_over_fallibles)]));
                (", __out: &mut __rt::ItemSink<'_>", "")
            }
            ExprKind::Span { inclusive } => {
                let range = if inclusive {
                    "::core::ops::RangeInclusive<"
                } else {
                    "::core::ops::Range<"
                };
                self.checked(&mut body, function.ty, range, ">", expr);
                body.extend(self.piece("__rt::NumberRange::span(__value)"));
                ("", "-> [__rt::u64; 2]")
            }
            ExprKind::Sum | ExprKind::Min | ExprKind::Max => {
                return self.fold(name, function, body, expr);
            }
            ExprKind::Key { descending } => {
                if one_word(self.parts, function) {
                    body.extend(self.piece("__rt::SortKey::write"));
                    body.extend(quote!((#expr, #descending, __out)));
                } else {
                    body.extend(expr);
                    let value = format!("{name}_value");
                    let key = quote_spanned!(span=> -> impl __rt::SortKey + use<>);
                    let (given, context) = if self.asks(function) {
                        (CONTEXT, "__context")
                    } else {
                        (NOTHING, "&()")
                    };
                    self.push_returning(&value, given, "", key, body);
                    body = tokens(&format!(
                        "__rt::SortKey::write({value}({context}, __slots), {descending}, __out)"
                    ));
                }
                (", __out: &mut [__rt::u64]", "")
            }
        };
        if alone {
            self.push(&format!("{name}_alone"), "", more, returns, body);
            body = tokens(&format!("{name}_alone(__slots)"));
        }
        if !self.asks(function) {
            return self.push(name, GAME, more, returns, body);
        }
        self.push(&format!("{name}_of"), CONTEXT, more, returns, body);
        let ask = if more.is_empty() {
            format!("__rt::ask(__c, __slots, {name}_of)")
        } else {
            format!("__rt::ask_into(__c, __slots, {name}_of, __out)")
        };
        self.push(name, GAME, more, returns, tokens(&ask));
    }

    /// The function of an expression whose values are folded into one.
    fn fold(
        &mut self,
        name: &str,
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
        body.extend(quote!(let #value));
        self.typed(&mut body, function.ty, ": ", " =", expr);
        if self.asks(function) {
            let number = number(function.ty);
            let word = quote_spanned!(span=> #value);
            let to_word = Ident::new(&format!("__word{number}"), Span::call_site());
            body.extend(quote!(#to_word(#word)));
            self.push(&format!("{name}_of"), CONTEXT, "", "-> __rt::u64", body);
            let ask = tokens(&format!("__rt::ask(__c, __slots, {name}_of)"));
            let get = Ident::new(&format!("__get{number}"), Span::call_site());
            body = quote!(let #value = #get(&[#ask], 0););
        }
        body.extend(fold);
        let more = ", __out: ::core::option::Option<__rt::u64>";
        self.push(name, GAME, more, "-> __rt::u64", body);
    }

    /// Whether an expression asks the game: else it follows from the variables that it sees.
    fn asks(&self, function: &Function<'_>) -> bool {
        !context(self.parts, &function.source.tokens).is_empty()
    }

    /// The variables that an expression sees.
    fn locals(&mut self, function: &Function<'_>) -> TokenStream {
        let mut locals = context(self.parts, &function.source.tokens);
        for seen in &function.sees {
            locals.extend(shadow(&seen.name));
            locals.extend(self.piece("let"));
            locals.extend([TokenTree::Ident(seen.name.clone())]);
            let (ty, slot) = (seen.ty.0, seen.slot.0);
            locals.extend(self.piece(&format!(": __T{ty} = __get{ty}(__slots, {slot});")));
        }
        locals
    }

    /// `let __value: T = expression;`, where a wrong type is rustc's error on the expression and on the type.
    fn checked(
        &mut self,
        body: &mut TokenStream,
        ty: Option<Wanted>,
        open: &str,
        close: &str,
        expr: TokenStream,
    ) {
        if open.is_empty() {
            return self.typed(body, ty, "let __value: ", " =", expr);
        }
        let (open, close) = (self.piece(open), self.piece(close));
        let inner = ty.map(|wanted| alias(wanted.ty, wanted.span));
        let mut tokens = quote!(#open #inner #close);
        if let Some(wanted) = ty {
            // rustc points at all of it, as if it were the type inside.
            let span = wanted.span.resolved_at(Span::call_site());
            let respanned = tokens.into_iter().map(|mut token| {
                token.set_span(span);
                token
            });
            tokens = respanned.collect();
        }
        body.extend(self.piece("let __value: "));
        body.extend(tokens);
        body.extend(self.piece("="));
        body.extend(with_end(expr));
    }

    fn typed(
        &mut self,
        body: &mut TokenStream,
        ty: Option<Wanted>,
        open: &str,
        close: &str,
        expr: TokenStream,
    ) {
        body.extend(self.piece(open));
        body.extend(ty.map(|wanted| TokenTree::Ident(alias(wanted.ty, wanted.span))));
        body.extend(self.piece(close));
        body.extend(with_end(expr));
    }

    fn push(&mut self, name: &str, first: &str, more: &str, returns: &str, body: TokenStream) {
        let returns = self.piece(returns);
        self.push_returning(name, first, more, returns, body);
    }

    fn push_returning(
        &mut self,
        name: &str,
        first: &str,
        more: &str,
        returns: TokenStream,
        body: TokenStream,
    ) {
        let comma = if first.is_empty() { "" } else { ", " };
        let given = format!("{first}{comma}__slots: &'a [__rt::u64]{more}");
        let given = self.piece(&given);
        let head = tokens(&format!("{} fn {name}<'a>", self.attribute));
        self.out.extend(head);
        self.out
            .extend([TokenTree::Group(Group::new(Delimiter::Parenthesis, given))]);
        self.out.extend(returns);
        self.out
            .extend([TokenTree::Group(Group::new(Delimiter::Brace, body))]);
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

/// The method of `Domain` that evaluates these. Empty if the domain has no such expression.
pub fn busy_method(parts: &Parts<'_, '_>, rows: &Rows<'_>) -> TokenStream {
    let tests = loadable_busy(parts, rows);
    if tests.is_empty() {
        return TokenStream::new();
    }
    let arms = tests
        .iter()
        .map(|test| format!("{test} => __tests{test}_alone(__slots),"));
    tokens(&format!(
        "fn busy_of(__test: __rt::tables::FnId, __slots: &[::core::primitive::u64]) -> \
         ::core::option::Option<::core::primitive::bool> {{ \
         ::core::option::Option::Some(match __test.0 {{ {} _ => return ::core::option::Option::None }}) }}",
        arms.collect::<String>()
    ))
}

/// Gives the context its name, for an expression that uses it.
pub fn context(parts: &Parts<'_, '_>, expr: &TokenStream) -> TokenStream {
    let Some(context) = &parts.domain.context else {
        return TokenStream::new();
    };
    let found = scan(expr);
    // As it is written here: where the domain is put together by macros, that need not be the header's own.
    let written = found.names.iter().find(|used| **used == context.name);
    let captured = found.captured.iter().any(|used| context.name == used);
    let Some(name) = written.or(captured.then_some(&context.name)) else {
        return TokenStream::new();
    };
    let shadow = shadow(name);
    quote!(#shadow let #name = __context;)
}

/// A local variable can't have the name of a constant that is in scope; but it can have that of a function, and a
/// function comes before the constant.
pub fn shadow(name: &Ident) -> TokenStream {
    let mut name = name.clone();
    name.set_span(Span::call_site());
    quote!(fn #name() {})
}

fn number(ty: Option<Wanted>) -> u16 {
    ty.map_or(0, |wanted| wanted.ty.0)
}

/// A local of the macro's own that rustc points at as if it were the expression.
fn here(name: &str, span: Span) -> Ident {
    Ident::new(name, span.resolved_at(Span::mixed_site()))
}

/// The expression without parentheses around all of it: conditions need them where Rust does not, and has a lint
/// against them.
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

/// The expression where a block follows: a struct literal needs parentheses there. They have the place of the
/// expression: else rustc would point at the whole macro call.
pub fn before_block(expr: TokenStream, span: Span) -> TokenStream {
    let block = |token: TokenTree| matches!(&token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
    if !expr.clone().into_iter().any(block) {
        return expr;
    }
    let mut group = Group::new(Delimiter::Parenthesis, expr);
    group.set_span(span.resolved_at(Span::call_site()));
    TokenTree::Group(group).into()
}

/// `expression;`. Where something is missing at the end of the expression, rustc points at the `;`.
fn with_end(expr: TokenStream) -> TokenStream {
    let last = expr.clone().into_iter().last();
    let span = last.map_or_else(Span::call_site, |last| last.span());
    let end = quote_spanned!(span.resolved_at(Span::call_site())=> ;);
    quote!(#expr #end)
}

/// Whether a sort key is a variable that is a number: then it is known to have one word.
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

/// How many words each sort key has, which its type says.
pub fn key_words(parts: &Parts<'_, '_>, functions: &Functions<'_>) -> Vec<String> {
    let keys = functions.keys.iter().enumerate();
    let words = keys.map(|(number, key)| {
        if one_word(parts, key) {
            "1".to_owned()
        } else {
            format!("__rt::key_words(&__keys{number}_value)")
        }
    });
    words.collect()
}

/// The ways between values and words, one of each a type. A type without `Term` or `Debug` is an error here, on the type
/// as the user wrote it.
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
    // Where its words do not fit, rustc points at the call.
    let call = quote_spanned!(span=> __rt::codec::<#ty>(#text));
    let mut codec = quote!(const #name: __rt::Codec<#ty> = #call;);
    codec.extend(tokens(&format!(
        "#[inline] fn __get{number}(__slots: &[__rt::u64], __slot: __rt::usize) -> __T{number} {{ __rt::Codec::get(&__CODEC{number}, __slots, __slot) }}
        #[inline] fn __word{number}(__value: __T{number}) -> __rt::u64 {{ __rt::Codec::word(&__CODEC{number}, __value) }}"
    )));
    codec
}

/// The functions of some expressions and what they need, for rustc to look at alone.
pub fn to_check(parts: &Parts<'_, '_>, functions: &[Function<'_>]) -> TokenStream {
    let types = parts.types.list.iter().enumerate();
    let types = types.filter(|(_, ty)| !ty.rust.is_unread());
    let mut writer = Writer {
        parts,
        attribute: "",
        loadable: BTreeSet::new(),
        pieces: BTreeMap::new(),
        out: types.map(|(number, ty)| codec(number, ty)).collect(),
    };
    for (number, function) in functions.iter().enumerate() {
        writer.function(&format!("__check{number}"), function, false);
    }
    writer.out
}

/// Where a value of one type is used as another, rustc says whether they are one.
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
