//! The functions that stand for the items of a domain or a part, and the names that are known while they are written.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::{format_ident, quote};

use super::marker::{MARKER, written};
use crate::assemble::stream;
use crate::emit::paths::one_deeper;
use crate::parse::tokens::{is_keyword, is_reserved, is_sign, list};

/// The kinds of names that calls refer to. Each has a module of its own, so that only names of the right kind are offered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// Predicates and axioms.
    Condition,
    /// Operators, methods and synchronisation.
    Task,
}

/// Writes functions for items, in the order of the source.
#[derive(Default)]
pub struct Writer {
    /// The functions of predicates and axioms.
    pub conditions: TokenStream,
    /// The functions of operators and methods.
    pub tasks: TokenStream,
    /// The number of arguments of each declared name.
    pub arities: BTreeMap<(Family, String), usize>,
    /// The type parameters of a part.
    pub type_params: BTreeSet<String>,
    /// The names that have a function.
    pub declared: BTreeSet<(Family, String)>,
    /// The marker, if it is between two branches.
    pub typed_branch: Option<TokenTree>,
    /// The variables that are bound, block by block.
    scope: Vec<BTreeSet<String>>,
    /// The number of times that each word occurs in the current item.
    occurrences: BTreeMap<String, usize>,
    /// The number of functions without a name of the user.
    unnamed: usize,
}

impl Writer {
    /// Returns a name for a function that nothing refers to. All have the same length.
    pub fn unnamed(&mut self) -> Ident {
        self.unnamed += 1;
        format_ident!("__unnamed{:04}", self.unnamed)
    }

    /// Starts an item: counts its words, and forgets the variables of the item before.
    pub fn start_item(&mut self, tokens: &[TokenTree], context: Option<&str>) {
        self.occurrences.clear();
        count_words(tokens, &mut self.occurrences);
        self.scope.clear();
        self.scope
            .push(context.map(str::to_owned).into_iter().collect());
        self.open();
    }

    /// Starts a block: its variables are not visible after it.
    pub fn open(&mut self) {
        self.scope.push(BTreeSet::new());
    }

    /// Ends a block.
    pub fn close(&mut self) {
        self.scope.pop();
    }

    /// Makes a variable visible.
    pub fn bind(&mut self, name: &Ident) {
        if let Some(scope) = self.scope.last_mut() {
            scope.insert(written(name));
        }
    }

    /// Returns true if the variable has a value here.
    pub fn is_bound(&self, name: &Ident) -> bool {
        let name = written(name);
        self.scope.iter().any(|names| names.contains(&name))
    }

    /// Returns true if the item has the word only once, so that it is probably not finished.
    pub fn occurs_once(&self, name: &Ident) -> bool {
        self.occurrences
            .get(&written(name))
            .is_none_or(|count| *count < 2)
    }
}

fn count_words(tokens: &[TokenTree], counts: &mut BTreeMap<String, usize>) {
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => count_words(&list(group.stream()), counts),
            TokenTree::Ident(word) if !is_field(&tokens[..at]) => {
                *counts.entry(written(word)).or_default() += 1;
            }
            _ => {}
        }
    }
}

/// Returns true if the next word is a field or a method: there is one dot before it. Two dots are a range.
fn is_field(before: &[TokenTree]) -> bool {
    let is_dot = |back: usize| {
        let at = before.len().checked_sub(back);
        is_sign(at.and_then(|at| before.get(at)), '.')
    };
    is_dot(1) && !is_dot(2)
}

/// Returns the path of a word's documentation, as a statement.
pub fn word(word: &Ident) -> TokenStream {
    quote!(__words::#word;)
}

/// Returns tokens of the user for use in the functions, which are two modules deeper.
pub fn rust(tokens: &[TokenTree]) -> TokenStream {
    let tokens = stream(tokens);
    if has_relative_path(&tokens) {
        one_deeper(&one_deeper(&tokens))
    } else {
        tokens
    }
}

fn has_relative_path(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Group(group) => has_relative_path(&group.stream()),
        TokenTree::Ident(word) => word == "self" || word == "super",
        _ => false,
    })
}

/// Returns a name of the domain as that of a function: Rust's keywords become raw identifiers. `None` if no function can
/// have this name.
pub fn function_name(name: &Ident) -> Option<Ident> {
    let text = name.to_string();
    if text == "_" || is_reserved(&text) {
        None
    } else if is_keyword(&written(name)) && !text.starts_with("r#") {
        Some(Ident::new_raw(&text, name.span()))
    } else {
        Some(name.clone())
    }
}

/// Returns the text of a word without the marker as a word without a place, so that it has the length that it has
/// without the marker. `None` for the marker alone.
pub fn unmarked(name: &Ident) -> Option<Ident> {
    let text = name.to_string();
    if !text.contains(MARKER) {
        return Some(name.clone());
    }
    let text = written(name);
    let here = proc_macro2::Span::call_site();
    if text.is_empty() || is_reserved(&text) || text == "_" {
        None
    } else if is_keyword(&text) {
        Some(Ident::new_raw(&text, here))
    } else {
        Some(Ident::new(&text, here))
    }
}

/// Returns the tokens before the first block, and the block.
pub fn before_block(tokens: &[TokenTree]) -> (&[TokenTree], Option<&proc_macro2::Group>) {
    let is_block = |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
    match tokens.iter().position(is_block) {
        Some(at) => match &tokens[at] {
            TokenTree::Group(group) => (&tokens[..at], Some(group)),
            _ => (tokens, None),
        },
        None => (tokens, None),
    }
}
