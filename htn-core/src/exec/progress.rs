//! How the steps of running plans stand.

use super::indices::{ActionSlot, StepIndex};
use super::status::StepState;
use super::wait::Wait;

/// How a step of a running plan stands, beside its [record](crate::model::plan::Step), which does not change.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepProgress {
    pub status: StepState,
    /// When it ended.
    pub ended: u64,
    /// The action that it is, while that runs.
    pub action: Option<ActionSlot>,
    pub wait: Wait,
    /// What it waits for was not yet told.
    pub unreported: bool,
    /// It stays, and is in the block now that takes the place of this one.
    pub moved: bool,
    /// The number of its agents, and where its mentions of them are in the block, a word for each. The arguments of its
    /// `undo` follow.
    pub agents: u8,
    pub mentions: u32,
    pub turn: StepTurn,
    pub undo: StepUndo,
}

/// When it is the turn of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepTurn {
    /// The first step of its group.
    pub lead: StepIndex,
    /// How many earlier groups that have not started share an agent with the group that begins here; a group counts
    /// once for each agent.
    pub behind: u32,
    /// Its group has a step without agents, and so waits for every earlier step.
    pub alone: bool,
    /// It is on the list of those whose turn it is.
    pub ready: bool,
    /// The next one on that list.
    pub next: Option<StepIndex>,
}

/// How a step is undone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepUndo {
    /// The step before it that has to be undone too.
    pub before: Option<StepIndex>,
    /// It changed a fact when it was carried out.
    pub changed: bool,
    /// The arguments of its `undo` are known.
    pub known: bool,
    /// The game has panicked when it was to be undone.
    pub panicked: bool,
}

impl StepProgress {
    /// The progress of a step that has not started.
    pub const NONE: StepProgress = StepProgress {
        status: StepState::Waiting,
        ended: 0,
        action: None,
        wait: Wait::None,
        unreported: false,
        moved: false,
        agents: 0,
        mentions: 0,
        turn: StepTurn::NONE,
        undo: StepUndo {
            before: None,
            changed: false,
            known: false,
            panicked: false,
        },
    };

    #[inline]
    pub fn has_started(&self) -> bool {
        self.status != StepState::Waiting
    }

    #[inline]
    pub fn has_ended(&self) -> bool {
        matches!(self.status, StepState::Done | StepState::Failed)
    }

    /// Where the arguments of its `undo` are in the block.
    pub fn undo_words(&self) -> u32 {
        self.mentions + u32::from(self.agents)
    }
}

impl StepTurn {
    pub const NONE: StepTurn = StepTurn {
        lead: StepIndex::FIRST,
        behind: 0,
        alone: false,
        ready: false,
        next: None,
    };
}
