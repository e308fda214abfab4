//! Comments and documents stay readable: the phrases of `scripts/prose-patterns.txt` appear at most as often as the budgets
//! in `scripts/prose-budgets.txt` allow. `scripts/prose.py FILE` prints the places.
//!
//! `LOWER_BUDGETS=1 cargo test --test prose` lowers each budget to the present count.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const PATTERNS: &str = "scripts/prose-patterns.txt";
const BUDGETS: &str = "scripts/prose-budgets.txt";

/// One element of a pattern.
enum Element {
    /// The next word is one of these.
    Words(Vec<String>),
    /// The next word is not one of these.
    NotFollowedBy(Vec<String>),
    /// The first word is at the start of the text.
    Start,
    /// The text does not end with a question mark.
    NoQuestion,
}

/// A sequence of words to find in a text.
struct Pattern(Vec<Element>);

/// A word of a text with its position.
struct Word<'t> {
    start: usize,
    text: &'t str,
}

impl Pattern {
    fn parse(line: &str) -> Pattern {
        let alternatives = |text: &str| text.split('|').map(str::to_owned).collect();
        let elements = line.split_whitespace().map(|part| match part {
            "^" => Element::Start,
            "!?" => Element::NoQuestion,
            _ => match part.strip_prefix('!') {
                Some(rest) => Element::NotFollowedBy(alternatives(rest)),
                None => Element::Words(alternatives(part)),
            },
        });
        Pattern(elements.collect())
    }

    fn is_in(&self, text: &str) -> bool {
        let words = words(text);
        (0..words.len()).any(|first| self.matches_at(text, &words, first))
    }

    fn matches_at(&self, text: &str, words: &[Word<'_>], first: usize) -> bool {
        let mut next = first;
        // The word at `next`, if only a space separates it from the one before.
        let adjacent = |next: usize| {
            let word = words.get(next)?;
            let follows = next == first
                || &text[words[next - 1].start + words[next - 1].text.len()..word.start] == " ";
            follows.then_some(word.text)
        };
        self.0.iter().all(|element| match element {
            Element::Start => words[first].start == 0,
            Element::NoQuestion => !text.ends_with('?'),
            Element::NotFollowedBy(excluded) => {
                !adjacent(next).is_some_and(|word| excluded.iter().any(|other| other == word))
            }
            Element::Words(allowed) => {
                let found =
                    adjacent(next).is_some_and(|word| allowed.iter().any(|other| other == word));
                next += 1;
                found
            }
        })
    }
}

fn words(text: &str) -> Vec<Word<'_>> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(is_word) {
        let from = &rest[start..];
        let end = from.find(|c| !is_word(c)).unwrap_or(from.len());
        let offset = text.len() - from.len();
        words.push(Word {
            start: offset,
            text: &from[..end],
        });
        rest = &from[end..];
    }
    words
}

/// The text of a comment, or of a line of a document.
fn prose(is_rust: bool, line: &str) -> Option<&str> {
    if !is_rust {
        let text = line.trim();
        let is_text = !text.starts_with("|--") && !text.starts_with("#!");
        let bullets = |c: char| "#*->|0123456789. ".contains(c);
        return is_text.then(|| text.trim_start_matches(bullets));
    }
    let starts = line.match_indices("//").map(|(at, _)| at);
    let at = starts
        .filter(|&at| line[..at].is_empty() || line[..at].ends_with(char::is_whitespace))
        .min()?;
    let text = &line[at + 2..];
    Some(text.strip_prefix(['/', '!']).unwrap_or(text).trim())
}

fn count(is_rust: bool, text: &str, patterns: &[Pattern]) -> usize {
    let mut is_code = false;
    let mut found = 0;
    for line in text.lines() {
        if !is_rust && line.trim_start().starts_with("```") {
            is_code = !is_code;
            continue;
        }
        if let Some(text) = prose(is_rust, line).filter(|_| !is_code) {
            found += patterns
                .iter()
                .filter(|pattern| pattern.is_in(text))
                .count();
        }
    }
    found
}

/// Adds the counts of a folder, by the first part of the path; files of the root are `documents`.
fn visit(folder: &Path, path: &str, patterns: &[Pattern], counts: &mut BTreeMap<String, usize>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let entry = entry.expect("its entries can be read");
        let name = entry.file_name().to_string_lossy().into_owned();
        let own = format!("{path}{name}");
        if ["target", ".git", "snapshots"].contains(&name.as_str()) || own == "tests/ui" {
            continue;
        }
        if entry.path().is_dir() {
            visit(&entry.path(), &format!("{own}/"), patterns, counts);
        } else if own.ends_with(".rs") || own.ends_with(".md") {
            let text = fs::read_to_string(entry.path()).expect("sources are text");
            let group = own.split_once('/').map_or("documents", |(first, _)| first);
            *counts.entry(group.to_owned()).or_default() +=
                count(own.ends_with(".rs"), &text, patterns);
        }
    }
}

fn read_patterns() -> Vec<Pattern> {
    let list = fs::read_to_string(PATTERNS).expect("the list of patterns");
    let lines = list.lines().filter(|line| line.starts_with("    "));
    lines.map(Pattern::parse).collect()
}

#[test]
fn phrases_stay_within_budgets() {
    let mut counts = BTreeMap::new();
    visit(Path::new("."), "", &read_patterns(), &mut counts);
    let list = fs::read_to_string(BUDGETS).expect("the list of budgets");
    let mut budgets = BTreeMap::new();
    for line in list.lines() {
        let (count, group) = line.split_once(' ').expect("a count and a folder");
        let count: usize = count.parse().expect("a count");
        budgets.insert(group.to_owned(), count);
    }
    if std::env::var_os("LOWER_BUDGETS").is_some() {
        let lower = |(group, count): (&String, &usize)| {
            let budget = budgets.get(group).unwrap_or(count).min(count);
            format!("{budget} {group}\n")
        };
        let text: String = counts.iter().map(lower).collect();
        fs::write(BUDGETS, text).expect("the list can be written");
    }
    let mut exceeded = Vec::new();
    for (group, count) in &counts {
        let budget = budgets.get(group).copied().unwrap_or(0);
        if *count > budget {
            exceeded.push(format!("{group}: {count} phrases, the budget is {budget}"));
        }
    }
    assert!(
        exceeded.is_empty(),
        "{}\nhelp: `scripts/prose.py FILE` prints the places in a file; reword them",
        exceeded.join("\n")
    );
}

#[test]
fn patterns_match_words_in_sequence() {
    let patterns = read_patterns();
    let found = |text: &str| count(true, text, &patterns);
    assert_eq!(found("/// Returns true if no step is left."), 0);
    assert_eq!(found("/// What a search is paid from."), 1);
    assert_eq!(found("// What is it called?"), 0);
    assert_eq!(found("let x = what_is(told);"), 0);
    assert_eq!(found("x(); // where it was told"), 2);
    assert_eq!(found("//! so long as it fits"), 0);
    assert_eq!(found("//! so long, and no more"), 1);
    assert_eq!(found("/// Where, it seems."), 0);
    assert_eq!(count(false, "```\nnobody\n```\n* nobody", &patterns), 1);
}
