//! Keeping a journal.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::mem::take;

use super::JOURNAL;
use super::call::Call;
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

/// How a journal is to be kept: for [`Director::keep_journal`].
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct JournalOptions {
    about: String,
    keeps_events: bool,
}

impl JournalOptions {
    /// Without anything about it, and with a hash of what happened in each tick.
    pub fn new() -> JournalOptions {
        JournalOptions::default()
    }

    /// Something to say about all of it: the name of the level, the seed, the version of the game.
    #[must_use]
    pub fn about(mut self, text: &str) -> JournalOptions {
        self.about = String::from(text);
        self
    }

    /// Keeps the events and commands themselves, and not only a hash of those of each tick: so that a replay can say how
    /// it was where it differs.
    #[must_use]
    pub fn with_events(mut self) -> JournalOptions {
        self.keeps_events = true;
        self
    }
}

/// Everything that goes into a director, as bytes: see [the module](super). A director has one
/// where it [keeps](Director::keep_journal) one. What is written stays in memory until it is taken.
#[derive(Clone, Debug)]
pub struct Journal {
    keeps_events: bool,
    records: RecordWriter,
    given: TickInputs,
    /// The slices of the tick before.
    slices: EncodedItems,
    /// Ticks in which nothing came and nothing happened, and that are not written yet.
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

    /// Keeps some bytes with the tick that comes next, and [`Replay::notes`](super::Replay::notes) hands them back before it
    /// is played: what the context of that tick depends on.
    pub fn note(&mut self, bytes: &[u8]) {
        if self.is_over {
            return;
        }
        self.given.notes.push(|out| out.bytes(bytes));
    }

    /// All that is written and was not taken yet.
    pub fn bytes(&mut self) -> &[u8] {
        self.write_quiet();
        self.records.bytes()
    }

    /// Takes all that is written: to be appended to what was taken before.
    pub fn take(&mut self) -> Vec<u8> {
        self.write_quiet();
        self.records.take()
    }

    /// Writes all that was not taken yet to a file or whatever takes bytes. Called once a tick, it loses no tick that was
    /// played, however the program ends.
    ///
    /// # Errors
    ///
    /// What could not be written is kept, and the next call goes on with it.
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

    /// Whether it is ended: by [`Director::end_journal`], or because an expression of the game panicked in a tick. What such
    /// a tick has done can't be played again.
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

/// A journal, and what its director needs to keep it.
pub(crate) struct JournalWriter<D: Domain> {
    journal: Journal,
    tables: &'static Tables,
    /// The facts at the end of the last tick.
    before: Store,
    /// The limits of the planner that searched last.
    planner: Limits,
    script: Script,
    /// A tick has begun and not ended, or a search in it: where that is so when the next one begins, the game has panicked.
    in_tick: bool,
    in_search: bool,
    /// Looks at what happened. By its address, so that it is compiled only where a journal is kept.
    look: fn(&Executor<D>, bool) -> Seen,
}

impl<D: Domain> JournalWriter<D> {
    /// The game calls something.
    pub fn call(&mut self, call: Call) {
        if !self.journal.is_over {
            self.journal.given.calls.push(|out| call.write(out));
        }
    }

    /// A tick begins with these facts.
    pub fn begin_tick(&mut self, facts: &Store) {
        if core::mem::replace(&mut self.in_tick, true) {
            self.journal.close(true);
        }
        if !self.journal.is_over {
            let given = &mut self.journal.given;
            write_changes(&self.before, facts, self.tables, &mut given.facts);
        }
    }

    /// A search begins. What is granted is to be noted in the script.
    pub fn begin_search(&mut self, planner: Limits) -> Script {
        if core::mem::replace(&mut self.in_search, true) {
            self.journal.close(true);
        }
        if self.planner != planner {
            self.planner = planner;
            self.call(Call::Planner(planner));
        }
        take(&mut self.script)
    }

    /// A search has ended, or was paused.
    pub fn end_search(&mut self, budget: BudgetLeft, mut script: Script) {
        self.in_search = false;
        if !self.journal.is_over {
            let slice = Slice::of(budget, &script);
            self.journal.given.slices.push(|out| slice.write(out));
        }
        script.clear();
        self.script = script;
    }

    /// A tick is over.
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
    /// Keeps a journal from now on, of everything that goes into it: see [`journal`](crate::persist::journal). It takes memory for that,
    /// also in a tick: for a copy of the facts, and for what is written. A clone of the director keeps none.
    ///
    /// # Errors
    ///
    /// It has ticked already, or keeps one.
    pub fn keep_journal(&mut self, options: JournalOptions) -> Result<(), JournalError> {
        if self.squad.journal.is_some() {
            return Err(JournalError::Kept);
        }
        let tick = self.squad.executor.ticks();
        if tick > 0 {
            return Err(JournalError::UnderWay { tick });
        }
        let executor = self.squad.executor.limits();
        let planner = self.desk.own_limits().unwrap_or(executor);
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

    /// The journal that it keeps.
    pub fn journal(&self) -> Option<&Journal> {
        self.squad.journal.as_ref().map(|keeper| &keeper.journal)
    }

    /// The journal that it keeps: to take what is written, and to leave a [note](Journal::note).
    pub fn journal_mut(&mut self) -> Option<&mut Journal> {
        let keeper = self.squad.journal.as_mut();
        keeper.map(|keeper| &mut keeper.journal)
    }

    /// Ends the journal that it keeps, and hands it over: take what is written and was not taken yet.
    pub fn end_journal(&mut self) -> Option<Journal> {
        let keeper = self.squad.journal.take()?;
        let mut journal = keeper.journal;
        journal.close(keeper.in_tick || keeper.in_search);
        Some(journal)
    }
}

impl<D: Domain> DirectorState<D> {
    /// The game calls something.
    #[inline]
    pub(crate) fn note_call(&mut self, call: impl FnOnce() -> Call) {
        if let Some(keeper) = &mut self.journal {
            keeper.call(call());
        }
    }
}
