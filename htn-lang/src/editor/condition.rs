//! Conditions: each atom becomes a call, and each variable a `let` before the first atom that names it.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::quote;

use super::marker::{first_word, is, is_marked, written};
use super::writer::{Family, Writer, function_name, rust, unmarked, word};
use crate::parse::tokens::{
    at_commas, at_signs, can_follow_poll, is_callable, is_sign, is_underscore, is_variable, list,
};

/// The keywords of aggregates.
const AGGREGATES: [&str; 4] = ["count", "sum", "min", "max"];

impl Writer {
    /// Writes an optional `if condition sort by key`.
    pub fn guard(&mut self, tokens: &[TokenTree]) -> TokenStream {
        match tokens.split_first() {
            None => TokenStream::new(),
            Some((first, rest)) if is(Some(first), "if") => self.condition(rest),
            Some(_) => self.condition(tokens),
        }
    }

    /// Writes a condition with its `sort by key`.
    pub fn condition(&mut self, tokens: &[TokenTree]) -> TokenStream {
        let sort = tokens
            .windows(2)
            .position(|pair| is(pair.first(), "sort") && is(pair.get(1), "by"));
        let (condition, sort) = tokens.split_at(sort.unwrap_or(tokens.len()));
        let mut out = TokenStream::new();
        if sort.is_empty() || !condition.is_empty() {
            for piece in pieces(condition) {
                out.extend(self.piece(piece));
            }
        }
        if let [TokenTree::Ident(sort), TokenTree::Ident(by), key @ ..] = sort {
            let (sort, by) = (word(sort), word(by));
            let (key, desc) = match key.split_last() {
                Some((TokenTree::Ident(desc), key))
                    if written(desc) == "desc" && !key.is_empty() =>
                {
                    (key, word(desc))
                }
                _ => (key, TokenStream::new()),
            };
            let key = rust(key);
            out.extend(quote!(#sort #by #desc let _ = (#key);));
        }
        out
    }

    fn piece(&mut self, tokens: &[TokenTree]) -> TokenStream {
        match tokens {
            [not, rest @ ..] if is_sign(Some(not), '!') && !is_sign(rest.first(), '=') => {
                self.open();
                let inner = self.piece(rest);
                self.close();
                quote!({ #inner })
            }
            [TokenTree::Group(group)] if group.delimiter() == Delimiter::Parenthesis => {
                self.group(group)
            }
            [TokenTree::Ident(name), TokenTree::Group(group), rest @ ..]
                if group.delimiter() == Delimiter::Parenthesis
                    && is_callable(name)
                    && (rest.is_empty() || matches!(rest, [TokenTree::Ident(_)])) =>
            {
                let call = self.call(name, group);
                // A word after a finished piece begins `sort by`.
                let more = (!rest.is_empty()).then(|| incomplete(rest));
                quote!(#call #more)
            }
            [let_word @ TokenTree::Ident(_), rest @ ..] if is(Some(let_word), "let") => {
                self.binding(let_word, rest)
            }
            [] | [TokenTree::Ident(_)] => incomplete(tokens),
            expression => {
                let (poll, expression) = polled(expression);
                let ty = if poll.is_some() {
                    quote!(::core::task::Poll<__words::bool>)
                } else {
                    quote!(__words::bool)
                };
                quote!(#poll let _: #ty = (#expression);)
            }
        }
    }

    /// Writes a group: `(condition)`, or a Rust expression in parentheses, which has no atoms.
    fn group(&mut self, group: &Group) -> TokenStream {
        let inside = list(group.stream());
        if is_rust_block(&inside) {
            let inside = rust(&inside);
            return quote!(let _: __words::bool = (#inside););
        }
        self.condition(&inside)
    }

    fn call(&mut self, name: &Ident, group: &Group) -> TokenStream {
        let inside = list(group.stream());
        match written(name).as_str() {
            "forall" => {
                let arrow = (0..inside.len()).find(|&at| at_signs(&inside[at..], '=', '>'));
                let arrow = arrow.unwrap_or(inside.len());
                self.open();
                let each = self.condition(&inside[..arrow]);
                let holds = inside.get(arrow + 2..).map(|holds| self.condition(holds));
                self.close();
                let word = word(name);
                quote!({ #word #each { #holds } })
            }
            "first" | "when_planning" => {
                let (word, inner) = (word(name), self.condition(&inside));
                quote!(#word #inner)
            }
            _ => self.atom(name, group, true),
        }
    }

    /// Writes a call of a predicate or an axiom. If `binds`, it binds the variables that have no value yet.
    pub fn atom(&mut self, name: &Ident, group: &Group, binds: bool) -> TokenStream {
        let (mut lets, mut args, mut after) = (TokenStream::new(), Vec::new(), Vec::new());
        let inside = list(group.stream());
        for (place, arg) in columns(&inside).into_iter().enumerate() {
            match arg {
                [token] if is_underscore(token) => args.push(quote!(__words::any())),
                [TokenTree::Ident(variable)]
                    if binds && may_bind(variable) && !self.is_bound(variable) =>
                {
                    let bound = unmarked(variable);
                    if bound.is_some() && self.occurs_once(variable) {
                        // An unfinished word must not offer itself.
                        let marked = is_marked(variable);
                        args.push(if marked {
                            quote!(#variable)
                        } else {
                            quote!(__words::any())
                        });
                        after.push((place, variable));
                    } else {
                        lets.extend(bound.map(|bound| quote!(let #bound = __words::any();)));
                        args.push(quote!(#variable));
                    }
                    self.bind(variable);
                }
                other => args.push(rust(other)),
            }
        }
        let (call, extra) = self.finish_call(Family::Condition, name, group, args);
        let after = after.into_iter().map(|(place, variable)| {
            let count = self
                .arity(Family::Condition, name)
                .unwrap_or(place + 1)
                .max(place + 1);
            let others = (0..count).map(|at| {
                if at == place {
                    quote!(#variable)
                } else {
                    quote!(__words::any())
                }
            });
            let name = function_name(name).map(|mut name| {
                name.set_span(Span::call_site());
                quote!(super::conditions::#name(#(#others),*);)
            });
            quote!({ let #variable = __words::any(); #name })
        });
        quote!(#lets #call; #extra #(#after)*)
    }

    /// Writes a call of a task, and a statement with the arguments in excess.
    pub fn task(&mut self, name: &Ident, group: &Group) -> (TokenStream, TokenStream) {
        let inside = list(group.stream());
        let args = at_commas(&inside).into_iter().map(rust).collect();
        self.finish_call(Family::Task, name, group, args)
    }

    fn arity(&self, family: Family, name: &Ident) -> Option<usize> {
        self.arities.get(&(family, written(name))).copied()
    }

    /// Writes a call with as many arguments as the function has parameters, because the macro itself reports a wrong number.
    fn finish_call(
        &mut self,
        family: Family,
        name: &Ident,
        group: &Group,
        mut args: Vec<TokenStream>,
    ) -> (TokenStream, TokenStream) {
        let Some(function) = function_name(name) else {
            return (quote!((#(#args),*)), TokenStream::new());
        };
        let mut extra = Vec::new();
        if let Some(arity) = self.arity(family, name) {
            let is_empty = matches!(list(group.stream())[..], [TokenTree::Ident(ref word)] if written(word).is_empty());
            if !is_empty {
                extra = args.split_off(arity.min(args.len()));
            }
            args.resize_with(arity.max(args.len()), || quote!(__words::any()));
        }
        let mut inside = Group::new(Delimiter::Parenthesis, quote!(#(#args),*));
        inside.set_span(group.span());
        let module = family.module();
        let extra = quote!(#(let _ = (#extra);)*);
        (quote!(super::#module::#function #inside), extra)
    }

    /// Writes the rest of a `let`, in a condition or a body.
    pub fn binding(&mut self, let_word: &TokenTree, tokens: &[TokenTree]) -> TokenStream {
        let is_end = |at: &usize| {
            let token = tokens.get(*at);
            is(token, "in") || (is_sign(token, '=') && !is_sign(tokens.get(at + 1), '='))
        };
        let at = (0..tokens.len()).find(is_end).unwrap_or(tokens.len());
        let (pattern, value) = (&tokens[..at], tokens.get(at + 1..).unwrap_or_default());
        let is_loop = is(tokens.get(at), "in");
        let has_type = pattern.iter().any(|token| is_sign(Some(token), ':'));
        let value = self.value(value, has_type, is_loop);
        let is_option = is(pattern.first(), "Some");
        let name = match pattern {
            [_, TokenTree::Group(group), ..] if is_option => list(group.stream()).first().cloned(),
            _ => pattern.first().cloned(),
        };
        let otherwise = is_option.then(|| quote!(else { loop {} }));
        let pattern = self.pattern(pattern);
        let out = quote!(#let_word #pattern = (#value) #otherwise;);
        if let Some(TokenTree::Ident(name)) = name {
            self.bind(&name);
        }
        out
    }

    /// Writes `name: Type`. The value of a type parameter may have any type.
    fn pattern(&self, pattern: &[TokenTree]) -> TokenStream {
        let colon = pattern.iter().position(|token| is_sign(Some(token), ':'));
        match colon {
            Some(colon) if self.mentions_param(&pattern[colon..]) => {
                let (name, ty) = (rust(&pattern[..colon]), rust(&pattern[colon + 1..]));
                quote!(_: ::core::option::Option<#ty> = __words::any(); let #name)
            }
            _ if is(pattern.first(), "Some") => {
                // The language knows these two words even if the game has types with these names.
                let pattern = pattern.iter().enumerate().map(|(at, token)| {
                    let is_path = is_sign(at.checked_sub(1).and_then(|at| pattern.get(at)), ':')
                        && at != colon.map_or(0, |colon| colon + 1);
                    match token {
                        some if at == 0 => quote!(::core::option::Option::#some),
                        TokenTree::Ident(option) if written(option) == "Option" && !is_path => {
                            quote!(::core::option::#option)
                        }
                        other => rust(std::slice::from_ref(other)),
                    }
                });
                pattern.collect()
            }
            _ => rust(pattern),
        }
    }

    fn value(&mut self, value: &[TokenTree], has_type: bool, is_loop: bool) -> TokenStream {
        match value {
            [TokenTree::Ident(kind), TokenTree::Group(group)]
                if AGGREGATES.contains(&written(kind).as_str())
                    && group.delimiter() == Delimiter::Parenthesis =>
            {
                let inside = list(group.stream());
                let (of, over) = match inside.iter().position(|token| is_sign(Some(token), ';')) {
                    Some(at) => (&inside[..at], &inside[at + 1..]),
                    None => (&inside[..0], &inside[..]),
                };
                self.open();
                let (over, of) = (self.condition(over), rust(of));
                self.close();
                let word = word(kind);
                quote!({ #word #over let _ = (#of); __words::any() })
            }
            [TokenTree::Ident(task), TokenTree::Group(group)]
                if group.delimiter() == Delimiter::Parenthesis
                    && !has_type
                    && is_callable(task) =>
            {
                let (call, extra) = self.task(task, group);
                if extra.is_empty() {
                    call
                } else {
                    quote!({ #extra #call })
                }
            }
            expression => {
                let (poll, value) = polled(expression);
                if poll.is_some() {
                    quote!({ #poll __words::answer(#value) })
                } else if is_loop {
                    quote!(__words::item(#value))
                } else {
                    value
                }
            }
        }
    }
}

impl Family {
    /// Returns the name of the module with the functions of this family.
    pub fn module(self) -> Ident {
        let name = match self {
            Family::Condition => "conditions",
            Family::Task => "tasks",
        };
        Ident::new(name, Span::call_site())
    }
}

/// Splits `poll expression` into the word and the expression.
fn polled(tokens: &[TokenTree]) -> (Option<TokenStream>, TokenStream) {
    match tokens {
        [first @ TokenTree::Ident(poll), expression @ ..]
            if is(Some(first), "poll") && can_follow_poll(expression) =>
        {
            (Some(word(poll)), rust(expression))
        }
        _ => (None, rust(tokens)),
    }
}

/// Writes an unfinished piece, for which an editor also offers keywords.
fn incomplete(tokens: &[TokenTree]) -> TokenStream {
    let tokens = match tokens {
        [] => quote!(__words::any()),
        _ => rust(tokens),
    };
    quote!(let _: __words::bool = { use __words::conditions::*; #tokens };)
}

fn may_bind(variable: &Ident) -> bool {
    let text = written(variable);
    text.is_empty() || is_variable(variable)
}

/// Returns true if a group begins with an expression that has blocks of its own.
fn is_rust_block(tokens: &[TokenTree]) -> bool {
    let word = first_word(tokens);
    let is_block = matches!(tokens.first(), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace);
    is_block || ["match", "if", "unsafe", "loop", "move"].contains(&word.as_str())
}

/// Splits a condition at `&&` and `||`. A missing piece is an empty one.
fn pieces(tokens: &[TokenTree]) -> Vec<&[TokenTree]> {
    let mut pieces = Vec::new();
    let (mut start, mut at) = (0, 0);
    while at < tokens.len() {
        let or = at_signs(&tokens[at..], '|', '|') && !begins_closure(&tokens[start..at]);
        if at_signs(&tokens[at..], '&', '&') || or {
            pieces.push(&tokens[start..at]);
            at += 2;
            start = at;
        } else {
            at += 1;
        }
    }
    pieces.push(&tokens[start..]);
    pieces
}

/// Returns true if `||` after these tokens begins a closure, and does not separate pieces.
fn begins_closure(before: &[TokenTree]) -> bool {
    match before.last() {
        Some(TokenTree::Punct(sign)) => matches!(sign.as_char(), '=' | ','),
        Some(TokenTree::Ident(word)) => word == "move",
        _ => false,
    }
}

/// Splits columns at commas and at `=>`.
pub fn columns(tokens: &[TokenTree]) -> Vec<&[TokenTree]> {
    let arrow = (0..tokens.len()).find(|&at| at_signs(&tokens[at..], '=', '>'));
    match arrow {
        Some(at) => {
            let mut columns = at_commas(&tokens[..at]);
            columns.extend(at_commas(&tokens[at + 2..]));
            columns
        }
        None => at_commas(tokens),
    }
}
