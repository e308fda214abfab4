//! A recording as spans of time, from which it is drawn.

mod log;
mod names;
mod plans;

use std::collections::{BTreeMap, HashMap};

use htn_core::EventEffect;

use crate::recording::{CallId, Recorded, RecordedEvent, Search, StepMark, TextId, What, Why};

pub(crate) use names::by_name;

use log::plan_ending;
pub(crate) use log::{LineKind, LogLine};
pub(crate) use plans::{PlanSpan, Repaired, Version};

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

/// All spans of a recording.
pub(crate) struct Story<'r> {
    pub recorded: &'r Recorded,
    pub ends: u64,
    /// The ticks in which the director's clock restarted.
    pub restarts: Vec<u64>,
    /// All agents that carried out an action, by name.
    pub agents: Vec<TextId>,
    pub actions: Vec<ActionSpan>,
    pub waits: Vec<WaitSpan>,
    pub facts: Vec<FactSpan>,
    pub plans: Vec<PlanSpan>,
    pub searches: Vec<(u64, Search)>,
    /// The explanations of searches.
    pub whys: Vec<(u64, Why)>,
    pub log: Vec<LogLine>,
}

impl<'r> Story<'r> {
    pub fn of(recorded: &'r Recorded) -> Story<'r> {
        let mut teller = TimelineBuilder {
            story: Story {
                recorded,
                ends: *recorded.ticks().end(),
                restarts: Vec::new(),
                agents: Vec::new(),
                actions: Vec::new(),
                waits: Vec::new(),
                facts: Vec::new(),
                plans: Vec::new(),
                searches: Vec::new(),
                whys: Vec::new(),
                log: Vec::new(),
            },
            running: HashMap::new(),
            waiting: BTreeMap::new(),
            holding: HashMap::new(),
            live: BTreeMap::new(),
        };
        for entry in recorded.entries() {
            teller.take(entry.tick, entry.what);
        }
        teller.end()
    }

    /// Returns in which segment a tick is. Numbers of plans and actions are unique in one segment only.
    pub fn segment(&self, tick: u64) -> usize {
        self.restarts.partition_point(|restart| *restart <= tick)
    }
}

/// Builds a [`Story`] from the entries.
struct TimelineBuilder<'r> {
    story: Story<'r>,
    /// The index of the span of each running action.
    running: HashMap<u64, usize>,
    /// The index of the span of each wait, by plan and step.
    waiting: BTreeMap<(u64, u32), usize>,
    /// The index of the span of each current fact.
    holding: HashMap<CallId, usize>,
    /// The index of the span of each running plan.
    live: BTreeMap<u64, usize>,
}

impl<'r> TimelineBuilder<'r> {
    fn take(&mut self, tick: u64, what: What) {
        let line = LogLine::of(self.story.recorded.tables(), tick, &what);
        self.story.log.extend(line);
        match what {
            What::Facts { added, removed } => {
                for fact in removed {
                    if let Some(at) = self.holding.remove(&fact) {
                        self.story.facts[at].to = Some(tick);
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
            What::Note(..) | What::Missed(_) => {}
            What::Plan(shape) => {
                self.forget_waits(tick, shape.plan);
                for (at, step) in shape.steps.iter().enumerate() {
                    if let (StepMark::Running, Some(action)) = (step.mark, step.action) {
                        self.action_is_at(action, shape.plan, at as u32, step.call, step.since);
                    }
                }
                let at = self.plan_at(tick, shape.plan);
                self.story.plans[at].add_version(tick, shape);
            }
            What::Broken(broken) => {
                let at = self.plan_at(tick, broken.plan);
                self.story.plans[at].begin_repair(tick, broken.undoable);
            }
            What::Event(event) => self.event(tick, &event),
            What::Why(why) => self.story.whys.push((tick, why)),
            What::Branches(..) => {}
            What::Restarted(_) => self.restart(tick),
        }
    }

    /// Ends the actions, waits and plans of the last segment. Facts continue.
    fn restart(&mut self, tick: u64) {
        self.story.restarts.push(tick);
        for at in std::mem::take(&mut self.running).into_values() {
            let span = &mut self.story.actions[at];
            (span.to, span.ended) = (tick, Ended::Cut);
        }
        for at in std::mem::take(&mut self.waiting).into_values() {
            self.story.waits[at].to = tick;
        }
        for at in std::mem::take(&mut self.live).into_values() {
            self.story.plans[at].ends(tick, String::from("cut off: the clock restarted"));
        }
    }

    /// Records the position of an action in its plan after the last repair. An action without a recorded start began at
    /// `since`.
    fn action_is_at(&mut self, action: u64, plan: u64, step: u32, call: CallId, since: u64) {
        if let Some(at) = self.running.get(&action) {
            self.story.actions[*at].step = step;
            return;
        }
        let by = self.story.recorded.tables().by(call);
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
            to: since,
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

    fn event(&mut self, tick: u64, event: &RecordedEvent) {
        let RecordedEvent { plan, task, .. } = *event;
        match event.kind.effect() {
            EventEffect::StepStarted => {
                if let (Some(step), Some(call), Some(action)) = (event.step, task, event.action) {
                    self.action_is_at(action, plan, step, call, tick);
                }
            }
            EventEffect::StepFinished | EventEffect::StepFailed => self.action_ends(tick, event),
            EventEffect::StepWaits => self.waits(tick, event),
            EventEffect::PlanBroken => {
                let at = self.plan_at(tick, plan);
                self.story.plans[at].begin_repair(tick, Vec::new());
            }
            EventEffect::PlanRepaired => {
                let at = self.plan_at(tick, plan);
                self.story.plans[at].end_repair(tick, task);
            }
            EventEffect::PlanEnded => {
                self.forget_waits(tick, plan);
                let at = self.plan_at(tick, plan);
                let words = plan_ending(self.story.recorded.tables(), event);
                self.story.plans[at].ends(tick, words);
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
            let span = &mut self.story.actions[at];
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

    fn waits(&mut self, tick: u64, event: &RecordedEvent) {
        let (Some(step), Some(call), Some(why)) = (event.step, event.task, event.why) else {
            return;
        };
        self.stops_waiting(tick, (event.plan, step));
        let mut agents = if event.held {
            // The held agent is the one that the step waits for.
            event.agent.into_iter().collect()
        } else {
            self.story.recorded.tables().named(call)
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
            to: tick,
            why,
            on: event.on,
        });
    }

    fn stops_waiting(&mut self, tick: u64, place: (u64, u32)) {
        if let Some(at) = self.waiting.remove(&place) {
            self.story.waits[at].to = tick;
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
            self.story.plans[*at].set_step(tick, step, mark, why);
        }
    }

    /// Ends all open spans at the last tick.
    fn end(mut self) -> Story<'r> {
        let end = self.story.ends + 1;
        for at in self.running.values() {
            self.story.actions[*at].to = end;
        }
        for at in self.waiting.values() {
            self.story.waits[*at].to = end;
        }
        for at in self.live.values() {
            self.story.plans[*at].to = end;
        }
        // Waits without a duration are not visible.
        self.story.waits.retain(|wait| wait.to > wait.from);
        for plan in &mut self.story.plans {
            plan.close();
        }
        let recorded = self.story.recorded;
        let name = |agent: &TextId| recorded.text(*agent);
        self.story.agents.sort_by(|a, b| by_name(name(a), name(b)));
        self.story
    }
}
