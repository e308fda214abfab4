//! Blocks world: a block that can go to its final place goes there. If no block can, one that needs to move goes to
//! the table. A move is never undone.

use squad_htn::prelude::*;

use super::instance::{list, load, number};
use super::json::Value;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Term)]
pub struct Block(pub u16);

const BLOCKS: usize = 300;

htn_domain! {
    pub domain blocks;

    predicate on(Block => Block) [BLOCKS];
    predicate on_table(Block) [BLOCKS];
    predicate clear(Block) [BLOCKS];
    predicate holding(Block) [1];
    predicate goal_on(Block => Block) [BLOCKS];
    predicate goal_on_table(Block) [BLOCKS];
    predicate goal_clear(Block) [BLOCKS];

    /// A block that is, or that has below it a block that is, at the wrong place.
    axiom need_to_move(x: Block) {
        on(x, y) && goal_on(x, z) && y != z
    } else {
        on_table(x) && goal_on(x, _)
    } else {
        on(x, _) && goal_on_table(x)
    } else {
        on(x, y) && goal_clear(y)
    } else {
        on(x, y) && goal_on(z, y) && x != z
    } else {
        on(x, y) && need_to_move(y)
    }

    operator pickup(x: Block) {
        if on_table(x) && clear(x) && !holding(_);
        delete on_table(x), clear(x);
        add holding(x);
    }

    operator putdown(x: Block) {
        if holding(x);
        delete holding(x);
        add on_table(x), clear(x);
    }

    operator unstack(x: Block, y: Block) {
        if on(x, y) && clear(x) && !holding(_);
        delete on(x, y), clear(x);
        add holding(x), clear(y);
    }

    operator stack(x: Block, y: Block) {
        if holding(x) && clear(y);
        delete holding(x), clear(y);
        add on(x, y), clear(x);
    }

    pub method solve() {
        branch to_its_place
            if clear(x) && need_to_move(x) && goal_on(x, y) && clear(y) && !need_to_move(y)
        {
            take(x);
            stack(x, y);
            solve();
        }
        branch to_its_place_on_the_table if clear(x) && on(x, y) && goal_on_table(x) {
            unstack(x, y);
            putdown(x);
            solve();
        }
        branch out_of_the_way if clear(x) && on(x, y) && need_to_move(x) {
            unstack(x, y);
            putdown(x);
            solve();
        }
        branch done {}
    }

    method take(x: Block) {
        branch from_a_block if on(x, y) { unstack(x, y); }
        branch from_the_table { pickup(x); }
    }
}

/// Returns the facts of an instance.
pub fn facts(instance: &Value) -> Vec<blocks::Fact> {
    use blocks::Fact;
    let block = |value: &Value| Block(number(value));
    let mut facts = Vec::new();
    let pairs = |field| {
        list(instance, field)
            .iter()
            .map(|pair| (block(&pair[0]), block(&pair[1])))
    };
    let singles = |field| list(instance, field).iter().map(block);
    facts.extend(pairs("on").map(|(x, y)| Fact::On(x, y)));
    facts.extend(singles("ontable").map(Fact::OnTable));
    facts.extend(singles("clear").map(Fact::Clear));
    facts.extend(pairs("goal_on").map(|(x, y)| Fact::GoalOn(x, y)));
    facts.extend(singles("goal_ontable").map(Fact::GoalOnTable));
    facts.extend(singles("goal_clear").map(Fact::GoalClear));
    facts
}

/// Returns the state of an instance: `blocks10`, `blocks50`, `blocks100` or `blocks300`.
pub fn state(name: &str) -> blocks::State {
    blocks::State::from_facts(facts(&load(name))).expect("the instance fits")
}
