//! A finished recording, as views read it.

use std::collections::{HashMap, VecDeque};
use std::fmt;

use htn_core::container::Ending;
use htn_core::domain::Domain;
use htn_core::schema::{Schema, SchemaError};

use super::entry::{CallId, Entry, TextId, What};
use super::interner::Tables;
use super::moment::Moment;
use crate::escape;

/// The recorded mission of a director. It can be [stored in a file](Recorded::to_bytes) and [read
/// again](Recorded::read), and drawn as a [timeline](Recorded::timeline) or a [report](crate::Report). It is
/// independent of the domain's types.
#[derive(Clone, PartialEq, Debug)]
pub struct Recorded {
    pub(super) schema: Schema,
    /// The first tick whose entries are complete.
    pub(super) begins: u64,
    /// The last tick.
    pub(super) ends: u64,
    /// The number of entries dropped for lack of space.
    pub(super) forgotten: u64,
    pub(super) tables: Tables,
    /// The state that the dropped entries led to.
    pub(super) base: Moment,
    pub(super) entries: VecDeque<Entry>,
    pub(super) ending: Ending,
}

impl Recorded {
    pub(super) fn of<D: Domain>() -> Recorded {
        Recorded {
            schema: Schema::of::<D>(),
            begins: 0,
            ends: 0,
            forgotten: 0,
            tables: Tables::default(),
            base: Moment::default(),
            entries: VecDeque::new(),
            ending: Ending::Ended,
        }
    }

    /// Returns the name of the domain. [`Recording`](crate::Recording) has an example.
    pub fn domain(&self) -> &str {
        self.schema.domain()
    }

    /// Returns the first tick whose entries are complete, and the last tick.
    ///
    /// These are the recording's own ticks. They equal the director's ([`Executor::ticks`](htn_core::Executor::ticks)) until
    /// the director's clock goes back: then the recording begins a new segment in its next tick, and counts on from there.
    /// [`restarts`](Self::restarts) says where. The log, timelines, reports and live views show the recording's ticks, and
    /// the shapes of a [`Scene`](crate::Scene) have them too: `*recording.ticks().end()` is the current one.
    pub fn ticks(&self) -> std::ops::RangeInclusive<u64> {
        self.begins..=self.ends
    }

    /// The ticks in which a new segment begins, because the director's clock went back: the game rolled back to a clone of
    /// the director, or the recording continues with another director.
    ///
    /// Plans, actions and waits end with their segment. The next one may give their numbers again, and lists the plans that
    /// its director has. Facts that hold in both segments are continued. Segments whose first entry was
    /// [forgotten](Self::forgotten) are left out.
    ///
    /// ```
    /// # use htn_view::Recording;
    /// # use squad_htn::prelude::*;
    /// # #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
    /// # pub struct Medic(pub u16);
    /// # htn_domain! {
    /// #     pub domain ward;
    /// #     agent Medic;
    /// #     operator rest(who: Medic) by who {}
    /// #     pub method help() { rest(Medic(1)); }
    /// # }
    /// # use ward::{Director, Domain, Task};
    /// # fn main() {
    /// let mut recording = Recording::<Domain>::new();
    /// for _mission in 0..2 {
    ///     let mut director = Director::new(Task::Help);
    ///     for _frame in 0..10 {
    ///         director.tick(&(), Budget::micros(500));
    ///         recording.tick(&director);
    ///     }
    /// }
    /// assert_eq!(recording.ticks(), 1..=20);
    /// assert_eq!(recording.restarts().collect::<Vec<_>>(), [11]);
    /// # }
    /// ```
    pub fn restarts(&self) -> impl Iterator<Item = u64> + '_ {
        let entries = self.entries.iter();
        entries.filter_map(|entry| match entry.what {
            What::Restarted(_) => Some(entry.tick),
            _ => None,
        })
    }

    /// Returns the number of entries (events, changes of facts, plans, searches, notes).
    /// [`Recording`](crate::Recording) has an example.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns true if there are no entries. [`Recording`](crate::Recording) has an example.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the number of entries dropped for lack of space: the oldest.
    /// [`Recording`](crate::Recording) has an example.
    pub fn forgotten(&self) -> u64 {
        self.forgotten
    }

    /// Returns the end of the stream that this was [read](Self::read) from: complete, or the position at which it is cut
    /// off or damaged. `Ended` if this was not read.
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// Compares the domain of the recording with the domain of the program, except for conditions and bodies.
    /// [`Recording`](crate::Recording) has an example.
    ///
    /// # Errors
    ///
    /// It is another domain, or has other predicates, tasks or branches. Returns the first difference.
    pub fn is_of<D: Domain>(&self) -> Result<(), SchemaError> {
        self.schema.check::<D>()
    }

    /// Iterates over all entries. The state that dropped entries led to comes first, as entries of the first remaining
    /// tick.
    pub(crate) fn entries(&self) -> impl Iterator<Item = Entry> + '_ {
        self.base
            .entries(self.begins)
            .chain(self.entries.iter().cloned())
    }

    /// Iterates over the entries from an index on.
    #[cfg(feature = "live-page")]
    pub(crate) fn entries_from(&self, at: usize) -> impl Iterator<Item = &Entry> {
        self.entries.range(at..)
    }

    pub(crate) fn text(&self, id: TextId) -> &str {
        self.tables.text(id)
    }

    /// `name(arguments)`.
    pub(crate) fn show(&self, id: CallId) -> String {
        self.tables.show(id)
    }

    /// Returns the texts and calls that entries refer to.
    pub(crate) fn tables(&self) -> &Tables {
        &self.tables
    }

    /// Drops the older half of the entries and keeps the state that they led to. Then drops texts, facts and tasks that
    /// no entry refers to. Returns the new indices of the remaining facts and tasks by their old ones.
    pub(super) fn forget_half(&mut self, bytes: &mut usize) -> HashMap<u32, u32> {
        self.forget_entries(bytes);
        self.forget_names()
    }

    /// Drops the older half of the entries and keeps the state that they led to, with all texts and calls.
    pub(crate) fn forget_entries(&mut self, bytes: &mut usize) {
        let half = *bytes / 2;
        // Only whole ticks are dropped, and never the last one.
        while let Some(entry) = self.entries.front()
            && (*bytes > half || entry.tick < self.begins)
            && entry.tick < self.ends
            && let Some(entry) = self.entries.pop_front()
        {
            *bytes -= entry.bytes();
            self.begins = self.begins.max(entry.tick + 1);
            self.forgotten += 1;
            self.base.apply(entry);
        }
    }

    /// Drops texts, facts and tasks that no entry refers to, which changes all indices.
    pub(crate) fn forget_names(&mut self) -> HashMap<u32, u32> {
        let (mut texts, mut calls) = (Renumbered::default(), Renumbered::default());
        let mut call = |id: &mut CallId| id.0 = calls.number(id.0);
        let mut text = |id: &mut TextId| id.0 = texts.number(id.0);
        self.base.visit(&mut text, &mut call);
        for entry in &mut self.entries {
            entry.visit(&mut text, &mut call);
        }
        let old = &mut self.tables.calls;
        self.tables.calls = calls.take(old, |old, at| old[at].clone());
        for call in &mut self.tables.calls {
            text(&mut call.name);
            call.args.iter_mut().for_each(&mut text);
        }
        let old = &mut self.tables.texts;
        self.tables.texts = texts.take(old, |old, at| std::mem::take(&mut old[at]));
        calls.new
    }
}

/// New indices for texts and calls, in the order in which they are visited.
#[derive(Default)]
struct Renumbered {
    new: HashMap<u32, u32>,
    order: Vec<u32>,
}

impl Renumbered {
    fn number(&mut self, old: u32) -> u32 {
        *self.new.entry(old).or_insert_with(|| {
            self.order.push(old);
            self.order.len() as u32 - 1
        })
    }

    fn take<T>(&self, old: &mut Vec<T>, item: impl Fn(&mut Vec<T>, usize) -> T) -> Vec<T> {
        let order = self.order.iter();
        order.map(|at| item(old, *at as usize)).collect()
    }
}

/// One line: `restraint, ticks 0 to 400: 120 entries`.
impl fmt::Display for Recorded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (begins, ends, len) = (self.begins, self.ends, self.len());
        write!(
            f,
            "{}, ticks {begins} to {ends}: {len} entries",
            escape::line(self.domain())
        )?;
        if self.forgotten > 0 {
            write!(f, "; {} older ones were forgotten", self.forgotten)?;
        }
        let missed = self.entries.iter().filter_map(|entry| match entry.what {
            What::Missed(count) => Some(count),
            _ => None,
        });
        match missed.sum::<u64>() {
            0 => {}
            missed => write!(
                f,
                "; {missed} events were more than the executor has room for"
            )?,
        }
        match self.ending {
            Ending::Broken(error) => write!(f, "; {error}"),
            _ => Ok(()),
        }
    }
}
