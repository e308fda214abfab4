//! The first line of a domain, and the attribute above it.

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};

use super::items::{Lead, tokens_of};
use super::tokens::{Cursor, as_group, is_keyword, is_sign, list};
use super::{Header, ParsedItems, Parser};
use crate::ast::Context;
use crate::split::Chunk;

impl Parser<'_> {
    /// `#![crate = path]`, or a doc comment of the domain.
    pub fn inner_attribute(&mut self, chunk: &Chunk<'_>, reader: &mut ParsedItems) {
        let Some(group) = as_group(chunk.tokens.get(2), Delimiter::Bracket) else {
            return;
        };
        let tokens = list(group.stream());
        let path = match tokens.as_slice() {
            [TokenTree::Ident(word), equals, path @ ..]
                if word == "crate" && is_sign(Some(equals), '=') =>
            {
                path
            }
            _ => {
                let outer = [chunk.tokens[0].clone(), chunk.tokens[2].clone()];
                let docs = self.docs(&mut Cursor::new(&outer, group.span_close()));
                return reader.items.docs.0.extend(docs.0);
            }
        };
        let stream: TokenStream = path.iter().cloned().collect();
        if syn::parse::Parser::parse2(syn::Path::parse_mod_style, stream.clone()).is_err() {
            self.wrong_on(chunk.tokens, "expected the path of the runtime crate\nhelp: write `#![crate = path::to::squad_htn]`");
        } else if reader.items.runtime.is_some() {
            self.wrong_on(
                chunk.tokens,
                "`#![crate = …]` is written twice\nhelp: remove one of the two",
            );
        } else {
            reader.items.runtime = Some(stream);
        }
    }

    /// `domain name(context: &Type);`
    pub fn header(
        &mut self,
        lead: Lead<'_>,
        mut cursor: Cursor<'_>,
        chunk: &Chunk<'_>,
        reader: &mut ParsedItems,
    ) {
        let Some(name) = self.item_name(&mut cursor, "a domain") else {
            reader.header_failed = true;
            return;
        };
        if reader.header.is_some() {
            self.wrong(
                name.span(),
                "`domain` is declared twice\nhelp: one `htn_domain!` holds one domain",
            );
            return;
        }
        let text = name.to_string();
        if matches!(text.as_str(), "crate" | "self" | "Self" | "super") {
            reader.header_failed = true;
            return;
        }
        // The module is named after it, and a module's name can't be a bare keyword.
        let name = if is_keyword(&text) {
            Ident::new_raw(&text, name.span())
        } else {
            name
        };
        let context = cursor.group(Delimiter::Parenthesis).and_then(|group| {
            let tokens = list(group.stream());
            self.context(Cursor::new(&tokens, group.span_close()), group.span_open())
        });
        self.nothing_more(&cursor, "the domain's name", &[]);
        self.ended(chunk, "the domain's name");
        let visibility = tokens_of(lead.visibility);
        reader.header = Some(Header {
            docs: lead.docs,
            visibility,
            name,
            context,
        });
    }

    fn context(&mut self, mut cursor: Cursor<'_>, open: Span) -> Option<Context> {
        const HELP: &str = "help: write `(context: &Type)`, or leave out the parentheses";
        if cursor.is_empty() {
            self.wrong(
                open,
                format_args!("expected the domain's context in the parentheses\n{HELP}"),
            );
            return None;
        }
        let name = self.variable(&mut cursor, "the context")?;
        if !cursor.sign(':') {
            self.wrong(
                name.span(),
                format_args!("the context `{name}` needs a type\n{HELP}"),
            );
            return None;
        }
        let after = cursor.span();
        if !cursor.sign('&') {
            self.wrong(
                after,
                format_args!("the context must be a reference\nhelp: write `{name}: &Type`"),
            );
        }
        if let (true, Some(TokenTree::Ident(lifetime))) = (cursor.at_sign('\''), cursor.peek_at(1))
        {
            if lifetime != "_" {
                self.wrong(lifetime.span(), format_args!("the lifetime `'{lifetime}` is not known here\nhelp: write `'_` or leave it out"));
            }
            cursor.take(2);
        }
        if let Some(word) = cursor.word("mut") {
            self.wrong(
                word.span(),
                format_args!(
                    "expressions of a domain cannot change the context\nhelp: write `{name}: &Type`"
                ),
            );
        }
        let mut ty = cursor.rest();
        if is_sign(ty.last(), ',') {
            ty = &ty[..ty.len() - 1];
        }
        let ty = self.type_of(ty, after);
        Some(Context { name, ty })
    }
}
