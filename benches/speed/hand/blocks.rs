//! Blocks world with arrays: the support of each block, and the clear blocks in the order in which they became clear.

pub const NONE: u16 = 0;

/// A step of the plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    Pickup(u16),
    Putdown(u16),
    Unstack(u16, u16),
    Stack(u16, u16),
}

/// The goal of a block.
#[derive(Clone, Copy, Default)]
struct Goal {
    on: u16,
    /// The block that belongs on this one.
    above: u16,
    on_table: bool,
    clear: bool,
}

/// A problem; blocks are numbered from 1.
#[derive(Clone)]
pub struct Blocks {
    on: Vec<u16>,
    goals: Vec<Goal>,
    clear: Vec<bool>,
    // The clear blocks as a ring through 0.
    next: Vec<u16>,
    prev: Vec<u16>,
}

impl Blocks {
    pub fn new(count: usize) -> Blocks {
        let none = vec![NONE; count + 1];
        Blocks {
            on: none.clone(),
            goals: vec![Goal::default(); count + 1],
            clear: vec![false; count + 1],
            next: none.clone(),
            prev: none,
        }
    }

    pub fn copy_from(&mut self, other: &Blocks) {
        self.on.copy_from_slice(&other.on);
        self.clear.copy_from_slice(&other.clear);
        self.next.copy_from_slice(&other.next);
        self.prev.copy_from_slice(&other.prev);
    }

    pub fn put_on(&mut self, x: u16, y: u16) {
        self.on[x as usize] = y;
    }

    pub fn goal_put_on(&mut self, x: u16, y: u16) {
        self.goals[x as usize].on = y;
        self.goals[y as usize].above = x;
    }

    pub fn goal_to_table(&mut self, x: u16) {
        self.goals[x as usize].on_table = true;
    }

    pub fn goal_to_clear(&mut self, x: u16) {
        self.goals[x as usize].clear = true;
    }

    pub fn add_clear(&mut self, x: u16) {
        let last = self.prev[0];
        self.clear[x as usize] = true;
        self.next[last as usize] = x;
        self.prev[x as usize] = last;
        self.next[x as usize] = 0;
        self.prev[0] = x;
    }

    fn delete_clear(&mut self, x: u16) {
        let (prev, next) = (self.prev[x as usize], self.next[x as usize]);
        self.clear[x as usize] = false;
        self.next[prev as usize] = next;
        self.prev[next as usize] = prev;
    }

    fn need_to_move(&self, mut x: u16) -> bool {
        loop {
            let (y, goal) = (self.on[x as usize], self.goals[x as usize].on);
            if y == NONE {
                return goal != NONE;
            }
            let above = self.goals[y as usize].above;
            if goal != NONE && goal != y
                || self.goals[x as usize].on_table
                || self.goals[y as usize].clear
                || above != NONE && above != x
            {
                return true;
            }
            x = y;
        }
    }

    /// The clear blocks, in order.
    fn each_clear(&self, mut holds: impl FnMut(u16) -> bool) -> u16 {
        let mut x = self.next[0];
        while x != 0 && !holds(x) {
            x = self.next[x as usize];
        }
        x
    }

    pub fn solve(&mut self, plan: &mut Vec<Step>) {
        plan.clear();
        loop {
            let x = self.each_clear(|x| {
                let y = self.goals[x as usize].on;
                y != NONE && self.clear[y as usize] && self.need_to_move(x) && !self.need_to_move(y)
            });
            if x != 0 {
                let (from, to) = (self.on[x as usize], self.goals[x as usize].on);
                self.delete_clear(x);
                if from == NONE {
                    plan.push(Step::Pickup(x));
                } else {
                    plan.push(Step::Unstack(x, from));
                    self.add_clear(from);
                }
                plan.push(Step::Stack(x, to));
                self.delete_clear(to);
                self.on[x as usize] = to;
                self.add_clear(x);
                continue;
            }
            let mut x =
                self.each_clear(|x| self.on[x as usize] != NONE && self.goals[x as usize].on_table);
            if x == 0 {
                x = self.each_clear(|x| self.on[x as usize] != NONE && self.need_to_move(x));
            }
            if x == 0 {
                return;
            }
            let from = self.on[x as usize];
            plan.push(Step::Unstack(x, from));
            self.delete_clear(x);
            self.add_clear(from);
            plan.push(Step::Putdown(x));
            self.on[x as usize] = NONE;
            self.add_clear(x);
        }
    }
}
