//! Whether the conditions of a step hold, and where they don't, whether there is anything to wait for.

use super::engine::{Engine, World};
use super::kind::{Kind, START};
use super::shelf::{LiveNode, LiveStep, Status};
use super::wait::Wait;
use crate::error::PlannerFull;
use crate::event::Why;
use crate::plan::StepKind;
use crate::tables::RelId;

/// What the conditions of a step, or of a group, say.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Verdict {
    /// They hold.
    Holds,
    /// They don't yet.
    Waits(Wait),
    /// They don't, and there is nothing to wait for: the step has failed.
    Fails { step: usize, why: Why },
}

impl Engine {
    /// The conditions of all the steps of a group, each with the effects of those before it. Changes nothing.
    pub(super) fn group_verdict(
        &mut self,
        place: usize,
        lead: usize,
        end: usize,
        world: &mut World<'_>,
    ) -> Verdict {
        if lead + 1 == end {
            return self.verdict(place, lead, lead, world);
        }
        let mut verdict = Verdict::Holds;
        for step in lead..end {
            verdict = self.verdict(place, step, lead, world);
            if verdict == Verdict::Holds
                && let Err(full) = self.apply_start(place, step, world)
            {
                verdict = Verdict::Fails {
                    step,
                    why: Why::Full(full),
                };
            }
            if verdict != Verdict::Holds {
                break;
            }
        }
        self.machine.take_back(world.store);
        verdict
    }

    /// The conditions of one step of the group that begins at `lead`. The values that it would start with are in `frame`
    /// afterwards.
    pub(super) fn verdict(
        &mut self,
        place: usize,
        at: usize,
        lead: usize,
        world: &mut World<'_>,
    ) -> Verdict {
        let step = *self.step(place, at);
        let mut wait = Wait::None;
        let above = self.verdict_above(place, at, &step, &mut wait, world);
        let own = match above {
            None => self.solve(place, at, lead, &step, &mut wait, world),
            failed => failed,
        };
        match own {
            Some(why) => Verdict::Fails { step: at, why },
            None if wait == Wait::None => Verdict::Holds,
            None => Verdict::Waits(wait),
        }
    }

    /// The conditions of the branches above an external step.
    fn verdict_above(
        &mut self,
        place: usize,
        at: usize,
        step: &LiveStep,
        wait: &mut Wait,
        world: &mut World<'_>,
    ) -> Option<Why> {
        if !self.kind(step).is_external() {
            return None;
        }
        let (tables, block) = (self.tables, self.plans[place].block);
        let mut above = step.node;
        while let Some(&node) = self.shelf.nodes(&block).get(above as usize) {
            above = node.parent;
            let Some(branch) = tables.branches.get(usize::from(node.branch)) else {
                continue;
            };
            let size = tables.tasks[node.task.0 as usize].frame as usize;
            for number in 0..branch.checks.len as usize {
                if !self.is_expected(place, at, step, &node, number) {
                    continue;
                }
                let check = &tables.checks[branch.checks.at as usize + number];
                let frame = &self.shelf.words(&block)[node.words as usize..][..size];
                let (store, host) = (&mut *world.store, world.host);
                let answer = self
                    .machine
                    .ask(store, host, check.entry, check.frame, frame);
                let why = self.weigh(place, at, answer, check.text, check.reads, wait);
                if why.is_some() {
                    return why;
                }
            }
        }
        None
    }

    /// Whether the planner expects a check to hold before a step, and after the later steps that have overtaken it.
    pub(super) fn is_expected(
        &self,
        place: usize,
        at: usize,
        step: &LiveStep,
        node: &LiveNode,
        check: usize,
    ) -> bool {
        let (live, tables) = (&self.plans[place], self.tables);
        let holds = |rank: u32| {
            self.shelf
                .holds_after(tables, &live.block, node, check, rank as usize)
        };
        if !self.has_agents || !holds(step.rank) {
            return false;
        }
        let later = self
            .shelf
            .steps(&live.block)
            .get(at + 1..live.course.reached as usize);
        let overtook = |step: &&LiveStep| step.status != Status::Waiting && !step.absorbed;
        later
            .unwrap_or(&[])
            .iter()
            .filter(overtook)
            .all(|step| holds(step.rank + 1))
    }

    /// The step's own precondition: the planned solution where it still holds, else the first one.
    fn solve(
        &mut self,
        place: usize,
        at: usize,
        lead: usize,
        step: &LiveStep,
        wait: &mut Wait,
        world: &mut World<'_>,
    ) -> Option<Why> {
        let kind = self.kind(step);
        let size = kind.size();
        let block = self.plans[place].block;
        let planned = &self.shelf.words(&block)[step.words as usize..][..size as usize];
        self.frame.clear();
        self.frame.extend_from_slice(planned);
        let operator = kind.operator()?;
        let check = operator.holds?;
        let (store, host) = (&mut *world.store, world.host);
        let machine = &mut self.machine;
        let mut answer = machine.ask(store, host, check.entry, check.frame, &self.frame);
        if answer == Ok(false) {
            answer = machine.ask(store, host, operator.entry, size, &self.frame);
        }
        if answer == Ok(true) {
            self.frame.copy_from_slice(machine.solution(size));
        }
        // The steps of a group do not wait for one another.
        self.weigh(place, lead.min(at), answer, check.text, check.reads, wait)
    }

    /// What an answer means for a step: `Some` where it has failed.
    fn weigh(
        &mut self,
        place: usize,
        before: usize,
        answer: Result<bool, PlannerFull>,
        condition: &'static str,
        reads: &[RelId],
        wait: &mut Wait,
    ) -> Option<Why> {
        let why = match answer {
            Ok(true) => return None,
            Ok(false) => Why::Condition(condition),
            Err(full) => Why::Full(full),
        };
        let Some(found) = self.awaited(place, before, condition, reads) else {
            return Some(why);
        };
        if *wait == Wait::None {
            *wait = found;
        }
        None
    }

    /// What may still bring a condition about that does not hold for the step `before`.
    fn awaited(
        &mut self,
        place: usize,
        before: usize,
        condition: &'static str,
        reads: &[RelId],
    ) -> Option<Wait> {
        let open = self.first_open(place);
        let live = &self.plans[place];
        let tables = self.tables;
        let steps = self.shelf.steps(&live.block);
        let not_ended = |step: &LiveStep| matches!(step.status, Status::Waiting | Status::Running);
        for (i, step) in steps.iter().enumerate().take(before).skip(open) {
            let kind = Kind {
                tables,
                kind: step.kind,
            };
            if not_ended(step) && kind.writes(reads) {
                return Some(Wait::Effect {
                    step: i as u32,
                    condition,
                });
            }
        }
        if !self.waits_for_sensors(live.sensed) {
            return None;
        }
        let reported = steps[..before].iter().filter(|step| {
            let kind = Kind {
                tables,
                kind: step.kind,
            };
            step.status == Status::Done && self.waits_for_sensors(step.ended) && kind.senses(reads)
        });
        let grace = self.settings.sense_grace;
        let until = reported.map(|step| step.ended + grace).max()?;
        Some(Wait::Sensors { until, condition })
    }

    /// Whether the sensors may still report what a step has brought about that ended well in this tick.
    pub(super) fn waits_for_sensors(&self, ended: u64) -> bool {
        ended + self.settings.sense_grace > self.now()
    }

    /// Carries out the effects of a step that starts with the values in `frame`.
    pub(super) fn apply_start(
        &mut self,
        place: usize,
        step: usize,
        world: &mut World<'_>,
    ) -> Result<(), PlannerFull> {
        let step = *self.step(place, step);
        let machine = &mut self.machine;
        let (store, host) = (&mut *world.store, world.host);
        match step.kind {
            StepKind::Add(rel) => machine.change(store, rel, &self.frame, true),
            StepKind::Delete(rel) => machine.change(store, rel, &self.frame, false),
            StepKind::Operator(id) => {
                let operator = &self.tables.operators[id.0 as usize];
                if operator.writes[START].is_empty() {
                    return Ok(());
                }
                let size = self.tables.tasks[operator.task.0 as usize].frame;
                machine.carry_out(store, host, operator.moments[START], size, &self.frame)
            }
        }
    }
}
