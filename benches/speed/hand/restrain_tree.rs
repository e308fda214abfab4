//! Restraining with arrays, a tree of the plan and undo: it finds all plans, in the same order as the domain.

use super::restrain::{Restrain, Step};
use super::tree::{Heights, TreePlan};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    SquadRestrain,
    Helper(u16, u16),
}

/// A flag that changes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Flag {
    Reserved(u16),
    Restrained(u16),
}

/// A candidate of a choice, with its distance.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    distance: f32,
    squad: u16,
    target: u16,
}

/// A choice with further candidates, which are those from `from` on.
#[derive(Clone, Copy, Debug)]
struct Choice {
    is_partner: bool,
    heights: Heights,
    from: u32,
    squad: u16,
    target: u16,
}

pub struct RestrainWithTree {
    problem: Restrain,
    plan: TreePlan<Task, Step, Flag>,
    candidates: Vec<Candidate>,
    choices: Vec<Choice>,
}

impl RestrainWithTree {
    pub fn new(problem: Restrain) -> RestrainWithTree {
        let pairs = problem.squad.len() * problem.surrendered.len();
        RestrainWithTree {
            plan: TreePlan::with_capacity(16),
            candidates: Vec::with_capacity(pairs + problem.squad.len()),
            choices: Vec::with_capacity(2),
            problem,
        }
    }

    pub fn plan(&self) -> &TreePlan<Task, Step, Flag> {
        &self.plan
    }

    /// Finds the first plan, from the facts of the start. Returns false if no plan exists.
    pub fn solve(&mut self, limit: f32, distance: impl Fn(u16, u16) -> f32) -> bool {
        let problem = &mut self.problem;
        self.plan.clear(|flag, old| restore(problem, flag, old));
        self.choices.clear();
        self.candidates.clear();
        for &target in &self.problem.surrendered {
            let (t, problem) = (target as usize, &self.problem);
            if !problem.enemy[t] || problem.dead[t] || problem.restrained[t] || problem.reserved[t]
            {
                continue;
            }
            for &squad in &problem.squad {
                let d = distance(squad, target);
                if !problem.reserved[squad as usize] && d < limit {
                    self.candidates.push(Candidate {
                        distance: d,
                        squad,
                        target,
                    });
                }
            }
        }
        self.choices.push(Choice {
            is_partner: false,
            heights: self.plan.heights(),
            from: 0,
            squad: 0,
            target: 0,
        });
        self.next(limit, distance)
    }

    /// Finds the next plan. Returns false at the end.
    pub fn next(&mut self, limit: f32, distance: impl Fn(u16, u16) -> f32) -> bool {
        while let Some(&choice) = self.choices.last() {
            let problem = &mut self.problem;
            self.plan
                .return_to(choice.heights, |flag, old| restore(problem, flag, old));
            let Some(next) = self.take_least(choice.from as usize) else {
                self.choices.pop();
                continue;
            };
            let is_done = if choice.is_partner {
                self.with_complement(choice.squad, next.squad, choice.target)
            } else {
                self.pair(next.squad, next.target, limit, &distance)
            };
            if is_done {
                return true;
            }
        }
        false
    }

    /// Takes the first of the nearest candidates from a place on. The others keep their order.
    fn take_least(&mut self, from: usize) -> Option<Candidate> {
        let mut least = from;
        for at in from + 1..self.candidates.len() {
            if self.candidates[at].distance < self.candidates[least].distance {
                least = at;
            }
        }
        (least < self.candidates.len()).then(|| self.candidates.remove(least))
    }

    fn pair(
        &mut self,
        squad: u16,
        target: u16,
        limit: f32,
        distance: impl Fn(u16, u16) -> f32,
    ) -> bool {
        let root = self.plan.begin(Task::SquadRestrain, 0, u32::MAX);
        let from = self.candidates.len();
        for &partner in &self.problem.squad {
            let p = partner as usize;
            if partner == squad || self.problem.following_order[p] || self.problem.reserved[p] {
                continue;
            }
            let d = distance(partner, target);
            if d < limit {
                self.candidates.push(Candidate {
                    distance: d,
                    squad: partner,
                    target,
                });
            }
        }
        let Some(nearest) = self.take_least(from) else {
            let node = self.plan.begin(Task::Helper(squad, target), 1, root);
            return self.carry_out(&[squad, target], squad, None, target, node);
        };
        self.choices.push(Choice {
            is_partner: true,
            heights: self.plan.heights(),
            from: from as u32,
            squad,
            target,
        });
        self.with_complement(squad, nearest.squad, target)
    }

    fn with_complement(&mut self, squad: u16, partner: u16, target: u16) -> bool {
        let root = self.plan.nodes().len() as u32 - 1;
        let node = self.plan.begin(Task::Helper(squad, target), 0, root);
        let involved = [squad, partner, target];
        self.carry_out(&involved, squad, Some(partner), target, node)
    }

    fn carry_out(
        &mut self,
        involved: &[u16],
        squad: u16,
        partner: Option<u16>,
        target: u16,
        node: u32,
    ) -> bool {
        for &who in involved {
            if self.problem.reserved[who as usize] {
                return false;
            }
            self.set_reserved(who, true);
            self.plan.step(Step::Reserve(who), node);
        }
        let restrained = &mut self.problem.restrained[target as usize];
        self.plan
            .log(Flag::Restrained(target), (*restrained).into());
        *restrained = true;
        self.plan.step(Step::Restrain(squad, target), node);
        if let Some(partner) = partner {
            self.plan.step(Step::Complement(partner, target), node);
        }
        self.plan.step(Step::GlobalBlock(squad), node);
        for &who in involved {
            self.set_reserved(who, false);
            self.plan.step(Step::Free(who), node);
        }
        true
    }

    fn set_reserved(&mut self, who: u16, is_reserved: bool) {
        let reserved = &mut self.problem.reserved[who as usize];
        self.plan.log(Flag::Reserved(who), (*reserved).into());
        *reserved = is_reserved;
    }
}

fn restore(problem: &mut Restrain, flag: Flag, old: u16) {
    match flag {
        Flag::Reserved(who) => problem.reserved[who as usize] = old != 0,
        Flag::Restrained(who) => problem.restrained[who as usize] = old != 0,
    }
}
