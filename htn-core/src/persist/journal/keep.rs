//! Records journals.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::mem::take;

use super::JOURNAL;
use super::call::RecordedCall;
use super::error::JournalError;
use super::facts::write_changes;
use super::header;
use super::lines::Seen;
use super::slice::{Script, Slice};
use super::tick::{EncodedItems, MAX_QUIET, PANICKED, TickInputs, write_quiet};
use crate::exec::Executor;
use crate::model::budget::BudgetLeft;
use crate::model::domain::Domain;
use crate::model::limits::Limits;
use crate::persist::container::RecordWriter;
use crate::squads::director::{Director, DirectorState};
use crate::store::Store;
use crate::tables::Tables;

/// Options of [`Director::keep_journal`]. The [module](super) has an example.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct JournalOptions {
    about: String,
    keeps_events: bool,
}

impl JournalOptions {
    /// Returns options for a journal without a description, with a hash of the events and commands of each tick. The
    /// [module](super) has an example.
    pub fn new() -> JournalOptions {
        JournalOptions::default()
    }

    /// Sets a description: the name of the level, the seed, the version of the game. Default: none. The [module](super)
    /// has an example.
    #[must_use]
    pub fn about(mut self, text: &str) -> JournalOptions {
        self.about = String::from(text);
        self
    }

    /// Records the texts of events and commands, and not only their hash, so that the first difference of a replay has
    /// both texts. Default: off. The [module](super) has an example of such a difference.
    #[must_use]
    pub fn with_events(mut self) -> JournalOptions {
        self.keeps_events = true;
        self
    }
}

/// The inputs of a director as bytes: see [the module](super). [`Director::keep_journal`] begins one. The bytes stay in memory
/// until [`take`](Journal::take) or [`write_to`](Journal::write_to) removes them.
#[derive(Clone, Debug)]
pub struct Journal {
    keeps_events: bool,
    records: RecordWriter,
    given: TickInputs,
    /// The slices of the previous tick.
    slices: EncodedItems,
    /// The number of ticks without inputs and events that are not written yet.
    quiet: u64,
    is_over: bool,
}

impl Journal {
    fn new(keeps_events: bool) -> Journal {
        Journal {
            keeps_events,
            records: RecordWriter::new(JOURNAL),
            given: TickInputs::default(),
            slices: EncodedItems::default(),
            quiet: 0,
            is_over: false,
        }
    }

    /// Records bytes for the next tick: what its context depends on. [`Replay::notes`](super::Replay::notes) returns them before
    /// that tick is replayed.
    ///
    /// ```
    /// use squad_htn::journal::{JournalOptions, Replay};
    /// use squad_htn::prelude::*;
    ///
    /// htn_domain! {
    ///     domain watch(hour: &u8);
    ///     operator sleep() {}
    ///     operator patrol() {}
    ///     pub method guard() {
    ///         branch by_day if *hour < 20 { patrol(); }
    ///         branch by_night { sleep(); }
    ///     }
    /// }
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use watch::{Director, Domain, Task};
    ///
    /// let mut director = Director::new(Task::Guard).interval(1);
    /// director.keep_journal(JournalOptions::new())?;
    /// for hour in 18..22_u8 {
    ///     if let Some(journal) = director.journal_mut() {
    ///         journal.note(&[hour]);
    ///     }
    ///     director.tick(&hour, Budget::steps(100));
    /// }
    /// let bytes = director.end_journal().unwrap().take();
    ///
    /// let mut replay = Replay::<Domain>::new(&bytes)?;
    /// while !replay.is_over() {
    ///     let hour = replay.notes().next().map_or(0, |note| note[0]);
    ///     replay.tick(&hour)?;
    /// }
    /// assert_eq!((replay.ticks(), replay.difference()), (4, None));
    /// # Ok(())
    /// # }
    /// ```
    pub fn note(&mut self, bytes: &[u8]) {
        if self.is_over {
            return;
        }
        self.given.notes.push(|out| out.bytes(bytes));
    }

    /// Returns the bytes that were not taken yet. [`take`](Self::take) removes them.
    pub fn bytes(&mut self) -> &[u8] {
        self.write_quiet();
        self.records.bytes()
    }

    /// Removes and returns the bytes recorded since the last call. They follow the earlier bytes. [`note`](Self::note) has an
    /// example.
    pub fn take(&mut self) -> Vec<u8> {
        self.write_quiet();
        self.records.take()
    }

    /// Writes the bytes that were not taken yet to a file or another writer. If this is called in each tick, no complete
    /// tick is lost, however the program ends. The [module](super) has an example.
    ///
    /// # Errors
    ///
    /// The writer failed. Bytes that were not written are kept for the next call.
    #[cfg(feature = "std")]
    pub fn write_to(&mut self, to: &mut impl std::io::Write) -> std::io::Result<()> {
        self.write_quiet();
        let bytes = self.records.bytes();
        let mut written = 0;
        let result = loop {
            if written == bytes.len() {
                break Ok(());
            }
            match to.write(&bytes[written..]) {
                Ok(0) => break Err(std::io::ErrorKind::WriteZero.into()),
                Ok(count) => written += count,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => break Err(error),
            }
        };
        self.records.consume(written);
        result
    }

    /// Returns true if it ended: by [`Director::end_journal`], or because an expression of the game panicked in a tick, which
    /// can't be replayed.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    fn end_tick(&mut self, seen: &Seen) {
        let flags = self.given.flags(&self.slices, seen, self.keeps_events);
        if flags == 0 {
            self.quiet += 1;
            if self.quiet == MAX_QUIET {
                self.write_quiet();
            }
        } else {
            self.write_quiet();
            self.records.push(|out| self.given.write(out, flags, seen));
        }
        core::mem::swap(&mut self.slices, &mut self.given.slices);
        self.given.clear();
    }

    fn write_quiet(&mut self) {
        if self.quiet > 0 {
            let ticks = take(&mut self.quiet);
            self.records.push(|out| write_quiet(out, ticks));
        }
    }

    /// Ends the journal, if it has not ended yet.
    fn close(&mut self, panicked: bool) {
        self.write_quiet();
        if !core::mem::replace(&mut self.is_over, true) {
            if panicked {
                self.records.push(|out| out.0.push(PANICKED));
            }
            self.records.end();
        }
    }
}

/// A journal, and the state that its director needs to record it.
pub(crate) struct JournalWriter<D: Domain> {
    journal: Journal,
    tables: &'static Tables,
    /// The facts at the end of the last tick.
    before: Store,
    /// The limits of the planner that searched last.
    planner: Limits,
    script: Script,
    /// True while a tick, or a search in it, runs. If it is still true when the next one begins, the game panicked.
    in_tick: bool,
    in_search: bool,
    /// Returns the events and commands of a tick. It is a pointer so that only programs that keep journals compile it.
    look: fn(&Executor<D>, bool) -> Seen,
}

impl<D: Domain> JournalWriter<D> {
    /// Records a call of the game.
    pub fn call(&mut self, call: RecordedCall) {
        if !self.journal.is_over {
            self.journal.given.calls.push(|out| call.write(out));
        }
    }

    /// Begins a tick with these facts.
    pub fn begin_tick(&mut self, facts: &Store) {
        if core::mem::replace(&mut self.in_tick, true) {
            self.journal.close(true);
        }
        if !self.journal.is_over {
            let given = &mut self.journal.given;
            write_changes(&self.before, facts, self.tables, &mut given.facts);
        }
    }

    /// Begins a search. Its grants are recorded in the script.
    pub fn begin_search(&mut self, planner: Limits) -> Script {
        if core::mem::replace(&mut self.in_search, true) {
            self.journal.close(true);
        }
        if self.planner != planner {
            self.planner = planner;
            self.call(RecordedCall::Planner(planner));
        }
        take(&mut self.script)
    }

    /// Records that a search ended or was paused.
    pub fn end_search(&mut self, budget: BudgetLeft, mut script: Script) {
        self.in_search = false;
        if !self.journal.is_over {
            let slice = Slice::of(budget, &script);
            self.journal.given.slices.push(|out| slice.write(out));
        }
        script.clear();
        self.script = script;
    }

    /// Continues with the same facts in another layout.
    #[cfg(feature = "reload")]
    pub fn relocate(&mut self, facts: &Store) {
        self.before = facts.clone();
    }

    /// Ends a tick.
    pub fn end_tick(&mut self, executor: &Executor<D>, facts: &Store) {
        if self.in_search {
            self.journal.close(true);
        }
        if !take(&mut self.in_tick) || self.journal.is_over {
            return;
        }
        let seen = (self.look)(executor, self.journal.keeps_events);
        self.journal.end_tick(&seen);
        self.before.copy_from(facts);
    }
}

impl<D: Domain> Director<D> {
    /// Begins a journal of all inputs of the director: see [`journal`](crate::persist::journal). It allocates memory, also in
    /// ticks, for a copy of the facts and for the bytes of the journal. Clones of the director keep no journal.
    ///
    /// # Errors
    ///
    /// The director has ticked before, or already has a journal.
    pub fn keep_journal(&mut self, options: JournalOptions) -> Result<(), JournalError> {
        if self.squad.journal.is_some() {
            return Err(JournalError::AlreadyKept);
        }
        let tick = self.squad.executor.ticks();
        if tick > 0 {
            return Err(JournalError::AlreadyStarted { tick });
        }
        let executor = self.squad.executor.limits();
        let planner = self.resources.own_limits().unwrap_or(executor);
        let mut journal = Journal::new(options.keeps_events);
        journal
            .records
            .push(|out| header::write(out, &self.squad, &planner, &options.about));
        self.squad.journal = Some(Box::new(JournalWriter {
            journal,
            tables: D::tables(),
            before: self.squad.state.store().clone(),
            planner,
            script: Script::default(),
            in_tick: false,
            in_search: false,
            look: Seen::of::<D>,
        }));
        Ok(())
    }

    /// Returns its journal, if it keeps one. The example of the [module](crate::journal) writes it to a file.
    pub fn journal(&self) -> Option<&Journal> {
        self.squad.journal.as_ref().map(|writer| &writer.journal)
    }

    /// Returns its journal, if it keeps one: to take the bytes, or to leave a [note](Journal::note). The
    /// [module](crate::journal) has an example.
    pub fn journal_mut(&mut self) -> Option<&mut Journal> {
        let writer = self.squad.journal.as_mut();
        writer.map(|writer| &mut writer.journal)
    }

    /// Ends its journal and returns it, with the bytes that were not taken yet. [`Journal::note`] has an example.
    pub fn end_journal(&mut self) -> Option<Journal> {
        let writer = self.squad.journal.take()?;
        let mut journal = writer.journal;
        journal.close(writer.in_tick || writer.in_search);
        Some(journal)
    }
}

impl<D: Domain> DirectorState<D> {
    /// Records a call of the game.
    #[inline]
    pub(crate) fn note_call(&mut self, call: impl FnOnce() -> RecordedCall) {
        if let Some(writer) = &mut self.journal {
            writer.call(call());
        }
    }
}
