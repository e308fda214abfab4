//! Any token stream at all is an error or a domain, never a panic or a hang: whole domains with tokens deleted,
//! doubled, swapped and taken from one another, and groups emptied.

use proc_macro2::{Group, TokenStream, TokenTree};

use super::{EVERYTHING, RESTRAINT, parse};
use crate::errors::Errors;
use crate::parse::tokens::list;

/// xorshift64*: a case is known by its seed.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % limit.max(1)
    }
}

#[test]
fn mutated_domains_are_errors_at_worst() {
    let cases: u64 = if std::env::var_os("HTN_FULL").is_some() {
        200_000
    } else {
        2_000
    };
    let sources: Vec<Vec<TokenTree>> = [RESTRAINT, EVERYTHING]
        .iter()
        .map(|source| list(source.parse().unwrap()))
        .collect();
    let first: u64 = std::env::var("HTN_SEED")
        .ok()
        .and_then(|seed| seed.parse().ok())
        .unwrap_or(1);
    let mut whole = 0;
    for seed in first..first + cases {
        let outcome = std::panic::catch_unwind(|| one_case(&sources, seed));
        match outcome {
            Ok(good) => whole += usize::from(good),
            Err(_) => panic!("seed {seed}: run again with HTN_SEED={seed}"),
        }
    }
    // Some mutations do no harm; most must be noticed.
    assert!((whole as u64) < cases / 2, "{whole} of {cases} were fine");
}

/// Parses a mutated domain. Returns true if it had no errors.
fn one_case(sources: &[Vec<TokenTree>], seed: u64) -> bool {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut tokens = sources[random.below(sources.len())].clone();
    for _ in 0..=random.below(4) {
        tokens = mutated(&tokens, sources, &mut random);
    }
    let input: TokenStream = tokens.into_iter().collect();
    let mut errors = Errors::default();
    let domain = parse(input.clone(), &mut errors);
    if let Some(domain) = &domain {
        crate::resolve::resolve(domain, &mut errors);
    }
    assert!(domain.is_some() || !errors.is_empty());
    // The later stages must not panic on the incomplete domain.
    assert!(!crate::expand(input).is_empty());
    errors.is_empty()
}

/// One change, somewhere: here, or inside one of the groups.
fn mutated(
    tokens: &[TokenTree],
    sources: &[Vec<TokenTree>],
    random: &mut Random,
) -> Vec<TokenTree> {
    let groups: Vec<usize> = (0..tokens.len())
        .filter(|&at| matches!(tokens[at], TokenTree::Group(_)))
        .collect();
    let mut tokens = tokens.to_vec();
    if !groups.is_empty() && random.below(4) > 0 {
        let at = groups[random.below(groups.len())];
        if let TokenTree::Group(group) = &tokens[at] {
            let inside = mutated(&list(group.stream()), sources, random);
            tokens[at] = Group::new(group.delimiter(), inside.into_iter().collect()).into();
        }
        return tokens;
    }
    if tokens.is_empty() {
        return vec![foreign(sources, random)];
    }
    let at = random.below(tokens.len());
    match random.below(7) {
        0 => drop(tokens.remove(at)),
        1 => tokens.insert(at, tokens[at].clone()),
        2 => {
            let other = random.below(tokens.len());
            tokens.swap(at, other);
        }
        3 => tokens[at] = foreign(sources, random),
        4 => tokens.truncate(at),
        5 => tokens.insert(at, foreign(sources, random)),
        _ => {
            if let TokenTree::Group(group) = &tokens[at] {
                tokens[at] = Group::new(group.delimiter(), TokenStream::new()).into();
            } else {
                tokens.remove(at);
            }
        }
    }
    tokens
}

/// A token from anywhere.
fn foreign(sources: &[Vec<TokenTree>], random: &mut Random) -> TokenTree {
    let mut tokens = sources[random.below(sources.len())].clone();
    loop {
        let token = tokens[random.below(tokens.len())].clone();
        match &token {
            TokenTree::Group(group) if !group.stream().is_empty() && random.below(3) > 0 => {
                tokens = list(group.stream());
            }
            _ => return token,
        }
    }
}
