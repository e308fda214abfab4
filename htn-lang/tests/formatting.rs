//! The formatter on every domain of the repository, with other white space and with damage.
//!
//! `HTN_FULL=1` runs 100 times as many cases.
#![cfg(feature = "locations")]

mod common;

use std::ops::Range;

use htn_lang::{Severity, Sources};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A generator of random numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % count.max(1) as u64).expect("it is below a usize")
    }
}

fn times(count: usize) -> usize {
    let full = std::env::var_os("HTN_FULL").is_some();
    count * if full { 100 } else { 1 }
}

/// The calls of all files, without the rest of the files.
fn files() -> Vec<(String, String)> {
    let root = common::root();
    let paths = common::rust_files(&root).into_iter();
    let mut texts = Vec::new();
    for path in paths.filter(|path| !path.starts_with(root.join("tests/ui"))) {
        let text = std::fs::read_to_string(&path).expect("it is UTF-8");
        if !text.contains("htn_domain!") && !text.contains("htn_part!") {
            continue;
        }
        let path = path.display().to_string();
        let mut sources = Sources::new();
        let file = sources.add(&path, text).expect("it has tokens");
        let file = sources.file(file);
        let mut calls = String::new();
        for call in file.calls() {
            let place = call.location();
            calls += &file.text()[place.start.offset..place.end.offset];
            calls += "\n";
        }
        if !calls.is_empty() {
            texts.push((path, calls));
        }
    }
    assert!(texts.len() > 150);
    texts
}

/// Formats a text that consists of tokens.
fn format(path: &str, text: &str) -> String {
    let mut sources = Sources::new();
    let file = sources.add(path, text).expect("it has tokens");
    let formatted = sources.format(file);
    for left in &formatted.left_alone {
        let is_template = left.message.contains("variables of another macro");
        assert!(
            left.severity == Severity::Note && is_template,
            "{left}\n{text}"
        );
    }
    formatted.text
}

/// The places of all tokens.
fn places(tokens: TokenStream, out: &mut Vec<Range<usize>>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) if group.delimiter() != Delimiter::None => {
                let (open, close) = (
                    group.span_open().byte_range(),
                    group.span_close().byte_range(),
                );
                out.push(open);
                places(group.stream(), out);
                out.push(close);
            }
            token => out.push(token.span().byte_range()),
        }
    }
}

/// The tokens of a text. Line ends in them count as one kind.
fn tokens(text: &str) -> Vec<String> {
    let text = text.replace("\r\n", "\n");
    let mut found = Vec::new();
    places(text.parse().expect("it has tokens"), &mut found);
    let tokens = found.into_iter().map(|place| text[place].to_owned());
    tokens.collect()
}

/// The comments that are not documentation, without their white space.
fn comments(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    places(text.parse().expect("it has tokens"), &mut found);
    let (mut comments, mut end) = (Vec::new(), 0);
    for place in found {
        if place.start > end {
            comments.push(text[end..place.start].split_whitespace().collect());
        }
        end = end.max(place.end);
    }
    comments.retain(|comment: &String| !comment.is_empty());
    comments
}

/// Replaces white space between tokens by other white space.
fn respaced(text: &str, random: &mut Random) -> String {
    const SPACES: [&str; 8] = [
        " ",
        "  ",
        "\n",
        "\n\n",
        "\t",
        " \n\n\n  ",
        "\n        ",
        "    ",
    ];
    let mut found = Vec::new();
    places(text.parse().expect("it has tokens"), &mut found);
    let (mut out, mut end) = (String::new(), 0);
    for place in found {
        // The delimiters of a doc comment have its place.
        if place.start < end {
            continue;
        }
        let gap = &text[end..place.start];
        let before = text[..end].chars().next_back().unwrap_or(' ');
        let after = text[place.clone()].chars().next().unwrap_or(' ');
        let apart = |letter: char| "(){}[],;".contains(letter);
        let space = SPACES[random.below(SPACES.len())];
        if !gap.trim().is_empty() || text[..end].ends_with('\n') {
            out += gap;
        } else if text[..end]
            .lines()
            .next_back()
            .is_some_and(|line| line.trim_start().starts_with("//"))
        {
            // A doc comment ends with its line.
            out += gap;
        } else if !gap.is_empty() {
            let glued = random.below(3) == 0 && (apart(before) || apart(after));
            out += if glued { "" } else { space };
        } else if apart(before) || apart(after) {
            out += if random.below(3) == 0 { space } else { "" };
        }
        out += &text[place.clone()];
        end = place.end;
    }
    out + &text[end..]
}

#[test]
fn repository_keeps_its_tokens_and_comments() {
    for (path, text) in files() {
        let formatted = format(&path, &text);
        assert_eq!(tokens(&text), tokens(&formatted), "{path}");
        assert_eq!(comments(&text), comments(&formatted), "{path}");
        assert_eq!(format(&path, &formatted), formatted, "{path}");
    }
}

#[test]
fn other_white_space_keeps_the_tokens() {
    let mut random = Random(0x5DEE_CE66);
    for _ in 0..times(1) {
        for (path, text) in files() {
            let other = respaced(&text, &mut random);
            let formatted = format(&path, &other);
            assert_eq!(tokens(&text), tokens(&formatted), "{path}");
            assert_eq!(comments(&text), comments(&formatted), "{path}");
            assert_eq!(format(&path, &formatted), formatted, "{path}\n{other}");
        }
    }
}

/// Removes, repeats or inserts something.
fn damaged(text: &str, random: &mut Random) -> String {
    const INSERTS: [&str; 16] = [
        "{", "}", "(", ")", ";", "/*", "//", "\"", "'", "#", "if ", "&&", "branch", "\r", "🦀", "<",
    ];
    let mut out = text.to_owned();
    for _ in 0..=random.below(4) {
        let mut place = |out: &str| {
            let mut at = random.below(out.len() + 1);
            while !out.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let (a, b) = (place(&out), place(&out));
        let (start, end) = (a.min(b), a.max(b).min(a.min(b) + 40));
        let end = (start..=end)
            .rev()
            .find(|at| out.is_char_boundary(*at))
            .unwrap_or(start);
        match random.below(3) {
            0 => out.replace_range(start..end, ""),
            1 => {
                let copy = out[start..end].to_owned();
                out.insert_str(a, &copy);
            }
            _ => out.insert_str(a, INSERTS[random.below(INSERTS.len())]),
        }
    }
    out
}

#[test]
fn damaged_files_never_panic() {
    let mut random = Random(0x2545_F491);
    let files = files();
    let (mut formatted, mut refused) = (0, 0);
    for _ in 0..times(10) {
        // A thread of its own, since `proc_macro2` keeps the texts of a thread.
        let cases: Vec<(&str, String)> = (0..100)
            .map(|_| {
                let (path, text) = &files[random.below(files.len())];
                (&path[..], damaged(text, &mut random))
            })
            .collect();
        let count = std::thread::scope(|scope| {
            let run = || {
                cases
                    .iter()
                    .filter(|(path, text)| survives(path, text))
                    .count()
            };
            scope.spawn(run).join().expect("no file panics")
        });
        formatted += count;
        refused += cases.len() - count;
    }
    println!("{formatted} files with tokens, {refused} without");
    assert!(formatted > 0 && refused > 0);
}

/// Checks and formats a damaged file. Returns false if it does not consist of tokens.
fn survives(path: &str, text: &str) -> bool {
    let mut sources = Sources::new();
    let file = match sources.add(path, text) {
        Ok(file) => file,
        Err(error) => {
            assert!(!error.render(text).is_empty());
            return false;
        }
    };
    for call in sources.file(file).calls() {
        for diagnostic in sources.check(call).diagnostics {
            assert!(!diagnostic.render(text).is_empty());
        }
    }
    let formatted = sources.format(file).text;
    assert_eq!(tokens(text), tokens(&formatted), "{path}");
    let again = sources.add(path, formatted.clone()).expect("it has tokens");
    assert_eq!(sources.format(again).text, formatted, "{path}\n{text}");
    true
}
