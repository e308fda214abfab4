//! The properties of expansions for an editor that rust-analyzer relies on, for every domain of the repository.
#![cfg(feature = "locations")]

mod common;

use std::collections::BTreeSet;

use htn_lang::{MacroKind, expand_domain_for_editor, expand_part_for_editor};
use proc_macro2::{Delimiter, Group, Ident, LineColumn, Spacing, Span, TokenStream, TokenTree};

/// The word that rust-analyzer inserts at the cursor.
const MARKER: &str = "raCompletionMarker";

/// Words of an input that have no meaning of their own: those of Rust, and those that connect others.
const CONNECTIVES: &[&str] = &[
    "if", "else", "while", "for", "in", "let", "return", "pub", "use", "part", "self", "super",
    "crate", "where", "_", "true", "false", "mut", "ref", "match", "as",
];

/// Words to insert in any place.
const MUTATIONS: &[Option<&str>] = &[
    None,
    Some("if"),
    Some("branch"),
    Some("sort"),
    Some("by"),
    Some("add"),
    Some("let"),
    Some("in"),
    Some("for"),
    Some("forall"),
    Some("method"),
    Some("predicate"),
    Some("domain"),
    Some("part"),
    Some("use"),
    Some("unordered"),
    Some("crate"),
    Some("self"),
    Some("Some"),
    Some("desc"),
    Some("internal"),
    Some("count"),
    Some(MARKER),
];

/// Words that another word follows.
const EXPECTING: &[&str] = &[
    "if", "add", "delete", "sensed", "undo", "by", "return", "while", "for",
];

#[derive(Clone, Copy)]
struct Input<'a> {
    kind: MacroKind,
    text: &'a str,
}

impl Input<'_> {
    fn tokens(&self) -> TokenStream {
        self.text.parse().expect("it has tokens")
    }

    fn expand(&self, tokens: TokenStream) -> TokenStream {
        match self.kind {
            MacroKind::Domain => expand_domain_for_editor(tokens),
            MacroKind::Part => expand_part_for_editor(tokens, "a place"),
        }
    }
}

fn for_each_call(mut check: impl FnMut(&str, Input<'_>)) {
    for file in common::repository().files() {
        for call in file.calls().iter().filter(|call| !call.is_template()) {
            let body = call.body();
            let text = &file.text()[body.start.offset..body.end.offset];
            check(
                file.path(),
                Input {
                    kind: call.kind(),
                    text,
                },
            );
        }
    }
}

/// A deterministic sequence of numbers below a bound.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }

    fn new() -> Random {
        let seed = std::env::var("HTN_SEED")
            .ok()
            .and_then(|seed| seed.parse().ok());
        let seed = seed.unwrap_or(0x9e37_79b9);
        println!("HTN_SEED={seed}");
        Random(seed)
    }
}

/// A place in an input where a word is typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Cursor {
    /// The position, counted before each token and at the end of each group.
    position: usize,
    /// The cursor is at the end of the word at the position. Otherwise a word begins there.
    in_word: bool,
}

/// A cursor, and the input around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Edit {
    cursor: Cursor,
    /// Inserts this word.
    word: Option<&'static str>,
    /// Leaves out the rest of the group after the cursor.
    cut: bool,
}

/// Visits the tokens of an input, and applies an edit.
#[derive(Default)]
struct Editor {
    edit: Option<Edit>,
    next: usize,
    /// All places where a word may be typed.
    cursors: Vec<Cursor>,
}

impl Editor {
    fn apply(tokens: TokenStream, edit: Edit) -> TokenStream {
        let mut editor = Editor {
            edit: Some(edit),
            ..Editor::default()
        };
        editor.stream(tokens)
    }

    fn cursors(tokens: TokenStream) -> Vec<Cursor> {
        let mut editor = Editor::default();
        editor.stream(tokens);
        editor.cursors
    }

    fn stream(&mut self, tokens: TokenStream) -> TokenStream {
        let (mut out, mut before) = (Vec::new(), None);
        for mut token in tokens {
            self.record(before.as_ref(), Some(&token));
            let here = self.edit.filter(|edit| edit.cursor.position == self.next);
            self.next += 1;
            let original = token.clone();
            if let Some(edit) = here {
                match (&token, edit.word) {
                    (TokenTree::Ident(name), Some(word)) if edit.cursor.in_word => {
                        token = Ident::new(&format!("{name}{word}"), name.span()).into();
                    }
                    (_, Some(word)) => out.push(Ident::new(word, Span::call_site()).into()),
                    _ => {}
                }
                if edit.cut {
                    out.extend(edit.cursor.in_word.then_some(token));
                    return out.into_iter().collect();
                }
            }
            if let TokenTree::Group(group) = &token
                && !before.as_ref().is_some_and(is_hash)
            {
                let mut inner = Group::new(group.delimiter(), self.stream(group.stream()));
                inner.set_span(group.span());
                token = inner.into();
            }
            out.push(token);
            before = Some(original);
        }
        self.record(before.as_ref(), None);
        if let Some(Edit {
            cursor,
            word: Some(word),
            ..
        }) = self.edit
            && cursor.position == self.next
        {
            out.push(Ident::new(word, Span::call_site()).into());
        }
        self.next += 1;
        out.into_iter().collect()
    }

    /// Records whether a word may be typed between two tokens, or at the end of the second.
    fn record(&mut self, before: Option<&TokenTree>, after: Option<&TokenTree>) {
        let position = self.next;
        if let Some(TokenTree::Ident(word)) = after
            && !CONNECTIVES.iter().any(|other| word == other)
            && !word.to_string().starts_with("r#")
        {
            self.cursors.push(Cursor {
                position,
                in_word: true,
            });
        }
        let begins = match before {
            None => true,
            Some(TokenTree::Punct(sign)) => {
                sign.spacing() == Spacing::Alone && sign.as_char() != '#'
            }
            Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Brace,
            Some(TokenTree::Ident(word)) => EXPECTING.iter().any(|expecting| word == expecting),
            Some(TokenTree::Literal(_)) => false,
        };
        let ends = match after {
            None => true,
            Some(TokenTree::Punct(sign)) => matches!(sign.as_char(), ';' | ',' | '&' | '|'),
            Some(_) => false,
        };
        if begins && ends {
            self.cursors.push(Cursor {
                position,
                in_word: false,
            });
        }
    }
}

fn is_hash(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(sign) if sign.as_char() == '#')
}

/// Returns the tokens as texts, in order.
fn flat(tokens: TokenStream, out: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                out.push(open.to_owned());
                flat(group.stream(), out);
                out.push(close.to_owned());
            }
            token => out.push(token.to_string()),
        }
    }
}

/// Compares the expansions with and without the marker up to the marker, and returns the first difference. Returns false
/// if the marker is in none.
///
/// The marker may be a statement, a branch or a parameter that the other expansion does not have. rust-analyzer completes
/// it there too, since the other expansion is longer.
fn same_prefix(input: Input<'_>, edit: Edit) -> Result<bool, String> {
    let expand = |word| {
        let mut out = Vec::new();
        let tokens = Editor::apply(input.tokens(), Edit { word, ..edit });
        flat(input.expand(tokens), &mut out);
        out
    };
    let (without, with) = (expand(None), expand(Some(MARKER)));
    let is_marked = |token: &String| token.contains(MARKER) && !token.contains('"');
    let Some(at) = with.iter().position(is_marked) else {
        return Ok(false);
    };
    let before: Vec<&str> = with[..at].iter().map(String::as_str).collect();
    let is_own = matches!(
        before[..],
        [.., "statements" | "branches", ":", ":", "*", ";"] | [.., "(", "column0", ":"]
    );
    if is_own && with[at] == MARKER {
        return Ok(true);
    }
    let word = with[at].replace(MARKER, "");
    let same = |place: usize| {
        if place == at {
            word.is_empty() || word == "r#" || without.get(at) == Some(&word)
        } else {
            without.get(place) == with.get(place)
        }
    };
    let Some(first) = (0..=at).find(|place| !same(*place)) else {
        return Ok(true);
    };
    let range = first.saturating_sub(14)..first + 10;
    let part = |of: &[String]| of[range.start.min(of.len())..range.end.min(of.len())].join(" ");
    Err(format!(
        "{edit:?}\nwithout: {}\nwith:    {}",
        part(&without),
        part(&with)
    ))
}

#[test]
fn marker_does_not_change_what_precedes_it() {
    let mut random = Random::new();
    let (mut all, mut found, mut different) = (0, 0, Vec::new());
    for_each_call(|path, input| {
        let cursors = Editor::cursors(input.tokens());
        let every = std::env::var_os("HTN_FULL").is_some() || path.ends_with("domain/rooms.rs");
        let chosen: Vec<Cursor> = if every {
            cursors
        } else {
            (0..2)
                .map(|_| cursors[random.below(cursors.len())])
                .collect()
        };
        for cursor in chosen {
            all += 1;
            let cut = random.below(2) == 0;
            match same_prefix(
                input,
                Edit {
                    cursor,
                    word: None,
                    cut,
                },
            ) {
                Ok(true) => found += 1,
                Ok(false) => {}
                Err(difference) => different.push(format!("{path}: {difference}")),
            }
        }
    });
    let shown = &different[..different.len().min(8)];
    assert!(
        different.is_empty(),
        "{} of {all} differ:\n{}",
        different.len(),
        shown.join("\n")
    );
    println!("the marker is in {found} of {all} expansions");
    assert!(
        found * 100 > all * 97,
        "the marker is in only {found} of {all} expansions"
    );
}

#[test]
fn unfinished_input_never_panics() {
    let mut random = Random::new();
    for_each_call(|_, input| {
        for _ in 0..3 {
            let mut tokens = input.tokens();
            for _ in 0..=random.below(3) {
                let cursors = Editor::cursors(tokens.clone());
                let cursor = cursors[random.below(cursors.len())];
                let word = MUTATIONS[random.below(MUTATIONS.len())];
                let cut = random.below(2) == 0;
                tokens = Editor::apply(tokens, Edit { cursor, word, cut });
            }
            input.expand(tokens);
        }
    });
}

/// Returns the places of the words that satisfy a condition.
fn words(tokens: TokenStream, in_attribute: bool, out: &mut Vec<(LineColumn, String)>) {
    let mut after_hash = false;
    for token in tokens {
        let was_hash = std::mem::replace(&mut after_hash, is_hash(&token));
        match token {
            TokenTree::Group(group) => words(group.stream(), in_attribute || was_hash, out),
            TokenTree::Ident(word) if !in_attribute => {
                out.push((word.span().start(), word.to_string()))
            }
            TokenTree::Punct(sign) if sign.as_char() == '!' && was_hash => after_hash = true,
            _ => {}
        }
    }
}

#[test]
fn each_word_is_in_the_expansion_with_its_place() {
    for_each_call(|path, input| {
        let (mut written, mut expanded) = (Vec::new(), Vec::new());
        words(input.tokens(), false, &mut written);
        words(input.expand(input.tokens()), false, &mut expanded);
        let places: BTreeSet<(LineColumn, String)> = expanded.into_iter().collect();
        for (place, word) in written {
            let is_there = places.contains(&(place, word.clone()))
                || places.contains(&(place, format!("r#{word}")));
            assert!(
                is_there || CONNECTIVES.contains(&word.as_str()),
                "{path}: `{word}` at {}:{} of the domain",
                place.line,
                place.column + 1
            );
        }
    });
}

/// Returns the texts of the items of an expansion.
fn items(tokens: TokenStream) -> Vec<String> {
    let file: syn::File =
        syn::parse2(tokens.clone()).unwrap_or_else(|error| panic!("{error}: {tokens}"));
    file.items
        .iter()
        .map(|item| quote::quote!(#item).to_string())
        .collect()
}

#[test]
fn expansions_are_valid_items() {
    for_each_call(|_, input| {
        assert!(!items(input.expand(input.tokens())).is_empty());
    });
}

#[test]
fn errors_come_last() {
    let text =
        "domain d; predicate p(u8); operator o(x: u8) { if q(x); } pub method m() { oo(1); o(2); }";
    let items = items(expand_domain_for_editor(text.parse().unwrap()));
    let (last, others) = items.split_last().expect("it has items");
    assert_eq!(last.matches("compile_error").count(), 2, "{last}");
    assert!(others.iter().all(|item| !item.contains("compile_error")));
    assert!(
        others[0].contains("pub fn oo") || others[0].contains("tasks :: oo"),
        "{}",
        others[0]
    );
}

#[test]
fn wrong_number_of_arguments_is_reported_once() {
    let text = "domain d; predicate p(u8); operator o(x: u8) { if p(x, x) && p(); } pub method m() { o(); o(1, 2); }";
    let items = items(expand_domain_for_editor(text.parse().unwrap()));
    assert_eq!(
        items
            .last()
            .expect("it has items")
            .matches("compile_error")
            .count(),
        4
    );
    // The calls have one argument each, so rust-analyzer has nothing to report.
    let calls = items[0].split("super :: ").skip(1);
    let calls =
        calls.filter(|call| call.starts_with("conditions :: p") || call.starts_with("tasks :: o"));
    for call in calls {
        let args = call
            .split(';')
            .next()
            .unwrap_or_default()
            .replace("any ()", "any");
        assert_eq!(args.matches(',').count(), 0, "{args}");
        assert!(!args.contains("()"), "{args}");
    }
}

#[test]
fn declarations_and_uses_have_the_places_of_the_words() {
    let text = "domain d(game: &Game); predicate p(u8); operator o(x: u8) { if p(x); } \
                pub method m() { branch near if p(y) && game.near(y) sort by y { o(y); } }";
    let mut found = Vec::new();
    words(
        expand_domain_for_editor(text.parse().unwrap()),
        false,
        &mut found,
    );
    for word in [
        "p",
        "o",
        "m",
        "near",
        "y",
        "x",
        "game",
        "sort",
        "branch",
        "predicate",
    ] {
        let starts = text.match_indices(word).map(|(at, _)| at);
        let is_word = |at: &usize| {
            let around = [at.checked_sub(1), Some(at + word.len())];
            around
                .iter()
                .flatten()
                .all(|at| !text[*at..].starts_with(|c: char| c.is_alphanumeric() || c == '_'))
        };
        for at in starts.filter(is_word) {
            let count = found
                .iter()
                .filter(|(place, found)| place.column == at && found == word)
                .count();
            // A name may also be that of a public function, and of fields of two public types.
            assert!(
                (1..=3).contains(&count),
                "`{word}` at {at} is {count} times in the expansion"
            );
        }
    }
}

#[test]
fn rustc_gets_nothing_of_it() {
    for_each_call(|path, input| {
        let expansion = match input.kind {
            MacroKind::Domain => htn_lang::expand_domain(input.tokens()),
            MacroKind::Part => htn_lang::expand_part(input.tokens(), "a place"),
        };
        let text = expansion.to_string();
        assert!(
            !text.contains("__words ::") && !text.contains("__htn_domain"),
            "{path}"
        );
    });
}
