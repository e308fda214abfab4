//! The heads of items: attributes, names, columns and parameters.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenTree};

use super::Parser;
use super::tokens::{
    Cursor, at_signs, is_callable, is_keyword, is_reserved, is_sign, is_underscore, is_variable,
    is_word, list,
};
use crate::ast::{Column, Docs, Parameter, Rust};
use crate::suggest::nearest;

impl Parser<'_> {
    /// Doc comments. No other attributes mean anything in a domain.
    pub fn docs(&mut self, cursor: &mut Cursor<'_>) -> Docs {
        let mut docs = Docs::default();
        while cursor.at_sign('#') {
            let Some(TokenTree::Group(group)) = cursor.peek_at(1) else {
                break;
            };
            let attribute = cursor.take(2);
            match doc_text(group) {
                Some(text) => docs.0.extend(text),
                None => self.errors.on(
                    attribute.iter().cloned().collect::<proc_macro2::TokenStream>(),
                    "only doc comments are allowed here\nhelp: put other attributes on the item around `htn_domain!`",
                ),
            }
        }
        docs
    }

    /// The name of an item. Keywords of Rust are fine, but for those that can't be raw identifiers.
    pub fn item_name(&mut self, cursor: &mut Cursor<'_>, kind: &str) -> Option<Ident> {
        let Some(name) = cursor.ident() else {
            self.wrong(
                cursor.span(),
                format_args!("expected the name of {kind} here"),
            );
            return None;
        };
        let text = name.to_string();
        if is_reserved(&text) {
            self.wrong(
                name.span(),
                format_args!("`{text}` can't be the name of {kind}\nhelp: choose another name"),
            );
        } else if !is_callable(name) {
            let snake = snake_case(&text);
            self.wrong(
                name.span(),
                format_args!(
                    "`{text}` can't be the name of {kind}, because names of a domain have no capital letters\nhelp: write `{snake}`"
                ),
            );
        }
        Some(name.clone())
    }

    /// `(name: Type, …)`.
    pub fn params(&mut self, cursor: &mut Cursor<'_>, name: &Ident) -> Vec<Parameter> {
        let Some(group) = cursor.group(Delimiter::Parenthesis) else {
            self.wrong(
                name.span(),
                format_args!(
                    "expected parameters after `{name}`\nhelp: write `{name}()` if it has none"
                ),
            );
            return Vec::new();
        };
        let tokens = list(group.stream());
        let mut inside = Cursor::new(&tokens, group.span_close());
        let mut params = Vec::new();
        while !inside.is_empty() {
            self.docs(&mut inside);
            if inside.is_empty() {
                break;
            }
            params.push(self.param(&mut inside));
            if !inside.is_empty() && !inside.sign(',') {
                self.wrong(inside.span(), "expected `,` between parameters");
                inside.bump();
            }
        }
        params
    }

    /// One parameter, whatever is wrong with it, so that the number of them is right.
    fn param(&mut self, cursor: &mut Cursor<'_>) -> Parameter {
        let start = cursor.rest();
        let place = cursor.span();
        let Some(name) = self.variable(cursor, "a parameter") else {
            let name = match cursor.ident() {
                Some(name) if !is_keyword(&name.to_string()) => name.clone(),
                _ => Ident::new("_unnamed", place),
            };
            skip_to_comma(cursor);
            return Parameter {
                name,
                ty: Rust::unparsed(place),
            };
        };
        let colon = cursor.sign(':');
        if !colon {
            let help = match start.get(1) {
                Some(TokenTree::Ident(ty)) => format!("`{name}: {ty}`"),
                _ => format!("`{name}: Type`"),
            };
            self.wrong(
                name.span(),
                format_args!("the parameter `{name}` needs a type\nhelp: write {help}"),
            );
        }
        let after = name.span();
        let ty = cursor.type_until(|rest| is_sign(rest.first(), ','));
        let ty = if ty.is_empty() && !colon {
            Rust::unparsed(after)
        } else {
            self.value_type(ty, after)
        };
        Parameter { name, ty }
    }

    /// The name of a variable. The cursor does not move past another token.
    pub fn variable(&mut self, cursor: &mut Cursor<'_>, what: &str) -> Option<Ident> {
        match cursor.peek() {
            Some(TokenTree::Ident(name)) if is_variable(name) => {
                cursor.bump();
                Some(name.clone())
            }
            Some(token) if is_underscore(token) => {
                self.wrong(
                    token.span(),
                    format_args!("{what} needs a name\nhelp: write `_name` if it is not used"),
                );
                None
            }
            Some(TokenTree::Ident(name)) if is_word(cursor.peek(), "mut") => {
                self.wrong(
                    name.span(),
                    "variables of a domain never change\nhelp: remove `mut`",
                );
                None
            }
            Some(TokenTree::Ident(name)) => {
                let text = name.to_string();
                let help = if is_reserved(&text) {
                    "choose another name".to_owned()
                } else if is_keyword(&text) {
                    format!(
                        "`{text}` is a keyword of Rust: choose another name, or write `r#{text}`"
                    )
                } else {
                    format!(
                        "variables begin with a lower-case letter: `{}`",
                        snake_case(&text)
                    )
                };
                self.wrong(
                    name.span(),
                    format_args!("`{text}` can't be the name of {what}\nhelp: {help}"),
                );
                None
            }
            _ => {
                self.wrong(
                    cursor.span(),
                    format_args!("expected the name of {what} here"),
                );
                None
            }
        }
    }

    /// `(Type, name: Type => Type)`: the columns, and the number of columns before `=>`.
    pub fn columns(
        &mut self,
        cursor: &mut Cursor<'_>,
        name: &Ident,
    ) -> (Vec<Column>, Option<usize>) {
        let Some(group) = cursor.group(Delimiter::Parenthesis) else {
            self.wrong(
                name.span(),
                format_args!(
                    "expected columns after `{name}`\nhelp: write `{name}()` if it has none"
                ),
            );
            return (Vec::new(), None);
        };
        let tokens = list(group.stream());
        let mut inside = Cursor::new(&tokens, group.span_close());
        let mut columns = Vec::new();
        let mut key = None;
        while !inside.is_empty() {
            self.docs(&mut inside);
            if inside.at_signs('=', '>') {
                let arrow = inside.take(2);
                if key.is_some() {
                    self.wrong_on(arrow, "a predicate can have only one `=>`\nhelp: write the key before it and the values after it, separated by commas");
                } else {
                    key = Some(columns.len());
                }
                if inside.is_empty() {
                    self.wrong_on(
                        arrow,
                        format_args!("expected a type after `=>`\nhelp: a predicate without values is written without `=>`"),
                    );
                    columns.push(Column {
                        name: None,
                        ty: Rust::unparsed(arrow[0].span()),
                    });
                }
                continue;
            }
            if inside.is_empty() {
                break;
            }
            columns.push(self.column(&mut inside));
            if !inside.is_empty() && !inside.at_signs('=', '>') && !inside.sign(',') {
                self.wrong(inside.span(), "expected `,` between columns");
                inside.bump();
            }
        }
        (columns, key)
    }

    fn column(&mut self, cursor: &mut Cursor<'_>) -> Column {
        let named = matches!(cursor.peek(), Some(TokenTree::Ident(_)))
            && is_sign(cursor.peek_at(1), ':')
            && !at_signs(&cursor.rest()[1..], ':', ':');
        let after = cursor.span();
        let name = if named {
            let name = self.variable(cursor, "a column");
            if name.is_none() {
                cursor.bump();
            }
            cursor.bump();
            name
        } else {
            None
        };
        let ty = cursor.type_until(|rest| is_sign(rest.first(), ',') || at_signs(rest, '=', '>'));
        Column {
            name,
            ty: self.column_type(ty, after),
        }
    }

    fn column_type(&mut self, tokens: &[TokenTree], after: Span) -> Rust {
        if let [TokenTree::Ident(name), TokenTree::Ident(ty)] = tokens
            && is_variable(name)
            && !is_primitive(name)
        {
            self.wrong_on(
                tokens,
                format_args!("expected one type, found `{name} {ty}`\nhelp: a column with a name is written `{name}: {ty}`"),
            );
            return Rust::unparsed(after);
        }
        self.value_type(tokens, after)
    }

    /// Reports tokens that are left over. `words` are keywords that are allowed there.
    pub fn nothing_more(&mut self, cursor: &Cursor<'_>, behind: &str, words: &[&str]) {
        let Some(token) = cursor.peek() else { return };
        let shown = match token {
            TokenTree::Group(group) => opening(group).to_owned(),
            other => other.to_string(),
        };
        match nearest(&shown, words) {
            Some(meant) => self.wrong(
                token.span(),
                format_args!(
                    "unknown keyword `{shown}`\nhelp: a keyword with a similar name exists: {meant}"
                ),
            ),
            None => self.wrong(
                token.span(),
                format_args!("unexpected `{shown}` after {behind}"),
            ),
        }
    }

    /// The end of an item that `;` should have ended.
    pub fn missing_semicolon(&mut self, span: Span, behind: &str) {
        self.errors
            .at(span, format_args!("expected `;` after {behind}"));
    }
}

/// Returns true for the types of Rust that begin with a small letter.
fn is_primitive(name: &Ident) -> bool {
    let name = name.to_string();
    let number = name.strip_prefix(['u', 'i', 'f']);
    let size = |rest: &str| rest == "size" || rest.parse::<u8>().is_ok();
    number.is_some_and(size) || matches!(name.as_str(), "bool" | "char" | "str")
}

fn opening(group: &Group) -> &'static str {
    match group.delimiter() {
        Delimiter::Parenthesis => "(",
        Delimiter::Bracket => "[",
        Delimiter::Brace => "{",
        Delimiter::None => "",
    }
}

fn skip_to_comma(cursor: &mut Cursor<'_>) {
    cursor.type_until(|rest| is_sign(rest.first(), ','));
}

/// The lines of `[doc = "…"]`, without the blank that follows `///`.
fn doc_text(group: &Group) -> Option<Vec<String>> {
    let tokens = list(group.stream());
    let [TokenTree::Ident(doc), TokenTree::Punct(equals), literal] = tokens.as_slice() else {
        return None;
    };
    if doc != "doc" || equals.as_char() != '=' {
        return None;
    }
    let text = syn::parse2::<syn::LitStr>(literal.clone().into())
        .ok()?
        .value();
    let line = |line: &str| line.strip_prefix(' ').unwrap_or(line).trim_end().to_owned();
    Some(if text.is_empty() {
        vec![String::new()]
    } else {
        text.lines().map(line).collect()
    })
}

/// `SquadMember` as `squad_member`, for help texts.
fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    let mut last_was_small = false;
    for letter in name.chars() {
        if letter.is_uppercase() && last_was_small {
            snake.push('_');
        }
        last_was_small = !letter.is_uppercase() && letter != '_';
        snake.extend(letter.to_lowercase());
    }
    snake
}
