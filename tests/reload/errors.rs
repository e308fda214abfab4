//! Sources that cannot be reloaded.

use squad_htn::reload::{ReloadError, ReloadedDomain, Source};

use super::game::*;

fn refused(from: &str, to: &str) -> String {
    match changed(from, to) {
        Err(error) => error.to_string(),
        Ok(_) => panic!("`{to}` was accepted"),
    }
}

#[test]
fn changes_that_types_depend_on_need_a_rebuild() {
    for (from, to, message) in [
        (
            "predicate closed(Post) [8];",
            "predicate closed(Guard) [8];",
            "restore `predicate closed(Post)`",
        ),
        (
            "predicate closed(Post) [8];",
            "predicate closed(Post) [8]; predicate open(Post);",
            "the new predicate `open`",
        ),
        (
            "predicate taken(Post => Guard) [8];",
            "predicate taken(Post, Guard) [8];",
            "restore `predicate taken(Post => Guard)`",
        ),
        (
            "operator rest(who: Guard) by who {}",
            "operator rest(who: Guard, n: u32) by who {}",
            "restore `operator rest(who: Guard)`",
        ),
        (
            "operator rest(who: Guard) by who {}",
            "operator rest(who: Guard) by who {} operator run() {}",
            "the new operator `run`",
        ),
        (
            "internal operator leave(p: Post) {",
            "operator leave(p: Post) {",
            "restore `internal operator leave(p: Post)`",
        ),
        (
            "pub method strongest() if",
            "pub method strongest(m: u32) if m > 0 &&",
            "the public task `strongest`",
        ),
        (
            "pub method strongest() if",
            "pub method weakest() if",
            "the public task `strongest`",
        ),
        ("agent Guard;", "agent Post;", "restore `agent Guard;`"),
        (
            "watch(game: &Game);",
            "watch(world: &Game);",
            "restore `game: &Game`",
        ),
        (
            "watch(game: &Game);",
            "watch(game: &Game); use core::mem::swap;",
            "another `use`",
        ),
        (
            "level(n) && n > 1 {",
            "level(n) && let m: i64 = 3 && m > 1 && n > 1 {",
            "the type `i64`",
        ),
        (
            "level(n) && n > 1 {",
            "level(n) && n > 1.5 {",
            "expected u32, found f64",
        ),
        (
            "level(n) && n > 1 {",
            "level(n) && game.strength(who) > 1 && game.speed(who) > n {",
            "`game.speed(who)` needs a rebuild",
        ),
        (
            "predicate done(Guard, Post) [32];",
            "predicate done(Guard, Post) [usize::MAX];",
            "`usize::MAX` needs a rebuild",
        ),
        (
            "predicate done(Guard, Post) [32];",
            "predicate done(Guard, Post) [4_000_000_000_000];",
            "more memory than can be addressed",
        ),
        (
            "branch dark if game",
            "branch dark if free(who) && game",
            "mismatched types: expected Post, found Guard",
        ),
    ] {
        let error = refused(from, to);
        assert!(error.contains(message), "{to}: {error}");
        assert!(error.contains("game.rs:") && error.contains('^'), "{error}");
    }
}

#[test]
fn place_of_an_error_is_underlined() {
    let error = refused("level(n) && n > 1 {", "level(n) && n > game.alarm() {");
    let line = TEXT
        .lines()
        .position(|line| line.contains("branch idle"))
        .expect("it is there")
        + 1;
    let text = format!(
        "{line} |         branch idle if guard(who) && level(n) && n > game.alarm() {{ rest(who); }}"
    );
    assert!(
        error.contains(&text) && error.contains("^^^^^^^^^^^^"),
        "{error}"
    );
    assert!(
        error.starts_with("error: `game.alarm()` needs a rebuild"),
        "{error}"
    );
}

#[test]
fn file_that_cannot_be_used_is_an_error() {
    let load = |source: &Source| -> Result<ReloadedDomain<Domain>, ReloadError> { source.load() };
    let missing = Source::file("tests/reload/nowhere.rs");
    let error = load(&missing).expect_err("there is no such file");
    assert!(matches!(error, ReloadError::Unreadable { .. }));
    assert!(
        error
            .to_string()
            .starts_with("cannot read `tests/reload/nowhere.rs`"),
        "{error}"
    );
    let source = Source::compiled::<Domain>().expect("this file");
    assert!(source.path().ends_with("tests/reload/game.rs"));
    let of = |text: &str| {
        let loaded: Result<ReloadedDomain<Domain>, _> = source.load_text(text.to_owned());
        loaded.expect_err("it has no such domain").to_string()
    };
    assert!(of("fn main() {}").ends_with("does not contain the domain `watch`"));
    let twice = of(&format!(
        "{TEXT}\n{}",
        TEXT.replace("pub domain watch", "domain watch")
    ));
    assert!(
        twice.contains("several domains `watch`, in lines "),
        "{twice}"
    );
    assert!(of("fn main() {").contains("`{` is not closed"));
    assert!(of("").contains("does not contain"));
}

#[test]
fn cyclic_and_missing_parts_are_errors() {
    let part = "squad_htn::htn_part! { pub part more { use part more; } }\n";
    let with = TEXT.replace(
        "    agent Guard;\n",
        "    agent Guard;\n    use part more;\n",
    );
    let error = load(format!("{with}\n{part}"))
        .expect_err("it includes itself")
        .to_string();
    assert!(error.contains("this part includes itself"), "{error}");
    let error = load(with).expect_err("there is no part").to_string();
    assert!(error.contains("the part `more` was not found"), "{error}");
}

#[test]
fn text_file_has_the_domain_alone() {
    let (from, to) = (
        TEXT.find("pub domain").expect("it is there"),
        TEXT.find("\n}\n\npub use").expect("it ends"),
    );
    let text = TEXT[from..to].to_owned();
    let domain: ReloadedDomain<Domain> = Source::file("watch.htn")
        .load_text(text.clone())
        .expect("valid");
    assert_eq!(domain.hash(), load(TEXT.to_owned()).expect("valid").hash());
    let error =
        Source::file("watch.htn").load_text::<Domain>(text.replace("domain watch", "domain other"));
    assert!(matches!(error, Err(ReloadError::NoDomain { .. })));
}

#[test]
fn broken_file_changes_nothing() {
    let mut squad = Squad::new();
    (0..4).for_each(|_| squad.tick(&Game::DAY));
    let mut untouched = squad.clone();
    assert!(load(TEXT.replace("branch idle", "branch")).is_err());
    for _ in 0..4 {
        for squad in [&mut squad, &mut untouched] {
            squad.finish();
            squad.tick(&Game::DAY);
        }
    }
    assert_eq!(squad.story, untouched.story);
}

/// Reads a number from the environment.
fn told(name: &str, default: u64) -> u64 {
    std::env::var(name)
        .ok()
        .and_then(|told| told.parse().ok())
        .unwrap_or(default)
}

#[test]
fn mutated_files_never_panic() {
    let (mut seed, count) = (
        told("HTN_SEED", 1),
        if std::env::var_os("HTN_FULL").is_some() {
            20_000
        } else {
            1_000
        },
    );
    println!("HTN_SEED={seed}");
    let mut random = |below: usize| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    let (from, to) = (
        TEXT.find("htn_domain!").expect("it is there"),
        TEXT.find("pub use watch").expect("it is there"),
    );
    let words: Vec<&str> = TEXT[from..to]
        .split_inclusive([' ', '(', ')', ';', ','])
        .collect();
    let (mut valid, mut invalid) = (0, 0);
    for _ in 0..count {
        let mut words = words.clone();
        for _ in 0..1 + random(3) {
            let (a, b) = (random(words.len()), random(words.len()));
            match random(4) {
                0 => words.swap(a, b),
                1 => _ = words.remove(a),
                2 => words.insert(a, words[b]),
                _ => {
                    words[a] = [
                        "1", "-", "n ", "!", "{", "}", "0u8 ", "game.", "&& ", "|x| ", "\"", "'a",
                        "later ",
                    ][random(13)]
                }
            }
        }
        match load(words.concat()) {
            Ok(domain) => {
                valid += 1;
                let mut squad = Squad::new();
                let _ = squad.director.reload(&domain);
                (0..3).for_each(|_| {
                    squad
                        .director
                        .tick(&Game::DAY, squad_htn::Budget::steps(2_000));
                });
            }
            Err(ReloadError::Failed) => panic!("it panicked: {}", words.concat()),
            Err(_) => invalid += 1,
        }
    }
    assert!(
        valid > 5 && invalid > 500,
        "{valid} are valid, and {invalid} are not"
    );
}
