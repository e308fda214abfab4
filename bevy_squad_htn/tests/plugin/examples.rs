//! The examples run as documented.

use bevy_squad_htn::prelude::*;

#[allow(dead_code)]
#[path = "../../examples/observers.rs"]
mod observers;
#[allow(dead_code)]
#[path = "../../examples/thousand_squads.rs"]
mod thousand_squads;
#[allow(dead_code)]
#[path = "../../examples/two_squads.rs"]
mod two_squads;

#[test]
fn observers() {
    let story = observers::play();
    let begun = story.iter().filter(|line| line.starts_with("  begins"));
    let begun = begun.count();
    let ended = story.iter().filter(|line| line.starts_with("  ends"));
    assert_eq!((begun, ended.count()), (8, 7), "{story:#?}");
    // Both walk their rounds at once.
    let frame = |what: &str| story.iter().position(|line| line.contains(what));
    assert!(frame("begins walk(22v0") < frame("frame 4"), "{story:#?}");
    let gone = frame(" is despawned").expect("one of them goes");
    let first = story[gone].trim().trim_end_matches(" is despawned");
    assert_eq!(
        story[gone + 1],
        format!("  ends   look_around({first}, 5) (Running)")
    );
    let mut looked = story
        .iter()
        .filter(|line| line.contains("ends   look_around"));
    let looked = looked.next_back().expect("a guard looks into the noise");
    assert!(
        !looked.contains(first) && looked.ends_with("5) (Succeeded)"),
        "the one who is left: {story:#?}"
    );
}

#[test]
fn two_squads() {
    let story = two_squads::play();
    assert_eq!(story, two_squads::play(), "it is the same each time");
    let count = |what: &str| story.iter().filter(|line| line.contains(what)).count();
    assert!(count("is despawned") >= 4, "{story:#?}");
    assert!(count("is repaired") >= 5);
    assert!(
        count("`while`: `!spots(who, _)`") >= 5,
        "they are interrupted"
    );
    assert!(count("an agent left") >= 1);
    assert_eq!(
        story.last().map(String::as_str),
        Some("Red is despawned: of 1 orders 0 are left, and 2 fighters")
    );
    assert_eq!(count("is not an active order"), 0);
}

#[test]
fn thousand_squads() {
    let [many, one] = [true, false].map(|threads| {
        let played = thousand_squads::play(20, 100, SquadBudget::Steps(500), threads);
        (played.orders, played.searches, played.longest_wait)
    });
    assert_eq!(many, one);
    assert!(many.0 > 200, "{many:?}");
}

/// The code of a text, without what surrounds it.
fn code(text: &str, begin: &str) -> String {
    let mut is_code = false;
    let lines = text.lines().filter(|line| {
        if line.starts_with("```") {
            is_code = *line == begin;
            return false;
        }
        is_code && !line.is_empty()
    });
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn the_guide_and_the_readme_have_the_first_example() {
    let example = include_str!("../../examples/first_squad.rs");
    assert!(example.lines().count() <= 80);
    let lines = example
        .lines()
        .filter(|line| !line.starts_with("//!") && !line.is_empty());
    let example: String = lines.map(|line| format!("{line}\n")).collect();
    assert_eq!(code(include_str!("../../README.md"), "```rust"), example);
    let chapter = include_str!("../../../src/_guide/bevy.rs");
    let chapter: String = chapter
        .lines()
        .map(|line| {
            line.strip_prefix("//! ")
                .or(line.strip_prefix("//!"))
                .unwrap_or(line)
        })
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!(code(&chapter, "```rust,ignore"), example);
}
