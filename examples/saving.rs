//! Saving in the middle of a mission, with a plan and actions in progress, and resuming in another process: both processes
//! report the same events from there on.
//!
//! `cargo run --release --features json --example saving`

use std::error::Error;
use std::process::{Command as Process, ExitCode};

// A game lists these two in its own dependencies.
use htn_view::serde::{Deserialize, Serialize};
use htn_view::serde_json;
use squad_htn::FinishError;
use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term, Serialize, Deserialize)]
#[serde(crate = "htn_view::serde")]
enum Medic {
    Ash,
    Beck,
}

/// A wounded person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Term, Serialize, Deserialize)]
#[serde(crate = "htn_view::serde")]
struct Patient(u8);

htn_domain! {
    domain rescue;

    agent Medic;

    predicate on_duty(Medic) [4];
    predicate hurt(Patient) [8];
    predicate taken(Patient) [8];
    predicate busy(Medic) [4];

    internal operator take(who: Medic, patient: Patient) {
        if !taken(patient) && !busy(who);
        add taken(patient), busy(who);
        undo leave(who, patient);
    }
    internal operator leave(who: Medic, patient: Patient) { delete taken(patient), busy(who); }

    operator walk(who: Medic, to: Patient) by who {}
    operator bandage(who: Medic, patient: Patient) by who { success delete hurt(patient); }

    pub method help() {
        branch next if hurt(patient) && !taken(patient) && on_duty(who) && !busy(who) {
            take(who, patient);
            treat(who, patient);
            leave(who, patient);
        }
    }

    method treat(who: Medic, patient: Patient) {
        walk(who, patient);
        bandage(who, patient);
        global_block(who);
    }
}

use rescue::{Action, Director, Fact, Task};

/// The whole state of the game.
#[derive(Serialize, Deserialize)]
#[serde(crate = "htn_view::serde")]
struct Game {
    frame: u32,
    /// Actions in progress, with the frames in which they end.
    running: Vec<(ActionId, u32)>,
    director: Director,
}

const SAVED_AFTER: u32 = 9;
const END: u32 = 30;

impl Game {
    fn new() -> Result<Game, CapacityError> {
        let mut director = Director::new(Task::Help).interval(4);
        let medics = [Medic::Ash, Medic::Beck].map(Fact::OnDuty);
        let patients = [1, 2, 3].map(|number| Fact::Hurt(Patient(number)));
        for fact in medics.into_iter().chain(patients) {
            director.state_mut().insert(fact)?;
        }
        Ok(Game {
            frame: 0,
            running: Vec::new(),
            director,
        })
    }

    /// Plays one frame and returns its events.
    fn play(&mut self) -> Result<Vec<String>, FinishError> {
        self.frame += 1;
        for (id, _) in self
            .running
            .extract_if(.., |(_, until)| *until <= self.frame)
        {
            self.director.finish(id, Outcome::Success)?;
        }
        for command in self.director.tick(&(), Budget::steps(100)) {
            match command {
                Command::Start { id, action, .. } => {
                    let frames = match action {
                        Action::Walk { to, .. } => 2 + u32::from(to.0),
                        Action::Bandage { .. } => 6,
                    };
                    self.running.push((id, self.frame + frames));
                }
                Command::Stop { id, .. } => self.running.retain(|(other, _)| *other != id),
            }
        }
        Ok(self
            .director
            .events()
            .map(|event| event.to_string())
            .collect())
    }

    /// Plays to the end and returns the events.
    fn play_on(&mut self) -> Result<Vec<String>, FinishError> {
        let mut story = Vec::new();
        while self.frame < END {
            story.extend(self.play()?);
        }
        Ok(story)
    }
}

/// The first process: plays, saves, starts a second process from the save, and continues.
fn play_and_save() -> Result<(), Box<dyn Error>> {
    let mut game = Game::new()?;
    while game.frame < SAVED_AFTER {
        for line in game.play()? {
            println!("{line}");
        }
    }

    let text = serde_json::to_string(&game)?;
    let file = std::env::temp_dir().join(format!("saving-{}.json", std::process::id()));
    std::fs::write(&file, &text)?;
    println!("\nThe save, {} bytes:\n", text.len());
    println!("{}\n", compact(&serde_json::to_string_pretty(&game)?));

    let program = std::env::current_exe()?;
    let other = Process::new(program).arg("--resume").arg(&file).output();
    std::fs::remove_file(&file)?;
    let other = other?;
    if !other.status.success() {
        return Err(String::from_utf8_lossy(&other.stderr).into());
    }
    let there = String::from_utf8(other.stdout)?;
    let here = game.play_on()?;
    for (here, there) in here.iter().zip(there.lines()) {
        let same = if here == there {
            "in both processes"
        } else {
            there
        };
        println!("{here:<90} {same}");
    }
    assert!(
        here.iter().map(String::as_str).eq(there.lines()),
        "both processes report the same events"
    );
    assert!(
        game.director
            .state()
            .facts()
            .all(|fact| matches!(fact, Fact::OnDuty(_)))
    );
    Ok(())
}

/// Joins the lines of short JSON values.
fn compact(pretty: &str) -> String {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut lines: Vec<String> = Vec::new();
    for line in pretty.lines() {
        lines.push(line.to_owned());
        if !line.trim_start().starts_with([']', '}']) {
            continue;
        }
        let inside = &lines[..lines.len() - 1];
        let opened = inside
            .iter()
            .rposition(|other| indent(other) == indent(line));
        let Some(opened) = opened else { continue };
        let parts: Vec<&str> = lines[opened..].iter().map(|line| line.trim()).collect();
        let joined = format!("{}{}", " ".repeat(indent(line)), parts.join(" "));
        if joined.len() <= 120 {
            lines.truncate(opened);
            lines.push(joined);
        }
    }
    lines.join("\n")
}

/// The second process: resumes from a file.
fn resume(file: &str) -> Result<(), Box<dyn Error>> {
    let text = std::fs::read_to_string(file)?;
    let mut game: Game = serde_json::from_str(&text)?;
    for line in game.play_on()? {
        println!("{line}");
    }
    Ok(())
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let done = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => play_and_save(),
        ["--resume", file] => resume(file),
        _ => {
            eprintln!("error: unexpected arguments: use none, or `--resume FILE` to resume a save");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
