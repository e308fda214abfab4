//! Blocks that are not closed. If a `}` is missing in the middle of a domain and its end has one too many, rustc finds
//! nothing wrong, and items or branches are inside the block of another one.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use super::items::tokens_of;
use super::tokens::{as_group, is_word, list};
use crate::errors::Errors;
use crate::split::{after_attributes, item_inside};
use crate::text::text;

/// Returns the indices of the keyword and of the end of the name if an item or a branch begins with the first token.
type Begins = fn(&[TokenTree]) -> Option<(usize, usize)>;

/// Reports items and branches inside the blocks of others. Returns the tokens with these blocks closed, if there are any.
pub fn closed(tokens: &[TokenTree], errors: &mut Errors) -> Option<Vec<TokenTree>> {
    let mut tokens = tokens.to_vec();
    let mut found = false;
    let mut at = 0;
    while at < tokens.len() {
        if let Some(group) = as_group(tokens.get(at), Delimiter::Brace) {
            let closed = match closed_branches(group, errors) {
                Some(closed) => Some(closed),
                None => closed_block(&tokens, at, item_inside, errors),
            };
            found |= closed.is_some();
            tokens.splice(
                at..at + usize::from(closed.is_some()),
                closed.into_iter().flatten(),
            );
        }
        at += 1;
    }
    found.then_some(tokens)
}

/// The block of a method in which blocks of branches are closed, if there are any. A `}` more ends the method earlier, so
/// the items in its block follow it.
fn closed_branches(group: &Group, errors: &mut Errors) -> Option<Vec<TokenTree>> {
    let inside = list(group.stream());
    branch_inside(&inside)?;
    let items = (0..inside.len()).find(|at| item_inside(&inside[*at..]).is_some());
    let (branches, items) = inside.split_at(items.unwrap_or(inside.len()));
    let mut branches = branches.to_vec();
    let mut found = false;
    let mut at = 0;
    while at < branches.len() {
        if let Some(closed) = closed_block(&branches, at, branch_inside, errors) {
            found = true;
            branches.splice(at..=at, closed);
        }
        at += 1;
    }
    let block = block(group, &branches, None);
    found.then(|| [block].into_iter().chain(items.iter().cloned()).collect())
}

/// The block at this place up to the item or branch that begins inside, and the rest after it. Reports it.
fn closed_block(
    tokens: &[TokenTree],
    at: usize,
    begins: Begins,
    errors: &mut Errors,
) -> Option<Vec<TokenTree>> {
    let inner = cut(as_group(tokens.get(at), Delimiter::Brace)?, begins)?;
    let (keyword, name) = begins(&inner.rest)?;
    let head = tokens_of(&inner.rest[keyword..name]);
    let (item, outer) = (text(&head), name_before(&tokens[..at], begins));
    errors.on(
        head,
        format_args!(
            "`{item}` is inside the block of `{outer}`\nhelp: close that block with `}}` before it"
        ),
    );
    Some([inner.block].into_iter().chain(inner.rest).collect())
}

/// A block in two parts.
struct Cut {
    /// The block up to the item or branch inside.
    block: TokenTree,
    /// The tokens from there on.
    rest: Vec<TokenTree>,
}

fn cut(group: &Group, begins: Begins) -> Option<Cut> {
    let inside = list(group.stream());
    for at in 0..inside.len() {
        if begins(&inside[at..]).is_some() {
            return Some(Cut {
                block: block(group, &inside[..at], None),
                rest: inside[at..].to_vec(),
            });
        }
        // The blocks of an item have branches of their own.
        if item_inside(&inside[at..]).is_some() {
            return None;
        }
        let nested = as_group(inside.get(at), Delimiter::Brace);
        if let Some(mut cut) = nested.and_then(|nested| cut(nested, begins)) {
            cut.rest.extend_from_slice(&inside[at + 1..]);
            cut.block = block(group, &inside[..at], Some(cut.block));
            return Some(cut);
        }
    }
    None
}

/// Makes a block with the span of another one.
fn block(like: &Group, tokens: &[TokenTree], last: Option<TokenTree>) -> TokenTree {
    let inside: TokenStream = tokens.iter().cloned().chain(last).collect();
    let mut block = Group::new(Delimiter::Brace, inside);
    block.set_span(like.span());
    TokenTree::Group(block)
}

/// `branch name {`, `branch name if`.
fn branch_inside(tokens: &[TokenTree]) -> Option<(usize, usize)> {
    let keyword = after_attributes(tokens, 0);
    let [TokenTree::Ident(word), TokenTree::Ident(_), next, ..] = tokens.get(keyword..)? else {
        return None;
    };
    let head = is_word(Some(next), "if") || as_group(Some(next), Delimiter::Brace).is_some();
    (word == "branch" && head).then_some((keyword, keyword + 2))
}

/// The keyword and the name of the item or branch that the tokens end in.
fn name_before(tokens: &[TokenTree], begins: Begins) -> String {
    let mut heads = (0..tokens.len()).rev().filter_map(|at| {
        let (keyword, name) = begins(&tokens[at..])?;
        Some(text(&tokens_of(&tokens[at + keyword..at + name])))
    });
    heads.next().unwrap_or_else(|| "another item".to_owned())
}
