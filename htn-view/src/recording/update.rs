//! The changes of a recording since a cursor, for live views.

use std::sync::atomic::{AtomicU64, Ordering};

use htn_core::domain::Domain;
use htn_core::{Director, Searching};

use super::recorder::Recording;
use super::stream::{Planner, Start, StartKind, Update};

/// The maximum number of entries of an update. A reader that starts late, or falls behind, misses the entries before
/// them.
const MAX_ENTRIES: usize = 2_000;

/// The position of a growing recording.
#[derive(Debug)]
pub(super) struct Now {
    /// Unique among the recordings of this program.
    id: u64,
    /// The number of times that texts and calls were renumbered.
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
            _ if director.halted().is_some() => Planner::Halted,
            Some(Searching::Repair(plan)) => searches(plan.number()),
            Some(_) => searches(0),
            None if director.is_due() => Planner::Due,
            None => Planner::Idle,
        };
    }
}

/// The position of a reader in a recording.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Cursor {
    recording: u64,
    renumbered: u64,
    texts: usize,
    calls: usize,
    /// The number of entries, including dropped ones.
    entries: u64,
    pub tick: u64,
    /// The tick of the last entry.
    last: u64,
    planner: Planner,
}

impl<D: Domain> Recording<D> {
    /// Returns the changes since a cursor, and the new cursor. `None` if the only change is that up to `patience` ticks
    /// have passed.
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
            last: recorded.entries.back().map_or(0, |entry| entry.tick),
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
            .max(now.entries.saturating_sub(MAX_ENTRIES as u64));
        // Known indices continue.
        let known = seen.filter(|seen| seen.renumbered == now.renumbered && from == seen.entries);
        let first = (from - recorded.forgotten) as usize;
        let start = known.is_none().then(|| {
            let mut moment = recorded.base.clone();
            for entry in recorded.entries.range(..first) {
                moment.apply(entry.clone());
            }
            let next = recorded.entries.get(first);
            let tick = next.map_or(now.tick, |entry| entry.tick);
            Box::new(Start {
                why: match seen {
                    None => StartKind::New,
                    Some(seen) if seen.entries == from => StartKind::Renumbered,
                    Some(_) => StartKind::Gap,
                },
                schema: recorded.schema.clone(),
                begins: if first == 0 { recorded.begins } else { tick },
                base: moment.in_force(tick).collect(),
            })
        });
        let (texts, calls) = known.map_or((0, 0), |known| (known.texts, known.calls));
        let update = Update {
            start,
            tick: now.tick,
            planner: now.planner,
            missed: from - seen_entries,
            last: seen.map_or(0, |seen| if seen.entries == from { seen.last } else { 0 }),
            texts: recorded.tables.texts[texts..].to_vec(),
            calls: recorded.tables.calls[calls..].to_vec(),
            entries: recorded.entries.range(first..).cloned().collect(),
        };
        Some((update, now))
    }
}
