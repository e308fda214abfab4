//! The course of a plan: which steps' turn it is, kept so that a tick need not walk the plan.
//!
//! Adjacent internal steps that have an `undo` are a *group*, any other step is one by itself, and a group begins at
//! its *lead*. Each group knows how many earlier ones that share an agent have not started; those that are behind none
//! are on a list, in the order of the plan. A group with a step that has no agents comes on the list when everything
//! before it has started.

use super::agents::Words;
use super::engine::Engine;
use super::kind::Kind;
use super::shelf::{Block, Status};
use super::wait::Wait;
use crate::machine::NONE;
use crate::tables::TaskKind;

/// How far a plan is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Course {
    /// The first step that has not started; the number of steps where all have.
    pub first: u32,
    /// The first step that has not ended.
    pub open: u32,
    /// The first `global_block` that has not started; the number of steps where there is none.
    pub next_block: u32,
    /// The end of the steps that have started.
    pub reached: u32,
    pub unstarted: u32,
    /// Whether any group names more than one agent.
    pub joins: bool,
    /// The first lead of the list of those whose turn it is.
    pub ready: u32,
}

impl Course {
    pub const EMPTY: Course = Course {
        first: 0,
        open: 0,
        next_block: 0,
        reached: 0,
        unstarted: 0,
        joins: false,
        ready: NONE,
    };
}

/// The last group that named an agent, and where its link is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Linked {
    lead: u32,
    link: u32,
}

impl Words for Linked {
    fn to_words(self) -> [u64; 2] {
        [u64::from(self.lead), u64::from(self.link)]
    }
    fn from_words([lead, link]: [u64; 2]) -> Self {
        Linked {
            lead: lead as u32,
            link: link as u32,
        }
    }
}

impl Engine {
    /// Works out the course of a plan, some steps of which may have started.
    pub(super) fn chart(&mut self, block: &Block) -> Course {
        let (tables, count) = (self.tables, block.steps.len());
        let mut course = Course {
            first: NONE,
            open: NONE,
            next_block: NONE,
            ..Course::EMPTY
        };
        self.linked.clear();
        let mut group_goes_on = false;
        let mut lead = 0;
        for at in 0..count {
            let step = &mut self.shelf.steps_mut(block)[at];
            let kind = Kind {
                tables,
                kind: step.kind,
            };
            step.ready = false;
            step.alone = false;
            step.behind = 0;
            step.next = NONE;
            step.wait = Wait::None;
            step.untold = false;
            if matches!(step.status, Status::Waiting | Status::Running) {
                course.open = course.open.min(at as u32);
            }
            if step.status != Status::Waiting {
                course.reached = at as u32 + 1;
                group_goes_on = false;
                continue;
            }
            course.unstarted += 1;
            course.first = course.first.min(at as u32);
            if kind.task_kind() == TaskKind::GlobalBlock {
                course.next_block = course.next_block.min(at as u32);
            }
            let joins = kind.undo_words().is_some();
            if !(joins && group_goes_on) {
                lead = at as u32;
            }
            group_goes_on = joins;
            step.lead = lead;
            let (words, links) = (step.words as usize, step.links as usize);
            let mut agents = 0;
            for (i, param) in kind.params().iter().enumerate() {
                if param.agent {
                    let agent = self.shelf.words(block)[words + i];
                    self.link(block, agent, lead, (links + agents) as u32);
                    agents += 1;
                }
            }
            course.joins |= agents > 1 || lead as usize != at;
            if agents == 0 {
                self.shelf.steps_mut(block)[lead as usize].alone = true;
            }
        }
        let end = count as u32;
        course.first = course.first.min(end);
        course.open = course.open.min(end);
        course.next_block = course.next_block.min(end);
        self.list_leads(block, &mut course);
        course
    }

    /// The group names the agent.
    fn link(&mut self, block: &Block, agent: u64, lead: u32, link: u32) {
        if let Some(last) = self.linked.get(agent)
            && last.lead != lead
        {
            self.shelf.words_mut(block)[last.link as usize] = u64::from(lead);
            self.shelf.steps_mut(block)[lead as usize].behind += 1;
        }
        self.shelf.words_mut(block)[link as usize] = u64::from(NONE);
        self.linked.set(agent, Linked { lead, link });
    }

    fn list_leads(&mut self, block: &Block, course: &mut Course) {
        let first = course.first;
        let mut last = NONE;
        for at in first..block.steps.len() as u32 {
            let steps = self.shelf.steps_mut(block);
            let step = &mut steps[at as usize];
            let turn = step.behind == 0 && (!step.alone || at == first);
            if step.status != Status::Waiting || step.lead != at || !turn {
                continue;
            }
            step.ready = true;
            match last {
                NONE => course.ready = at,
                last => steps[last as usize].next = at,
            }
            last = at;
        }
    }

    /// The end of the group that begins at `lead`.
    pub(super) fn group_end(&self, place: usize, lead: usize) -> usize {
        let steps = self.shelf.steps(&self.plans[place].block);
        let same = |step: &&super::shelf::LiveStep| {
            step.status == Status::Waiting && step.lead == lead as u32
        };
        lead + steps[lead..].iter().take_while(same).count()
    }

    /// A step has started: its status says so already. A group's steps follow one another.
    pub(super) fn started(&mut self, place: usize, at: usize) {
        let block = self.plans[place].block;
        let step = *self.step(place, at);
        let agents = self
            .kind(&step)
            .params()
            .iter()
            .filter(|param| param.agent)
            .count();
        self.unlist(place, at as u32);
        for i in 0..agents {
            let link = self.shelf.words(&block)[step.links as usize + i] as u32;
            if link != NONE {
                let next = &mut self.shelf.steps_mut(&block)[link as usize];
                next.behind -= 1;
                if next.behind == 0 && !next.alone {
                    self.list(place, link);
                }
            }
        }
        let tick = self.now();
        let live = &mut self.plans[place];
        live.moved = tick;
        live.course.unstarted -= 1;
        live.course.reached = live.course.reached.max(at as u32 + 1);
        self.move_first(place);
        if self.plans[place].course.next_block == at as u32 {
            let steps = &self.shelf.steps(&block)[at..];
            let next = steps.iter().position(|step| {
                let kind = Kind {
                    tables: self.tables,
                    kind: step.kind,
                };
                step.status == Status::Waiting && kind.task_kind() == TaskKind::GlobalBlock
            });
            let next = next.map_or(block.steps.len(), |next| at + next);
            self.plans[place].course.next_block = next as u32;
        }
    }

    fn move_first(&mut self, place: usize) {
        let Course { mut first, .. } = self.plans[place].course;
        let steps = self.shelf.steps(&self.plans[place].block);
        while let Some(step) = steps.get(first as usize)
            && step.status != Status::Waiting
        {
            first += 1;
        }
        self.plans[place].course.first = first;
        let steps = self.shelf.steps(&self.plans[place].block);
        let waits_alone = |step: &super::shelf::LiveStep| step.alone && step.lead == first;
        if steps.get(first as usize).is_some_and(waits_alone) {
            self.list(place, first);
        }
    }

    /// The first step that has not ended.
    pub(super) fn first_open(&mut self, place: usize) -> usize {
        let live = &self.plans[place];
        let mut open = live.course.open as usize;
        let steps = self.shelf.steps(&live.block);
        while let Some(step) = steps.get(open)
            && matches!(step.status, Status::Done | Status::Failed)
        {
            open += 1;
        }
        self.plans[place].course.open = open as u32;
        open
    }

    /// Puts a lead on the list.
    fn list(&mut self, place: usize, lead: u32) {
        let block = self.plans[place].block;
        let steps = self.shelf.steps_mut(&block);
        if steps[lead as usize].ready {
            return;
        }
        let mut before = NONE;
        let mut after = self.plans[place].course.ready;
        while after != NONE && after < lead {
            before = after;
            after = steps[after as usize].next;
        }
        steps[lead as usize].ready = true;
        steps[lead as usize].next = after;
        match before {
            NONE => self.plans[place].course.ready = lead,
            before => steps[before as usize].next = lead,
        }
    }

    /// Takes a lead off the list, where it is on it.
    fn unlist(&mut self, place: usize, lead: u32) {
        let block = self.plans[place].block;
        let steps = self.shelf.steps_mut(&block);
        if !steps[lead as usize].ready {
            return;
        }
        let after = steps[lead as usize].next;
        steps[lead as usize].ready = false;
        let mut before = NONE;
        let mut at = self.plans[place].course.ready;
        while at != lead && at != NONE {
            before = at;
            at = steps[at as usize].next;
        }
        match before {
            NONE => self.plans[place].course.ready = after,
            before => steps[before as usize].next = after,
        }
    }
}
