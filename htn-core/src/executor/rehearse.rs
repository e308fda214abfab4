//! What a repair is searched from: the facts as they will be when it is adopted, and the tasks that are left.

use super::adopt::Seam;
use super::engine::{Engine, World};
use super::kind::{FAILURE, FINISH, Kind, SENSED, SUCCESS};
use super::shelf::Status;
use crate::domain::{Row, TaskCode};
use crate::limits::Limits;
use crate::machine::{Frame, NONE};
use crate::plan::{Changed, Mark, PlanData, truth};

/// Whether a plan that was found for a repair is any good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Suits {
    Well,
    /// Its own steps bring about that a condition above them does not hold: another plan may suit.
    Badly,
    /// A condition above the task does not hold any more.
    Never,
}

impl Engine {
    /// Changes the facts of a search to what they will be when the repair of a plan is adopted: what is below the
    /// task is stopped and taken back, and the plan's other actions are assumed to succeed, or to have brought about
    /// what the sensors have yet to report.
    pub fn rehearse_repair(&mut self, place: usize, world: &mut World<'_>) {
        let node = self.plans[place].repair_at;
        self.rehearse_sensors(place, node, world);
        self.rehearse_actions(place, world, node, true, &[FINISH, FAILURE]);
        self.take_back_below(place, node, false, world);
        self.rehearse_actions(place, world, node, false, &[FINISH, SUCCESS, SENSED]);
    }

    /// Changes the facts of a search as if a plan had made way for another: what is there only while it runs is gone. That
    /// its actions fail then is left out, or a plan for the case that they fail would take over from them.
    pub fn rehearse_replacing(&mut self, place: usize, world: &mut World<'_>) {
        self.rehearse_actions(place, world, NONE, true, &[FINISH]);
        self.take_back_below(place, NONE, false, world);
    }

    /// Steps below the task are left out: they will be no part of the plan, and nothing waits for their sensors.
    fn rehearse_sensors(&mut self, place: usize, node: u32, world: &mut World<'_>) {
        if !self.waits_for_sensors(self.plans[place].sensed) {
            return;
        }
        for at in 0..self.plans[place].block.steps.len() {
            let step = self.step(place, at);
            let unreported = step.status == Status::Done && self.waits_for_sensors(step.ended);
            if unreported && !self.is_below(place, at, node) {
                self.apply_moments(place, at, &[SENSED], world);
            }
        }
    }

    fn rehearse_actions(
        &mut self,
        place: usize,
        world: &mut World<'_>,
        node: u32,
        below: bool,
        moments: &[usize],
    ) {
        for at in 0..self.actions.len() {
            let action = self.actions[at];
            let step = action.step as usize;
            if action.place as usize == place && self.is_below(place, step, node) == below {
                self.apply_moments(place, step, moments, world);
            }
        }
    }

    /// What is left to do of a plan with a repair below its root: the steps that stay and have not started, with the
    /// task that is planned again among them.
    pub fn repair_tasks(&self, place: usize) -> impl Iterator<Item = (TaskCode, Row)> + '_ {
        let live = &self.plans[place];
        let seam = self.seam(place, live.repair_at);
        let step = move |step: usize| {
            let (code, args) = self.code(place, step);
            (code, row(args))
        };
        let task = self
            .shelf
            .nodes(&live.block)
            .get(live.repair_at as usize)
            .map(|node| {
                let params = self.tables.tasks[node.task.0 as usize].params.len();
                let args = &self.shelf.words(&live.block)[node.words as usize..][..params];
                (TaskCode::Task(node.task), row(args))
            });
        let before = self.left_to_do(place, seam, false).map(step);
        before
            .chain(task)
            .chain(self.left_to_do(place, seam, true).map(step))
    }

    fn left_to_do(
        &self,
        place: usize,
        seam: Seam,
        behind: bool,
    ) -> impl Iterator<Item = usize> + '_ {
        let staying = self.staying(place, seam, behind);
        staying.filter(move |&step| self.step(place, step).status == Status::Waiting)
    }

    /// Notes for each node that stays of a plan its number in what was found for a repair, behind the new ones.
    pub(super) fn number_nodes(&mut self, place: usize, fresh: usize) {
        let live = &self.plans[place];
        let (count, repaired) = (live.block.nodes.len(), live.repair_at);
        self.numbers.clear();
        let mut next = fresh as u32;
        for node in 0..count as u32 {
            let stays = !self.node_is_below(place, node, repaired);
            self.numbers.push(if stays { next } else { NONE });
            next += u32::from(stays);
        }
    }

    pub(super) fn node_number(&self, node: u32) -> u32 {
        self.numbers.get(node as usize).copied().unwrap_or(NONE)
    }

    /// Puts the nodes that stay to a plan that was found for [`repair_tasks`](Engine::repair_tasks), behind its own,
    /// so that the conditions above its steps are all in it. Returns the first of them, or `None` where it does not
    /// fit.
    pub fn graft(&mut self, place: usize, data: &mut PlanData, limits: &Limits) -> Option<usize> {
        let (block, node) = (self.plans[place].block, self.plans[place].repair_at);
        let fresh = data.frames.len();
        let stays: usize = self.staying_nodes(place, node).count();
        if fresh + stays > limits.tasks {
            return None;
        }
        self.number_nodes(place, fresh);
        for other in 0..block.nodes.len() as u32 {
            if self.node_number(other) == NONE {
                continue;
            }
            let former = self.shelf.nodes(&block)[other as usize];
            let size = self.tables.tasks[former.task.0 as usize].frame as usize;
            let frame = &self.shelf.words(&block)[former.words as usize..][..size];
            if data.words.len() + size > limits.bindings {
                return None;
            }
            let words = data.words.len() as u32;
            data.words.extend_from_slice(frame);
            let parent = self.node_number(former.parent);
            data.frames.push(Frame {
                task: former.task,
                method: former.method,
                branch: former.branch,
                ret: former.ret,
                parent,
                ret_pc: 0,
                fp: words,
                depth: 0,
                strand: NONE,
                chosen: data.steps.len() as u32,
            });
            data.marks.push(Mark::NONE);
        }
        let above = self.node_number(self.shelf.nodes(&block)[node as usize].parent);
        let roots = data.frames[..fresh]
            .iter_mut()
            .filter(|frame| frame.parent == NONE);
        roots.for_each(|root| root.parent = above);
        let seam = self.seam(place, node);
        let (before, behind) = (
            self.left_to_do(place, seam, false).count(),
            self.left_to_do(place, seam, true).count(),
        );
        let after = data
            .steps
            .len()
            .checked_sub(behind)
            .filter(|&after| after >= before)?;
        for (at, step) in self.left_to_do(place, seam, false).enumerate() {
            data.steps[at].frame = self.node_number(self.step(place, step).node);
        }
        for (at, step) in self.left_to_do(place, seam, true).enumerate() {
            data.steps[after + at].frame = self.node_number(self.step(place, step).node);
        }
        self.mark_externals(data, fresh);
        self.make_room_for_truth(data, fresh).then_some(fresh)
    }

    /// Whether a plan that was found for a repair, and grafted, is any good: what was expected above the task and
    /// above the steps that stay is still expected there.
    pub fn suits(&mut self, place: usize, data: &PlanData) -> Suits {
        let node = self.plans[place].repair_at;
        let fresh = data.frames.len() - self.staying_nodes(place, node).count();
        self.number_nodes(place, fresh);
        self.changes.clear();
        for change in data.changes(self.asked) {
            if !self.changes.take(change) {
                // It is refused when it is offered.
                return Suits::Well;
            }
        }
        self.changes.sort_unstable();
        let live = &self.plans[place];
        let seam = self.seam(place, node);
        let before = self.left_to_do(place, seam, false).count();
        let behind = data.steps.len() - self.left_to_do(place, seam, true).count();
        let external = |step: &usize| {
            Kind {
                tables: self.tables,
                kind: data.steps[*step].kind,
            }
            .is_external()
        };
        let first_new = (before..behind).find(external);
        let first_old = (0..live.block.steps.len()).find(|&step| {
            let row = self.step(place, step);
            !row.absorbed && self.kind(row).is_external() && self.is_below(place, step, seam.node)
        });
        if let (Some(old), Some(new)) = (first_old, first_new) {
            let above = self.shelf.nodes(&live.block)[seam.node as usize].parent;
            let suits = self.expects_as_before(place, above, old, data, new);
            if suits != Suits::Well {
                return suits;
            }
        }
        let kept = self.left_to_do(place, seam, false).zip(0..before);
        let kept = kept.chain(self.left_to_do(place, seam, true).zip(behind..));
        for (old, new) in kept.filter(|(_, new)| external(new)) {
            let above = self.step(place, old).node;
            let suits = self.expects_as_before(place, above, old, data, new);
            if suits != Suits::Well {
                return suits;
            }
        }
        Suits::Well
    }

    /// Whether all that was expected of the branches from a node upwards before one step is expected before another.
    fn expects_as_before(
        &self,
        place: usize,
        mut node: u32,
        old: usize,
        data: &PlanData,
        new: usize,
    ) -> Suits {
        let live = &self.plans[place];
        let old_step = self.step(place, old);
        while let Some(row) = self.shelf.nodes(&live.block).get(node as usize) {
            let number = self.node_number(node);
            node = row.parent;
            let branch = self.tables.branches.get(usize::from(row.branch));
            let Some(branch) = branch else {
                continue;
            };
            for check in 0..branch.checks.len as usize {
                if !self.is_expected(place, old, old_step, row, check)
                    || self.will_hold(data, number, check, new)
                {
                    continue;
                }
                let reads = self.tables.checks[branch.checks.at as usize + check].reads;
                let writes = data.steps[..new].iter().any(|step| {
                    Kind {
                        tables: self.tables,
                        kind: step.kind,
                    }
                    .writes(reads)
                });
                return if writes { Suits::Badly } else { Suits::Never };
            }
        }
        Suits::Well
    }

    /// Whether check number `check` of a frame's branch holds after so many steps of a plan whose changes are in order.
    fn will_hold(&self, data: &PlanData, frame: u32, check: usize, steps: usize) -> bool {
        let odd = |rel, word, steps| Changed::odd(&self.changes, rel, word, steps);
        data.chosen(frame).holds_after(check, steps, odd)
    }

    /// The first external step below each of the nodes that stay.
    fn mark_externals(&self, data: &mut PlanData, fresh: usize) {
        for step in 0..data.steps.len() {
            let kind = Kind {
                tables: self.tables,
                kind: data.steps[step].kind,
            };
            if !kind.is_external() {
                continue;
            }
            let mut above = data.steps[step].frame;
            while let Some(frame) = data.frames.get(above as usize) {
                if above as usize >= fresh {
                    let mark = &mut data.marks[above as usize];
                    if mark.external != NONE {
                        break;
                    }
                    mark.external = step as u32;
                }
                above = frame.parent;
            }
        }
    }

    fn make_room_for_truth(&self, data: &mut PlanData, fresh: usize) -> bool {
        if !self.has_agents {
            return true;
        }
        let frames = data.frames[fresh..].iter().zip(&mut data.marks[fresh..]);
        for (frame, mark) in frames.filter(|(_, mark)| mark.external != NONE) {
            let branch = self.tables.branches.get(usize::from(frame.branch));
            let checks = branch.map_or(0, |branch| branch.checks.len as usize);
            if checks == 0 {
                continue;
            }
            match truth::add_rows(&mut data.truth, checks) {
                Some(row) => mark.truth = row,
                None => return false,
            }
        }
        true
    }
}

fn row(words: &[u64]) -> Row {
    words
        .iter()
        .copied()
        .take(crate::domain::MAX_COLUMNS)
        .collect()
}
