//! The progress of the steps of running plans.

use crate::exec::indices::{ActionSlot, StepIndex};
use crate::exec::plans::wait::Wait;
use crate::exec::status::StepState;

/// The progress of a step of a running plan. Its [record](crate::model::plan::StepRecord) does not change.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepProgress {
    pub status: StepState,
    /// The tick in which it ended.
    pub ended: u64,
    /// Its action, while that runs.
    pub action: Option<ActionSlot>,
    pub wait: Wait,
    /// True until an event has reported the wait.
    pub unreported: bool,
    /// True if the step has moved to the block that replaces this one.
    pub moved: bool,
    /// The number of its agents, and the index of its mentions of them in the words of the block. The arguments of its
    /// `undo` follow the mentions.
    pub agents: u8,
    pub mentions: u32,
    pub turn: StepTurn,
    pub undo: StepUndo,
}

/// The turn of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepTurn {
    /// The first step of its group.
    pub lead: StepIndex,
    /// The number of earlier groups that have not started and share an agent with the group that begins here. A group
    /// counts once for each agent.
    pub behind: u32,
    /// True if its group has a step without agents, and so waits for every earlier step.
    pub alone: bool,
    /// True if it is on the list of the leads whose turn it is.
    pub ready: bool,
    /// The next lead on that list.
    pub next: Option<StepIndex>,
}

/// The undo of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepUndo {
    /// The previous step that has to be undone too.
    pub before: Option<StepIndex>,
    /// True if it changed a fact when it was carried out.
    pub changed: bool,
    /// True if the arguments of its `undo` are known.
    pub known: bool,
    /// True if the game panicked in the first attempt to undo it.
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

    /// Returns the index of the arguments of its `undo` in the words of the block.
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
