//! Effects in the form of assignments: `ammo(who) -= 1;`.

use proc_macro2::{Delimiter, Group, Ident, Spacing, TokenTree};

use super::Parser;
use super::items::tokens_of;
use super::tokens::{as_group, at_commas, is_callable, is_sign, list, plain};
use crate::text::text;

/// The kind of block that a statement is in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum BlockKind {
    Operator,
    Body,
}

/// The tokens of `name(args) sign value`.
struct Assignment<'t> {
    name: &'t Ident,
    args: Option<&'t Group>,
    /// `=`, `+=`, `++` and the like.
    sign: &'t [TokenTree],
    value: &'t [TokenTree],
}

impl Parser<'_> {
    /// Reports an assignment to a fact or a variable. Returns false if the tokens are not one. `before` has the words in front
    /// of the effect, such as `start `.
    pub fn report_assignment(
        &mut self,
        tokens: &[TokenTree],
        before: &str,
        place: BlockKind,
    ) -> bool {
        let Some(found) = assignment(tokens) else {
            return false;
        };
        let head = self.head_of(found.name);
        let predicate = head.filter(|head| head.keyword == "predicate");
        let (name, sign) = (found.name, joined(found.sign));
        if predicate.is_none() && self.names.contains(&plain(name)) {
            return false;
        }
        if predicate.is_none() && found.args.is_none() {
            let help = match place {
                BlockKind::Operator => {
                    "bind a new one in the condition: `let name: Type = expression`"
                }
                BlockKind::Body => "bind a new one with `let name: Type = expression;`",
            };
            self.wrong_on(
                found.sign,
                format_args!("variables of a domain never change\nhelp: {help}"),
            );
            return true;
        }
        let inside = found.args.map_or(Vec::new(), |group| list(group.stream()));
        let mut args: Vec<String> = at_commas(&inside)
            .into_iter()
            .map(|arg| text(&tokens_of(arg)))
            .collect();
        // The last argument may be the value itself.
        let columns = predicate
            .as_ref()
            .map_or(args.len() + 1, |head| head.names.len());
        let given = args.len();
        let old = args.pop_if(|_| columns == given);
        args.resize(columns.saturating_sub(1).max(args.len()), "…".to_owned());
        let free = ["n", "m", "value"].into_iter();
        let mut free = free.filter(|name| !inside.iter().any(|token| token.to_string() == **name));
        let old = old.unwrap_or_else(|| free.next().unwrap_or("old").to_owned());
        let value = text(&tokens_of(found.value));
        let operator = sign.trim_end_matches('=');
        let new = match operator {
            "" => value,
            "++" | "--" => format!("{old} {} 1", &operator[1..]),
            _ => format!("{old} {operator} {value}"),
        };
        let with = |last: &str| {
            let args: Vec<&str> = args.iter().map(String::as_str).chain([last]).collect();
            format!("{name}({})", args.join(", "))
        };
        let add = format!("{before}add {};", with(&new));
        let keyed = predicate.is_none_or(|head| head.keyed);
        let write = if keyed {
            format!("write `{add}`")
        } else {
            format!("write `{before}delete {};` and `{add}`", with("_"))
        };
        let bound = match (operator, place) {
            ("", _) if keyed => "; it replaces the value of the same key".to_owned(),
            ("", _) => String::new(),
            (_, BlockKind::Operator) => format!(", with `{old}` bound by `if {};`", with(&old)),
            (_, BlockKind::Body) => {
                format!(", with `{old}` bound by the condition `{}`", with(&old))
            }
        };
        self.wrong_on(
            found.sign,
            format_args!("a fact can't be assigned to\nhelp: {write}{bound}"),
        );
        true
    }
}

/// Reads an assignment; `None` for other tokens, such as a comparison.
fn assignment(tokens: &[TokenTree]) -> Option<Assignment<'_>> {
    let [TokenTree::Ident(name), rest @ ..] = tokens else {
        return None;
    };
    let args = as_group(rest.first(), Delimiter::Parenthesis);
    let rest = &rest[usize::from(args.is_some())..];
    let signs = rest.iter().take_while(
        |token| matches!(token, TokenTree::Punct(sign) if "=+-*/%&|^".contains(sign.as_char())),
    );
    let length = match signs.clone().next()? {
        TokenTree::Punct(first) if first.spacing() == Spacing::Joint => 2,
        _ => 1,
    };
    let (sign, value) = rest.split_at(length.min(signs.count()));
    let one = is_sign(sign.first(), '=') && sign.len() == 1;
    let changed = sign.len() == 2 && !is_sign(sign.first(), '=') && is_sign(sign.last(), '=');
    let counted = ["++", "--"].contains(&joined(sign).as_str());
    let whole = (one || changed) && !value.is_empty() || counted && value.is_empty();
    (whole && is_callable(name)).then_some(Assignment {
        name,
        args,
        sign,
        value,
    })
}

/// Signs as one word.
fn joined(signs: &[TokenTree]) -> String {
    signs.iter().map(ToString::to_string).collect()
}
