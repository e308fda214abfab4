//! What the game answers in a search, kept so that another one can go the same way though the game has changed.

use alloc::boxed::Box;

use super::history::Behind;
use super::{Planner, Search};
use crate::domain::Domain;
use crate::host::Host;
use crate::tape::{Played, Tape};

/// The answers of the search that is under way.
#[derive(Clone, Default, Debug)]
pub(crate) struct Answers {
    /// How many are kept; 0 for none.
    pub most: usize,
    /// What the search that is under way is recorded on. While it is at work, that is in the deck of its host.
    pub tape: Option<Box<Tape>>,
}

impl Answers {
    /// A search begins.
    pub fn begin(&mut self) {
        let tape = self.tape.take();
        self.tape = (self.most > 0).then(|| {
            let mut tape = tape.unwrap_or_else(|| Box::new(Tape::new(self.most)));
            tape.begin(self.most);
            tape
        });
    }
}

impl Search {
    /// Puts its tape into the host's deck, or takes it out.
    pub(super) fn exchange_tape(&mut self, host: &dyn Host) {
        if let Some(deck) = host.deck() {
            deck.swap_search(&mut self.answers.tape);
        }
    }

    /// Puts in what is to be given again.
    pub(super) fn begin_playing(&mut self, host: &dyn Host, behind: &mut Behind) {
        self.exchange_tape(host);
        if let (Some(deck), Some(tape)) = (host.deck(), behind.tape.take()) {
            deck.swap_played(&mut Some(Box::new(Played::of(*tape))));
        }
    }

    /// All that was to be given again was.
    pub(super) fn end_playing(&mut self, host: &dyn Host) {
        if let Some(deck) = host.deck() {
            deck.swap_played(&mut None);
        }
        self.exchange_tape(host);
    }

    /// The answers that it has been given since it began.
    pub(super) fn tape(&self) -> Option<&Tape> {
        match &self.history.behind {
            Some(behind) => behind.tape.as_deref(),
            None => self.answers.tape.as_deref(),
        }
    }
}

impl<D: Domain> Planner<D> {
    /// Keeps what the domain's Rust expressions answer in a search, so that a search that is saved and loaded goes on *exactly*
    /// where it was, also where the game has changed meanwhile and would answer something else. At most so many
    /// answers; 0 for none, as at first. From the next start on. Who was loaded keeps as many as before, and 2^20 at most.
    ///
    /// An answer is that of an expression which mentions the context, with the values that it is asked about. While it stays
    /// the same it is kept once, whatever it is; so there are about as many as there are different questions. Each counts for one more than its words: two for a
    /// test, a value or a cost. They take memory as they come. Where there is no more room, those that come then are [lost](Self::lost_answers).
    ///
    /// Expressions that do not mention the context are taken to follow from the values that they see.
    ///
    /// ```
    /// use squad_htn::prelude::*;
    ///
    /// pub struct World { gate_is_open: bool }
    ///
    /// htn_domain! {
    ///     domain walk(world: &World);
    ///     predicate place(u8) [8];
    ///     operator go(to: u8) {}
    ///     pub method leave() if place(to) && (to == 3 || world.gate_is_open) { go(to); }
    /// }
    /// use walk::{Fact, Planner, State, Task};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let state = State::from_facts([1, 2, 3].map(Fact::Place))?;
    /// let mut planner = Planner::new();
    /// planner.keep_answers(10_000);
    /// planner.start(&state, Task::Leave);
    /// // The gate was shut when the search came by.
    /// let progress = planner.resume(&World { gate_is_open: false }, Budget::steps(2))?;
    /// assert_eq!(progress, Progress::Paused);
    /// assert_eq!(planner.lost_answers(), 0);
    /// // Saved now, it knows that after loading, and does not look at the gate again.
    /// # Ok(())
    /// # }
    /// ```
    pub fn keep_answers(&mut self, most: usize) {
        self.search.answers.most = most;
        if most == 0 {
            self.search.answers.tape = None;
        }
    }

    /// How many answers of the search that is under way were not kept, since there was no room: from the first of these on, a
    /// search that is saved and loaded asks the game again.
    pub fn lost_answers(&self) -> u64 {
        self.search.tape().map_or(0, Tape::lost)
    }
}
