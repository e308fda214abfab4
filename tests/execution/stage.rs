//! A test stage: a director and the game's view of it.
#![allow(dead_code)]

use squad_htn::prelude::*;
use squad_htn::{ActionId, Director, Domain};

/// A director and the actions that run.
pub struct Stage<D: Domain> {
    pub director: Director<D>,
    pub running: Vec<(ActionId, String)>,
    /// The text of every event so far.
    pub story: Vec<String>,
}

impl<D: Domain> Stage<D> {
    pub fn new(director: Director<D>, facts: impl IntoIterator<Item = D::Fact>) -> Self {
        let mut stage = Stage {
            director,
            running: Vec::new(),
            story: Vec::new(),
        };
        for fact in facts {
            stage.put(fact);
        }
        stage
    }

    /// Runs one tick with a budget of `steps` and returns the commands in order, as `+go(a1)` and `-go(a1)`.
    #[track_caller]
    pub fn tick_with(&mut self, context: &D::Context<'_>, steps: u64) -> Vec<String> {
        let commands: Vec<_> = self.director.tick(context, Budget::steps(steps)).collect();
        let mut lines = Vec::new();
        for command in commands {
            match command {
                Command::Start { id, action, .. } => {
                    self.running.push((id, action.to_string()));
                    lines.push(format!("+{action}"));
                }
                Command::Stop { id, action, .. } => {
                    let at = self.running.iter().position(|run| run.0 == id);
                    self.running.remove(at.expect("it was running"));
                    lines.push(format!("-{action}"));
                }
            }
        }
        self.story
            .extend(self.director.events().map(|event| event.to_string()));
        lines
    }

    #[track_caller]
    pub fn tick(&mut self, context: &D::Context<'_>) -> Vec<String> {
        self.tick_with(context, 1_000_000)
    }

    #[track_caller]
    pub fn expect(&mut self, context: &D::Context<'_>, commands: &str) {
        let found = self.tick(context).join(" ");
        assert_eq!(found, commands, "{:#?}", self.story);
    }

    /// Ticks until there are commands, at most `ticks` times, and asserts them.
    #[track_caller]
    pub fn expect_within(&mut self, ticks: usize, context: &D::Context<'_>, commands: &str) {
        for _ in 0..ticks {
            let found = self.tick(context).join(" ");
            if !found.is_empty() {
                assert_eq!(found, commands, "{:#?}", self.story);
                return;
            }
        }
        panic!("no command within {ticks} ticks: {:#?}", self.story);
    }

    /// Ticks `ticks` times and asserts that there are no commands.
    #[track_caller]
    pub fn quiet(&mut self, ticks: usize, context: &D::Context<'_>) {
        for _ in 0..ticks {
            self.expect(context, "");
        }
    }

    #[track_caller]
    pub fn end(&mut self, action: &str, outcome: Outcome) {
        let at = self.running.iter().position(|run| run.1 == action);
        let at = at.unwrap_or_else(|| panic!("`{action}` does not run: {:#?}", self.story));
        let (id, _) = self.running.remove(at);
        self.director.finish(id, outcome).expect("the action runs");
    }

    #[track_caller]
    pub fn succeed(&mut self, action: &str) {
        self.end(action, Outcome::Success);
    }

    #[track_caller]
    pub fn fail(&mut self, action: &str) {
        self.end(action, Outcome::Failure);
    }

    pub fn put(&mut self, fact: D::Fact) {
        self.director
            .state_mut()
            .insert(fact)
            .expect("the fact fits");
    }

    pub fn take(&mut self, fact: D::Fact) {
        self.director.state_mut().remove(fact);
    }

    pub fn has(&self, fact: D::Fact) -> bool {
        self.director.state().contains(fact)
    }

    pub fn plans(&self) -> usize {
        self.director.executor().plans().count()
    }

    /// Returns why plans were abandoned in the last tick.
    pub fn abandoned(&self) -> Vec<AbandonReason> {
        let reasons = self.director.events().filter_map(|event| match event {
            Event::Abandoned { reason, .. } => Some(reason),
            _ => None,
        });
        reasons.collect()
    }

    /// Returns how many events of the last tick are of this kind.
    pub fn count(&self, kind: impl Fn(&Event<D>) -> bool) -> usize {
        self.director.events().filter(|event| kind(event)).count()
    }

    pub fn completed(&self) -> bool {
        self.count(|event| matches!(event, Event::Completed { .. })) > 0
    }
}
