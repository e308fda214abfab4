//! The parser: from tokens to the syntax tree. Items are read one by one, and so are their statements. Errors are
//! reported, and correct statements are kept.

pub mod assigned;
pub mod body;
pub mod condition;
mod declared;
mod expression;
mod foreign_syntax;
pub mod fragments;
pub mod guard;
mod head;
mod header;
mod items;
pub mod method;
mod operator;
pub mod tokens;
mod unclosed;
mod unfinished;

#[cfg(test)]
mod tests;

use core::fmt::Display;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;

use crate::ast::{Context, Docs, Domain};
use crate::errors::Errors;
use crate::split::{Chunk, split};

/// Reads a domain. Returns `None` and reports an error if it has no readable header.
pub fn parse(input: TokenStream, errors: &mut Errors) -> Option<Domain> {
    let hash = crate::source_hash::source_hash(input.clone());
    let tokens = tokens::list(input);
    let reader = read_closed(&tokens, errors);
    let Some(header) = reader.header else {
        // Tokens that are not an item may have been meant as the header.
        if !reader.header_failed && !reader.items.context_unparsed {
            errors.at(
                tokens.first().map_or_else(Span::call_site, TokenTree::span),
                "the domain has no name\nhelp: begin with `pub domain name;` or `pub domain name(context: &Type);`",
            );
        }
        return None;
    };
    let mut domain = reader.items;
    domain.hash = hash;
    domain.docs.0.splice(0..0, header.docs.0);
    domain.visibility = header.visibility;
    domain.name = header.name;
    domain.context = header.context;
    Some(domain)
}

/// Reads items without a header: those of a part.
#[cfg(feature = "locations")]
pub fn parse_items(tokens: &[TokenTree], errors: &mut Errors) {
    read_closed(tokens, errors);
}

/// Reads all items, after closing blocks that are not closed.
fn read_closed(tokens: &[TokenTree], errors: &mut Errors) -> ParsedItems {
    let before = errors.len();
    let reader = read(tokens, errors);
    if errors.len() == before {
        return reader;
    }
    let mut unclosed = Errors::default();
    let Some(tokens) = unclosed::closed(tokens, &mut unclosed) else {
        return reader;
    };
    // The errors so far are consequences, or the second reading reports them again.
    errors.truncate(before);
    errors.extend(unclosed);
    read(&tokens, errors)
}

/// Reads all items.
fn read(tokens: &[TokenTree], errors: &mut Errors) -> ParsedItems {
    let mut reader = ParsedItems::default();
    let chunks = split(tokens);
    let names: Vec<String> = chunks.iter().filter_map(item_name).collect();
    for chunk in &chunks {
        let mut parser = Parser {
            errors,
            names: &names,
            chunks: &chunks,
            incomplete: false,
        };
        parser.item(chunk, &mut reader);
    }
    reader
}

/// The items that were read so far.
struct ParsedItems {
    header: Option<Header>,
    /// True if there was a header that could not be read.
    header_failed: bool,
    /// All but the header.
    items: Domain,
}

impl Default for ParsedItems {
    fn default() -> Self {
        let items = Domain {
            docs: Docs::default(),
            hash: 0,
            visibility: TokenStream::new(),
            name: Ident::new("domain", Span::call_site()),
            context: None,
            runtime: None,
            uses: Vec::new(),
            agents: Vec::new(),
            predicates: Vec::new(),
            axioms: Vec::new(),
            operators: Vec::new(),
            methods: Vec::new(),
            unparsed_names: Vec::new(),
            context_unparsed: false,
            items_unparsed: false,
        };
        ParsedItems {
            header: None,
            header_failed: false,
            items,
        }
    }
}

/// `pub domain name(context: &Type);`
struct Header {
    docs: Docs,
    visibility: TokenStream,
    name: Ident,
    context: Option<Context>,
}

/// Reads one item.
struct Parser<'e> {
    errors: &'e mut Errors,
    /// The names of all items, those that can't be read too.
    names: &'e [String],
    /// The tokens of all items.
    chunks: &'e [Chunk<'e>],
    /// True if a part of the item could not be read.
    incomplete: bool,
}

impl Parser<'_> {
    /// Reports an error at a place, and marks the item as incomplete.
    fn wrong(&mut self, span: Span, message: impl Display) {
        self.incomplete = true;
        self.errors.at(span, message);
    }

    /// Reports an error on a stretch of tokens, and marks the item as incomplete.
    fn wrong_on(&mut self, tokens: &[TokenTree], message: impl Display) {
        self.incomplete = true;
        self.errors.on(
            tokens
                .iter()
                .cloned()
                .collect::<TokenStream>()
                .into_token_stream(),
            message,
        );
    }
}

/// The name of an item: the word before its first parentheses.
fn item_name(chunk: &Chunk<'_>) -> Option<String> {
    let pairs = chunk.tokens.windows(2);
    let mut names = pairs.filter_map(|pair| match pair {
        [TokenTree::Ident(name), TokenTree::Group(group)]
            if group.delimiter() == proc_macro2::Delimiter::Parenthesis && name != "pub" =>
        {
            Some(tokens::plain(name))
        }
        _ => None,
    });
    names.next()
}

/// Where to point when something is missing at the end of an item: its last token.
fn end_of(chunk: &Chunk<'_>) -> Span {
    chunk
        .tokens
        .last()
        .map_or_else(Span::call_site, TokenTree::span)
}
