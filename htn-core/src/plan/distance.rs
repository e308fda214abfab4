//! How far two plans are from one another.
//!
//! Steps that nobody sees, the internal ones, do not count. Of the others:
//!
//! * what is done: the steps without their agents, each as often as it is there;
//! * who does it: the steps with their agents, as often as they are there;
//! * in which order: for each agent, the steps in which it is named, one after another.
//!
//! The first two are compared as multisets, by Jaccard's distance: one less the share of what both have in what either
//! has. The third is the same with longest common subsequences for what both have, summed over the agents. Each is a
//! metric or, because plans that differ otherwise may be alike in it, a pseudometric: the first two are weighted Jaccard
//! distances, and the third is Steinhaus's transform of the number of steps that must be put in or taken out, which is a
//! metric on sequences, and so on families of them. So their mean is a metric.
//!
//! A step that everybody has to mind, a `global_block` or one without agents, stands in the sequence of each agent that the
//! plan names. So two plans are alike in the third only where neighbours without a common agent were exchanged: such steps
//! run side by side, and which of them stands first in the list makes no difference.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::indices::StepIndex;
use super::raw::RawPlan;
use crate::domain::TaskCode;
use crate::tables::{Param, TaskKind};

/// How far two plans are from one another, from 0 to 1 in each respect: what [`Plan::distance`](crate::Plan::distance)
/// tells.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PlanDistance {
    /// What is done, whoever does it and when: the share of the steps, without their agents, that only one plan has.
    pub steps: f32,
    /// Who does it: the share of the steps, with their agents, that only one plan has.
    pub agents: f32,
    /// In which order each agent does it: the share of its steps that are not in the same order in both plans.
    pub order: f32,
}

impl PlanDistance {
    /// The mean of the three: a metric. It is 0 where the plans have the same steps in the same order, but for neighbours
    /// that share no agent and so run side by side; it is the same in both directions; and a detour over a third plan is
    /// never shorter.
    pub fn mean(self) -> f32 {
        (self.steps + self.agents + self.order) / 3.0
    }
}

/// Compares plans, and keeps the memory that this takes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Comparer {
    left: Side,
    right: Side,
    /// The lengths of the longest common subsequences with the beginnings of the right one.
    lengths: Vec<u32>,
    /// How much the last comparison took, in steps that were compared with one another.
    pub work: u64,
}

/// What is worked out of a plan.
#[derive(Clone, Debug, Default)]
struct Side {
    /// The steps that count, in order.
    seen: Vec<u32>,
    /// Those, by what they are.
    sorted: Vec<u32>,
    /// The agents that are named, in order of their words.
    agents: Vec<u64>,
    /// The steps of one agent.
    sequence: Vec<u32>,
}

/// A plan that is compared.
#[derive(Clone, Copy)]
struct Of<'a>(RawPlan<'a>);

impl<'a> Of<'a> {
    fn params(self, code: TaskCode) -> &'static [Param] {
        let tables = self.0.tables;
        match code {
            TaskCode::Task(task) => tables.tasks[usize::from(task.0)].params,
            TaskCode::Add(rel) | TaskCode::Delete(rel) => {
                tables.relations[usize::from(rel.0)].columns
            }
        }
    }

    /// The agents of a step.
    fn agents(self, at: u32) -> impl Iterator<Item = u64> + 'a {
        let (code, words) = self.0.task(index(at));
        let named = self.params(code).iter().zip(words);
        named
            .filter(|(param, _)| param.agent)
            .map(|(_, word)| *word)
    }

    /// Whether a step belongs to what each agent does.
    fn is_for_all(self, at: u32) -> bool {
        let blocks = self.0.info(index(at)).kind == TaskKind::GlobalBlock;
        blocks || self.agents(at).next().is_none()
    }

    /// Compares a step with one of another plan of the same domain: with all arguments, or with those alone that are no
    /// agents.
    fn compare(self, at: u32, other: Of<'_>, there: u32, agents: bool) -> Ordering {
        let (code, words) = self.0.task(index(at));
        let (other_code, other_words) = other.0.task(index(there));
        number(code).cmp(&number(other_code)).then_with(|| {
            let params = self.params(code).iter();
            let meant = |param: &Param| agents || !param.agent;
            let pairs = params
                .zip(words.iter().zip(other_words))
                .filter(|(param, _)| meant(param));
            let mut orders = pairs.map(|(_, (one, other))| one.cmp(other));
            orders
                .find(|order| order.is_ne())
                .unwrap_or(Ordering::Equal)
        })
    }
}

fn index(step: u32) -> StepIndex {
    StepIndex::new(step as usize)
}

fn number(code: TaskCode) -> (u8, u16) {
    match code {
        TaskCode::Task(task) => (0, task.0),
        TaskCode::Add(rel) => (1, rel.0),
        TaskCode::Delete(rel) => (2, rel.0),
    }
}

impl Side {
    fn look_at(&mut self, plan: Of<'_>) {
        self.seen.clear();
        let steps = 0..plan.0.steps().len() as u32;
        let seen = steps.filter(|at| plan.0.info(index(*at)).kind != TaskKind::Internal);
        self.seen.extend(seen);
        self.agents.clear();
        let agents = self.seen.iter().flat_map(|at| plan.agents(*at));
        self.agents.extend(agents);
        self.agents.sort_unstable();
        self.agents.dedup();
    }

    fn sort(&mut self, plan: Of<'_>, agents: bool) {
        self.sorted.clear();
        self.sorted.extend_from_slice(&self.seen);
        self.sorted
            .sort_unstable_by(|one, other| plan.compare(*one, plan, *other, agents));
    }

    /// The steps of an agent; for nobody, those that are for all. An agent that the plan does not name has none.
    fn follow(&mut self, plan: Of<'_>, agent: Option<u64>) {
        self.sequence.clear();
        if agent.is_some_and(|agent| self.agents.binary_search(&agent).is_err()) {
            return;
        }
        let is_its = |at: &&u32| {
            plan.is_for_all(**at)
                || agent.is_some_and(|agent| plan.agents(**at).any(|named| named == agent))
        };
        self.sequence.extend(self.seen.iter().filter(is_its));
    }
}

impl Comparer {
    pub fn compare(&mut self, left: RawPlan<'_>, right: RawPlan<'_>) -> PlanDistance {
        let mut distance = self.without_order(left, right);
        distance.order = self.in_order(Of(left), Of(right));
        distance
    }

    /// Whether the distance is less than this. The order, which takes the most work, is looked at only where it decides.
    pub fn is_nearer(&mut self, left: RawPlan<'_>, right: RawPlan<'_>, limit: f32) -> bool {
        let mut distance = self.without_order(left, right);
        let most = PlanDistance {
            order: 1.0,
            ..distance
        };
        if distance.mean() < limit && most.mean() >= limit {
            distance.order = self.in_order(Of(left), Of(right));
        }
        distance.mean() < limit
    }

    fn without_order(&mut self, left: RawPlan<'_>, right: RawPlan<'_>) -> PlanDistance {
        let (one, other) = (Of(left), Of(right));
        self.left.look_at(one);
        self.right.look_at(other);
        self.work = (self.left.seen.len() + self.right.seen.len()) as u64;
        PlanDistance {
            steps: self.in_common(one, other, false),
            agents: self.in_common(one, other, true),
            order: 0.0,
        }
    }

    /// Jaccard's distance of the multisets of steps.
    fn in_common(&mut self, one: Of<'_>, other: Of<'_>, agents: bool) -> f32 {
        self.left.sort(one, agents);
        self.right.sort(other, agents);
        let (left, right) = (&self.left.sorted, &self.right.sorted);
        let (mut at, mut there, mut common) = (0, 0, 0);
        while let (Some(step), Some(counterpart)) = (left.get(at), right.get(there)) {
            let order = one.compare(*step, other, *counterpart, agents);
            at += usize::from(order.is_le());
            there += usize::from(order.is_ge());
            common += usize::from(order.is_eq());
        }
        share_apart(common, left.len() + right.len())
    }

    /// The same for the sequences of all agents, with longest common subsequences.
    fn in_order(&mut self, one: Of<'_>, other: Of<'_>) -> f32 {
        let (mut common, mut both) = self.in_order_of(None, one, other);
        let (mut at, mut there) = (0, 0);
        loop {
            // Both lists are in order: the least that comes next in either.
            let (left, right) = (self.left.agents.get(at), self.right.agents.get(there));
            let Some(agent) = left.into_iter().chain(right).min().copied() else {
                return share_apart(common, both);
            };
            at += usize::from(left == Some(&agent));
            there += usize::from(right == Some(&agent));
            let (shared, all) = self.in_order_of(Some(agent), one, other);
            common += shared;
            both += all;
        }
    }

    /// How many steps of an agent are in the same order in both plans, and how many it has in both together.
    fn in_order_of(&mut self, agent: Option<u64>, one: Of<'_>, other: Of<'_>) -> (usize, usize) {
        self.left.follow(one, agent);
        self.right.follow(other, agent);
        let all = self.left.sequence.len() + self.right.sequence.len();
        (self.longest_common(one, other), all)
    }

    /// The length of the longest common subsequence of the two sequences.
    fn longest_common(&mut self, one: Of<'_>, other: Of<'_>) -> usize {
        let same = |(at, there): (&u32, &u32)| one.compare(*at, other, *there, true).is_eq();
        let (left, right) = (&self.left.sequence[..], &self.right.sequence[..]);
        // Plans of one task often begin and end alike, and that costs next to nothing.
        let pairs = left.iter().zip(right);
        let before = pairs.take_while(|pair| same(*pair)).count();
        let (left, right) = (&left[before..], &right[before..]);
        let pairs = left.iter().rev().zip(right.iter().rev());
        let behind = pairs.take_while(|pair| same(*pair)).count();
        let (left, right) = (&left[..left.len() - behind], &right[..right.len() - behind]);
        self.work += (before + behind + left.len() * right.len()) as u64;
        self.lengths.clear();
        self.lengths.resize(right.len() + 1, 0);
        for step in left {
            let mut diagonal = 0;
            for (at, counterpart) in right.iter().enumerate() {
                let above = self.lengths[at + 1];
                self.lengths[at + 1] = match same((step, counterpart)) {
                    true => diagonal + 1,
                    false => above.max(self.lengths[at]),
                };
                diagonal = above;
            }
        }
        let between = self.lengths.last().map_or(0, |length| *length as usize);
        before + between + behind
    }
}

/// One less the share of what both have in what either has, where both together have so much.
fn share_apart(common: usize, both: usize) -> f32 {
    match both - common {
        0 => 0.0,
        either => 1.0 - common as f32 / either as f32,
    }
}
