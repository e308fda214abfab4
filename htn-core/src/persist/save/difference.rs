//! What differs between two versions of a domain, by what saves know of them.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use super::header::{FORMAT, Header};
use crate::model::show::Counted;

/// Why a save can't be loaded with the domain as it is now.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Mismatch {
    /// It has another format: it was written by another version of this crate.
    OtherFormat {
        /// That of the save.
        saved: u32,
    },
    /// It holds something else.
    OtherThing {
        /// What is in the save: `state`, `plan`, …
        saved: String,
        /// What it was to be loaded as.
        wanted: &'static str,
    },
    /// It is of another domain.
    OtherDomain {
        /// That of the save.
        saved: String,
        /// That of the program.
        now: String,
    },
    /// It is of another version of the domain.
    OtherVersion {
        /// The domain.
        domain: String,
        /// What differs; empty where it is something that is in no signature.
        differences: Vec<String>,
    },
}

/// So many differences are told.
const TOLD: usize = 4;

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mismatch::OtherFormat { saved } => {
                write!(
                    f,
                    "save format {saved} is not supported; this build reads format {FORMAT}"
                )?;
                if *saved > FORMAT {
                    f.write_str(
                        ": the save was written by a newer version of `squad-htn`; \
                         help: keep the save and load it with an updated program",
                    )?;
                }
                Ok(())
            }
            Mismatch::OtherThing { saved, wanted } => {
                write!(f, "the save is of {}, and not of {}", a(saved), a(wanted))
            }
            Mismatch::OtherDomain { saved, now } => {
                write!(f, "the save is of the domain `{saved}`, and not of `{now}`")
            }
            Mismatch::OtherVersion {
                domain,
                differences,
            } => {
                write!(
                    f,
                    "the save is of another version of the domain `{domain}`: "
                )?;
                if differences.is_empty() {
                    return f.write_str(
                        "all signatures are the same, so it is a condition, a body, an effect or a capacity that has changed",
                    );
                }
                for (at, difference) in differences.iter().take(TOLD).enumerate() {
                    let between = if at > 0 { "; " } else { "" };
                    write!(f, "{between}{difference}")?;
                }
                match differences.len().saturating_sub(TOLD) {
                    0 => Ok(()),
                    more => write!(f, "; and {more} more"),
                }
            }
        }
    }
}

impl Error for Mismatch {}

/// A signature in its parts.
pub(super) struct Signature<'a> {
    pub kind: &'a str,
    pub name: &'a str,
    pub params: Vec<&'a str>,
    /// How many columns stand before `=>`.
    pub key: Option<usize>,
}

impl<'a> Signature<'a> {
    /// Reads one; nothing where it is none.
    pub fn new(text: &'a str) -> Option<Signature<'a>> {
        let (head, rest) = text.split_once('(')?;
        let (kind, name) = head.rsplit_once(' ')?;
        let inside = rest.strip_suffix(')')?;
        let (mut params, mut key) = (Vec::new(), None);
        let (mut depth, mut start, mut before) = (0_u32, 0, ' ');
        for (at, sign) in inside.char_indices() {
            match sign {
                '>' if before == '=' && depth == 0 => {
                    let column = inside[start..at - 1].trim();
                    params.extend((!column.is_empty()).then_some(column));
                    key = Some(params.len());
                    start = at + 1;
                }
                '(' | '[' | '{' | '<' => depth += 1,
                ')' | ']' | '}' | '>' => depth = depth.saturating_sub(1),
                ',' if depth == 0 => {
                    params.push(inside[start..at].trim());
                    start = at + 1;
                }
                _ => {}
            }
            before = sign;
        }
        let last = inside[start..].trim();
        params.extend((!last.is_empty()).then_some(last));
        Some(Signature {
            kind,
            name,
            params,
            key,
        })
    }

    pub fn is_predicate(&self) -> bool {
        self.kind == "predicate"
    }
}

/// What differs, in words; predicates and tasks in the order of the save, then types, then what is new.
pub(super) fn differences(saved: &Header, now: &Header) -> Vec<String> {
    let (before, after) = (parse(&saved.signatures), parse(&now.signatures));
    let mut told: Vec<String> = Vec::new();
    for was in &before {
        match find(&after, was) {
            None => told.push(format!("{} `{}` is gone", was.kind, was.name)),
            Some(is) => told.extend(difference(was, is)),
        }
    }
    for (name, shape) in &saved.types {
        let is = now.types.iter().find(|(other, _)| other == name);
        if is.is_some_and(|(_, is)| is != shape) {
            told.push(format!("the type `{name}` is defined otherwise"));
        }
    }
    for is in &after {
        if find(&before, is).is_none() {
            told.push(format!("{} `{}` is new", is.kind, is.name));
        }
    }
    if told.is_empty() && saved.signatures != now.signatures {
        told.push("predicates or tasks stand in another order".into());
    }
    told
}

fn parse(texts: &[String]) -> Vec<Signature<'_>> {
    texts
        .iter()
        .filter_map(|text| Signature::new(text))
        .collect()
}

/// That of the same name among others.
fn find<'a, 'b>(all: &'b [Signature<'a>], like: &Signature<'_>) -> Option<&'b Signature<'a>> {
    let mut all = all.iter();
    all.find(|other| other.name == like.name && other.is_predicate() == like.is_predicate())
}

/// What differs between two signatures of one name.
pub(super) fn difference(was: &Signature<'_>, is: &Signature<'_>) -> Option<String> {
    let name = was.name;
    if was.kind != is.kind {
        return Some(format!("`{name}` was {}, now {}", a(was.kind), a(is.kind)));
    }
    let (one, more) = if was.is_predicate() {
        ("column", "columns")
    } else {
        ("parameter", "parameters")
    };
    if was.params.len() != is.params.len() {
        let had = Counted(was.params.len() as u64, one, more);
        let now = is.params.len();
        return Some(format!("{} `{name}` had {had}, now {now}", was.kind));
    }
    let mut params = was.params.iter().zip(&is.params).enumerate();
    if let Some((at, (was, is))) = params.find(|(_, (was, is))| was != is) {
        return Some(format!(
            "`{name}`: {one} {} was `{was}`, now `{is}`",
            at + 1
        ));
    }
    match (was.key, is.key) {
        (was, is) if was == is => None,
        (None, Some(_)) => Some(format!("predicate `{name}` had no `=>`, now it has one")),
        (Some(_), None) => Some(format!("predicate `{name}` had a `=>`, now it has none")),
        _ => Some(format!("predicate `{name}` had its `=>` elsewhere")),
    }
}

/// With its article.
pub(super) fn a(kind: &str) -> String {
    let article = if kind.starts_with(['a', 'e', 'i', 'o']) {
        "an"
    } else {
        "a"
    };
    format!("{article} {kind}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn signatures_come_apart() {
        let parts = |text| {
            let Signature {
                kind,
                name,
                params,
                key,
            } = Signature::new(text).unwrap();
            (kind, name, params, key)
        };
        assert_eq!(
            parts("predicate alarm()"),
            ("predicate", "alarm", vec![], None)
        );
        assert_eq!(
            parts("predicate at(Option<(Actor, u8)>, [u8; 2] => Place)"),
            (
                "predicate",
                "at",
                vec!["Option<(Actor, u8)>", "[u8; 2]", "Place"],
                Some(2)
            )
        );
        assert_eq!(
            parts("predicate mode(=> Mode)"),
            ("predicate", "mode", vec!["Mode"], Some(0))
        );
        assert_eq!(
            parts("internal operator claim(who: Actor)"),
            ("internal operator", "claim", vec!["who: Actor"], None)
        );
    }

    #[test]
    fn what_is_no_signature_is_none() {
        for text in ["", "(", "predicate", "predicate a(", "a(b)", ")("] {
            assert!(Signature::new(text).is_none(), "{text}");
        }
        // Nothing of these breaks anything.
        for text in ["p a(>>>=>,,=>)", "p a(é=>é)", "p a(=)"] {
            assert!(Signature::new(text).is_some(), "{text}");
        }
    }

    fn told(was: &str, is: &str) -> Option<String> {
        difference(&Signature::new(was)?, &Signature::new(is)?)
    }

    #[test]
    fn differences_are_told_in_words() {
        let cases = [
            (
                "operator go(a: A, b: B)",
                "operator go(a: A)",
                "operator `go` had 2 parameters, now 1",
            ),
            (
                "operator go(a: A)",
                "method go(a: A)",
                "`go` was an operator, now a method",
            ),
            (
                "predicate at(A, B)",
                "predicate at(A => B)",
                "predicate `at` had no `=>`, now it has one",
            ),
            (
                "predicate at(A => B)",
                "predicate at(A, B)",
                "predicate `at` had a `=>`, now it has none",
            ),
            (
                "predicate at(A => B)",
                "predicate at(=> A, B)",
                "predicate `at` had its `=>` elsewhere",
            ),
            (
                "operator go(a: A)",
                "operator go(b: A)",
                "`go`: parameter 1 was `a: A`, now `b: A`",
            ),
        ];
        for (was, is, text) in cases {
            assert_eq!(told(was, is).as_deref(), Some(text));
            assert_eq!(told(was, was), None);
        }
    }
}
