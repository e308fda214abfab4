//! Prints the data with which a reloaded domain is compared: the Rust expressions of the compiled one, and texts of its items.

use std::collections::BTreeSet;

use htn_core::tables::{Slot, TypeId};
use proc_macro2::{Delimiter, Ident, Literal, TokenStream, TokenTree};
use quote::{format_ident, quote};

use super::functions::{context, key_words, variables};
use super::parts::Parts;
use crate::ast::Domain;
use crate::fingerprint;
use crate::lower::functions::{ExprKind, Function, Seen};
use crate::lower::rows::Rows;
use crate::parse::tokens::{is_keyword, is_sign, list, plain};
use crate::pattern::{Pattern, is_value};
use crate::resolve::Names;
use crate::signature::Signature;

/// Prints the registry, and the method of `Domain` that returns it.
pub fn registry(
    parts: &Parts<'_, '_>,
    names: &Names<'_>,
    rows: &Rows<'_>,
) -> (TokenStream, TokenStream) {
    let mut writer = RegistryWriter {
        parts,
        seen: BTreeSet::new(),
        functions: TokenStream::new(),
        expressions: TokenStream::new(),
        count: 0,
    };
    writer.whole(rows);
    writer.all_parts(rows);
    let RegistryWriter {
        functions,
        expressions,
        ..
    } = writer;
    let (texts, origins) = (texts(parts.domain), origins(names, rows));
    let registry = quote! {
        #functions
        static __REGISTRY: __rt::reload::Registry<__domain::Domain> = __rt::reload::Registry {
            file: ::core::file!(),
            package: ::core::option_env!("CARGO_MANIFEST_DIR"),
            #texts
            origins: #origins,
            expressions: &[#expressions],
        };
    };
    let method = quote! {
        fn registry() -> ::core::option::Option<&'static __rt::reload::Registry<Self>> {
            ::core::option::Option::Some(&__REGISTRY)
        }
    };
    (registry, method)
}

/// The fields with the texts of items that must stay as they are.
fn texts(domain: &Domain) -> TokenStream {
    let Signature {
        context,
        agent,
        uses,
        public,
        returns,
        capacities,
    } = Signature::of(domain);
    let returns = returns.iter().map(|(name, ty)| quote!((#name, #ty)));
    quote! {
        context: #context,
        agent: #agent,
        uses: &[#(#uses),*],
        public: &[#(#public),*],
        returns: &[#(#returns),*],
        capacities: &[#(#capacities),*],
    }
}

/// Prints the hashes of the parts that running plans rely on, by branch and by operator.
fn origins(names: &Names<'_>, rows: &Rows<'_>) -> TokenStream {
    let branches = fingerprint::branches(names, rows);
    let branches = branches.iter().zip(&rows.branches).map(|(hash, branch)| {
        let (task, method) = (branch.task.0, branch.method.0);
        quote!(__rt::reload::BranchOrigin::new(#hash, #task, #method))
    });
    let operators = fingerprint::operators(names);
    quote! {
        __rt::reload::Origins { branches: &[#(#branches),*], operators: &[#(#operators),*] }
    }
}

struct RegistryWriter<'p, 'n, 'a> {
    parts: &'p Parts<'n, 'a>,
    /// The patterns of parts that have a function.
    seen: BTreeSet<String>,
    functions: TokenStream,
    expressions: TokenStream,
    count: usize,
}

impl RegistryWriter<'_, '_, '_> {
    /// The expressions that have functions already.
    fn whole(&mut self, rows: &Rows<'_>) {
        let all = &rows.functions;
        let keys = key_words(self.parts, all);
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
        for (list, members) in lists {
            for (number, function) in members.iter().enumerate() {
                let name = format_ident!("__{list}{number}");
                let call = match function.gives {
                    ExprKind::Word => quote!(Word { 0: #name }),
                    ExprKind::Test => quote!(Test { 0: #name }),
                    ExprKind::Cost => quote!(Cost { 0: #name }),
                    ExprKind::Option => quote!(Option { 0: #name }),
                    ExprKind::Poll(_) => quote!(Poll { 0: #name }),
                    ExprKind::Items => quote!(Items { 0: #name }),
                    ExprKind::Span { .. } => quote!(Span { 0: #name }),
                    ExprKind::Key { descending } => {
                        let words = &keys[number];
                        quote!(Key { 0: #name, 1: #words, 2: #descending })
                    }
                    ExprKind::Sum => quote!(Fold { 0: __rt::reload::Fold::Sum, 1: #name }),
                    ExprKind::Min => quote!(Fold { 0: __rt::reload::Fold::Min, 1: #name }),
                    ExprKind::Max => quote!(Fold { 0: __rt::reload::Fold::Max, 1: #name }),
                };
                let tokens = super::functions::bare(&function.source.tokens);
                let pattern = Pattern::of(&tokens, &function.sees);
                if let ExprKind::Word | ExprKind::Test | ExprKind::Cost = function.gives {
                    self.seen.insert(pattern.text.clone());
                }
                self.add(&pattern, function.ty.map(|wanted| wanted.ty), &call);
            }
        }
    }

    /// The calls on the context and the constants in expressions.
    fn all_parts(&mut self, rows: &Rows<'_>) {
        let all = &rows.functions;
        let lists = [
            &all.words,
            &all.tests,
            &all.options,
            &all.items,
            &all.spans,
            &all.keys,
            &all.folds,
            &all.costs,
            &all.polls,
        ];
        let name = self.parts.domain.context.as_ref();
        let name = name.map(|context| plain(&context.name));
        for function in lists.into_iter().flatten() {
            for tokens in parts_of(&function.source.tokens, name.as_deref()) {
                self.part(function, &tokens);
            }
        }
    }

    fn part(&mut self, function: &Function<'_>, tokens: &TokenStream) {
        let used = Pattern::of(tokens, &function.sees).holes;
        let sees = function.sees.iter();
        let is_used = |seen: &&Seen| {
            let named = |name: &Ident| plain(name) == plain(&seen.name);
            crate::modes::scan::scan(tokens).names.iter().any(named)
                && used.iter().any(|(_, slot)| *slot == seen.slot)
        };
        let sees: Vec<Seen> = sees.filter(is_used).cloned().collect();
        let pattern = Pattern::of(tokens, &sees);
        if !self.seen.insert(pattern.text.clone()) {
            return;
        }
        let number = self.count;
        self.count += 1;
        let (of, name) = (
            format_ident!("__part{number}_of"),
            format_ident!("__part{number}"),
        );
        let (context, locals) = (context(self.parts, tokens), variables(&sees));
        self.functions.extend(quote! {
            fn #of(
                __context: &__Context<'_>, __slots: &[__rt::u64],
            ) -> impl __rt::reload::ExpressionResult + use<> {
                use __rt::reload::conversions::*;
                #context
                #locals
                let __value = (&&__rt::reload::CallValue(&(#tokens))).result();
                __value
            }
            fn #name(__c: __Game<'_, '_>, __slots: &[__rt::u64]) -> __rt::u64 {
                __rt::ask(__c, __slots, |__context, __slots| {
                    __rt::reload::ExpressionResult::word(#of(__context, __slots))
                })
            }
        });
        self.add(
            &pattern,
            None,
            &quote!(Part { 0: #name, 1: __rt::reload::result_type(&#of) }),
        );
    }

    fn add(&mut self, pattern: &Pattern, ty: Option<TypeId>, call: &TokenStream) {
        let Pattern { text, holes } = pattern;
        let holes = holes.iter().map(|(TypeId(ty), Slot(slot))| {
            let (ty, slot) = (Literal::u16_unsuffixed(*ty), Literal::u16_unsuffixed(*slot));
            quote!((__rt::tables::TypeId(#ty), __rt::tables::Slot(#slot)))
        });
        let ty = match ty {
            Some(TypeId(ty)) => {
                let ty = Literal::u16_unsuffixed(ty);
                quote!(::core::option::Option::Some(__rt::tables::TypeId(#ty)))
            }
            None => quote!(::core::option::Option::None),
        };
        self.expressions.extend(quote! {
            __rt::reload::Expression {
                pattern: #text,
                holes: &[#(#holes),*],
                ty: #ty,
                call: __rt::reload::Call::#call,
            },
        });
    }
}

/// Returns the parts of an expression that a reloaded domain may use by themselves: calls on the context, and constants.
///
/// Nothing inside of closures, blocks and macros is among them, because it may use names that are declared there.
fn parts_of(tokens: &TokenStream, context: Option<&str>) -> Vec<TokenStream> {
    let mut found = Vec::new();
    find_parts(&list(tokens.clone()), context, &mut found);
    found
}

fn find_parts(tokens: &[TokenTree], context: Option<&str>, found: &mut Vec<TokenStream>) {
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at] {
            TokenTree::Ident(name) if declares(&name.to_string()) => return,
            TokenTree::Punct(sign) if sign.as_char() == '|' && starts_operand(tokens, at) => return,
            TokenTree::Ident(name)
                if context == Some(plain(name).as_str()) && is_value(tokens, at) =>
            {
                at = chain(tokens, at, found);
            }
            TokenTree::Ident(_) if is_sign(tokens.get(at + 1), '!') => {
                let is_call = matches!(tokens.get(at + 2), Some(TokenTree::Group(_)));
                at += if is_call { 2 } else { 0 };
            }
            TokenTree::Ident(_) if is_value(tokens, at) || is_sign(tokens.get(at + 1), ':') => {
                let end = path_end(tokens, at);
                if is_constant(&tokens[end - 1], tokens.get(end)) {
                    found.push(tokens[at..end].iter().cloned().collect());
                }
                at = end - 1;
            }
            TokenTree::Group(group) if group.delimiter() != Delimiter::Brace => {
                find_parts(&list(group.stream()), context, found);
            }
            _ => {}
        }
        at += 1;
    }
}

/// Adds the calls and fields on the context at this place. Returns the last place that belongs to them.
fn chain(tokens: &[TokenTree], at: usize, found: &mut Vec<TokenStream>) -> usize {
    let mut end = at + 1;
    while is_sign(tokens.get(end), '.') && matches!(tokens.get(end + 1), Some(TokenTree::Ident(_)))
    {
        end += 2;
        if let Some(TokenTree::Group(args)) = tokens.get(end)
            && args.delimiter() == Delimiter::Parenthesis
        {
            if !is_plain(&list(args.stream())) {
                break;
            }
            find_parts(&list(args.stream()), None, found);
            end += 1;
        } else if is_sign(tokens.get(end), ':') {
            break;
        }
        found.push(tokens[at..end].iter().cloned().collect());
    }
    end - 1
}

/// Returns true if nothing in the tokens declares a name.
fn is_plain(tokens: &[TokenTree]) -> bool {
    tokens.iter().enumerate().all(|(at, token)| match token {
        TokenTree::Ident(name) => {
            !declares(&name.to_string()) && !is_sign(tokens.get(at + 1), '!')
                || is_sign(tokens.get(at + 2), '=')
        }
        TokenTree::Punct(sign) => sign.as_char() != '|' || !starts_operand(tokens, at),
        TokenTree::Group(group) => {
            group.delimiter() != Delimiter::Brace && is_plain(&list(group.stream()))
        }
        TokenTree::Literal(_) => true,
    })
}

/// Returns true for the keywords of expressions with blocks or declarations.
fn declares(word: &str) -> bool {
    matches!(
        word,
        "let"
            | "match"
            | "if"
            | "move"
            | "for"
            | "while"
            | "loop"
            | "unsafe"
            | "async"
            | "fn"
            | "return"
            | "as"
    )
}

/// Returns true if an operand begins at this place, so that a `|` there opens a closure.
fn starts_operand(tokens: &[TokenTree], at: usize) -> bool {
    match at.checked_sub(1).map(|before| &tokens[before]) {
        None => true,
        Some(TokenTree::Punct(sign)) => !matches!(sign.as_char(), '?' | '|'),
        Some(TokenTree::Ident(name)) => is_keyword(&name.to_string()),
        Some(TokenTree::Group(_) | TokenTree::Literal(_)) => false,
    }
}

/// Returns the end of the path that begins here.
fn path_end(tokens: &[TokenTree], at: usize) -> usize {
    let mut end = at + 1;
    while is_sign(tokens.get(end), ':')
        && is_sign(tokens.get(end + 1), ':')
        && matches!(tokens.get(end + 2), Some(TokenTree::Ident(_)))
    {
        end += 3;
    }
    end
}

/// Returns true if the name of a path is that of a constant.
fn is_constant(name: &TokenTree, next: Option<&TokenTree>) -> bool {
    let name = name.to_string();
    let is_upper = name.len() > 1 && !name.chars().any(char::is_lowercase);
    let continues = matches!(next, Some(TokenTree::Group(_))) || is_sign(next, ':');
    is_upper && name.starts_with(char::is_uppercase) && !continues
}
