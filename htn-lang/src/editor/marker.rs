//! The word that rust-analyzer inserts at the cursor before it expands a macro a second time, for completion.
//!
//! It compares the two expansions by the number of characters up to the marker. All decisions must therefore ignore the
//! marker: [`written`] returns the text of a word without it, and a word that consists of the marker alone is absent.

use proc_macro2::{Delimiter, Ident, TokenTree};

use crate::parse::tokens::{as_group, is_sign, plain};

/// The inserted word. It may be inside another word.
pub const MARKER: &str = "raCompletionMarker";

/// Returns a word as the user wrote it: without the marker and without `r#`. It is empty for the marker alone.
pub fn written(word: &Ident) -> String {
    let text = plain(word);
    if text.contains(MARKER) {
        text.replace(MARKER, "")
    } else {
        text
    }
}

/// Returns true if the token is the marker without a word.
pub fn is_bare(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Ident(word) if word == MARKER)
}

/// Takes the marker out of the tokens if it is between two items.
pub fn take_between_items(tokens: &mut Vec<TokenTree>) -> Option<TokenTree> {
    let is_between = |at: &usize| {
        let before = at.checked_sub(1).map(|before| &tokens[before]);
        is_bare(&tokens[*at])
            && (before.is_none()
                || is_sign(before, ';')
                || as_group(before, Delimiter::Brace).is_some())
    };
    let at = (0..tokens.len()).find(is_between)?;
    Some(tokens.remove(at))
}

/// Returns true if the word contains the marker.
pub fn is_marked(word: &Ident) -> bool {
    word.to_string().contains(MARKER)
}

/// Returns true if the token is this word, as written.
pub fn is(token: Option<&TokenTree>, word: &str) -> bool {
    matches!(token, Some(TokenTree::Ident(ident)) if ident == word || (is_marked(ident) && written(ident) == word))
}

/// Returns the word at the start of the tokens, as written.
pub fn first_word(tokens: &[TokenTree]) -> String {
    match tokens.first() {
        Some(TokenTree::Ident(word)) => written(word),
        _ => String::new(),
    }
}
