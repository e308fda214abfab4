//! Restraining the nearest suspect.

use std::hint::black_box;

use squad_htn::prelude::{Budget, Progress};

use crate::domains::json::Value;

use super::domains::restrain::restraint::{Domain, Fact, Task};
use super::domains::restrain::{Actor, Game, read};
use crate::hand::restrain::{Restrain, Step};
use crate::hand::restrain_tree::RestrainWithTree;
use crate::work::{Work, plan, tasks};

pub struct Restraining {
    state: squad_htn::State<Domain>,
    game: Game,
    planner: squad_htn::Planner<Domain>,
    by_hand: Restrain,
    steps: Vec<Step>,
}

impl Restraining {
    pub fn new(instance: &Value) -> Restraining {
        let (state, game) = read(instance);
        let mut work = Restraining {
            by_hand: by_hand(&state),
            state,
            game,
            planner: squad_htn::Planner::new(),
            steps: Vec::with_capacity(16),
        };
        work.plan();
        work.by_hand();
        let ours: Vec<Step> = tasks(&work.planner).into_iter().map(step).collect();
        assert_eq!(ours, work.steps, "restrain: the plans differ");
        work
    }
}

impl Work for Restraining {
    fn plan(&mut self) {
        let game = black_box(&self.game);
        plan(&mut self.planner, &self.state, game, Task::SquadRestrain);
    }

    fn by_hand(&mut self) {
        let game = black_box(&self.game);
        let distance = |a, b| game.distance(Actor(a), Actor(b));
        self.by_hand.solve(game.limit, distance, &mut self.steps);
        black_box(&self.steps);
    }

    fn steps(&self) -> Vec<String> {
        tasks(&self.planner).iter().map(Task::to_string).collect()
    }
}

/// The work with a solution by hand that has a tree and undo.
pub struct RestrainingWithTree {
    work: Restraining,
    by_hand: RestrainWithTree,
}

impl RestrainingWithTree {
    pub fn new(instance: &Value) -> RestrainingWithTree {
        let work = Restraining::new(instance);
        let by_hand = RestrainWithTree::new(by_hand(&work.state));
        let mut with_tree = RestrainingWithTree { work, by_hand };
        with_tree.agrees();
        with_tree
    }

    /// Compares all plans, and the tree of the first with that after all is undone.
    fn agrees(&mut self) {
        self.plan();
        self.by_hand();
        let first = self.by_hand.plan().clone();
        loop {
            let ours: Vec<Step> = self.ours().into_iter().map(step).collect();
            let hand: Vec<Step> = self.by_hand.plan().steps().collect();
            assert_eq!(ours, hand, "restrain with a tree: the plans differ");
            let game = &self.work.game;
            let distance = |a, b| game.distance(Actor(a), Actor(b));
            let found = self.by_hand.next(game.limit, distance);
            let progress = self.work.planner.resume(game, Budget::unlimited());
            assert_eq!(progress == Ok(Progress::Found), found, "another plan");
            if !found {
                break;
            }
        }
        self.by_hand();
        assert_eq!(*self.by_hand.plan(), first, "all is undone");
    }

    fn ours(&self) -> Vec<Task> {
        tasks(&self.work.planner)
    }
}

impl Work for RestrainingWithTree {
    fn plan(&mut self) {
        self.work.plan();
    }

    fn by_hand(&mut self) {
        let game = black_box(&self.work.game);
        let distance = |a, b| game.distance(Actor(a), Actor(b));
        black_box(self.by_hand.solve(game.limit, distance));
        black_box(self.by_hand.plan());
    }

    fn steps(&self) -> Vec<String> {
        self.work.steps()
    }
}

/// The facts as arrays.
pub fn by_hand(state: &squad_htn::State<Domain>) -> Restrain {
    let flags = || vec![false; 1 << 11];
    let mut by_hand = Restrain {
        enemy: flags(),
        dead: flags(),
        restrained: flags(),
        reserved: flags(),
        following_order: flags(),
        ..Restrain::default()
    };
    for fact in state.facts() {
        match fact {
            Fact::SquadMember(a) => by_hand.squad.push(a.0),
            Fact::Surrendered(a) => by_hand.surrendered.push(a.0),
            Fact::Enemy(a) => by_hand.enemy[a.0 as usize] = true,
            Fact::Dead(a) => by_hand.dead[a.0 as usize] = true,
            Fact::Restrained(a) => by_hand.restrained[a.0 as usize] = true,
            Fact::Reserved(a) => by_hand.reserved[a.0 as usize] = true,
            Fact::FollowingOrder(a) => by_hand.following_order[a.0 as usize] = true,
            Fact::Restraining(..) => {}
        }
    }
    by_hand
}

fn step(task: Task) -> Step {
    match task {
        Task::Reserve { who } => Step::Reserve(who.0),
        Task::Free { who } => Step::Free(who.0),
        Task::Restrain { squad, target } => Step::Restrain(squad.0, target.0),
        Task::RestrainComplement { squad, target } => Step::Complement(squad.0, target.0),
        Task::GlobalBlock { a } => Step::GlobalBlock(a.0),
        other => panic!("{other}"),
    }
}
