//! The distance between two plans.
//!
//! Internal steps do not count. The other steps are compared in three ways:
//!
//! * tasks: the multiset of steps without their agents;
//! * agents: the multiset of steps with their agents;
//! * order: for each agent, the sequence of steps that name it.
//!
//! The first two use Jaccard's distance: 1 minus the size of the intersection divided by the size of the union. The
//! third does the same with longest common subsequences as intersections, summed over the agents. Each is a metric or,
//! because plans that differ otherwise may be equal in it, a pseudometric: the first two are weighted Jaccard
//! distances, and the third is Steinhaus's transform of the number of insertions and deletions, which is a metric on
//! sequences, and so on families of them. Their mean is therefore a metric.
//!
//! A step that concerns all agents, a `global_block` or one without agents, is part of the sequence of each agent that
//! the plan names. Two plans are therefore equal in order only if adjacent steps without a common agent were exchanged:
//! such steps run in parallel, and their order in the list makes no difference.

use alloc::vec::Vec;
use core::cmp::Ordering;

use htn_core::Plan;
use htn_core::domain::{Domain, Row, TaskCode};
use htn_core::tables::TaskKind;

/// The distance between two plans, in three ways, each from 0 to 1. Returned by
/// [`PlanTools::distance`](crate::PlanTools::distance).
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PlanDistance {
    /// The share of the steps, without their agents, that only one plan has.
    pub steps: f32,
    /// The share of the steps, with their agents, that only one plan has.
    pub agents: f32,
    /// For each agent, the share of its steps that are not in the same order in both plans.
    pub order: f32,
}

impl PlanDistance {
    /// Returns the mean of the three, which is a metric: it is 0 if the plans have the same steps in the same order,
    /// except for adjacent steps without a common agent; it is symmetric; and it satisfies the triangle inequality.
    /// [`PlanTools::distance`](crate::PlanTools::distance) has an example.
    pub fn mean(self) -> f32 {
        (self.steps + self.agents + self.order) / 3.0
    }
}

/// The compared steps of a plan: those that are not internal.
#[derive(Clone, Debug, Default)]
pub(crate) struct Profile {
    /// In the order of the plan.
    steps: Vec<ProfileStep>,
    /// The arguments of all steps.
    words: Vec<u64>,
    /// Indices of steps, ordered by task and arguments, without agents.
    by_task: Vec<u32>,
    /// Indices of steps, ordered by task and arguments, with agents.
    by_task_and_agents: Vec<u32>,
    /// The agents that are named, in order.
    agents: Vec<u64>,
}

/// A step of a [`Profile`]. Two steps with the same task have the same parameters.
#[derive(Clone, Copy, Debug)]
struct ProfileStep {
    task: u16,
    /// The parameters that are agents: bit `i` for parameter `i`.
    agents: u32,
    /// True if it belongs to the sequence of each agent.
    is_for_all: bool,
    /// Range of its arguments: start and length.
    at: u32,
    len: u32,
}

/// The arguments of a step that are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Compared {
    All,
    NotAgents,
}

impl Profile {
    pub fn of<D: Domain>(plan: &Plan<D>) -> Profile {
        let mut profile = Profile::default();
        for task in plan.tasks() {
            profile.push::<D>(task);
        }
        let steps = 0..profile.steps.len() as u32;
        profile.agents = steps.clone().flat_map(|at| profile.agents_of(at)).collect();
        profile.agents.sort_unstable();
        profile.agents.dedup();
        profile.by_task = profile.sorted(steps.clone(), Compared::NotAgents);
        profile.by_task_and_agents = profile.sorted(steps, Compared::All);
        profile
    }

    fn push<D: Domain>(&mut self, task: D::Task) {
        let mut row = Row::new();
        let task = match D::task_to_row(task, &mut row) {
            TaskCode::Task(task) => task.0,
            // Internal steps, as far as anyone sees.
            TaskCode::Fact(..) => return,
        };
        let table = &D::tables().tasks[usize::from(task)];
        if table.kind == TaskKind::Internal {
            return;
        }
        let params = table.params.iter().enumerate();
        let agents = params.fold(0, |agents, (place, param)| {
            agents | u32::from(param.agent) << place
        });
        self.steps.push(ProfileStep {
            task,
            agents,
            is_for_all: table.kind == TaskKind::GlobalBlock || agents == 0,
            at: self.words.len() as u32,
            len: row.len() as u32,
        });
        self.words.extend_from_slice(&row);
    }

    fn sorted(&self, steps: core::ops::Range<u32>, compared: Compared) -> Vec<u32> {
        let mut sorted: Vec<u32> = steps.collect();
        sorted.sort_unstable_by(|one, other| self.compare(*one, self, *other, compared));
        sorted
    }

    fn step(&self, at: u32) -> ProfileStep {
        self.steps[at as usize]
    }

    /// The arguments of a step, each with true if it is an agent.
    fn arguments(&self, at: u32) -> impl Iterator<Item = (bool, u64)> + '_ {
        let step = self.step(at);
        let words = self.words[step.at as usize..].iter();
        let words = words.take(step.len as usize).enumerate();
        words.map(move |(place, word)| (step.agents >> place & 1 == 1, *word))
    }

    fn agents_of(&self, at: u32) -> impl Iterator<Item = u64> + '_ {
        let arguments = self.arguments(at);
        arguments.filter_map(|(is_agent, word)| is_agent.then_some(word))
    }

    /// Compares a step with one of another plan of the same domain.
    fn compare(&self, at: u32, other: &Profile, there: u32, compared: Compared) -> Ordering {
        let is_compared = |argument: &(bool, u64)| compared == Compared::All || !argument.0;
        let (task, counterpart) = (self.step(at).task, other.step(there).task);
        task.cmp(&counterpart).then_with(|| {
            let arguments = self.arguments(at).filter(is_compared);
            arguments.cmp(other.arguments(there).filter(is_compared))
        })
    }

    /// Writes the steps of an agent into `sequence`; without an agent, the steps that are for all. An agent that the plan does
    /// not name has none.
    fn follow(&self, agent: Option<u64>, sequence: &mut Vec<u32>) {
        sequence.clear();
        if agent.is_some_and(|agent| self.agents.binary_search(&agent).is_err()) {
            return;
        }
        let is_its = |at: &u32| {
            self.step(*at).is_for_all
                || agent.is_some_and(|agent| self.agents_of(*at).any(|named| named == agent))
        };
        sequence.extend((0..self.steps.len() as u32).filter(is_its));
    }
}

/// Compares plans, and keeps the memory that this needs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Comparer {
    /// The steps of one agent in both plans.
    sequences: [Vec<u32>; 2],
    /// The lengths of the longest common subsequences with the beginnings of the right one.
    lengths: Vec<u32>,
    work: u64,
}

impl Comparer {
    /// Returns the number of pairs of steps in the last comparison.
    pub fn work(&self) -> u64 {
        self.work
    }

    pub fn compare(&mut self, left: &Profile, right: &Profile) -> PlanDistance {
        let mut distance = self.without_order(left, right);
        distance.order = self.in_order(left, right);
        distance
    }

    /// Returns true if the distance is less than `limit`. The order, which needs most of the work, is compared only if it
    /// decides.
    pub fn is_nearer(&mut self, left: &Profile, right: &Profile, limit: f32) -> bool {
        let mut distance = self.without_order(left, right);
        let most = PlanDistance {
            order: 1.0,
            ..distance
        };
        if distance.mean() < limit && most.mean() >= limit {
            distance.order = self.in_order(left, right);
        }
        distance.mean() < limit
    }

    fn without_order(&mut self, left: &Profile, right: &Profile) -> PlanDistance {
        self.work = (left.steps.len() + right.steps.len()) as u64;
        PlanDistance {
            steps: in_common(left, right, Compared::NotAgents),
            agents: in_common(left, right, Compared::All),
            order: 0.0,
        }
    }

    /// Returns the distance in order for the sequences of all agents, with longest common subsequences.
    fn in_order(&mut self, left: &Profile, right: &Profile) -> f32 {
        let (mut common, mut both) = self.in_order_of(None, left, right);
        let (mut at, mut there) = (0, 0);
        loop {
            // Both lists are in order: the least that comes next in either.
            let (one, other) = (left.agents.get(at), right.agents.get(there));
            let Some(agent) = one.into_iter().chain(other).min().copied() else {
                return share_apart(common, both);
            };
            at += usize::from(one == Some(&agent));
            there += usize::from(other == Some(&agent));
            let (shared, all) = self.in_order_of(Some(agent), left, right);
            common += shared;
            both += all;
        }
    }

    /// Returns the number of steps of an agent that are in the same order in both plans, and its number of steps in
    /// both.
    fn in_order_of(
        &mut self,
        agent: Option<u64>,
        left: &Profile,
        right: &Profile,
    ) -> (usize, usize) {
        let [one, other] = &mut self.sequences;
        left.follow(agent, one);
        right.follow(agent, other);
        let all = one.len() + other.len();
        (self.longest_common(left, right), all)
    }

    /// The length of the longest common subsequence of the two sequences.
    fn longest_common(&mut self, one: &Profile, other: &Profile) -> usize {
        let same = |(at, there): (&u32, &u32)| {
            let order = one.compare(*at, other, *there, Compared::All);
            order.is_eq()
        };
        let [left, right] = self.sequences.each_ref().map(Vec::as_slice);
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
                self.lengths[at + 1] = if same((step, counterpart)) {
                    diagonal + 1
                } else {
                    above.max(self.lengths[at])
                };
                diagonal = above;
            }
        }
        let between = self.lengths.last().map_or(0, |length| *length as usize);
        before + between + behind
    }
}

/// Jaccard's distance of the multisets of steps.
fn in_common(left: &Profile, right: &Profile, compared: Compared) -> f32 {
    let (one, other) = match compared {
        Compared::All => (&left.by_task_and_agents, &right.by_task_and_agents),
        Compared::NotAgents => (&left.by_task, &right.by_task),
    };
    let (mut at, mut there, mut common) = (0, 0, 0);
    while let (Some(step), Some(counterpart)) = (one.get(at), other.get(there)) {
        let order = left.compare(*step, right, *counterpart, compared);
        at += usize::from(order.is_le());
        there += usize::from(order.is_ge());
        common += usize::from(order.is_eq());
    }
    share_apart(common, one.len() + other.len())
}

/// Returns 1 minus the intersection divided by the union, from the size of the intersection and the sum of both sizes.
fn share_apart(common: usize, both: usize) -> f32 {
    match both - common {
        0 => 0.0,
        either => 1.0 - common as f32 / either as f32,
    }
}
