//! What is new in a recording since somebody last looked: what live views are fed with.

use std::sync::atomic::{AtomicU64, Ordering};

use htn_core::domain::Domain;
use htn_core::{Director, Searching};

use super::entry::{Call, Entry, What};
use super::recorder::Recording;

/// At most so many entries go with one update. Whoever begins to look late, or comes too late for them, does without those before.
const MOST: usize = 2_000;

/// What the planner of a squad is at.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Planner {
    #[default]
    Idle,
    /// The next tick has something to search for.
    Due,
    /// A search goes on that has taken so many steps, for a repair of this plan (0 for the root task).
    Searches { repairs: u64, steps: u64 },
}

/// What a recording knows for those who look at it while it grows.
#[derive(Debug)]
pub(super) struct Now {
    /// No other recording of this program has it.
    id: u64,
    /// How often texts and calls got new numbers.
    pub renumbered: u64,
    planner: Planner,
}

impl Now {
    pub fn new() -> Now {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Now {
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            renumbered: 0,
            planner: Planner::Idle,
        }
    }

    pub fn look<D: Domain>(&mut self, director: &Director<D>) {
        let searches = |repairs| Planner::Searches {
            repairs,
            steps: director.search_stats().steps,
        };
        self.planner = match director.searching() {
            Some(Searching::Repair(plan)) => searches(plan.number()),
            Some(_) => searches(0),
            None if director.is_due() => Planner::Due,
            None => Planner::Idle,
        };
    }
}

/// Up to where somebody has looked.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Cursor {
    recording: u64,
    renumbered: u64,
    texts: usize,
    calls: usize,
    /// Entries, with those that were forgotten.
    entries: u64,
    pub tick: u64,
    planner: Planner,
}

/// What is new.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct Update {
    pub domain: String,
    pub tick: u64,
    pub planner: Planner,
    /// What came of all entries before these, where that is not known, or has other numbers by now: texts and calls begin again from 0.
    pub base: Option<Vec<Entry>>,
    /// How many entries between those that were seen and these are not told of.
    pub missed: u64,
    pub texts: Vec<String>,
    pub calls: Vec<Call>,
    pub entries: Vec<Entry>,
}

impl<D: Domain> Recording<D> {
    /// What is new since then, and where that ends. `None` where it is nothing but that up to `patience` ticks went by.
    pub(crate) fn since(&self, seen: Option<&Cursor>, patience: u64) -> Option<(Update, Cursor)> {
        let recorded = &self.recorded;
        let (texts, calls) = (recorded.tables.texts.len(), recorded.tables.calls.len());
        let now = Cursor {
            recording: self.now.id,
            renumbered: self.now.renumbered,
            texts,
            calls,
            entries: recorded.forgotten + recorded.entries.len() as u64,
            tick: recorded.ends,
            planner: self.now.planner,
        };
        let seen = seen.filter(|seen| seen.recording == now.recording);
        if let Some(seen) = seen
            && (seen.entries, seen.planner) == (now.entries, now.planner)
            && now.tick <= seen.tick.saturating_add(patience)
        {
            return None;
        }
        let seen_entries = seen.map_or(0, |seen| seen.entries);
        let from = seen_entries
            .max(recorded.forgotten)
            .max(now.entries.saturating_sub(MOST as u64));
        // Numbers that are known go on where they ended.
        let known = seen.filter(|seen| seen.renumbered == now.renumbered && from == seen.entries);
        let first = (from - recorded.forgotten) as usize;
        let base = known.is_none().then(|| {
            let mut moment = recorded.base.clone();
            for entry in recorded.entries.range(..first) {
                moment.apply(entry.clone());
            }
            let tick = recorded
                .entries
                .get(first)
                .map_or(now.tick, |entry| entry.tick);
            moment.standing(tick).collect()
        });
        let (texts, calls) = known.map_or((0, 0), |known| (known.texts, known.calls));
        let entries = recorded.entries.range(first..);
        let update = Update {
            domain: recorded.domain.clone(),
            tick: now.tick,
            planner: now.planner,
            base,
            missed: from - seen_entries,
            texts: recorded.tables.texts[texts..].to_vec(),
            calls: recorded.tables.calls[calls..].to_vec(),
            entries: entries.filter(|entry| is_shown(entry)).cloned().collect(),
        };
        Some((update, now))
    }
}

/// Reasons and branches are for reports.
fn is_shown(entry: &Entry) -> bool {
    !matches!(
        entry.what,
        What::Why(_) | What::Branches(..) | What::Broken(_)
    )
}
