//! The text, the page and the command line.

use crate::args::{PROGRAM, settings};
use crate::kit::flags::Invocation;
use crate::page::page;
use crate::seeds;
use crate::show::{Part, Shown};
use crate::table;
use crate::text::print;

#[test]
fn same_seed_gives_same_text_and_page() {
    for seed in seeds(2, 20) {
        let [one, other] = [(); 2].map(|()| Shown::new(Part::All, seed).unwrap());
        assert_eq!(print(&one), print(&other));
        assert_eq!(page(&one), page(&other));
    }
    let texts = [1, 2].map(|seed| print(&Shown::new(Part::Squad, seed).unwrap()));
    assert_ne!(texts[0], texts[1], "other seeds give other texts");
}

#[test]
fn option_show_selects_a_part() {
    let shown = |part| print(&Shown::new(part, 1).unwrap());
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
fn page_is_complete_and_self_contained() {
    let page = page(&Shown::new(Part::All, 1).unwrap());
    for tag in ["table", "div", "ol", "ul", "h2", "h3", "td", "tr"] {
        let (open, close) = (format!("<{tag}"), format!("</{tag}>"));
        let opened = page.matches(&open).count();
        assert_eq!(opened, page.matches(&close).count(), "{tag}");
    }
    assert!(!page.contains("://"), "the page loads nothing");
    assert!(
        page.contains("not <b>KillEnemy</b>: "),
        "the page has the reasons"
    );
    assert!(page.contains("The player is nearby") && page.contains("class=\"dodge"));
}

#[test]
fn invalid_flags_are_rejected() {
    let wrong = |words: &[&str]| match PROGRAM.parse(words.iter().map(|word| (*word).to_owned())) {
        Ok(Invocation::Run(given)) => settings(&given).unwrap_err(),
        Ok(Invocation::Help(help)) => panic!("{help}"),
        Err(message) => message,
    };
    assert_eq!(
        wrong(&["--show", "cats"]),
        "`--show` needs one of all, characters, squad, not `cats`"
    );
    assert_eq!(
        wrong(&["--sead", "1"]),
        "unknown option `--sead`: use one of --show, --seed, --page, --help"
    );
    assert!(wrong(&["--seed", "x"]).starts_with("`--seed` needs a number"));
    assert_eq!(wrong(&["--page"]), "`--page` needs a value: --page FILE");
}

#[test]
fn long_cells_are_wrapped() {
    let cell = |text: &str| vec![text.to_owned()];
    let rows = [
        vec![cell("a"), cell("one two three")],
        vec![cell("b"), cell("incomprehensible")],
    ];
    let text = "a | one two\n  |   three\n--+----------\nb | incompreh\n  |   ensible\n";
    assert_eq!(table::print(&[1, 9], &rows), text);
}
