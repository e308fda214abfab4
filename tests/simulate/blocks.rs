//! A table, a hand and some blocks.

use std::collections::BTreeMap;

use crate::domains::blocks::{Block, blocks::Task};
use crate::domains::instance::{list, number};
use crate::domains::json::Value;

struct World {
    /// The support of each block; `None` is the table. A block in the hand has no entry.
    below: BTreeMap<Block, Option<Block>>,
    hand: Option<Block>,
}

impl World {
    fn is_clear(&self, block: Block) -> bool {
        self.below.contains_key(&block) && !self.below.values().any(|below| *below == Some(block))
    }

    fn take(&mut self, block: Block, from: Option<Block>) {
        assert_eq!(self.hand, None, "the hand is full before {block:?}");
        assert!(self.is_clear(block), "{block:?} is not clear");
        assert_eq!(
            self.below.remove(&block),
            Some(from),
            "{block:?} is elsewhere"
        );
        self.hand = Some(block);
    }

    fn put(&mut self, block: Block, on: Option<Block>) {
        assert_eq!(self.hand, Some(block), "{block:?} is not in the hand");
        if let Some(on) = on {
            assert!(self.is_clear(on), "{on:?} is not clear");
        }
        self.below.insert(block, on);
        self.hand = None;
    }
}

/// Executes the steps and checks the goal.
pub fn check(instance: &Value, steps: impl Iterator<Item = Task>) {
    let block = |value: &Value| Block(number(value));
    let mut world = World {
        below: BTreeMap::new(),
        hand: None,
    };
    for pair in list(instance, "on") {
        world.below.insert(block(&pair[0]), Some(block(&pair[1])));
    }
    for single in list(instance, "ontable") {
        world.below.insert(block(single), None);
    }
    let blocks = world.below.len();
    assert_eq!(blocks, list(instance, "blocks").len());

    let mut moves: BTreeMap<Block, usize> = BTreeMap::new();
    for step in steps {
        match step {
            Task::Pickup { x } => world.take(x, None),
            Task::Unstack { x, y } => world.take(x, Some(y)),
            Task::Putdown { x } => world.put(x, None),
            Task::Stack { x, y } => world.put(x, Some(y)),
            other => panic!("{other} is no step"),
        }
        if let Task::Putdown { x } | Task::Stack { x, .. } = step {
            *moves.entry(x).or_default() += 1;
        }
    }

    assert_eq!(world.hand, None);
    for pair in list(instance, "goal_on") {
        assert_eq!(world.below[&block(&pair[0])], Some(block(&pair[1])));
    }
    for single in list(instance, "goal_ontable") {
        assert_eq!(world.below[&block(single)], None);
    }
    for single in list(instance, "goal_clear") {
        assert!(world.is_clear(block(single)));
    }
    let most = moves.values().max().copied().unwrap_or(0);
    assert!(
        most <= 2,
        "a block goes to the table once and to its place once, not {most} times"
    );
}
