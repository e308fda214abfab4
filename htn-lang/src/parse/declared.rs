//! Reads how another item is declared, for messages about mistakes. Items are parsed one by one, so the parser does not
//! know the others.

use proc_macro2::{Delimiter, Group, Ident, TokenTree};

use super::Parser;
use super::items::tokens_of;
use super::tokens::{Cursor, as_group, at_commas, at_signs, is_sign, list, plain};
use crate::text::text;

/// The head of an item.
pub struct DeclaredHead {
    /// The keyword of the item.
    pub keyword: String,
    /// The names of its columns or parameters. `None` for a column without a name.
    pub names: Vec<Option<String>>,
    /// True if there is a `=>` between the columns.
    pub keyed: bool,
}

/// `name: value` or `name = value`.
struct Labelled<'t> {
    name: String,
    /// The name and the sign.
    label: &'t [TokenTree],
    value: &'t [TokenTree],
}

impl Parser<'_> {
    /// Returns the head of the item with this name.
    pub fn head_of(&self, name: &Ident) -> Option<DeclaredHead> {
        let name = plain(name);
        let mut heads = self.chunks.iter().flat_map(|chunk| chunk.tokens.windows(3));
        heads.find_map(|tokens| match tokens {
            [TokenTree::Ident(keyword), TokenTree::Ident(found), group] if plain(found) == name => {
                let group = as_group(Some(group), Delimiter::Parenthesis)?;
                let (names, keyed) = declared_names(&list(group.stream()));
                Some(DeclaredHead {
                    keyword: keyword.to_string(),
                    names,
                    keyed,
                })
            }
            _ => None,
        })
    }

    /// Reports `name { parameter: value }` in the place of a call.
    pub fn is_struct_like(&mut self, call: &Ident, block: &Group) -> bool {
        let tokens = list(block.stream());
        let args = at_commas(&tokens);
        let named = !args.is_empty() && args.iter().all(|arg| labelled(arg).is_some());
        if named {
            self.unnamed(call, args);
            self.incomplete = true;
        }
        named
    }

    /// The arguments of a call without names before them, which are reported. They are put into the declared order.
    pub fn unnamed<'t>(
        &mut self,
        call: &Ident,
        args: Vec<&'t [TokenTree]>,
    ) -> Vec<&'t [TokenTree]> {
        let named = |arg: &&[TokenTree]| labelled(arg).is_some();
        if !args.iter().any(named) {
            return args;
        }
        let declared = self.head_of(call).map_or(Vec::new(), |head| head.names);
        let place = |name: &String| {
            declared
                .iter()
                .position(|other| other.as_ref() == Some(name))
        };
        let (mut values, mut label, mut known) = (Vec::new(), None, true);
        for (at, arg) in args.iter().enumerate() {
            // `=` may be meant as a comparison.
            let found = labelled(arg);
            let found =
                found.filter(|arg| is_sign(arg.label.last(), ':') || place(&arg.name).is_some());
            match found {
                Some(found) => {
                    let to = place(&found.name);
                    known &= to.is_some();
                    label = label.or(Some(found.label));
                    values.push((to.unwrap_or(at), found.value));
                }
                None => values.push((at, *arg)),
            }
        }
        let Some(label) = label else {
            return args;
        };
        if known {
            values.sort_by_key(|(to, _)| *to);
        } else {
            // The order of the values is a guess, so later stages report nothing about this item.
            self.incomplete = true;
        }
        let values: Vec<&[TokenTree]> = values.into_iter().map(|(_, value)| value).collect();
        let texts: Vec<String> = values.iter().map(|value| text(&tokens_of(value))).collect();
        self.errors.on(
            tokens_of(label),
            format_args!(
                "arguments have no names\nhelp: write the values in the order of the declaration: `{call}({})`",
                texts.join(", ")
            ),
        );
        values
    }
}

/// Reads the names of columns or parameters. The flag is true if there is a `=>` between them.
fn declared_names(tokens: &[TokenTree]) -> (Vec<Option<String>>, bool) {
    let mut cursor = Cursor::new(tokens, proc_macro2::Span::call_site());
    let (mut names, mut keyed) = (Vec::new(), false);
    while !cursor.is_empty() {
        let ends = |rest: &[TokenTree]| is_sign(rest.first(), ',') || at_signs(rest, '=', '>');
        let column = cursor.type_until(ends);
        if !column.is_empty() {
            names.push(labelled(column).map(|column| column.name));
        }
        if cursor.at_signs('=', '>') {
            keyed = true;
            cursor.take(2);
        } else {
            cursor.bump();
        }
    }
    (names, keyed)
}

fn labelled(tokens: &[TokenTree]) -> Option<Labelled<'_>> {
    let [TokenTree::Ident(name), sign, ..] = tokens else {
        return None;
    };
    let colon = is_sign(Some(sign), ':') && !at_signs(&tokens[1..], ':', ':');
    let equals = is_sign(Some(sign), '=')
        && !at_signs(&tokens[1..], '=', '=')
        && !at_signs(&tokens[1..], '=', '>');
    let (label, value) = tokens.split_at(2);
    ((colon || equals) && !value.is_empty()).then(|| Labelled {
        name: plain(name),
        label,
        value,
    })
}
