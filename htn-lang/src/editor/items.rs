//! Items: each becomes a function with the user's name, parameters and docs.

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote};

use super::body::BranchName;
use super::condition::columns;
use super::marker::{is, written};
use super::places::attributes;
use super::writer::{Family, Writer, before_block, function_name, rust, word};
use crate::parse::tokens::{as_group, at_signs, is_sign, is_underscore, is_variable, list};
use crate::split::{Chunk, End};

/// The kinds of items that become functions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ItemKind {
    Predicate,
    Axiom,
    Operator,
    Method,
}

/// The start of an item.
struct Head<'t> {
    attributes: TokenStream,
    /// The words of the language, as statements.
    words: TokenStream,
    /// Tokens that are not part of an item.
    unknown: Option<&'t TokenTree>,
    keyword: Keyword,
    /// The tokens after the keyword.
    rest: &'t [TokenTree],
}

enum Keyword {
    Declaration(ItemKind),
    Agent,
    /// `domain` and `use`, which other functions write.
    Other,
    Unfinished,
}

impl ItemKind {
    fn of(word: &str) -> Option<ItemKind> {
        match word {
            "predicate" => Some(ItemKind::Predicate),
            "axiom" => Some(ItemKind::Axiom),
            "operator" => Some(ItemKind::Operator),
            "method" => Some(ItemKind::Method),
            _ => None,
        }
    }

    fn family(self) -> Family {
        match self {
            ItemKind::Predicate | ItemKind::Axiom => Family::Condition,
            ItemKind::Operator | ItemKind::Method => Family::Task,
        }
    }
}

fn head<'t>(tokens: &'t [TokenTree]) -> Head<'t> {
    let (attributes, mut at) = attributes(tokens);
    let mut head = Head {
        attributes,
        words: TokenStream::new(),
        unknown: None,
        keyword: Keyword::Unfinished,
        rest: &[],
    };
    while let Some(TokenTree::Ident(name)) = tokens.get(at) {
        let text = written(name);
        at += 1;
        match text.as_str() {
            "pub" => at += usize::from(as_group(tokens.get(at), Delimiter::Parenthesis).is_some()),
            "internal" => head.words.extend(word(name)),
            "agent" => {
                head.words.extend(word(name));
                head.keyword = Keyword::Agent;
                break;
            }
            "domain" | "use" => {
                head.keyword = Keyword::Other;
                break;
            }
            _ => {
                if let Some(kind) = ItemKind::of(&text) {
                    head.words.extend(word(name));
                    head.keyword = Keyword::Declaration(kind);
                    break;
                }
                let is_modifier = matches!(tokens.get(at), Some(TokenTree::Ident(next)) if ItemKind::of(&written(next)).is_some());
                if !is_modifier {
                    at -= 1;
                    break;
                }
                head.unknown = tokens.get(at - 1);
            }
        }
    }
    head.rest = &tokens[at.min(tokens.len())..];
    head
}

impl Writer {
    /// Records the names that the items declare, and their numbers of arguments.
    pub fn declare(&mut self, chunks: &[Chunk<'_>]) {
        for chunk in chunks {
            let head = head(chunk.tokens);
            let (Keyword::Declaration(kind), [TokenTree::Ident(name), TokenTree::Group(group), ..]) =
                (&head.keyword, head.rest)
            else {
                continue;
            };
            let count = columns(&list(group.stream())).len();
            self.arities
                .entry((kind.family(), written(name)))
                .or_insert(count);
        }
    }

    /// Writes an item.
    pub fn item(&mut self, chunk: &Chunk<'_>, context: Option<&str>) {
        let head = head(chunk.tokens);
        if let Some(unknown) = head.unknown {
            self.unfinished(&head.attributes, std::slice::from_ref(unknown));
        }
        match head.keyword {
            Keyword::Declaration(kind) => {
                self.start_item(head.rest, context);
                self.declaration(kind, &head);
            }
            Keyword::Agent => {
                let (attributes, words, ty, name) = (
                    &head.attributes,
                    &head.words,
                    rust(head.rest),
                    self.unnamed(),
                );
                self.conditions
                    .extend(quote!(#attributes fn #name(_: #ty) { #words }));
            }
            Keyword::Other => {}
            // `#![crate = path]`, which another function writes
            Keyword::Unfinished if chunk.end == End::Attribute => {}
            Keyword::Unfinished => self.unfinished(&head.attributes, head.rest),
        }
    }

    /// Writes an unfinished item.
    fn unfinished(&mut self, attributes: &TokenStream, tokens: &[TokenTree]) {
        if tokens.is_empty() {
            return;
        }
        let (name, tokens) = (self.unnamed(), rust(tokens));
        self.conditions
            .extend(quote!(#attributes fn #name() { use __words::items::*; #tokens }));
    }

    fn declaration(&mut self, kind: ItemKind, head: &Head<'_>) {
        let Some(TokenTree::Ident(name)) = head.rest.first() else {
            let (name, words) = (self.unnamed(), &head.words);
            self.conditions.extend(quote!(fn #name() { #words }));
            return;
        };
        let columns = as_group(head.rest.get(1), Delimiter::Parenthesis);
        let rest = head
            .rest
            .get(1 + usize::from(columns.is_some())..)
            .unwrap_or_default();
        let columns = columns
            .map(|group| list(group.stream()))
            .unwrap_or_default();
        let (attributes, words, params) = (&head.attributes, &head.words, self.params(&columns));
        let mut branches = Vec::new();
        let (returns, body) = match kind {
            ItemKind::Predicate => (Some(quote!(-> __words::bool)), capacity(rest)),
            ItemKind::Axiom => (Some(quote!(-> __words::bool)), self.axiom(rest)),
            ItemKind::Operator => (None, self.operator(rest)),
            ItemKind::Method => self.method(rest, &mut branches),
        };
        let (function, mention) = self.name_of(kind.family(), name, has_condition(attributes));
        let branches = self.branches(branches);
        let functions = match kind.family() {
            Family::Condition => &mut self.conditions,
            Family::Task => &mut self.tasks,
        };
        functions.extend(quote!(#attributes pub fn #function(#params) #returns { #words #mention #body loop {} } #branches));
    }

    /// Returns the name of an item's function. If an item of this name has one already, the new function is unnamed and refers
    /// to the first.
    fn name_of(
        &mut self,
        family: Family,
        name: &Ident,
        is_conditional: bool,
    ) -> (Ident, Option<TokenStream>) {
        let Some(function) = function_name(name) else {
            return (self.unnamed(), None);
        };
        let is_first = self.declared.insert((family, written(name)));
        if is_first || is_conditional {
            return (function, None);
        }
        let module = family.module();
        (self.unnamed(), Some(quote!(super::#module::#function;)))
    }

    fn params(&mut self, columns_of: &[TokenTree]) -> TokenStream {
        let mut params = TokenStream::new();
        for (at, param) in columns(columns_of).into_iter().enumerate() {
            let is_colon = |at: &usize| {
                let before = at.checked_sub(1).and_then(|before| param.get(before));
                is_sign(param.get(*at), ':')
                    && !is_sign(param.get(at + 1), ':')
                    && !is_sign(before, ':')
            };
            let colon = (0..param.len()).find(is_colon);
            let ty = rust(&param[colon.map_or(0, |colon| colon + 1)..]);
            let ty = if self.mentions_param(param) {
                quote!(impl __words::Of<#ty>)
            } else {
                ty
            };
            let pattern = match (colon, param.first()) {
                (Some(1), Some(TokenTree::Ident(name))) if is_variable(name) => {
                    self.bind(name);
                    quote!(#name)
                }
                (Some(1), Some(token)) if is_underscore(token) => quote!(_),
                (Some(colon), _) if colon > 0 => rust(&param[..colon]),
                _ => {
                    let column = format_ident!("column{}", at);
                    quote!(#column)
                }
            };
            params.extend(quote!(#pattern: #ty,));
        }
        params
    }

    fn axiom(&mut self, rest: &[TokenTree]) -> TokenStream {
        let mut body = TokenStream::new();
        for token in rest {
            if let TokenTree::Group(group) = token {
                self.open();
                let condition = self.condition(&list(group.stream()));
                self.close();
                body.extend(quote!({ #condition }));
            }
        }
        body
    }

    fn operator(&mut self, rest: &[TokenTree]) -> TokenStream {
        let (head, block) = before_block(rest);
        let mut body = TokenStream::new();
        if let [TokenTree::Ident(by), agents @ ..] = head {
            let (word, agents) = (word(by), rust(agents));
            body.extend(if is(head.first(), "by") {
                quote!(#word let _ = (#agents);)
            } else {
                quote!({ use __words::heads::*; #by })
            });
        }
        body.extend(block.map(|block| self.operator_block(&list(block.stream()))));
        body
    }

    fn method(
        &mut self,
        rest: &[TokenTree],
        branches: &mut Vec<BranchName>,
    ) -> (Option<TokenStream>, TokenStream) {
        let (head, block) = before_block(rest);
        let guard = head
            .iter()
            .position(|token| is(Some(token), "if") || is(Some(token), "sort"));
        let (before, guard) = head.split_at(guard.unwrap_or(head.len()));
        let ty = at_signs(before, '-', '>').then(|| rust(&before[2..]));
        let unknown = if ty.is_none() {
            rust(before)
        } else {
            TokenStream::new()
        };
        let returns = ty.map(|ty| {
            if self.mentions_param(before) {
                quote!(-> impl __words::Of<#ty>)
            } else {
                quote!(-> (#ty))
            }
        });
        let guard = self.guard(guard);
        let inside = block.map(|block| self.method_block(&list(block.stream()), branches));
        (returns, quote!(#unknown #guard { #inside }))
    }

    /// Returns the names of a method's branches as the variants of an enum.
    fn branches(&mut self, branches: Vec<BranchName>) -> TokenStream {
        if branches.is_empty() {
            return TokenStream::new();
        }
        let mut name = self.unnamed();
        name.set_span(Span::call_site());
        let variants = branches.into_iter().filter_map(|branch| {
            let (docs, name) = (branch.docs, function_name(&branch.name)?);
            Some(quote!(#docs #name,))
        });
        let variants: TokenStream = variants.collect();
        quote!(pub enum #name { #variants })
    }

    /// Returns true if the tokens contain a type parameter of the part.
    pub fn mentions_param(&self, tokens: &[TokenTree]) -> bool {
        !self.type_params.is_empty()
            && tokens.iter().any(|token| match token {
                TokenTree::Ident(word) => self.type_params.contains(&written(word)),
                TokenTree::Group(group) => self.mentions_param(&list(group.stream())),
                _ => false,
            })
    }
}

/// Returns the capacity of a predicate, `[capacity]`, as a statement.
fn capacity(rest: &[TokenTree]) -> TokenStream {
    match as_group(rest.first(), Delimiter::Bracket) {
        Some(group) => {
            let capacity = rust(&list(group.stream()));
            quote!(let _: __words::usize = (#capacity);)
        }
        None => TokenStream::new(),
    }
}

/// Returns true if the item has a `#[cfg(…)]`.
fn has_condition(attributes: &TokenStream) -> bool {
    crate::assemble::cfg_of(&list(attributes.clone())).is_some()
}
