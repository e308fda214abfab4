//! The live view, as a game and as a person see it.

mod common;
#[path = "live/streams.rs"]
mod streams;

use std::ops::ControlFlow;

use common::{Domain, Fact, Medic, director, named, play};
use htn_view::ratatui::Terminal;
use htn_view::ratatui::backend::TestBackend;
use htn_view::ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use htn_view::ratatui::style::Color;
use htn_view::{LiveView, Recording};
use squad_htn::prelude::*;

fn press(view: &mut LiveView, code: KeyCode) -> ControlFlow<()> {
    view.key(KeyEvent::new(code, KeyModifiers::NONE))
}

/// Returns a recording of this many ticks.
fn recorded(ticks: u64) -> Recording<Domain> {
    let mut recording = named();
    play(&mut director(3, 4), &mut recording, ticks);
    recording
}

/// Returns the view of a squad after this many ticks.
fn view(ticks: u64) -> LiveView {
    let mut view = LiveView::new();
    view.show("ward", &recorded(ticks));
    view
}

/// Returns the text of a pane: agents, facts, plans or events.
fn pane(view: &mut LiveView, pane: usize) -> Vec<String> {
    // Initially, plans have the focus.
    for _ in 0..(pane + 2) % 4 {
        let _ = press(view, KeyCode::Tab);
    }
    let _ = press(view, KeyCode::Char('z'));
    let text = view.to_text(90, 400);
    let _ = press(view, KeyCode::Char('z'));
    for _ in 0..(pane + 2) % 4 {
        let _ = press(view, KeyCode::BackTab);
    }
    let lines = text.lines().filter_map(|line| line.strip_prefix('│'));
    let lines = lines.map(|line| line.trim_end_matches('│').trim_end().to_owned());
    lines.filter(|line| !line.is_empty()).collect()
}

#[test]
fn a_small_screen_has_it_all() {
    let text = view(20).to_text(80, 24);
    common::expect("live.txt", &text);
    assert!(text.lines().all(|line| line.chars().count() <= 80));
    assert!(
        include_str!("../README.md").contains(&text),
        "the README shows it"
    );
}

/// A game in which actions end in a random order, and sometimes badly, with what the executor itself says of agents and plans.
fn play_randomly(seed: u64, ticks: u64, mut look: impl FnMut(&common::Director)) {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut random = move |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    };
    let mut director = director(4, 6);
    let mut running: Vec<ActionId> = Vec::new();
    for _ in 0..ticks {
        if random(6) == 0 {
            let fact = match random(3) {
                0 => Fact::Tired(Medic(1 + random(4) as u16)),
                _ => Fact::Wounded(1 + random(9) as u16),
            };
            director.state_mut().insert(fact).expect("there is room");
        }
        running.retain(|id| {
            let outcome = match random(12) {
                0 => Outcome::Failure,
                1..4 => Outcome::Success,
                _ => return true,
            };
            let _ = director.finish(*id, outcome);
            false
        });
        for command in director.tick(&(), Budget::steps(1 + random(200))) {
            match command {
                Command::Start { id, .. } => running.push(id),
                Command::Stop { id, .. } => running.retain(|other| *other != id),
            }
        }
        look(&director);
    }
}

fn seeds() -> std::ops::Range<u64> {
    match std::env::var_os("HTN_FULL") {
        Some(_) => 1..200,
        None => 1..5,
    }
}

/// The view agrees with the executor at any tick, also if recordings drop entries.
#[test]
fn agents_and_plans_are_as_the_executor_has_them() {
    let mut forgotten = 0;
    for seed in seeds() {
        let mut recording = Recording::<Domain>::new().limit(1 << 16);
        let mut view = LiveView::new();
        play_randomly(seed, 400, |director| {
            recording.tick(director);
            view.show("ward", &recording);
            let executor = director.executor();
            let now = executor.ticks();
            if now % 9 != 0 {
                return;
            }
            let agents = (1..=4).map(Medic).map(|agent| {
                let name = format!("{agent:?}");
                match executor.doing(agent) {
                    None => format!("{name}      idle"),
                    Some(doing) => match doing.action {
                        Some(action) => format!("{name} {:>4} {action}", now - doing.since),
                        None => format!("{name} waits"),
                    },
                }
            });
            for (wanted, found) in agents.zip(pane(&mut view, 0)) {
                let waits = wanted.strip_suffix(" waits");
                let same = match waits {
                    Some(name) => found.starts_with(name) && found.contains(" waits until "),
                    // Of a plan that waits for a repair, the executor counts those whose turn it would be; here all wait for it.
                    None if found.ends_with(" is repaired") => {
                        wanted.ends_with(" idle") && executor.plans().any(|plan| plan.needs_repair)
                    }
                    None => found == wanted,
                };
                assert!(
                    same,
                    "seed {seed}, tick {now}: `{found}` and not `{wanted}`"
                );
            }
            let wanted = executor.plans().flat_map(|plan| {
                // A step that failed is one that is yet to be done where the plan is about to be repaired.
                let open = if plan.needs_repair { "·✗" } else { "·" };
                let sign = move |step: StepState| match step {
                    StepState::Waiting => open,
                    StepState::Running => "▶",
                    StepState::Done => "✓",
                    StepState::Failed => "✗",
                };
                let steps = plan.steps();
                let steps = steps.map(|step| (sign(step.state), step.task.to_string()));
                steps.collect::<Vec<_>>()
            });
            let lines = pane(&mut view, 2);
            for plan in executor.plans() {
                let title = format!("plan {}: ", plan.id);
                let title = lines.iter().find(|line| line.starts_with(&title));
                let broken = title.is_some_and(|title| title.contains("needs a repair"));
                assert_eq!(
                    broken, plan.needs_repair,
                    "seed {seed}, tick {now}: {title:?}"
                );
            }
            let found = lines.into_iter().filter_map(|line| {
                let (sign, task) = line.trim_start().split_once(' ')?;
                let task = task.split_inclusive("))").next()?.split(" waits").next()?;
                "·▶✓✗"
                    .contains(sign)
                    .then(|| (sign.to_owned(), task.to_owned()))
            });
            let (wanted, found): (Vec<_>, Vec<_>) = (wanted.collect(), found.collect());
            let same = wanted.len() == found.len()
                && wanted
                    .iter()
                    .zip(&found)
                    .all(|((signs, wanted), (sign, task))| {
                        signs.contains(&**sign) && task.starts_with(wanted)
                    });
            assert!(
                same,
                "seed {seed}, tick {now}: {found:?} and not {wanted:?}"
            );
        });
        forgotten += recording.forgotten();
    }
    assert!(forgotten > 0, "some of it was forgotten");
}

#[test]
fn keys_choose_squads_and_panes_and_pause_the_view() {
    let mut recording = named();
    let mut director = director(3, 4);
    play(&mut director, &mut recording, 10);
    let mut view = LiveView::new();
    assert!(view.is_empty() && view.to_text(80, 24).contains("No squad yet."));
    for name in ["squad 10", "squad 9", "squad 1"] {
        view.show(name, &recording);
    }
    let status = |view: &mut LiveView| view.to_text(80, 24).lines().nth(1).unwrap().to_owned();
    let tabs = view.to_text(80, 24);
    assert!(tabs.starts_with(" squad 1 │ squad 9 │ squad 10"), "{tabs}");
    assert!(status(&mut view).starts_with("ward, tick 10"));
    let _ = press(&mut view, KeyCode::Char('p'));
    play(&mut director, &mut recording, 10);
    view.show("squad 9", &recording);
    let _ = press(&mut view, KeyCode::Right);
    assert!(view.is_paused() && status(&mut view).starts_with(" PAUSED  ward, tick 10"));
    let _ = press(&mut view, KeyCode::Char(' '));
    assert!(
        status(&mut view).starts_with("ward, tick 20"),
        "squad 9 went on"
    );
    let _ = press(&mut view, KeyCode::Char('3'));
    assert!(status(&mut view).starts_with("ward, tick 10"));
    let _ = press(&mut view, KeyCode::Right);
    let _ = press(&mut view, KeyCode::Right);
    assert!(
        status(&mut view).starts_with("ward, tick 20"),
        "round and round"
    );
    // A new squad does not change the selection.
    view.show("squad 5", &recording);
    view.gone("squad 9");
    assert!(status(&mut view).contains("gone"));
    for key in [KeyCode::Char('q'), KeyCode::Esc] {
        assert_eq!(press(&mut view, key), ControlFlow::Break(()));
    }
    let control_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(view.key(control_c), ControlFlow::Break(()));
    assert_eq!(
        press(&mut view, KeyCode::Char('c')),
        ControlFlow::Continue(())
    );
}

#[test]
fn keys_scroll_and_filter() {
    let mut view = view(40);
    let shown = |view: &mut LiveView| {
        let text = view.to_text(80, 24);
        let line = text.lines().rfind(|line| line.contains(" of ")).unwrap();
        let line = line.trim_end_matches(['┘', '─', ' ']);
        line.rsplit('─').next().unwrap().trim().to_owned()
    };
    let _ = press(&mut view, KeyCode::Tab);
    let last = shown(&mut view);
    let _ = press(&mut view, KeyCode::Home);
    assert!(
        shown(&mut view).starts_with("1 to "),
        "{}",
        shown(&mut view)
    );
    let _ = press(&mut view, KeyCode::Up);
    assert!(shown(&mut view).starts_with("1 to "));
    let _ = press(&mut view, KeyCode::Down);
    assert!(shown(&mut view).starts_with("2 to "));
    let _ = press(&mut view, KeyCode::End);
    assert_eq!(shown(&mut view), last);
    let _ = press(&mut view, KeyCode::PageUp);
    let _ = press(&mut view, KeyCode::PageDown);
    assert_eq!(shown(&mut view), last);
    let _ = press(&mut view, KeyCode::Char('f'));
    let events = pane(&mut view, 2);
    assert!(!events.is_empty() && events.iter().all(|line| !line.contains("started")));
    let _ = press(&mut view, KeyCode::Char('f'));
    let actions = pane(&mut view, 2);
    assert!(actions.iter().any(|line| line.contains("started bandage")));
    assert!(actions.iter().all(|line| !line.contains("planned")));
    for name in ["waits", "trouble", "all"] {
        let _ = press(&mut view, KeyCode::Char('f'));
        assert!(view.to_text(80, 24).contains(&format!(" events: {name} ")));
    }
}

#[test]
fn live_view_fits_terminals_of_any_size() {
    let mut view = view(30);
    for width in [0, 1, 3, 39, 40, 41, 80, 300] {
        for height in [0, 1, 2, 11, 12, 13, 24, 100] {
            let text = view.to_text(width, height);
            let fits = width >= 40 && height >= 12;
            assert_eq!(text.contains("Tab pane"), fits, "{width} x {height}");
        }
    }
    assert!(
        view.to_text(39, 11)
            .replace('\n', " ")
            .contains("at least 40 and 12 are needed")
    );
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    terminal.draw(|frame| view.draw(frame)).unwrap();
    terminal.backend_mut().resize(50, 14);
    terminal.draw(|frame| view.draw(frame)).unwrap();
    let area = terminal.backend().buffer().area;
    assert_eq!((area.width, area.height), (50, 14));
}

#[test]
fn without_colours_there_are_none() {
    for on in [true, false] {
        let mut view = view(30).colours(on);
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        terminal.draw(|frame| view.draw(frame)).unwrap();
        let cells = &terminal.backend().buffer().content;
        let is_plain = |colour: Color| colour == Color::Reset;
        let plain = cells
            .iter()
            .all(|cell| is_plain(cell.fg) && is_plain(cell.bg));
        assert_eq!(plain, !on);
    }
}

/// Names with letters that would break a line, or the terminal.
#[test]
fn bad_names_break_nothing() {
    let mut view = LiveView::new();
    view.show("a\u{1b}[2J\nb", &common::bad_names());
    let text = view.to_text(100, 40);
    assert_eq!(text.lines().count(), 40);
    assert!(
        text.contains("aU+001B[2JU+000Ab") && !text.contains('\u{1b}'),
        "{text}"
    );
}

#[test]
fn a_recording_in_the_place_of_another_begins_anew() {
    let mut view = LiveView::new();
    view.show("ward", &recorded(20));
    // It has more entries than the one before.
    let mut other = Recording::<Domain>::new();
    play(&mut director(1, 4), &mut other, 60);
    view.show("ward", &other);
    let mut fresh = LiveView::new();
    fresh.show("ward", &other);
    for at in [0, 2] {
        assert_eq!(pane(&mut view, at), pane(&mut fresh, at));
    }
}

/// Entries before the first look may be dropped; the state that they led to is not.
#[test]
fn plan_in_need_of_repair_shows_it_after_many_ticks() {
    let mut recording = named().limit(1 << 16);
    let mut director = director(2, 1);
    let mut broken = None;
    for tick in 0..400 {
        // Without a budget there is no repair.
        let budget = Budget::steps(if broken.is_none() { 1_000 } else { 0 });
        for command in director.tick(&(), budget) {
            if let Command::Start { id, .. } = command {
                director.finish(id, Outcome::Failure).unwrap();
                broken = Some(tick + 2);
            }
        }
        recording.tick(&director);
        recording.note("The game", &format!("goes on, {tick}"));
    }
    assert!(recording.forgotten() > 20 && *recording.ticks().start() > broken.unwrap());
    let mut view = LiveView::new();
    view.show("ward", &recording);
    let since = format!(", needs a repair since tick {}", broken.unwrap());
    let plans = pane(&mut view, 2);
    assert!(plans[0].ends_with(&since), "{plans:?}");
    assert!(pane(&mut view, 0)[0].ends_with("waits until plan 1 is repaired"));
}

#[test]
fn restart_of_the_clock_is_shown_and_ends_plans() {
    let mut recording = recorded(4);
    let mut view = LiveView::new();
    view.show("ward", &recording);
    assert!(!pane(&mut view, 2).is_empty());
    let mut idle = common::Director::new(common::Task::Help);
    let _ = idle.tick(&(), Budget::steps(1_000));
    recording.tick(&idle);
    view.show("ward", &recording);
    let events = pane(&mut view, 3);
    let marker = "    5 director the clock restarted: a new segment begins at tick 1";
    assert!(events.iter().any(|line| line == marker), "{events:#?}");
    assert_eq!(pane(&mut view, 2), [""; 0], "plans of the old segment");
    assert_eq!(pane(&mut view, 0), [""; 0], "agents of the old segment");
    let text = view.to_text(80, 24);
    assert!(text.contains("ward, tick 5"), "{text}");
}

#[test]
fn halted_squad_says_why() {
    let (mut director, mut recording) = (director(2, 2), named());
    director
        .break_on(squad_htn::Break::operator("wash"))
        .unwrap();
    play(&mut director, &mut recording, 20);
    assert!(director.halted().is_some());
    let mut view = LiveView::new();
    view.show("ward", &recording);
    let text = view.to_text(120, 24);
    let status = text.lines().nth(1).unwrap();
    assert!(status.contains("halted: operator wash: tick "), "{status}");
    // The recording has it once, however long the squad is halted.
    assert_eq!(recording.log(10.0).matches("halted: ").count(), 1);
    let read = htn_view::Recorded::read(&recording.to_bytes()).unwrap();
    assert_eq!(read.log(10.0), recording.log(10.0));
    director.resume();
    play(&mut director, &mut recording, 1);
    view.show("ward", &recording);
    assert!(
        !view
            .to_text(120, 24)
            .lines()
            .nth(1)
            .unwrap()
            .contains("halted")
    );
}
