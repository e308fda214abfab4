//! The memory that all plans of an executor share: their records lie in the same few pools, one plan after another.

use core::ops::{AddAssign, Range, SubAssign};

use super::changes::Changed;
use super::data::PlanData;
use super::indices::StepIndex;
use super::records::{NodeRecord, StepRecord};
use crate::exec::SubmitError;
use crate::model::limits::{LimitKind, Limits};
use crate::model::pool::{Memory, Pool};
use crate::tables::RelId;

/// A range of a pool.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    at: u32,
    len: u32,
}

impl Span {
    const NONE: Span = Span { at: 0, len: 0 };

    pub fn len(self) -> usize {
        self.len as usize
    }

    #[inline]
    pub fn start(self) -> usize {
        self.at as usize
    }

    #[inline]
    pub fn range(self) -> Range<usize> {
        let at = self.at as usize;
        at..at + self.len()
    }
}

/// The ranges of the pools that hold the records of one plan.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    /// A serial number. Blocks are allocated, and placed in the pools, in this order.
    pub serial: u64,
    pub steps: Span,
    pub nodes: Span,
    pub words: Span,
    pub condition_history: Span,
    pub changes: Span,
}

impl Block {
    pub const NONE: Block = Block {
        serial: 0,
        steps: Span::NONE,
        nodes: Span::NONE,
        words: Span::NONE,
        condition_history: Span::NONE,
        changes: Span::NONE,
    };

    pub fn sizes(&self) -> Sizes {
        Sizes {
            steps: self.steps.len(),
            nodes: self.nodes.len(),
            words: self.words.len(),
            condition_history: self.condition_history.len(),
            changes: self.changes.len(),
        }
    }
}

/// The size of a plan in each pool.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Sizes {
    pub steps: usize,
    pub nodes: usize,
    pub words: usize,
    pub condition_history: usize,
    pub changes: usize,
}

impl AddAssign for Sizes {
    fn add_assign(&mut self, other: Sizes) {
        self.steps += other.steps;
        self.nodes += other.nodes;
        self.words += other.words;
        self.condition_history += other.condition_history;
        self.changes += other.changes;
    }
}

impl SubAssign for Sizes {
    fn sub_assign(&mut self, other: Sizes) {
        self.steps -= other.steps;
        self.nodes -= other.nodes;
        self.words -= other.words;
        self.condition_history -= other.condition_history;
        self.changes -= other.changes;
    }
}

/// The capacity of the pools in plans of maximum size. With 2, a plan and its replacement always fit.
pub(crate) const SHARE: usize = 2;

/// The pools of all plans.
#[derive(Clone)]
pub(crate) struct Arena {
    steps: Pool<StepRecord>,
    nodes: Pool<NodeRecord>,
    words: Pool<u64>,
    condition_history: Pool<u64>,
    /// Changes that steps make to facts which checks depend on, sorted.
    changes: Pool<Changed>,
    /// The maximum size of one plan, and the total size of all blocks.
    most: Sizes,
    used: Sizes,
    serial: u64,
}

impl Arena {
    /// Creates the pools. Each step has up to `extra` words in addition to those of the planner.
    pub fn new(limits: &Limits, extra: usize, memory: Memory) -> Arena {
        let most = Sizes {
            steps: limits.steps,
            nodes: limits.tasks,
            words: limits.bindings + limits.steps * extra,
            condition_history: limits.checks,
            changes: limits.checks,
        };
        Arena {
            steps: memory.pool(most.steps * SHARE),
            nodes: memory.pool(most.nodes * SHARE),
            words: memory.pool(most.words * SHARE),
            condition_history: memory.pool(most.condition_history * SHARE),
            changes: memory.pool(most.changes * SHARE),
            most,
            used: Sizes::default(),
            serial: 0,
        }
    }

    /// Checks that a plan of this size fits, by itself and beside the others. `makes_way` is the size of plans that it replaces.
    pub fn fits(&self, sizes: Sizes, makes_way: Sizes) -> Result<(), SubmitError> {
        let (most, mut used) = (self.most, self.used);
        used -= makes_way;
        let each = [
            (LimitKind::Steps, sizes.steps, used.steps, most.steps),
            (LimitKind::Tasks, sizes.nodes, used.nodes, most.nodes),
            (LimitKind::Bindings, sizes.words, used.words, most.words),
            (
                LimitKind::Checks,
                sizes.condition_history,
                used.condition_history,
                most.condition_history,
            ),
            (LimitKind::Checks, sizes.changes, used.changes, most.changes),
        ];
        for (kind, size, used, limit) in each {
            if size > limit {
                let capacity = limit;
                return Err(SubmitError::TooLarge { kind, capacity });
            }
            let capacity = limit * SHARE;
            if size + used > capacity {
                return Err(SubmitError::Full { kind, capacity });
            }
        }
        Ok(())
    }

    /// Returns true if a block of this size fits after the last one.
    pub fn has_room(&self, sizes: Sizes) -> bool {
        fn has<T>(pool: &Pool<T>, size: usize) -> bool {
            pool.len() + size <= pool.capacity()
        }
        has(&self.steps, sizes.steps)
            && has(&self.nodes, sizes.nodes)
            && has(&self.words, sizes.words)
            && has(&self.condition_history, sizes.condition_history)
            && has(&self.changes, sizes.changes)
    }

    /// Returns true if ended plans have left gaps between the blocks.
    pub fn has_gaps(&self) -> bool {
        let filled = Sizes {
            steps: self.steps.len(),
            nodes: self.nodes.len(),
            words: self.words.len(),
            condition_history: self.condition_history.len(),
            changes: self.changes.len(),
        };
        self.used != filled
    }

    /// Allocates a block after the last one. It must fit.
    pub fn take(&mut self, sizes: Sizes) -> Block {
        fn span<T: Clone>(pool: &mut Pool<T>, len: usize, blank: T) -> Span {
            let at = pool.len();
            pool.resize(at + len, blank);
            // Steps and nodes refer to their words with 32 bits.
            let (at, len) = (at as u32, len as u32);
            Span { at, len }
        }
        self.serial += 1;
        self.used += sizes;
        Block {
            serial: self.serial,
            steps: span(&mut self.steps, sizes.steps, StepRecord::BLANK),
            nodes: span(&mut self.nodes, sizes.nodes, NodeRecord::BLANK),
            words: span(&mut self.words, sizes.words, 0),
            condition_history: span(&mut self.condition_history, sizes.condition_history, 0),
            changes: span(&mut self.changes, sizes.changes, NO_CHANGE),
        }
    }

    /// Frees a block, which leaves a gap.
    pub fn give_back(&mut self, block: &Block) {
        self.used -= block.sizes();
    }

    /// Moves a block down to the end of the previous one. Blocks are moved in ascending order.
    pub fn settle(&mut self, block: &mut Block, before: Option<Block>) {
        fn down<T: Copy>(pool: &mut Pool<T>, span: &mut Span, before: Option<Span>) {
            let to = before.map_or(0, |before| before.range().end);
            pool.copy_within(span.range(), to);
            span.at = to as u32;
        }
        down(&mut self.steps, &mut block.steps, before.map(|b| b.steps));
        down(&mut self.nodes, &mut block.nodes, before.map(|b| b.nodes));
        down(&mut self.words, &mut block.words, before.map(|b| b.words));
        down(
            &mut self.condition_history,
            &mut block.condition_history,
            before.map(|b| b.condition_history),
        );
        let changes = before.map(|b| b.changes);
        down(&mut self.changes, &mut block.changes, changes);
    }

    /// Truncates the pools after the last block.
    pub fn cut_behind(&mut self, last: Option<Block>) {
        let end = |span: fn(&Block) -> Span| last.map_or(0, |block| span(&block).range().end);
        self.steps.truncate(end(|block| block.steps));
        self.nodes.truncate(end(|block| block.nodes));
        self.words.truncate(end(|block| block.words));
        self.condition_history
            .truncate(end(|block| block.condition_history));
        self.changes.truncate(end(|block| block.changes));
    }

    pub fn steps(&self, block: &Block) -> &[StepRecord] {
        &self.steps[block.steps.range()]
    }

    #[inline]
    pub fn step(&self, block: &Block, step: StepIndex) -> &StepRecord {
        &self.steps[block.steps.at as usize + step.index()]
    }

    #[inline]
    pub fn step_mut(&mut self, block: &Block, step: StepIndex) -> &mut StepRecord {
        &mut self.steps[block.steps.at as usize + step.index()]
    }

    pub fn nodes(&self, block: &Block) -> &[NodeRecord] {
        &self.nodes[block.nodes.range()]
    }

    pub fn nodes_mut(&mut self, block: &Block) -> &mut [NodeRecord] {
        &mut self.nodes[block.nodes.range()]
    }

    /// Returns `count` words of a block, starting at `at`.
    #[inline]
    pub fn words(&self, block: &Block, at: u32, count: usize) -> &[u64] {
        let start = block.words.at as usize + at as usize;
        &self.words[start..start + count]
    }

    #[inline]
    pub fn words_mut(&mut self, block: &Block, at: u32, count: usize) -> &mut [u64] {
        let start = block.words.at as usize + at as usize;
        &mut self.words[start..start + count]
    }

    /// Returns the words of a block, starting at `at`.
    #[inline]
    pub fn words_from(&self, block: &Block, at: u32) -> &[u64] {
        &self.words[block.words.range()][at as usize..]
    }

    #[inline]
    pub fn word(&self, block: &Block, at: u32) -> u64 {
        self.words[block.words.at as usize + at as usize]
    }

    /// Writes words into a block and returns the index after them.
    pub fn put_words(&mut self, block: &Block, at: u32, words: &[u64]) -> u32 {
        self.words_mut(block, at, words.len())
            .copy_from_slice(words);
        at + words.len() as u32
    }

    /// Writes the history of a plan's conditions, and the changes of facts of these predicates.
    pub fn put_condition_history(&mut self, block: &Block, data: &PlanData, predicates: u64) {
        self.condition_history[block.condition_history.range()]
            .copy_from_slice(&data.condition_history);
        let changes = &mut self.changes[block.changes.range()];
        let places = changes.iter_mut().zip(data.changes(predicates));
        places.for_each(|(place, change)| *place = change);
        changes.sort_unstable();
    }

    /// Returns the maximum number of words of one plan.
    #[cfg(feature = "serde")]
    pub fn most_words(&self) -> usize {
        self.most.words
    }

    pub fn condition_history(&self, block: &Block) -> &[u64] {
        &self.condition_history[block.condition_history.range()]
    }

    pub fn changes(&self, block: &Block) -> &[Changed] {
        &self.changes[block.changes.range()]
    }

    /// Copies words of one block into another.
    pub fn copy_words(&mut self, from: &Block, at: u32, len: usize, to: &Block, to_at: u32) {
        let start = from.words.range().start + at as usize;
        let to = to.words.range().start + to_at as usize;
        self.words.copy_within(start..start + len, to);
    }

    /// Returns the allocated bytes.
    pub fn bytes(&self) -> usize {
        let rows = self.steps.bytes() + self.nodes.bytes();
        rows + self.words.bytes() + self.condition_history.bytes() + self.changes.bytes()
    }
}

const NO_CHANGE: Changed = Changed {
    rel: RelId(0),
    word: 0,
    step: 0,
};
