//! Domains that are put together: `use part …;` takes in items that stand elsewhere, and `#[cfg(…)]` leaves some out.
//!
//! A macro can't look at what another one was given, nor at what is configured. But rustc can hand tokens from one to
//! the other: a part is a `macro_rules!` that gives its own tokens to whoever asks, so that they keep the places where
//! they were written, in whatever module and crate; and what is configured decides which of two macros of one name is
//! there.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::quote;

use crate::errors::Errors;
use crate::parse::tokens::{as_group, at_commas, at_signs, is_sign, is_word, list};
use crate::split::{Chunk, End, split};
use crate::text::text;

/// What to do with the input of `htn_domain!`.
pub enum Assembled {
    /// A domain whose items are all there.
    Whole(TokenStream),
    /// Another macro is to be asked first.
    Ask(TokenStream),
}

/// Puts in what a part has answered, and asks for what is still missing.
pub fn assemble(input: TokenStream, errors: &mut Errors) -> Assembled {
    let tokens = answered(list(input), errors);
    let chunks = split(&tokens);
    let runtime = runtime(&chunks);
    if let Some(asked) = configured(&tokens, &chunks, &runtime) {
        return Assembled::Ask(asked);
    }
    let places = starts(&chunks);
    for (chunk, start) in chunks.iter().zip(places) {
        let Some(wanted) = wanted_part(chunk) else {
            continue;
        };
        let end = start + length(chunk);
        let (before, after) = (stream(&tokens[..start]), stream(&tokens[end..]));
        let Wanted { path, args } = wanted;
        return Assembled::Ask(quote! {
            #path! { { #runtime::htn_domain } [ #args ] { #before } { #after } }
        });
    }
    Assembled::Whole(stream(&tokens))
}

/// The items that `@part name [parameters] [types] { part } { before } { after }` stands for.
fn answered(tokens: Vec<TokenTree>, errors: &mut Errors) -> Vec<TokenTree> {
    let [
        at,
        word,
        TokenTree::Ident(name),
        params,
        args,
        part,
        before,
        after,
    ] = tokens.as_slice()
    else {
        return tokens;
    };
    let groups = [params, args, part, before, after].map(|token| match token {
        TokenTree::Group(group) => Some(list(group.stream())),
        _ => None,
    });
    let (
        true,
        true,
        [
            Some(params),
            Some(args),
            Some(part),
            Some(before),
            Some(after),
        ],
    ) = (is_sign(Some(at), '@'), is_word(Some(word), "part"), groups)
    else {
        return tokens;
    };
    let params: Vec<String> = at_commas(&params)
        .into_iter()
        .map(|param| text(&stream(param)))
        .collect();
    let mut given = types(&args);
    // Stands for a type that could not be read: no error follows from it.
    let unread = [TokenTree::Group(Group::new(
        Delimiter::Parenthesis,
        TokenStream::new(),
    ))];
    if !given.is_empty() && given.len() != params.len() {
        errors.on(
            stream(&args),
            format_args!(
                "the part `{name}` has {} parameter{} for types: {}",
                params.len(),
                if params.len() == 1 { "" } else { "s" },
                params.join(", ")
            ),
        );
        given.resize(params.len(), &unread);
    }
    let given = params.iter().zip(given);
    let given: Vec<(&str, &[TokenTree])> = given.map(|(param, ty)| (param.as_str(), ty)).collect();
    // The part means what it would mean among the domain's own items; rustc then also shows it where it is written,
    // and not where the domain asks for it.
    let among = before.iter().chain(&after).next();
    let part = match among {
        Some(token) => resolved(part, token.span()),
        None => part,
    };
    let part = with_types(&part, &given);
    [before, part, after].concat()
}

/// The tokens at their places, with the meaning that they would have at another.
fn resolved(tokens: Vec<TokenTree>, like: Span) -> Vec<TokenTree> {
    let tokens = tokens.into_iter().map(|mut token| {
        let span = token.span().resolved_at(like);
        match &mut token {
            // Its crate is known by the macro that it comes from.
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

/// The tokens with types in the place of parameters. What is wrong with a type is shown where the domain gives it.
fn with_types(tokens: &[TokenTree], given: &[(&str, &[TokenTree])]) -> Vec<TokenTree> {
    let mut out = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => {
                let inside = with_types(&list(group.stream()), given);
                // A group that is made anew no longer knows where it begins and ends.
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

/// The types between commas, as they stand in `use part name<A, B<C, D>>;`.
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

/// `use part path<types>;`
struct Wanted {
    path: TokenStream,
    args: TokenStream,
}

fn wanted_part(chunk: &Chunk<'_>) -> Option<Wanted> {
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
    Some(Wanted {
        path: stream(path),
        args: stream(args),
    })
}

/// Where an item has `#[cfg(…)]`: the domain with all items of that condition and the domain without them, and rustc
/// takes one of the two.
fn configured(
    tokens: &[TokenTree],
    chunks: &[Chunk<'_>],
    runtime: &TokenStream,
) -> Option<TokenStream> {
    let condition = chunks
        .iter()
        .find_map(|chunk| cfg_of(chunk).map(|(_, cfg)| cfg))?;
    let name = text(&condition);
    let (mut with, mut without) = (TokenStream::new(), TokenStream::new());
    for (chunk, start) in chunks.iter().zip(starts(chunks)) {
        let item = &tokens[start..start + length(chunk)];
        match cfg_of(chunk).filter(|(_, cfg)| text(cfg) == name) {
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
    Some(quote! {
        #[cfg #condition]
        macro_rules! __htn_configured { ({ $($with:tt)* } { $($without:tt)* }) => { $($with)* }; }
        #[cfg(not #condition)]
        macro_rules! __htn_configured { ({ $($with:tt)* } { $($without:tt)* }) => { $($without)* }; }
        __htn_configured! { { #runtime::htn_domain! { #with } } { #runtime::htn_domain! { #without } } }
    })
}

/// Where an item has `#[cfg(…)]`, and the condition in its parentheses.
fn cfg_of(chunk: &Chunk<'_>) -> Option<(usize, TokenStream)> {
    let mut at = 0;
    while is_sign(chunk.tokens.get(at), '#') {
        let group = as_group(chunk.tokens.get(at + 1), Delimiter::Bracket)?;
        if let [word, condition @ TokenTree::Group(_)] = list(group.stream()).as_slice()
            && is_word(Some(word), "cfg")
        {
            return Some((at, condition.clone().into()));
        }
        at += 2;
    }
    None
}

/// Where the chunks begin.
fn starts(chunks: &[Chunk<'_>]) -> Vec<usize> {
    let mut at = 0;
    let starts = chunks.iter().map(|chunk| {
        let start = at;
        at += length(chunk);
        start
    });
    starts.collect()
}

/// How many tokens an item has, with its `;`.
fn length(chunk: &Chunk<'_>) -> usize {
    chunk.tokens.len() + usize::from(chunk.end == End::Semicolon)
}

/// The path of the runtime: of `#![crate = path]`, where that is written.
fn runtime(chunks: &[Chunk<'_>]) -> TokenStream {
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

pub fn stream(tokens: &[TokenTree]) -> TokenStream {
    tokens.iter().cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(input: &str) -> String {
        match assemble(input.parse().unwrap(), &mut Errors::default()) {
            Assembled::Ask(asked) => text(&asked),
            Assembled::Whole(domain) => format!("whole: {}", text(&domain)),
        }
    }

    #[test]
    fn a_part_is_asked_with_what_stands_around_it() {
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
    fn the_answer_is_put_in_with_its_types() {
        let answer = "@part b [T, U] [X, Y<Z, W>] { predicate q(T, a::T, U); } { domain d; } { predicate r(T); }";
        let whole = "whole: domain d; predicate q(X, a::T, Y<Z, W>); predicate r(T);";
        assert_eq!(asked(answer), whole);
    }

    #[test]
    fn too_few_types_are_an_error() {
        let answer = "@part b [T, U] [X] { predicate q(T, U); } { domain d; } { }";
        let mut errors = Errors::default();
        assemble(answer.parse().unwrap(), &mut errors);
        let messages = errors.messages();
        assert_eq!(messages, ["the part `b` has 2 parameters for types: T, U"]);
    }

    #[test]
    fn what_is_configured_is_there_or_not() {
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
    fn a_domain_without_them_is_left_alone() {
        let domain = "domain d; use part::of::a::path; predicate p(u8);";
        assert_eq!(asked(domain), format!("whole: {domain}"));
    }
}
