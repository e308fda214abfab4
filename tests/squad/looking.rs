//! The terminal view, and the words of the transcript.

use crate::live::Picture;
use crate::screen::{Key, missing_terminal};
use crate::sim::{Mode, Temper};
use crate::stage::{Setting, Stage};

/// Returns a stage with a fighting suspect in the next room.
fn stage() -> Stage {
    let mut setting = Setting::row().clear();
    setting.suspect((14, 1), Temper::Fighter, Mode::Hiding);
    setting.begin()
}

fn picture(stage: &Stage, rows: usize) -> Vec<String> {
    let story: Vec<String> = stage.story().lines().map(str::to_owned).collect();
    let picture = Picture {
        title: "row",
        keys: "q quits",
        story: &story,
        rows,
        colour: false,
    };
    picture.lines(&stage.mission)
}

#[test]
fn picture_has_map_officers_plans_and_last_lines() {
    let mut stage = stage();
    stage.run(20);
    let lines = picture(&stage, 16);
    let text = lines.join("\n");
    assert_eq!(lines.len(), 16);
    assert_eq!(lines[0], "row   0:02.0   1 of 3 rooms clear");
    assert!(lines[1].starts_with("##############################"));
    assert!(lines[2].contains("   Ash   100  "), "{text}");
    let plan = "   plan 2: clear the middle: Ash and Beck in, Cole and Dunn covering (";
    assert!(lines[7].contains(plan), "{text}");
    assert_eq!(lines[15], "q quits");
    let story = stage.story();
    let latest = story.lines().last().expect("a line");
    assert!(lines.contains(&latest.to_owned()), "{text}");
}

#[test]
fn picture_fits_the_terminal() {
    let mut stage = stage();
    stage.run(60);
    for rows in 1..40 {
        let lines = picture(&stage, rows);
        assert_eq!(lines.len(), rows);
        assert_eq!(lines[rows - 1], "q quits");
    }
}

#[test]
fn keys_map_to_commands() {
    assert_eq!(Key::of(b'q'), Some(Key::Quit));
    assert_eq!(Key::of(3), Some(Key::Quit), "Control-C");
    assert_eq!(Key::of(b' '), Some(Key::Pause));
    assert_eq!(Key::of(b'x'), None);
}

#[test]
fn live_without_terminal_is_an_error() {
    assert_eq!(missing_terminal(true, true), None);
    for (input, output, which) in [
        (false, true, "the input is not one"),
        (true, false, "the output is not one"),
        (false, false, "neither the input nor the output"),
    ] {
        let message = missing_terminal(input, output).expect("no terminal");
        assert!(message.contains("`--live` needs a terminal"), "{message}");
        assert!(message.contains(which), "{message}");
    }
}

#[test]
fn transcript_describes_conditions_in_words() {
    let mut stage = stage();
    stage.run(300);
    let story = stage.story();
    let interrupted = story
        .lines()
        .filter(|line| line.contains("is interrupted: "));
    assert!(
        interrupted.clone().any(|line| line.ends_with("; contact")),
        "{story}"
    );
    assert!(!story.contains('`'), "{story}");
}
