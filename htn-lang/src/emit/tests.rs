//! Whole expansions, pretty-printed, against files under `snapshots/`.
//!
//! After a change that is meant, `UPDATE_SNAPSHOTS=1 cargo test -p htn-lang emit::tests` rewrites them.

use std::collections::BTreeSet;
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

use crate::errors::Errors;
use crate::lower::lower;
use crate::modes::modes;
use crate::parse::parse;
use crate::parse::tokens::is_keyword;
use crate::resolve::resolve;

/// The maximum number of lines in the expansion of one source line, beside those of every domain.
const LINES: usize = 24;
/// The maximum for any domain of the repository: some put a whole axiom or method on each line.
const MOST_LINES: usize = 73;
/// The number of lines that the expansion of a domain with one operator has: the types and the implementations.
const LINES_OF_A_DOMAIN: usize = 110;

fn expanded(source: &str) -> String {
    let input: TokenStream = source.parse().expect("lexes");
    let file = syn::parse2(crate::expand(input)).expect("expands to items");
    prettyplease::unparse(&file)
}

/// The ops of a domain, which the expansion holds as numbers.
fn listing(source: &str) -> String {
    let mut errors = Errors::default();
    let domain = parse(source.parse().expect("lexes"), &mut errors).expect("has a header");
    let names = resolve(&domain, &mut errors);
    let mut moded = modes(&domain, &names, &mut errors);
    if !errors.is_empty() {
        return String::new();
    }
    let index = moded.types.own(quote!(usize));
    let rows = lower(&names, &moded, index, &mut errors);
    let ops = rows
        .code
        .iter()
        .enumerate()
        .map(|(pc, op)| format!("// {pc}: {op:?}\n"));
    ops.collect()
}

fn snapshot(name: &str) -> (usize, usize) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let source = std::fs::read_to_string(root.join(format!("domains/{name}.txt")))
        .expect("there is a domain");
    let lines = (source.lines().count(), expanded(&source).lines().count());
    let expanded = format!("{}\n{}", expanded(&source), listing(&source));
    let path = root.join(format!("snapshots/{name}.rs"));
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, &expanded).expect("can be written");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    if expected != expanded {
        let differs = expected
            .lines()
            .zip(expanded.lines())
            .position(|(a, b)| a != b);
        let line =
            differs.unwrap_or_else(|| expected.lines().count().min(expanded.lines().count()));
        panic!(
            "{name}: line {} was `{}` and is `{}`; UPDATE_SNAPSHOTS=1 takes the new ones over",
            line + 1,
            expected.lines().nth(line).unwrap_or_default(),
            expanded.lines().nth(line).unwrap_or_default(),
        );
    }
    lines
}

#[test]
fn snapshots() {
    for name in ["counting", "paths", "mistakes", "restraint"] {
        snapshot(name);
    }
}

#[test]
fn expanding_twice_gives_the_same() {
    for name in ["counting", "paths", "mistakes", "restraint", "everything"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("domains/{name}.txt"));
        let source = std::fs::read_to_string(path).expect("there is a domain");
        let once = crate::expand(source.parse().expect("lexes")).to_string();
        // Other threads have other addresses and other hashes.
        let again =
            std::thread::spawn(move || crate::expand(source.parse().expect("lexes")).to_string());
        assert_eq!(once, again.join().expect("expands"), "{name}");
    }
}

#[test]
fn every_form_expands() {
    let source = include_str!("../../domains/everything.txt");
    let expanded = expanded(source);
    assert!(!expanded.contains("compile_error"), "{expanded}");
}

#[test]
fn a_line_becomes_few_lines() {
    let least = expanded("domain least; operator wait() {}").lines().count();
    assert!(least <= LINES_OF_A_DOMAIN, "{least} lines of a domain");
    let (source, expanded) = snapshot("restraint");
    println!("{expanded} lines of {source}");
    assert!(expanded <= LINES * source);
}

/// Every domain of the tests and examples: beside what each domain has, a line becomes a limited number of lines. Axioms are
/// compiled again for queries, once for each set of given parameters, so domains with axioms expand to more than the
/// others.
#[cfg(feature = "locations")]
#[test]
fn lines_of_the_repository_become_few_lines() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut domains = Vec::new();
    for folder in ["tests", "examples"] {
        domains_in(&root.join(folder), &mut domains);
    }
    let (with_axioms, others): (Vec<_>, Vec<_>) =
        domains.iter().partition(|domain| domain.has_axioms);
    let average = |list: &[&Domain]| {
        let sum = |of: fn(&Domain) -> usize| list.iter().map(|domain| of(domain)).sum::<usize>();
        sum(Domain::own_lines).div_ceil(sum(|domain| domain.lines))
    };
    println!("{} and {} domains", others.len(), with_axioms.len());
    assert!(others.len() > 100 && with_axioms.len() > 40);
    let averages = (average(&others), average(&with_axioms));
    println!("{} lines a line, {} with axioms", averages.0, averages.1);
    domains.sort_by_key(|domain| domain.own_lines() / domain.lines);
    let all = domains.iter().rev();
    let all = all.map(|domain| (domain.own_lines() / domain.lines, &domain.place));
    let all: Vec<_> = all.collect();
    println!("{:#?}", &all[..10]);
    assert!(averages.0 <= LINES && averages.1 <= LINES);
    let most = all.first().expect("there are domains");
    assert!(most.0 <= MOST_LINES, "{most:?}");
    let few = all.iter().filter(|(lines, _)| *lines <= LINES).count();
    println!(
        "{few} of {} domains have {LINES} lines a line or fewer",
        all.len()
    );
    assert!(few * 5 >= all.len() * 4);
}

/// A domain of the repository and its expansion.
#[cfg(feature = "locations")]
struct Domain {
    place: String,
    lines: usize,
    expanded: usize,
    has_axioms: bool,
}

#[cfg(feature = "locations")]
impl Domain {
    /// The lines of the expansion beside those that every domain has.
    fn own_lines(&self) -> usize {
        self.expanded.saturating_sub(LINES_OF_A_DOMAIN)
    }
}

/// Expands the domains in the files of a folder.
#[cfg(feature = "locations")]
fn domains_in(folder: &Path, domains: &mut Vec<Domain>) {
    for entry in std::fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the entry can be read").path();
        if path.is_dir() && !path.ends_with("tests/ui") {
            domains_in(&path, domains);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.display().to_string();
            let mut sources = crate::Sources::new();
            let text = std::fs::read_to_string(&path).expect("it is UTF-8");
            let file = sources.add(&name, text).expect("it is Rust");
            let calls = sources.file(file).calls().iter();
            let is_domain = |call: &&crate::MacroCall| {
                matches!(call.kind(), crate::MacroKind::Domain) && !call.is_template()
            };
            domains.extend(calls.filter(is_domain).filter_map(|call| {
                let expanded = crate::expand(call.tokens.clone());
                let expanded = prettyplease::unparse(&syn::parse2(expanded).ok()?);
                // Another expansion is the call of a part's macro.
                let is_whole = expanded.contains("__TABLES");
                is_whole.then(|| Domain {
                    place: format!("{name}:{}", call.body().start.line),
                    lines: (call.body().end.line - call.body().start.line).max(1) as usize,
                    expanded: expanded.lines().count(),
                    has_axioms: call.tokens.to_string().contains("axiom "),
                })
            }));
        }
    }
}

/// The number of tokens, those in groups included.
fn count_tokens(tokens: TokenStream) -> usize {
    let counts = tokens.into_iter().map(|token| match token {
        TokenTree::Group(group) => 2 + count_tokens(group.stream()),
        _ => 1,
    });
    counts.sum()
}

/// The tokens of a domain whose only condition has this many atoms, each with a free variable.
fn tokens_of_atoms(atoms: usize) -> usize {
    let atoms_text: Vec<String> = (0..atoms)
        .map(|atom| format!("near(x{atom}, x{})", atom + 1))
        .collect();
    let source = format!(
        "domain wide; predicate near(u32, u32); operator go(to: u32) {{}}
        method chain(x0: u32) {{ branch found if {} {{ go(x{atoms}); }} }}",
        atoms_text.join(" && ")
    );
    count_tokens(crate::expand(source.parse().expect("lexes")))
}

#[test]
fn wide_conditions_expand_linearly() {
    let [few, many, most] = [16, 64, 226].map(tokens_of_atoms);
    let (early, late) = ((many - few) / (64 - 16), (most - many) / (226 - 64));
    println!("{early} and {late} tokens an atom");
    assert!(
        late <= early + early / 20,
        "{late} tokens an atom, {early} before"
    );
    assert!(late <= 800, "{late} tokens an atom");
}

/// The names that the expansions of `tests/hygiene_names/shadowed.rs` use without a path, one a line. The integration test
/// `hygiene_names` compiles that file among items with these names.
#[test]
fn names_without_a_path_are_listed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/hygiene_names");
    let source = std::fs::read_to_string(folder.join("shadowed.rs")).expect("there is a domain");
    let (mut own, mut emitted) = (BTreeSet::new(), BTreeSet::new());
    bare_names(source.parse().expect("lexes"), &mut own);
    for item in syn::parse_file(&source).expect("is Rust").items {
        match item {
            syn::Item::Macro(item) => bare_names(crate::expand(item.mac.tokens), &mut emitted),
            syn::Item::Struct(_) | syn::Item::Enum(_) => {
                let input = quote!(#item);
                if !input.to_string().contains("Term") {
                    continue;
                }
                bare_names(crate::derive_term::derive(input), &mut emitted);
            }
            _ => {}
        }
    }
    let names: String = emitted
        .difference(&own)
        .map(|name| format!("    {name}\n"))
        .collect();
    let list = format!("emitted_names! {{\n{names}}}\n");
    let path = folder.join("emitted_names.rs");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, &list).expect("can be written");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(expected, list, "UPDATE_SNAPSHOTS=1 writes the new list");
}

/// Collects the identifiers without a path: no keywords, no lifetimes, no `__names`, nothing after `::` or `.`.
fn bare_names(tokens: TokenStream, names: &mut BTreeSet<String>) {
    let mut signs = String::new();
    for token in tokens {
        match &token {
            TokenTree::Punct(sign) => {
                signs.push(sign.as_char());
                continue;
            }
            TokenTree::Ident(name) => {
                let text = name.to_string();
                let member = signs.ends_with('.') && !signs.ends_with("..");
                let alone = !member && !signs.ends_with("::") && !signs.ends_with('\'');
                if alone && !is_keyword(&text) && !text.starts_with('_') {
                    names.insert(text);
                }
            }
            TokenTree::Group(group) => bare_names(group.stream(), names),
            TokenTree::Literal(_) => {}
        }
        signs.clear();
    }
}
