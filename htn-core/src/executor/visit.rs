//! Visits: a plan's first step that can start is started, again and again.

use super::conditions::Verdict;
use super::engine::{Engine, World};
use super::live::Stage;
use super::notes::Happened;
use super::shelf::Status;
use super::wait::Wait;
use crate::event::{Reason, Why};
use crate::machine::NONE;
use crate::tables::TaskKind;

/// What came of trying to start a group of steps.
enum Tried {
    Started,
    Waits(Wait),
    Failed { step: usize, why: Why },
}

impl Engine {
    /// Visits all plans, from the first one again after each visit in which anything happened. Plans that sleep need no
    /// visit, so it is enough to begin again at the first one that does not.
    pub(super) fn visit_all(&mut self, world: &mut World<'_>) {
        let (mut at, mut awake, mut ends) = (0, usize::MAX, self.ends);
        loop {
            let Some(place) = self.order.get(at).map(|&place| place as usize) else {
                if self.give_up_stuck(world) || self.give_up_ring(world) {
                    (at, awake) = (0, usize::MAX);
                    continue;
                }
                return;
            };
            let happened = self.visit(place, world);
            let live = &self.plans[place];
            let stays = live.stage != Stage::Free;
            if self.ends != ends {
                (at, awake, ends) = (0, usize::MAX, self.ends);
                continue;
            }
            if live.stage == Stage::Running && live.asleep != Some(ends) {
                awake = awake.min(at);
            }
            // A plan that has ended makes way for the next one.
            at = match happened {
                true => core::mem::replace(&mut awake, usize::MAX).min(at),
                false => at + usize::from(stays),
            };
        }
    }

    /// Visits a plan, and tells whether anything happened.
    fn visit(&mut self, place: usize, world: &mut World<'_>) -> bool {
        if self.plans[place].asleep == Some(self.ends) {
            return false;
        }
        let mut happened = false;
        while self.plans[place].stage == Stage::Running {
            match self.try_steps(place, world) {
                Some(Tried::Started) => happened = true,
                Some(Tried::Failed { step, why }) => {
                    self.fail_step(place, step, why, world);
                    return true;
                }
                Some(Tried::Waits(_)) | None => {
                    self.complete(place);
                    break;
                }
            }
        }
        happened
    }

    /// Starts the first step that can start.
    fn try_steps(&mut self, place: usize, world: &mut World<'_>) -> Option<Tried> {
        let end = self.end_of_visit(place);
        let mut lead = self.plans[place].course.ready;
        self.plans[place].asleep = Some(self.ends);
        while lead != NONE && lead < end {
            match self.try_group(place, lead as usize, world) {
                Tried::Waits(wait) => {
                    // Other waits may be over without the end of anything: facts change.
                    if !matches!(wait, Wait::Engaged { .. } | Wait::Held { .. }) {
                        self.plans[place].asleep = None;
                    }
                    let step = self.step_mut(place, lead as usize);
                    step.untold |= step.wait != wait;
                    step.wait = wait;
                    lead = step.next;
                }
                tried => {
                    self.plans[place].asleep = None;
                    return Some(tried);
                }
            }
        }
        None
    }

    /// Starts a group whose turn it is, where nothing else is in its way.
    fn try_group(&mut self, place: usize, lead: usize, world: &mut World<'_>) -> Tried {
        let end = self.group_end(place, lead);
        if let Some(wait) = self.busy_agent(place, lead, end) {
            return Tried::Waits(wait);
        }
        let kind = self.kind(self.step(place, lead));
        if !kind.is_external() && !kind.synchronises() {
            return self.carry_out_group(place, lead, end, world);
        }
        match self.verdict(place, lead, lead, world) {
            Verdict::Holds => {}
            Verdict::Waits(wait) => return Tried::Waits(wait),
            Verdict::Fails { step, why } => return Tried::Failed { step, why },
        }
        if kind.synchronises() {
            self.synchronise(place, lead, kind.task_kind(), world);
            return Tried::Started;
        }
        let engages = self.would_engage(place, lead, world);
        if engages && let Some(wait) = self.claimed(place, lead, world) {
            return Tried::Waits(wait);
        }
        self.start_action(place, lead, engages, world)
    }

    /// An agent of the group that is busy.
    pub(super) fn busy_agent(&self, place: usize, lead: usize, end: usize) -> Option<Wait> {
        (lead..end).find_map(|step| {
            let step = self.step(place, step);
            let kind = self.kind(step);
            if kind.synchronises() {
                return None;
            }
            kind.agents(self.words(place, step))
                .find_map(|agent| self.keeps_busy(agent))
        })
    }

    fn keeps_busy(&self, agent: u64) -> Option<Wait> {
        let busy = self.busy.get(agent)?;
        if let Some(action) = busy.action {
            return Some(Wait::Engaged { agent, action });
        }
        let hold = self.holds.iter().find(|hold| hold.agent == agent)?;
        Some(Wait::Held {
            agent,
            action: hold.action,
        })
    }

    /// Whether an action engages its agents, with the values in `frame`.
    fn would_engage(&self, place: usize, step: usize, world: &World<'_>) -> bool {
        let operator = self.kind(self.step(place, step)).operator();
        let busy = operator.and_then(|operator| operator.busy);
        busy.is_none_or(|test| world.host.test(test, &self.frame))
    }

    fn start_action(
        &mut self,
        place: usize,
        step: usize,
        engages: bool,
        world: &mut World<'_>,
    ) -> Tried {
        if let Err(full) = self.apply_start(place, step, world) {
            return Tried::Failed {
                step,
                why: Why::Full(full),
            };
        }
        self.machine.let_stand();
        self.keep_frame(place, step);
        self.begin_action(place, step, engages);
        Tried::Started
    }

    /// The values in `frame` are those that the step has started with.
    fn keep_frame(&mut self, place: usize, step: usize) {
        let (at, block) = (
            self.step(place, step).words as usize,
            self.plans[place].block,
        );
        let words = &mut self.shelf.words_mut(&block)[at..at + self.frame.len()];
        words.copy_from_slice(&self.frame);
    }

    fn synchronise(&mut self, place: usize, at: usize, kind: TaskKind, world: &mut World<'_>) {
        let (a, b) = match *self.frame.as_slice() {
            [a, b, ..] => (a, b),
            [a] => (a, a),
            [] => return,
        };
        self.carried_out(place, at);
        match kind {
            TaskKind::BlockOn => {
                if let Some(action) = self.current_action(b)
                    && a != b
                {
                    self.hold(place, at, a, action);
                }
            }
            TaskKind::GlobalBlock => {
                if let Some(action) = self.current_action(a) {
                    self.plans[place].barrier = Some((at as u32, action));
                    self.plans[place].barrier_untold = true;
                }
            }
            _ => {
                if let Some(action) = self.current_action(a).and_then(|id| self.action(id)) {
                    self.end_action(action, super::actions::End::Finished, world);
                }
            }
        }
    }

    /// Carries out internal steps, all of them or none.
    fn carry_out_group(
        &mut self,
        place: usize,
        lead: usize,
        end: usize,
        world: &mut World<'_>,
    ) -> Tried {
        let alone = lead + 1 == end;
        let mut tried = self.apply_group(place, lead, end, alone, world);
        // Values that were not planned are kept when all steps are known to start, and not before: the planned ones may hold
        // again by then. It is rare, and a second look at the group.
        if let Ok(true) = tried {
            self.machine.take_back(world.store);
            tried = self.apply_group(place, lead, end, true, world);
        }
        if let Err(tried) = tried {
            self.machine.take_back(world.store);
            return tried;
        }
        self.machine.let_stand();
        for at in lead..end {
            self.note_undo(place, at, world);
            self.carried_out(place, at);
        }
        Tried::Started
    }

    /// Brings about the effects of all steps of a group, and keeps the values that they start with where it `keeps` them.
    /// Whether others than the planned ones are left to be kept.
    fn apply_group(
        &mut self,
        place: usize,
        lead: usize,
        end: usize,
        keeps: bool,
        world: &mut World<'_>,
    ) -> Result<bool, Tried> {
        let mut differs = false;
        for step in lead..end {
            let facts = world.store.hash();
            match self.verdict(place, step, lead, world) {
                Verdict::Holds => {}
                Verdict::Waits(wait) => return Err(Tried::Waits(wait)),
                Verdict::Fails { step, why } => return Err(Tried::Failed { step, why }),
            }
            if let Err(full) = self.apply_start(place, step, world) {
                let why = Why::Full(full);
                return Err(Tried::Failed { step, why });
            }
            if keeps {
                self.keep_frame(place, step);
            } else {
                let planned = self.words(place, self.step(place, step));
                differs |= !planned.starts_with(&self.frame);
            }
            self.step_mut(place, step).changed = world.store.hash() != facts;
        }
        Ok(differs)
    }

    /// An internal or synchronising step has been carried out.
    fn carried_out(&mut self, place: usize, at: usize) {
        let tick = self.now();
        let step = self.step_mut(place, at);
        step.status = Status::Done;
        step.ended = tick;
        let task = self.say(place, at);
        self.note(
            place,
            Happened::Started {
                step: at as u32,
                task,
                action: None,
            },
        );
        self.started(place, at);
    }

    /// Abandons the first plan that has not moved for too long, and tells whether there was one.
    fn give_up_stuck(&mut self, world: &mut World<'_>) -> bool {
        let limit = self.settings.wait_limit;
        if limit == 0 {
            return false;
        }
        let stuck = self
            .order
            .iter()
            .map(|&place| place as usize)
            .find(|&place| {
                let live = &self.plans[place];
                let entered = matches!(live.stage, Stage::Running | Stage::Repairing);
                entered && live.moved + limit <= self.now()
            });
        let Some(place) = stuck else { return false };
        let (step, wait) = self.waits_for(place);
        self.tell_wait(place, step, wait);
        self.abandon(place, Reason::Stuck, world);
        true
    }

    /// Abandons a plan that waits for itself, in builds that look for one, and tells whether there was one.
    fn give_up_ring(&mut self, world: &mut World<'_>) -> bool {
        if !cfg!(debug_assertions) {
            return false;
        }
        let Some(place) = self.plan_in_ring() else {
            return false;
        };
        let (step, wait) = self.waits_for(place);
        self.tell_wait(place, step, wait);
        self.abandon(place, Reason::Deadlock, world);
        true
    }
}
