//! Where the plans that are carried out lie: all of them in the same few pools, one behind the other.

use crate::error::What;
use crate::executor::ExecutorFull;
use crate::executor::wait::Wait;
use crate::limits::Limits;
use crate::machine::NONE;
use crate::plan::{Changed, Chosen, PlanData, StepKind};
use crate::pool::Pool;
use crate::tables::{Slot, Tables, TaskId};

/// How a step stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    /// It has not started.
    Waiting,
    /// An action that runs.
    Running,
    /// It was carried out, or ended well.
    Done,
    /// It ended as a failure.
    Failed,
}

/// A step of a plan that is carried out. Places are counted from the beginning of the plan's block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LiveStep {
    pub kind: StepKind,
    pub status: Status,
    /// It had started when the plan was last repaired: its effects are part of what the new steps were planned on.
    pub absorbed: bool,
    /// Its group has a step without agents, and so waits for every earlier step.
    pub alone: bool,
    /// It is on the list of those whose turn it is.
    pub ready: bool,
    /// It changed a fact when it was carried out.
    pub changed: bool,
    /// What it waits for was not yet told.
    pub untold: bool,
    /// The task it belongs to, or `NONE`.
    pub node: u32,
    /// Its words.
    pub words: u32,
    /// A word for each of its agents: the next group of steps that names the agent, or `NONE`.
    pub links: u32,
    /// The arguments of its `undo`, or `NONE`.
    pub undo: u32,
    /// The first step of its group.
    pub lead: u32,
    /// How many earlier groups that have not started share an agent with the group that begins here.
    pub behind: u32,
    /// The number of steps before it in the plan that the planner found.
    pub rank: u32,
    /// The next one on the list that it is on.
    pub next: u32,
    /// The step before it that has to be taken back too.
    pub undo_before: u32,
    /// When it ended.
    pub ended: u64,
    pub wait: Wait,
}

/// A compound task of a plan that is carried out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LiveNode {
    pub task: TaskId,
    pub method: u16,
    /// `u16::MAX` for none.
    pub branch: u16,
    /// Where the task around it has the value that it returns, or [`Slot::NONE`].
    pub ret: Slot,
    /// Its words: its frame, parameters first.
    pub words: u32,
    /// The task it is part of, or `NONE`.
    pub parent: u32,
    /// See [`Frame::chosen`](crate::machine::Frame::chosen) and [`Mark::truth`](crate::plan::Mark::truth).
    pub chosen: u32,
    pub truth: u32,
}

impl LiveNode {
    /// A node of a plan, with other words and another parent.
    pub fn of(data: &PlanData, frame: usize, words: u32, parent: u32) -> LiveNode {
        let row = &data.frames[frame];
        LiveNode {
            task: row.task,
            method: row.method,
            branch: row.branch,
            ret: row.ret,
            words,
            parent,
            chosen: row.chosen,
            truth: data.truth_of(frame),
        }
    }
}

/// A part of a pool. Small, because a tick goes over all plans.
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

    fn range(self) -> core::ops::Range<usize> {
        let at = self.at as usize;
        at..at + self.len()
    }
}

/// Where a plan lies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    /// The order in which the blocks were taken, which is the order in which they lie.
    pub serial: u64,
    pub steps: Span,
    pub nodes: Span,
    pub words: Span,
    pub truth: Span,
    pub changes: Span,
}

impl Block {
    pub const NONE: Block = Block {
        serial: 0,
        steps: Span::NONE,
        nodes: Span::NONE,
        words: Span::NONE,
        truth: Span::NONE,
        changes: Span::NONE,
    };

    pub fn sizes(&self) -> Sizes {
        Sizes {
            steps: self.steps.len(),
            nodes: self.nodes.len(),
            words: self.words.len(),
            truth: self.truth.len(),
            changes: self.changes.len(),
        }
    }
}

/// How much of each pool a plan takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    pub steps: usize,
    pub nodes: usize,
    pub words: usize,
    pub truth: usize,
    pub changes: usize,
}

/// All plans together get so many times what one plan may take: a plan and its replacement always fit.
pub(crate) const SHARE: usize = 2;

/// The pools.
#[derive(Clone)]
pub(crate) struct Shelf {
    steps: Pool<LiveStep>,
    nodes: Pool<LiveNode>,
    words: Pool<u64>,
    truth: Pool<u64>,
    /// The facts that conditions ask for and steps change, in order.
    changes: Pool<Changed>,
    /// What one plan may take.
    most: Sizes,
    serial: u64,
}

impl Shelf {
    /// Each step takes up to `extra` words more than the planner gave it.
    pub fn new(limits: &Limits, extra: usize) -> Shelf {
        let most = Sizes {
            steps: limits.steps,
            nodes: limits.tasks,
            words: limits.bindings + limits.steps * extra,
            truth: limits.checks,
            changes: limits.checks,
        };
        Shelf {
            steps: Pool::new(most.steps * SHARE),
            nodes: Pool::new(most.nodes * SHARE),
            words: Pool::new(most.words * SHARE),
            truth: Pool::new(most.truth * SHARE),
            changes: Pool::new(most.changes * SHARE),
            most,
            serial: 0,
        }
    }

    /// What does not fit: first of one plan, then of all together.
    pub fn fits(&self, sizes: Sizes, used: Sizes) -> Result<(), ExecutorFull> {
        let most = self.most;
        let each = [
            (What::Steps, sizes.steps, used.steps, most.steps),
            (What::Tasks, sizes.nodes, used.nodes, most.nodes),
            (What::Bindings, sizes.words, used.words, most.words),
            (What::Checks, sizes.truth, used.truth, most.truth),
            (What::Checks, sizes.changes, used.changes, most.changes),
        ];
        for (what, size, used, limit) in each {
            if size > limit || size + used > limit * SHARE {
                let all = size <= limit;
                let capacity = if all { limit * SHARE } else { limit };
                return Err(ExecutorFull {
                    what,
                    capacity,
                    all,
                });
            }
        }
        Ok(())
    }

    /// Whether there is room behind the last block.
    pub fn has_room(&self, sizes: Sizes) -> bool {
        let most = self.most;
        self.steps.len() + sizes.steps <= most.steps * SHARE
            && self.nodes.len() + sizes.nodes <= most.nodes * SHARE
            && self.words.len() + sizes.words <= most.words * SHARE
            && self.truth.len() + sizes.truth <= most.truth * SHARE
            && self.changes.len() + sizes.changes <= most.changes * SHARE
    }

    /// A block behind the last one, where there is room.
    pub fn take(&mut self, sizes: Sizes) -> Block {
        fn span<T: Clone>(pool: &mut Pool<T>, len: usize, blank: T) -> Span {
            let at = pool.len();
            pool.resize(at + len, blank);
            // Steps and nodes say where their words are in as many bits.
            let (at, len) = (at as u32, len as u32);
            Span { at, len }
        }
        self.serial += 1;
        Block {
            serial: self.serial,
            steps: span(&mut self.steps, sizes.steps, BLANK_STEP),
            nodes: span(&mut self.nodes, sizes.nodes, BLANK_NODE),
            words: span(&mut self.words, sizes.words, 0),
            truth: span(&mut self.truth, sizes.truth, 0),
            changes: span(&mut self.changes, sizes.changes, BLANK_CHANGE),
        }
    }

    /// Moves a block down to the end of the one before it. Blocks are moved in the order in which they lie.
    pub fn settle(&mut self, block: &mut Block, before: Option<Block>) {
        fn down<T: Copy>(pool: &mut Pool<T>, span: &mut Span, before: Option<Span>) {
            let to = before.map_or(0, |before| before.range().end);
            pool.copy_within(span.range(), to);
            span.at = to as u32;
        }
        down(&mut self.steps, &mut block.steps, before.map(|b| b.steps));
        down(&mut self.nodes, &mut block.nodes, before.map(|b| b.nodes));
        down(&mut self.words, &mut block.words, before.map(|b| b.words));
        down(&mut self.truth, &mut block.truth, before.map(|b| b.truth));
        let changes = before.map(|b| b.changes);
        down(&mut self.changes, &mut block.changes, changes);
    }

    /// Nothing lies behind this block any more.
    pub fn cut_behind(&mut self, last: Option<Block>) {
        let end = |span: fn(&Block) -> Span| last.map_or(0, |block| span(&block).range().end);
        self.steps.truncate(end(|block| block.steps));
        self.nodes.truncate(end(|block| block.nodes));
        self.words.truncate(end(|block| block.words));
        self.truth.truncate(end(|block| block.truth));
        self.changes.truncate(end(|block| block.changes));
    }

    pub fn steps(&self, block: &Block) -> &[LiveStep] {
        &self.steps[block.steps.range()]
    }

    pub fn steps_mut(&mut self, block: &Block) -> &mut [LiveStep] {
        &mut self.steps[block.steps.range()]
    }

    pub fn nodes(&self, block: &Block) -> &[LiveNode] {
        &self.nodes[block.nodes.range()]
    }

    pub fn nodes_mut(&mut self, block: &Block) -> &mut [LiveNode] {
        &mut self.nodes[block.nodes.range()]
    }

    pub fn words(&self, block: &Block) -> &[u64] {
        &self.words[block.words.range()]
    }

    pub fn words_mut(&mut self, block: &Block) -> &mut [u64] {
        &mut self.words[block.words.range()]
    }

    /// Puts words into a block; returns what is behind them.
    pub fn put_words(&mut self, block: &Block, at: u32, words: &[u64]) -> u32 {
        let end = at as usize + words.len();
        self.words_mut(block)[at as usize..end].copy_from_slice(words);
        end as u32
    }

    /// Puts in which conditions of a plan hold in which of its states, as far as facts of these predicates are asked for.
    pub fn put_truth(&mut self, block: &Block, data: &PlanData, predicates: u64) {
        self.truth[block.truth.range()].copy_from_slice(&data.truth);
        let changes = &mut self.changes[block.changes.range()];
        let places = changes.iter_mut().zip(data.changes(predicates));
        places.for_each(|(place, change)| *place = change);
        changes.sort_unstable();
    }

    /// Whether check number `check` of a node's branch holds in the planned state after `rank` steps.
    pub fn holds_after(
        &self,
        tables: &'static Tables,
        block: &Block,
        node: &LiveNode,
        check: usize,
        rank: usize,
    ) -> bool {
        let changes = &self.changes[block.changes.range()];
        let chosen = Chosen {
            tables,
            branch: node.branch,
            after: node.chosen,
            frame: &self.words(block)[node.words as usize..],
            truth: &self.truth[block.truth.range()],
            row: node.truth,
        };
        chosen.holds_after(check, rank, |rel, word, steps| {
            Changed::odd(changes, rel, word, steps)
        })
    }

    /// Copies words of one block into another.
    pub fn copy_words(&mut self, from: &Block, at: usize, len: usize, to: &Block, to_at: usize) {
        let start = from.words.range().start + at;
        self.words
            .copy_within(start..start + len, to.words.range().start + to_at);
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> usize {
        let most = self.most;
        let words = (most.words + most.truth) * size_of::<u64>();
        let changes = most.changes * size_of::<Changed>();
        let rows = most.steps * size_of::<LiveStep>() + most.nodes * size_of::<LiveNode>();
        (rows + words + changes) * SHARE
    }
}

const BLANK_STEP: LiveStep = LiveStep {
    kind: StepKind::Add(crate::tables::RelId(0)),
    status: Status::Waiting,
    absorbed: false,
    alone: false,
    ready: false,
    changed: false,
    untold: false,
    node: NONE,
    words: 0,
    links: NONE,
    undo: NONE,
    lead: 0,
    behind: 0,
    rank: 0,
    next: NONE,
    undo_before: NONE,
    ended: 0,
    wait: Wait::None,
};

const BLANK_NODE: LiveNode = LiveNode {
    task: TaskId(0),
    method: 0,
    branch: u16::MAX,
    ret: Slot::NONE,
    words: 0,
    parent: NONE,
    chosen: 0,
    truth: NONE,
};

const BLANK_CHANGE: Changed = Changed {
    rel: crate::tables::RelId(0),
    word: 0,
    step: 0,
};
