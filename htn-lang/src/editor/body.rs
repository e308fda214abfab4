//! The bodies of methods and operators: each task becomes a call, each effect a call of its predicate.

use htn_core::tables::FactVerb;
use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::quote;

use super::marker::{first_word, is, is_bare, written};
use super::places::attributes;
use super::writer::{Writer, before_block, rust, word};
use crate::assemble::stream;
use crate::parse::tokens::{as_group, at_commas, is_callable, is_sign, list};

/// The words before the atoms of an effect.
const EFFECT_WORDS: [&str; 9] = [
    "start", "finish", "success", "failure", "sensed", "add", "delete", "protect", "release",
];

/// The name of a branch, with its docs.
pub struct BranchName {
    pub docs: TokenStream,
    pub name: Ident,
}

impl Writer {
    /// Writes the block of a method: its branches, or its only body.
    pub fn method_block(
        &mut self,
        tokens: &[TokenTree],
        branches: &mut Vec<BranchName>,
    ) -> TokenStream {
        let is_branch = |at: usize| {
            is(tokens.get(at), "branch")
                && matches!(tokens.get(at + 1), Some(TokenTree::Ident(name)) if !written(name).is_empty())
        };
        if !(0..tokens.len()).any(is_branch) {
            return self.body(tokens);
        }
        let mut out = TokenStream::new();
        let mut at = 0;
        while at < tokens.len() {
            let next = (at..tokens.len())
                .find(|&at| is_branch(at))
                .unwrap_or(tokens.len());
            let docs = self.between_branches(&tokens[at..next], &mut out);
            at = next;
            let [TokenTree::Ident(branch), TokenTree::Ident(name), rest @ ..] = &tokens[at..]
            else {
                break;
            };
            branches.push(BranchName {
                docs,
                name: name.clone(),
            });
            let (head, block) = before_block(rest);
            // An unfinished condition may have no block of its own.
            let end = (1..head.len())
                .find(|&ahead| is_branch(at + 2 + ahead))
                .unwrap_or(head.len());
            let block = block.filter(|_| end == head.len());
            at += 2 + end + usize::from(block.is_some());
            self.open();
            let (word, guard) = (word(branch), self.guard(&head[..end]));
            let body = block.map(|block| self.body(&list(block.stream())));
            self.close();
            out.extend(quote!({ #word #guard { #body } }));
        }
        out
    }

    /// Writes the tokens between two branches, except for the marker alone. Returns the docs of the next branch.
    fn between_branches(&mut self, tokens: &[TokenTree], out: &mut TokenStream) -> TokenStream {
        let docs = (0..tokens.len()).find(|&at| attributes(&tokens[at..]).1 == tokens.len() - at);
        let (unknown, docs) = tokens.split_at(docs.unwrap_or(tokens.len()));
        match without_attributes(unknown).as_slice() {
            [] => {}
            [marker] if is_bare(marker) => self.typed_branch = Some(marker.clone()),
            unknown => {
                let unknown = rust(unknown);
                out.extend(quote!({ use __words::branches::*; #unknown }));
            }
        }
        stream(docs)
    }

    /// Writes the statements of a body.
    pub fn body(&mut self, tokens: &[TokenTree]) -> TokenStream {
        let mut out = TokenStream::new();
        let mut rest = tokens;
        while let Some(first) = rest.first() {
            if is_sign(Some(first), ';') {
                rest = &rest[1..];
                continue;
            }
            if is_sign(Some(first), '#') {
                rest = rest.get(2..).unwrap_or_default();
                continue;
            }
            let (statement, length) = self.statement(first, rest);
            out.extend(statement);
            rest = &rest[length.min(rest.len())..];
        }
        out
    }

    /// Writes the first statement. Returns it, and the number of its tokens.
    fn statement(&mut self, first: &TokenTree, rest: &[TokenTree]) -> (TokenStream, usize) {
        let end = rest
            .iter()
            .position(|token| is_sign(Some(token), ';'))
            .unwrap_or(rest.len());
        let is_call = end == 2 && as_group(rest.get(1), Delimiter::Parenthesis).is_some();
        match (first, first_word(rest).as_str()) {
            (_, "if" | "while" | "for" | "else") if !is_call => self.block_statement(rest),
            (TokenTree::Ident(unordered), "unordered") if first_word(&rest[1..]) == "for" => {
                let (word, (block, length)) = (word(unordered), self.block_statement(&rest[1..]));
                (quote!(#word #block), 1 + length)
            }
            (TokenTree::Ident(unordered), "unordered") if !is_call => {
                let (head, block) = before_block(&rest[1..]);
                let (word, unknown) = (word(unordered), rust(head));
                let body = block.map(|block| self.block(block));
                (
                    quote!(#word #unknown { #body }),
                    1 + head.len() + usize::from(block.is_some()),
                )
            }
            (TokenTree::Ident(now), "now") if matches!(rest.get(1), Some(TokenTree::Ident(_))) => {
                (word(now), 1)
            }
            (_, "let") => (self.binding(first, &rest[1..end]), end),
            (_, "return") => {
                let value = rust(&rest[1..end]);
                (quote!(let _ = (#value);), end)
            }
            (TokenTree::Ident(priority), "priority") if !is_call => {
                let (word, value) = (word(priority), rust(&rest[1..end]));
                (quote!(#word let _: __words::i32 = (#value);), end)
            }
            (TokenTree::Ident(later), "later")
                if matches!(rest.get(1), Some(TokenTree::Ident(_))) =>
            {
                let (word, call) = (word(later), self.body(&rest[1..end]));
                (quote!(#word #call), end)
            }
            (_, "add" | "delete" | "protect" | "release") if !is_call => {
                let effect = self.effect(&rest[..end]);
                (quote!({ #effect }), end)
            }
            (TokenTree::Group(group), _) if group.delimiter() == Delimiter::Brace => {
                let body = self.block(group);
                (quote!({ #body }), 1)
            }
            // A call ends with its parentheses, even if the `;` is missing.
            (TokenTree::Ident(name), _)
                if as_group(rest.get(1), Delimiter::Parenthesis).is_some() =>
            {
                (self.call_statement(name, &rest[..2]), 2)
            }
            _ => {
                let unknown = rust(&rest[..end]);
                (quote!({ use __words::statements::*; #unknown };), end)
            }
        }
    }

    /// Writes a call, `name(arguments)`.
    fn call_statement(&mut self, name: &Ident, tokens: &[TokenTree]) -> TokenStream {
        match tokens.get(1) {
            Some(TokenTree::Group(group)) if is_callable(name) => {
                let (call, extra) = self.task(name, group);
                quote!(#call; #extra)
            }
            _ => {
                let unknown = rust(tokens);
                quote!(#unknown;)
            }
        }
    }

    fn block(&mut self, block: &Group) -> TokenStream {
        self.open();
        let body = self.body(&list(block.stream()));
        self.close();
        body
    }

    /// Writes a statement with a block: `if condition { … }`, `while`, `for`, `else if` or `else`.
    fn block_statement(&mut self, rest: &[TokenTree]) -> (TokenStream, usize) {
        let (mut head, mut block) = before_block(&rest[1..]);
        // An unfinished condition may have no block of its own.
        if let Some(end) = head.iter().position(|token| is_sign(Some(token), ';')) {
            (head, block) = (&head[..end], None);
        }
        self.open();
        let is_else = is(rest.first(), "else");
        let guard = if is_else {
            self.guard(head)
        } else {
            self.condition(head)
        };
        let body = block.map(|block| self.body(&list(block.stream())));
        self.close();
        (
            quote!({ #guard { #body } }),
            1 + head.len() + usize::from(block.is_some()),
        )
    }

    /// Writes the statements of an operator.
    pub fn operator_block(&mut self, tokens: &[TokenTree]) -> TokenStream {
        let statements = tokens.split(|token| is_sign(Some(token), ';'));
        let mut statements: Vec<Vec<TokenTree>> = statements.map(without_attributes).collect();
        // The marker between two statements is after all of them, wherever it was.
        let typed = statements
            .iter_mut()
            .find(|statement| statement.first().is_some_and(is_bare))
            .map(|statement| statement.remove(0));
        // The precondition binds variables for all other statements, and may be written after them.
        statements
            .sort_by_key(|statement| !["if", "while"].contains(&first_word(statement).as_str()));
        let mut out = TokenStream::new();
        for statement in statements {
            out.extend(
                match (first_word(&statement).as_str(), statement.as_slice()) {
                    (_, []) => TokenStream::new(),
                    ("if" | "while", [_, condition @ ..]) => self.condition(condition),
                    ("cost" | "duration" | "busy", [TokenTree::Ident(name), value @ ..]) => {
                        let ty = if written(name) == "busy" {
                            quote!(__words::bool)
                        } else {
                            quote!(__words::f32)
                        };
                        let (word, value) = (word(name), rust(value));
                        quote!(#word let _: #ty = (#value);)
                    }
                    ("undo", [TokenTree::Ident(undo), call @ ..]) => {
                        let word = word(undo);
                        let call = match call {
                            [TokenTree::Ident(name), TokenTree::Group(_)] => {
                                self.call_statement(name, call)
                            }
                            other => rust(other),
                        };
                        quote!(#word { #call })
                    }
                    (_, statement) => self.effect(statement),
                },
            );
        }
        quote!(#out { use __words::operators::*; #typed })
    }

    /// Writes an effect, such as `sensed add a(x), b(y) for condition`.
    fn effect(&mut self, tokens: &[TokenTree]) -> TokenStream {
        let mut out = TokenStream::new();
        let mut rest = tokens;
        let mut last = String::new();
        while let [TokenTree::Ident(name), more @ ..] = rest
            && EFFECT_WORDS.contains(&written(name).as_str())
        {
            out.extend(word(name));
            last = written(name);
            rest = more;
        }
        let is_effect = FactVerb::ALL.iter().any(|verb| verb.word() == last);
        let each = rest.iter().position(|token| {
            ["for", "if", "where"]
                .iter()
                .any(|word| is(Some(token), word))
        });
        let (atoms, each) = rest.split_at(each.unwrap_or(rest.len()));
        self.open();
        // It binds variables of the atoms, so it comes first, although it is written after them.
        out.extend(each.get(1..).map(|each| self.condition(each)));
        let mut atoms = at_commas(atoms);
        if atoms.is_empty() {
            // With the marker there is an atom, in the same place.
            atoms.push(&[]);
        }
        for atom in atoms {
            out.extend(match atom {
                [TokenTree::Ident(name), TokenTree::Group(group)]
                    if is_effect && is_callable(name) =>
                {
                    self.atom(name, group, false)
                }
                unknown => {
                    let unknown = rust(unknown);
                    // After `add`, a predicate follows; before it, one of the words of effects.
                    let words = (!is_effect).then(|| {
                        quote!(
                            use __words::operators::*;
                        )
                    });
                    quote!({ #words #unknown })
                }
            });
        }
        self.close();
        quote!({ #out })
    }
}

fn without_attributes(tokens: &[TokenTree]) -> Vec<TokenTree> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let (_, length) = attributes(&tokens[at..]);
        at += length;
        out.extend(tokens.get(at).cloned());
        at += 1;
    }
    out
}
