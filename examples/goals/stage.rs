//! Plays the scenes of a squad: one director plans for the whole squad and executes the plans.

use squad_htn::prelude::*;

use crate::bodies::{Bodies, Span, actor};
use crate::domain::fear::{Action, Director, Fact, Task, get};
use crate::level::Level;
use crate::scenes::{Happening, Scene};
use crate::terms::{Line, Who};

/// The maximum number of ticks of a scene.
const LIMIT: u32 = 120;

/// The number of ticks for which the player shoots at a member.
pub const SALVO: u32 = 6;

/// The number of ticks without a behaviour after which a scene ends.
const QUIET: u32 = 4;

/// The log of a scene.
pub struct Played {
    pub spans: Vec<Span>,
    pub lines: Vec<(u32, Who, Line)>,
    /// Failures, repairs and abandoned plans, as the director reports them.
    pub events: Vec<String>,
    pub ticks: u32,
    /// True if the scene ended, false if it reached the limit.
    pub ended: bool,
}

impl Played {
    /// Returns voice lines and scripted events in order.
    pub fn story(&self, scene: &Scene) -> Vec<(u32, String)> {
        let lines = self.lines.iter();
        let lines = lines.map(|(tick, who, line)| (*tick, format!("{who:?}: “{}”", line.text())));
        let mut story: Vec<(u32, String)> = scene.happenings().chain(lines).collect();
        story.sort_by_key(|(tick, _)| *tick);
        story
    }
}

/// Plays a scene.
pub fn play(scene: &Scene, seed: u64) -> Result<Played, String> {
    let mut director = Director::new(Task::Lead).interval(1);
    for fact in &scene.facts {
        director
            .state_mut()
            .insert(*fact)
            .map_err(|full| full.to_string())?;
    }
    let mut stage = Stage {
        director,
        bodies: Bodies::new(seed),
        behaviours: Vec::new(),
        lines: Vec::new(),
        events: Vec::new(),
        now: 0,
    };
    let mut quiet = 0;
    while quiet < QUIET && stage.now < LIMIT {
        stage.tick(scene)?;
        let said = |line: &Line| stage.lines.iter().any(|(_, _, said)| said == line);
        let heard = scene.lines.iter().all(said);
        quiet = if heard && stage.behaviours.is_empty() {
            quiet + 1
        } else {
            0
        };
    }
    Ok(Played {
        spans: stage.bodies.spans,
        lines: stage.lines,
        events: stage.events,
        ticks: stage.now,
        ended: quiet >= QUIET,
    })
}

/// A scene in progress.
struct Stage {
    director: Director,
    bodies: Bodies,
    /// The announced plans that have not ended.
    behaviours: Vec<PlanId>,
    lines: Vec<(u32, Who, Line)>,
    events: Vec<String>,
    now: u32,
}

impl Stage {
    fn tick(&mut self, scene: &Scene) -> Result<(), String> {
        self.now += 1;
        for (id, action) in self.bodies.tick() {
            self.director
                .finish(id, Outcome::Success)
                .map_err(|error| error.to_string())?;
            if let Action::DodgeRoll { who }
            | Action::DodgeShuffle { who }
            | Action::DodgeCovered { who } = action
            {
                self.director.state_mut().remove(Fact::UnderFire(who));
            }
        }
        self.apply_script(scene)?;
        for command in self.director.tick(&Level, Budget::steps(100_000)) {
            match command {
                Command::Start {
                    id, action, plan, ..
                } => {
                    if let Action::Say { who, line } = action {
                        self.lines.push((self.now, who, line));
                        self.behaviours.push(plan);
                    }
                    let there = get::at(self.director.state(), actor(action));
                    self.bodies.begin(id, action, there);
                }
                Command::Stop { id, .. } => self.bodies.stop(id, self.was_finished(id)),
            }
        }
        for event in self.director.events() {
            if let Event::Completed { plan, .. } | Event::Abandoned { plan, .. } = event {
                self.behaviours.retain(|other| *other != plan);
            }
            if let Event::Failed { .. } | Event::Repaired { .. } | Event::Abandoned { .. } = event {
                self.events.push(event.to_string());
            }
        }
        Ok(())
    }

    /// Applies the scripted events of this tick.
    fn apply_script(&mut self, scene: &Scene) -> Result<(), String> {
        for (tick, happening) in &scene.script {
            let fact = match *happening {
                Happening::Shot(who) => Fact::UnderFire(who),
                Happening::Orders(weight) => Fact::OrderWeight(weight),
            };
            let state = self.director.state_mut();
            if *tick == self.now {
                state.insert(fact).map_err(|full| full.to_string())?;
                self.director.replan_now();
            } else if *tick + SALVO == self.now && matches!(happening, Happening::Shot(_)) {
                state.remove(fact);
            }
        }
        Ok(())
    }

    /// Returns true if `finish_action` ended the action. The stop command does not say so, but the events of the tick do.
    fn was_finished(&self, id: ActionId) -> bool {
        let mut events = self.director.events();
        events.any(
            |event| matches!(event, Event::Finished { action: Some(ended), .. } if ended == id),
        )
    }
}
