//! Assembles a domain from its items and those of its parts: `use part …;` includes items from elsewhere, and
//! `#[cfg(…)]` leaves items out.
//!
//! A macro sees neither the input of another macro nor the `cfg` options, so [`assemble`] lets rustc pass tokens around.
//! A part is a `macro_rules!` that passes its items to the macro that it is given, so they keep their places. For
//! `#[cfg]`, rustc defines one of two macros with the same name. A program that has the files uses `gather.rs` instead.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::quote;

use crate::editor::places::without_places;
use crate::errors::Errors;
use crate::parse::tokens::{as_group, at_commas, at_signs, is_sign, is_word, list};
use crate::split::{Chunk, End, split};
use crate::text::text;

/// The next step for the input of `htn_domain!`.
pub enum Assembled {
    /// A domain with all its items.
    Whole(TokenStream),
    /// The call of another macro, which passes more items to `htn_domain!`.
    Call(TokenStream),
}

/// Inserts the items that a part has passed, and calls the macro of the next part. The input of a call to come begins with
/// `mark`.
pub fn assemble(input: TokenStream, mark: &TokenStream, errors: &mut Errors) -> Assembled {
    let tokens = insert_passed(list(input), errors);
    let tokens = without_mark(tokens, mark);
    let chunks = split(&tokens);
    let runtime = runtime(&chunks);
    if let Some(call) = call_for_cfg(&tokens, &chunks, &runtime, mark) {
        return Assembled::Call(call);
    }
    let places = starts(&chunks);
    for (chunk, start) in chunks.iter().zip(places) {
        let Some(use_part) = use_part(chunk) else {
            continue;
        };
        let end = start + length(chunk);
        let (before, after) = (stream(&tokens[..start]), stream(&tokens[end..]));
        let (path, args) = (stream(use_part.path), stream(use_part.args));
        return Assembled::Call(quote! {
            #path! { { #runtime::htn_domain } [ #args ] { #mark #before } { #after } }
        });
    }
    Assembled::Whole(stream(&tokens))
}

/// Removes the mark that the tokens begin with.
fn without_mark(mut tokens: Vec<TokenTree>, mark: &TokenStream) -> Vec<TokenTree> {
    let mark = list(mark.clone());
    let is_marked = !mark.is_empty() && tokens.len() >= mark.len() && {
        let pairs = tokens.iter().zip(&mark);
        pairs.fold(true, |same, (a, b)| same && a.to_string() == b.to_string())
    };
    if is_marked {
        tokens.drain(..mark.len());
    }
    tokens
}

/// Replaces `@part name [parameters] [types] { part } { before } { after }`, which the macro of a part passes, by the items
/// before, in and after the part.
fn insert_passed(tokens: Vec<TokenTree>, errors: &mut Errors) -> Vec<TokenTree> {
    let [
        at,
        word,
        TokenTree::Ident(name),
        TokenTree::Group(params),
        TokenTree::Group(args),
        TokenTree::Group(items),
        TokenTree::Group(before),
        TokenTree::Group(after),
    ] = tokens.as_slice()
    else {
        return tokens;
    };
    if !is_sign(Some(at), '@') || !is_word(Some(word), "part") {
        return tokens;
    }
    let (before, after) = (list(before.stream()), list(after.stream()));
    // Names in the part resolve as in the domain. Otherwise rustc would show an error about them at `use part`.
    let items = match before.iter().chain(&after).next() {
        Some(token) => resolved(list(items.stream()), token.span()),
        None => list(items.stream()),
    };
    let name = name.to_string();
    let items = with_arguments(&name, params.stream(), &list(args.stream()), &items, errors);
    [before, items, after].concat()
}

/// Returns the items of a part with types in place of its type parameters. A wrong number of types is an error.
pub fn with_arguments(
    name: &str,
    params: TokenStream,
    args: &[TokenTree],
    items: &[TokenTree],
    errors: &mut Errors,
) -> Vec<TokenTree> {
    let params: Vec<String> = at_commas(&list(params))
        .into_iter()
        .map(|param| text(&stream(param)))
        .collect();
    let mut given = types(args);
    // The type `()` takes the place of a missing type, so that no further error follows.
    let placeholder = [TokenTree::Group(Group::new(
        Delimiter::Parenthesis,
        TokenStream::new(),
    ))];
    if !given.is_empty() && given.len() != params.len() {
        let (count, plural) = (params.len(), if params.len() == 1 { "" } else { "s" });
        let message = if params.is_empty() {
            format!("the part `{name}` takes no type arguments\nhelp: write `use part {name};`")
        } else {
            let all = params.join("`, `");
            let each = params.join(", ");
            format!(
                "the part `{name}` takes {count} type argument{plural} (`{all}`)\nhelp: write `use part {name}<{each}>;` with a type for each"
            )
        };
        errors.on(stream(args), message);
        given.resize(params.len(), &placeholder);
    }
    let given = params.iter().zip(given);
    let given: Vec<(&str, &[TokenTree])> = given.map(|(param, ty)| (param.as_str(), ty)).collect();
    with_types(items, &given)
}

/// Returns tokens whose names resolve as at another place. Errors still point at the tokens' own place.
fn resolved(tokens: Vec<TokenTree>, like: Span) -> Vec<TokenTree> {
    let tokens = tokens.into_iter().map(|mut token| {
        let span = token.span().resolved_at(like);
        match &mut token {
            // The span of `$crate` selects the crate.
            TokenTree::Ident(name) if name == "$crate" => {}
            TokenTree::Group(group) => {
                let inside = resolved(list(group.stream()), like);
                let mut same = Group::new(group.delimiter(), stream(&inside));
                same.set_span(span);
                token = TokenTree::Group(same);
            }
            other => other.set_span(span),
        }
        token
    });
    tokens.collect()
}

/// Returns tokens with types in place of parameters. rustc shows an error about a type at the `use part` with the type.
fn with_types(tokens: &[TokenTree], given: &[(&str, &[TokenTree])]) -> Vec<TokenTree> {
    let mut out = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => {
                let inside = with_types(&list(group.stream()), given);
                // A new group would lose the spans of its delimiters.
                if text(&stream(&inside)) == text(&group.stream()) {
                    out.push(token.clone());
                    continue;
                }
                let mut same = Group::new(group.delimiter(), stream(&inside));
                same.set_span(group.span());
                out.push(TokenTree::Group(same));
            }
            TokenTree::Ident(name) if !follows_path(&tokens[..at]) => {
                match given.iter().find(|(param, _)| name == param) {
                    Some((_, ty)) => out.extend_from_slice(ty),
                    None => out.push(token.clone()),
                }
            }
            other => out.push(other.clone()),
        }
    }
    out
}

fn follows_path(before: &[TokenTree]) -> bool {
    before.len() > 1 && at_signs(&before[before.len() - 2..], ':', ':')
        || is_sign(before.last(), '.')
}

/// Splits the types of `use part name<A, B<C, D>>;` at commas outside of `<…>`.
fn types(args: &[TokenTree]) -> Vec<&[TokenTree]> {
    let mut types = Vec::new();
    let (mut depth, mut start) = (0usize, 0);
    for (at, token) in args.iter().enumerate() {
        match token {
            TokenTree::Punct(sign) if sign.as_char() == '<' => depth += 1,
            TokenTree::Punct(sign) if sign.as_char() == '>' => depth = depth.saturating_sub(1),
            TokenTree::Punct(sign) if sign.as_char() == ',' && depth == 0 => {
                types.push(&args[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    if start < args.len() {
        types.push(&args[start..]);
    }
    types
}

/// A `use part path<types>;`.
pub struct UsePart<'t> {
    pub path: &'t [TokenTree],
    pub args: &'t [TokenTree],
}

/// Reads a `use part`; `None` if the item is another one.
pub fn use_part<'t>(chunk: &Chunk<'t>) -> Option<UsePart<'t>> {
    let [keyword, word, path @ ..] = chunk.tokens else {
        return None;
    };
    let named = matches!(path.first(), Some(TokenTree::Ident(_)));
    if !is_word(Some(keyword), "use") || !is_word(Some(word), "part") || !named {
        return None;
    }
    let open = path.iter().position(|token| is_sign(Some(token), '<'));
    let (path, args) = match open {
        Some(open) if is_sign(path.last(), '>') => (&path[..open], &path[open + 1..path.len() - 1]),
        _ => (path, &path[..0]),
    };
    Some(UsePart { path, args })
}

/// Returns a call with two domains for the first condition of a `#[cfg(…)]`: one with the items of this condition, and one
/// without them. rustc keeps one of the two. `None` if no item has a `#[cfg]`.
fn call_for_cfg(
    tokens: &[TokenTree],
    chunks: &[Chunk<'_>],
    runtime: &TokenStream,
    mark: &TokenStream,
) -> Option<TokenStream> {
    let condition = chunks
        .iter()
        .find_map(|chunk| cfg_of(chunk.tokens).map(|(_, cfg)| cfg))?;
    let name = text(&condition);
    let (mut with, mut without) = (TokenStream::new(), TokenStream::new());
    for (chunk, start) in chunks.iter().zip(starts(chunks)) {
        let item = &tokens[start..start + length(chunk)];
        match cfg_of(chunk.tokens).filter(|(_, cfg)| text(cfg) == name) {
            Some((at, _)) => {
                with.extend(stream(&item[..at]));
                with.extend(stream(&item[at + 2..]));
            }
            None => {
                with.extend(stream(item));
                without.extend(stream(item));
            }
        }
    }
    // An editor describes a word of the condition by the item that has it, and not by these macros.
    let condition = if mark.is_empty() {
        condition
    } else {
        without_places(condition)
    };
    Some(quote! {
        #[cfg #condition]
        macro_rules! __htn_configured { ({ $($with:tt)* } { $($without:tt)* }) => { $($with)* }; }
        #[cfg(not #condition)]
        macro_rules! __htn_configured { ({ $($with:tt)* } { $($without:tt)* }) => { $($without)* }; }
        __htn_configured! { { #runtime::htn_domain! { #mark #with } } { #runtime::htn_domain! { #mark #without } } }
    })
}

/// Returns the index of the first `#[cfg(…)]` of an item, and its condition in parentheses.
pub fn cfg_of(item: &[TokenTree]) -> Option<(usize, TokenStream)> {
    let mut at = 0;
    while is_sign(item.get(at), '#') {
        let group = as_group(item.get(at + 1), Delimiter::Bracket)?;
        if let [word, condition @ TokenTree::Group(_)] = list(group.stream()).as_slice()
            && is_word(Some(word), "cfg")
        {
            return Some((at, condition.clone().into()));
        }
        at += 2;
    }
    None
}

/// Returns the indices of the first tokens of the chunks.
pub fn starts(chunks: &[Chunk<'_>]) -> Vec<usize> {
    let mut at = 0;
    let starts = chunks.iter().map(|chunk| {
        let start = at;
        at += length(chunk);
        start
    });
    starts.collect()
}

/// Returns the number of tokens of an item, with its `;`.
pub fn length(chunk: &Chunk<'_>) -> usize {
    chunk.tokens.len() + usize::from(chunk.end == End::Semicolon)
}

/// Returns the path of the runtime crate: that of `#![crate = path]`, or the default.
pub fn runtime(chunks: &[Chunk<'_>]) -> TokenStream {
    let named = chunks.iter().find_map(|chunk| {
        let group = as_group(chunk.tokens.get(2), Delimiter::Bracket)?;
        let inside = list(group.stream());
        let named = chunk.end == End::Attribute
            && is_word(inside.first(), "crate")
            && is_sign(inside.get(1), '=');
        named.then(|| stream(&inside[2..]))
    });
    named.unwrap_or_else(|| quote!(::squad_htn))
}

/// Converts a list of tokens to a stream.
pub fn stream(tokens: &[TokenTree]) -> TokenStream {
    tokens.iter().cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(input: &str) -> String {
        match assemble(
            input.parse().unwrap(),
            &TokenStream::new(),
            &mut Errors::default(),
        ) {
            Assembled::Call(asked) => text(&asked),
            Assembled::Whole(domain) => format!("whole: {}", text(&domain)),
        }
    }

    #[test]
    fn part_is_called_with_the_items_around_it() {
        let asked = asked("domain d; use part a::b<X, Y<Z, W>>; predicate p(u8); use part c;");
        assert!(asked.starts_with("a::b ! {"), "{asked}");
        for expected in [
            "::squad_htn::htn_domain",
            "[X, Y<Z, W>]",
            "predicate p(u8); use part c;",
        ] {
            assert!(asked.contains(expected), "{expected}: {asked}");
        }
    }

    #[test]
    fn passed_items_are_inserted_with_their_types() {
        let answer = "@part b [T, U] [X, Y<Z, W>] { predicate q(T, a::T, U); } { domain d; } { predicate r(T); }";
        let whole = "whole: domain d; predicate q(X, a::T, Y<Z, W>); predicate r(T);";
        assert_eq!(asked(answer), whole);
    }

    #[test]
    fn missing_type_argument_is_an_error() {
        let answer = "@part b [T, U] [X] { predicate q(T, U); } { domain d; } { }";
        let mut errors = Errors::default();
        assemble(answer.parse().unwrap(), &TokenStream::new(), &mut errors);
        let messages = errors.messages();
        assert_eq!(
            messages,
            [
                "the part `b` takes 2 type arguments (`T`, `U`)\nhelp: write `use part b<T, U>;` with a type for each"
            ]
        );
    }

    #[test]
    fn cfg_emits_both_alternatives() {
        let asked = asked(
            "domain d; #[cfg(a)] predicate p(u8); #[cfg(b)] method m() {} #[cfg(a)] use x::y;",
        );
        assert!(
            asked.contains("#[cfg(a)]") && asked.contains("[cfg(not(a))]"),
            "{asked}"
        );
        assert!(
            asked.contains("predicate p(u8); #[cfg(b)] method m() {  } use x::y;"),
            "{asked}"
        );
        assert!(
            asked.contains("domain d; #[cfg(b)] method m() {  } }"),
            "{asked}"
        );
    }

    #[test]
    fn domain_without_parts_is_unchanged() {
        let domain = "domain d; use part::of::a::path; predicate p(u8);";
        assert_eq!(asked(domain), format!("whole: {domain}"));
    }
}
