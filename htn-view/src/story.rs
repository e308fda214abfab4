//! A recording as spans of time, from which it is drawn.

mod log;
mod names;
mod plans;
mod tracked;

use std::collections::{BTreeMap, HashMap};

use htn_core::EventEffect;

use crate::recording::{
    CallId, Recorded, RecordedEvent, Search, StepMark, Tables, TextId, What, Why,
};

pub(crate) use names::by_name;

use log::plan_ending;
pub(crate) use log::{LineKind, LogLine};
pub(crate) use plans::{PlanSpan, Repaired, Version};
pub(crate) use tracked::Tracked;

/// The end of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ended {
    /// It is still running.
    Not,
    Well,
    Badly,
    /// The executor stopped it: its plan was abandoned, or its part of the plan was replaced.
    Stopped,
    /// The director's clock restarted before it ended.
    Cut,
}

/// The end of a span that has not ended. [`StoryBuilder::close`] replaces it.
pub(crate) const OPEN: u64 = u64::MAX;

/// An action, from its start to its end.
#[derive(Clone, Debug)]
pub(crate) struct ActionSpan {
    pub action: u64,
    pub plan: u64,
    pub step: u32,
    pub call: CallId,
    /// The agents that carry it out.
    pub by: Vec<TextId>,
    pub from: u64,
    pub to: u64,
    pub ended: Ended,
    pub why: Option<TextId>,
}

/// A step that waited.
#[derive(Clone, Debug)]
pub(crate) struct WaitSpan {
    pub plan: u64,
    pub step: u32,
    pub call: CallId,
    /// True if a `block_on` holds the agent.
    pub held: bool,
    pub agents: Vec<TextId>,
    pub from: u64,
    pub to: u64,
    pub why: TextId,
    /// The action that it waited for.
    pub on: Option<u64>,
}

/// A fact from its start to its end; `None` if it still holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FactSpan {
    pub fact: CallId,
    pub from: u64,
    pub to: Option<u64>,
}

/// All spans of a recording. Their texts and calls are in its [`Tables`].
#[derive(Default)]
pub(crate) struct Story {
    /// The ticks in which the director's clock restarted.
    pub restarts: Vec<u64>,
    /// All agents that carried out an action, by name.
    pub agents: Vec<TextId>,
    pub actions: Tracked<ActionSpan>,
    pub waits: Tracked<WaitSpan>,
    pub facts: Tracked<FactSpan>,
    pub plans: Tracked<PlanSpan>,
    pub searches: Tracked<(u64, Search)>,
    /// The explanations of searches.
    pub whys: Tracked<(u64, Why)>,
    pub log: Tracked<LogLine>,
}

impl Story {
    pub fn of(recorded: &Recorded) -> Story {
        StoryBuilder::of(recorded).close(*recorded.ticks().end(), recorded.tables())
    }

    /// Returns in which segment a tick is. Numbers of plans and actions are unique in one segment only.
    pub fn segment(&self, tick: u64) -> usize {
        self.restarts.partition_point(|restart| *restart <= tick)
    }
}

#[cfg(feature = "live-page")]
impl Story {
    /// Counts no item as read, so that changes are not recorded.
    pub fn forget(&mut self) {
        self.actions.forget();
        self.waits.forget();
        self.facts.forget();
        self.plans.forget();
        self.searches.forget();
        self.whys.forget();
        self.log.forget();
    }
}

/// Builds a [`Story`] from the entries. The story of a running squad has [`OPEN`] ends.
#[derive(Default)]
pub(crate) struct StoryBuilder {
    pub story: Story,
    /// The index of the span of each running action.
    running: HashMap<u64, usize>,
    /// The index of the span of each wait, by plan and step.
    waiting: BTreeMap<(u64, u32), usize>,
    /// The index of the span of each current fact.
    holding: HashMap<CallId, usize>,
    /// The index of the span of each running plan.
    live: BTreeMap<u64, usize>,
}

impl StoryBuilder {
    /// Builds the story of all entries.
    pub fn of(recorded: &Recorded) -> StoryBuilder {
        let mut builder = StoryBuilder::default();
        for entry in recorded.entries() {
            builder.take(recorded.tables(), entry.tick, entry.what);
        }
        builder
    }

    /// Adds an entry.
    pub fn take(&mut self, tables: &Tables, tick: u64, what: What) {
        if let Some(line) = LogLine::of(tables, tick, &what) {
            self.story.log.push(line);
        }
        match what {
            What::Facts { added, removed } => {
                for fact in removed {
                    if let Some(at) = self.holding.remove(&fact) {
                        self.story.facts.edit(at).to = Some(tick);
                    }
                }
                for fact in added {
                    let from = tick;
                    self.holding.insert(fact, self.story.facts.len());
                    self.story.facts.push(FactSpan {
                        fact,
                        from,
                        to: None,
                    });
                }
            }
            What::Search(search) => {
                self.story.searches.push((tick, search.clone()));
            }
            What::Note(..) | What::Missed(_) | What::Halted(_) => {}
            What::Plan(shape) => {
                self.forget_waits(tick, shape.plan);
                for (at, step) in shape.steps.iter().enumerate() {
                    if let (StepMark::Running, Some(action)) = (step.mark, step.action) {
                        let place = (shape.plan, at as u32);
                        self.action_is_at(tables, action, place, step.call, step.since);
                    }
                }
                let at = self.plan_at(tick, shape.plan);
                self.story.plans.edit(at).add_version(tick, shape);
            }
            What::Broken(broken) => {
                let at = self.plan_at(tick, broken.plan);
                self.story
                    .plans
                    .edit(at)
                    .begin_repair(tick, broken.undoable);
            }
            What::Event(event) => self.event(tables, tick, &event),
            What::Why(why) => self.story.whys.push((tick, why)),
            What::Branches(..) => {}
            What::Restarted(_) => self.restart(tick),
        }
    }

    /// Ends the actions, waits and plans of the last segment. Facts continue.
    fn restart(&mut self, tick: u64) {
        self.story.restarts.push(tick);
        for at in std::mem::take(&mut self.running).into_values() {
            let span = self.story.actions.edit(at);
            (span.to, span.ended) = (tick, Ended::Cut);
        }
        for at in std::mem::take(&mut self.waiting).into_values() {
            self.story.waits.edit(at).to = tick;
        }
        for at in std::mem::take(&mut self.live).into_values() {
            self.story
                .plans
                .edit(at)
                .ends(tick, String::from("cut off: the clock restarted"));
        }
    }

    /// Records the position of an action in its plan after the last repair. An action without a recorded start began at
    /// `since`.
    fn action_is_at(
        &mut self,
        tables: &Tables,
        action: u64,
        (plan, step): (u64, u32),
        call: CallId,
        since: u64,
    ) {
        if let Some(at) = self.running.get(&action) {
            self.story.actions.edit(*at).step = step;
            return;
        }
        let by = tables.by(call);
        for agent in &by {
            if !self.story.agents.contains(agent) {
                self.story.agents.push(*agent);
            }
        }
        self.running.insert(action, self.story.actions.len());
        self.story.actions.push(ActionSpan {
            action,
            plan,
            step,
            call,
            by,
            from: since,
            to: OPEN,
            ended: Ended::Not,
            why: None,
        });
    }

    fn plan_at(&mut self, tick: u64, plan: u64) -> usize {
        let plans = &mut self.story.plans;
        *self.live.entry(plan).or_insert_with(|| {
            plans.push(PlanSpan::new(plan, tick));
            plans.len() - 1
        })
    }

    fn event(&mut self, tables: &Tables, tick: u64, event: &RecordedEvent) {
        let RecordedEvent { plan, task, .. } = *event;
        match event.kind.effect() {
            EventEffect::StepStarted => {
                if let (Some(step), Some(call), Some(action)) = (event.step, task, event.action) {
                    self.action_is_at(tables, action, (plan, step), call, tick);
                }
            }
            EventEffect::StepFinished | EventEffect::StepFailed => self.action_ends(tick, event),
            EventEffect::StepWaits => self.waits(tables, tick, event),
            EventEffect::PlanBroken => {
                let at = self.plan_at(tick, plan);
                self.story.plans.edit(at).begin_repair(tick, Vec::new());
            }
            EventEffect::PlanRepaired => {
                let at = self.plan_at(tick, plan);
                self.story.plans.edit(at).end_repair(tick, task);
            }
            EventEffect::PlanEnded => {
                self.forget_waits(tick, plan);
                let at = self.plan_at(tick, plan);
                let words = plan_ending(tables, event);
                self.story.plans.edit(at).ends(tick, words);
                self.live.remove(&plan);
            }
            EventEffect::PlanAdded | EventEffect::Nothing => {}
        }
        if let (Some(step), Some(mark)) = (event.step, event.mark()) {
            self.stops_waiting(tick, (plan, step));
            self.set_step(tick, plan, step, mark, event.why);
        }
    }

    fn action_ends(&mut self, tick: u64, event: &RecordedEvent) {
        self.nobody_waits_for(tick, event.action);
        if let Some(at) = event.action.and_then(|action| self.running.remove(&action)) {
            let span = self.story.actions.edit(at);
            (span.to, span.why) = (tick, event.why);
            span.ended = if event.kind.effect() == EventEffect::StepFinished {
                Ended::Well
            } else if event.stopped {
                Ended::Stopped
            } else {
                Ended::Badly
            };
        }
    }

    fn waits(&mut self, tables: &Tables, tick: u64, event: &RecordedEvent) {
        let (Some(step), Some(call), Some(why)) = (event.step, event.task, event.why) else {
            return;
        };
        self.stops_waiting(tick, (event.plan, step));
        let mut agents = if event.held {
            // The held agent is the one that the step waits for.
            event.agent.into_iter().collect()
        } else {
            tables.named(call)
        };
        // An agent that performs the awaited action does not wait itself.
        if let Some(at) = event.on.and_then(|action| self.running.get(&action))
            && !event.held
        {
            let busy = &self.story.actions[*at].by;
            agents.retain(|agent| !busy.contains(agent));
        }
        self.waiting
            .insert((event.plan, step), self.story.waits.len());
        self.story.waits.push(WaitSpan {
            plan: event.plan,
            step,
            call,
            held: event.held,
            agents,
            from: tick,
            to: OPEN,
            why,
            on: event.on,
        });
    }

    fn stops_waiting(&mut self, tick: u64, place: (u64, u32)) {
        if let Some(at) = self.waiting.remove(&place) {
            self.story.waits.edit(at).to = tick;
        }
    }

    /// Ends the waits for this action: the next reason to wait has an entry of its own.
    fn nobody_waits_for(&mut self, tick: u64, action: Option<u64>) {
        let waits = &self.story.waits;
        let ended = |at: &usize| action.is_some() && waits[*at].on == action;
        let on = self.waiting.iter().filter(|(_, at)| ended(at));
        let places: Vec<_> = on.map(|(place, _)| *place).collect();
        for place in places {
            self.stops_waiting(tick, place);
        }
    }

    fn forget_waits(&mut self, tick: u64, plan: u64) {
        let of_plan = self.waiting.range((plan, 0)..=(plan, u32::MAX));
        let places: Vec<_> = of_plan.map(|(place, _)| *place).collect();
        for place in places {
            self.stops_waiting(tick, place);
        }
    }

    fn set_step(&mut self, tick: u64, plan: u64, step: u32, mark: StepMark, why: Option<TextId>) {
        if let Some(at) = self.live.get(&plan) {
            self.story.plans.edit(*at).set_step(tick, step, mark, why);
        }
    }

    /// Ends all open spans at the last tick.
    pub fn close(mut self, ends: u64, tables: &Tables) -> Story {
        let end = ends + 1;
        for at in self.running.values() {
            self.story.actions.edit(*at).to = end;
        }
        for at in self.waiting.values() {
            self.story.waits.edit(*at).to = end;
        }
        for at in self.live.values() {
            self.story.plans.edit(*at).close(end);
        }
        // Waits without a duration are not visible.
        self.story.waits.retain(|wait| wait.to > wait.from);
        let name = |agent: &TextId| tables.text(*agent);
        self.story.agents.sort_by(|a, b| by_name(name(a), name(b)));
        self.story
    }
}
