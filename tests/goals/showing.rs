//! What is printed and written.

use crate::args::{PROGRAM, settings};
use crate::kit::flags::Invocation;
use crate::page::page;
use crate::seeds;
use crate::show::{Part, Shown};
use crate::table;
use crate::tell::tell;

#[test]
fn the_same_seed_gives_the_same_text_and_page() {
    for seed in seeds(2, 20) {
        let [one, other] = [(); 2].map(|()| Shown::new(Part::All, seed).unwrap());
        assert_eq!(tell(&one), tell(&other));
        assert_eq!(page(&one), page(&other));
    }
    let texts = [1, 2].map(|seed| tell(&Shown::new(Part::Squad, seed).unwrap()));
    assert_ne!(texts[0], texts[1], "another seed is another story");
}

#[test]
fn a_part_can_be_chosen() {
    let shown = |part| tell(&Shown::new(part, 1).unwrap());
    let (all, characters, squad) = (
        shown(Part::All),
        shown(Part::Characters),
        shown(Part::Squad),
    );
    assert!(
        characters.contains("traverse_link_uncloaked(Terminal)")
            && !characters.contains("Orderly advance")
    );
    assert!(squad.contains("Orderly advance") && !squad.contains("traverse_link_uncloaked"));
    assert!(all.contains(&characters) && all.contains(squad.trim()));
}

#[test]
fn the_page_is_whole() {
    let page = page(&Shown::new(Part::All, 1).unwrap());
    for tag in ["table", "div", "ol", "ul", "h2", "h3", "td", "tr"] {
        let (open, close) = (format!("<{tag}"), format!("</{tag}>"));
        let opened = page.matches(&open).count();
        assert_eq!(opened, page.matches(&close).count(), "{tag}");
    }
    assert!(!page.contains("://"), "it needs no network");
    assert!(page.contains("not <b>KillEnemy</b>: "), "it says why not");
    assert!(page.contains("The player is about") && page.contains("class=\"dodge"));
}

#[test]
fn flags_that_make_no_sense_are_refused() {
    let wrong = |words: &[&str]| match PROGRAM.parse(words.iter().map(|word| (*word).to_owned())) {
        Ok(Invocation::Run(given)) => settings(&given).unwrap_err(),
        Ok(Invocation::Help(help)) => panic!("{help}"),
        Err(message) => message,
    };
    assert_eq!(
        wrong(&["--show", "cats"]),
        "`--show` is one of all, characters, squad, not `cats`"
    );
    assert_eq!(
        wrong(&["--sead", "1"]),
        "unknown option `--sead`; there are --show, --seed, --page, --help"
    );
    assert!(wrong(&["--seed", "x"]).starts_with("`--seed` needs a number"));
    assert_eq!(wrong(&["--page"]), "`--page` needs a value: --page FILE");
}

#[test]
fn cells_are_wrapped() {
    let cell = |text: &str| vec![text.to_owned()];
    let rows = [
        vec![cell("a"), cell("one two three")],
        vec![cell("b"), cell("incomprehensible")],
    ];
    let text = "a | one two\n  |   three\n--+----------\nb | incompreh\n  |   ensible\n";
    assert_eq!(table::print(&[1, 9], &rows), text);
}
