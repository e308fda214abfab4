//! Removes the invisible groups around fragments of a user's macro, such as `$x:expr` or `$t:ty`.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use super::tokens::{is_sign, list};

/// Returns the tokens without such groups. Their content gets parentheses if it would not hold together otherwise.
pub fn in_place(tokens: TokenStream) -> TokenStream {
    let mut out = TokenStream::new();
    let mut in_attribute = false;
    for token in tokens {
        let TokenTree::Group(group) = token else {
            in_attribute =
                is_sign(Some(&token), '#') || (in_attribute && is_sign(Some(&token), '!'));
            out.extend([token]);
            continue;
        };
        let attribute = std::mem::take(&mut in_attribute);
        // A new group would lose the spans of its delimiters.
        if !has_fragment(&TokenTree::Group(group.clone())) {
            out.extend([TokenTree::Group(group)]);
            continue;
        }
        // An attribute is no expression: parentheses would change what it says.
        let inside = if attribute {
            flat(group.stream())
        } else {
            in_place(group.stream())
        };
        let delimiter = match group.delimiter() {
            Delimiter::None if holds_together(&list(inside.clone())) => {
                out.extend(inside);
                continue;
            }
            Delimiter::None => Delimiter::Parenthesis,
            written => written,
        };
        let mut same = Group::new(delimiter, inside);
        same.set_span(group.span());
        out.extend([TokenTree::Group(same)]);
    }
    out
}

/// Removes such groups at the top level, without parentheses in their place.
fn flat(tokens: TokenStream) -> TokenStream {
    let flat = tokens.into_iter().map(|token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => flat(group.stream()),
        other => in_place(other.into()),
    });
    flat.collect()
}

fn has_fragment(token: &TokenTree) -> bool {
    match token {
        TokenTree::Group(group) => {
            group.delimiter() == Delimiter::None
                || group.stream().into_iter().any(|token| has_fragment(&token))
        }
        _ => false,
    }
}

/// Returns true if no operator in the tokens could bind to an operand outside: a path, a type, a literal, a call.
fn holds_together(tokens: &[TokenTree]) -> bool {
    let generic = is_sign(tokens.last(), '>');
    tokens.iter().all(|token| match token {
        TokenTree::Punct(sign) if generic => ":.<>,'&".contains(sign.as_char()),
        TokenTree::Punct(sign) => matches!(sign.as_char(), ':' | '.'),
        TokenTree::Ident(word) => word != "as" && word != "dyn",
        TokenTree::Literal(_) => true,
        TokenTree::Group(_) => true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::text;

    fn given(fragment: &str) -> String {
        let group = Group::new(Delimiter::None, fragment.parse().unwrap());
        text(&in_place(TokenTree::Group(group).into()))
    }

    #[test]
    fn what_holds_together_stands_by_itself() {
        for source in [
            "u8",
            "crate::Actor",
            "Option<a::Actor>",
            "x.far(y)",
            "8",
            "(A, B)",
        ] {
            assert_eq!(given(source), source);
        }
    }

    #[test]
    fn attributes_get_no_parentheses() {
        let meta = Group::new(Delimiter::None, "doc = \"text\"".parse().unwrap());
        for sign in ["#", "# !"] {
            let mut tokens: TokenStream = sign.parse().unwrap();
            let brackets = Group::new(Delimiter::Bracket, TokenTree::Group(meta.clone()).into());
            tokens.extend([TokenTree::Group(brackets)]);
            let inside = list(in_place(tokens)).pop().unwrap();
            assert_eq!(text(&inside.into()), "[doc = \"text\"]");
        }
    }

    #[test]
    fn what_would_come_apart_gets_parentheses() {
        for source in ["a + b", "-1", "near(x) && y", "x as u8", "a < b", "!a"] {
            assert_eq!(given(source), format!("({source})"));
        }
    }
}
