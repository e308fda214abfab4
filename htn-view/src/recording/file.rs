//! Recordings as the bytes of a file: a stored stream.

use std::collections::HashMap;

use htn_core::container::{Ending, RecordWriter, StreamError};

use super::entry::{Call, CallId, Entry, TextId};
use super::interner::Tables;
use super::moment::Moment;
use super::recorded::Recorded;
use super::stream::{RECORDING, Start, StartKind, Update, UpdateReader};

/// The number of entries in a record. A file that is cut off loses at most that many, besides those that are missing.
const ENTRIES: usize = 128;

impl Recorded {
    /// Returns the recording as the bytes of a file, for [`Recorded::read`]. It is the stream that a
    /// [`LiveFeed`](crate::LiveFeed) would have written, with the domain's name as the name of the squad.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut records = RecordWriter::new(RECORDING);
        let mut base: Vec<Entry> = self.base.in_force(self.begins).collect();
        let mut entries = self.entries.iter().cloned();
        let (mut texts, mut calls, mut last) = (0, 0, 0);
        let mut is_first = true;
        loop {
            let mut some: Vec<Entry> = entries.by_ref().take(ENTRIES).collect();
            let is_last = some.len() < ENTRIES;
            // The texts and calls that these entries need, and finally all others.
            let (mut needed_texts, mut needed_calls) = (texts, calls);
            for entry in base.iter_mut().chain(&mut some) {
                entry.visit(
                    &mut |text| needed_texts = needed_texts.max(text.0 as usize + 1),
                    &mut |call| needed_calls = needed_calls.max(call.0 as usize + 1),
                );
            }
            let Tables {
                texts: all_texts,
                calls: all_calls,
            } = &self.tables;
            if is_last {
                needed_calls = all_calls.len();
            }
            let new_calls = all_calls[calls..needed_calls].to_vec();
            for call in &new_calls {
                for text in call.args.iter().chain([&call.name]) {
                    needed_texts = needed_texts.max(text.0 as usize + 1);
                }
            }
            if is_last {
                needed_texts = all_texts.len();
            }
            let tick = if is_last {
                self.ends
            } else {
                some.last().map_or(self.begins, |entry| entry.tick)
            };
            let start = is_first.then(|| {
                Box::new(Start {
                    why: StartKind::New,
                    schema: self.schema.clone(),
                    begins: self.begins,
                    base: std::mem::take(&mut base),
                })
            });
            let update = Update {
                start,
                tick: tick.max(self.begins),
                missed: if is_first { self.forgotten } else { 0 },
                last,
                texts: all_texts[texts..needed_texts].to_vec(),
                calls: new_calls,
                entries: some,
                ..Update::default()
            };
            records.push(|out| update.encode(self.domain(), out));
            if is_last {
                records.end();
                return records.take();
            }
            last = update.entries.last().map_or(last, |entry| entry.tick);
            (texts, calls, is_first) = (needed_texts, needed_calls, false);
        }
    }

    /// Reads a recording: what [`to_bytes`](Self::to_bytes) returned, or what a [`LiveFeed`](crate::LiveFeed) wrote. Of
    /// a stream with several squads, it returns the first; [`read_all`](Self::read_all) returns all.
    ///
    /// If the bytes are cut off or damaged, everything before that place is read, and [`ending`](Self::ending) says so.
    /// [`is_of`](Self::is_of) compares the domain.
    ///
    /// # Errors
    ///
    /// The bytes are not a recording, or one of another version, or nothing before the damage can be read.
    pub fn read(bytes: &[u8]) -> Result<Recorded, StreamError> {
        let first = Recorded::read_all(bytes)?.into_iter().next();
        let (_, recorded) = first.ok_or(StreamError::CutOff {
            kind: RECORDING.name,
            at: bytes.len() as u64,
        })?;
        Ok(recorded)
    }

    /// Reads the recordings of all squads of a stream with the names of the squads, in the order in which they begin.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read). A stream without a squad is not an error.
    pub fn read_all(bytes: &[u8]) -> Result<Vec<(String, Recorded)>, StreamError> {
        let (mut reader, mut rest) = (UpdateReader::new(), bytes);
        let mut squads: Vec<(String, Assembly)> = Vec::new();
        let ending = loop {
            match reader.next(&mut rest) {
                Ok(Some((squad, Some(update)))) => assemble(&mut squads, squad, update),
                Ok(Some((_, None))) => {}
                Ok(None) => break reader.records().ending(rest),
                Err(error) => break Ending::Broken(error),
            }
        };
        match ending {
            Ending::Broken(error) if squads.is_empty() => Err(error),
            _ => Ok(squads
                .into_iter()
                .map(|(squad, of)| {
                    let recorded = of.recorded;
                    (squad, Recorded { ending, ..recorded })
                })
                .collect()),
        }
    }
}

fn assemble(squads: &mut Vec<(String, Assembly)>, squad: String, update: Update) {
    let continues = match &update.start {
        None => true,
        Some(start) => start.why != StartKind::New,
    };
    let known = squads.iter_mut().rev().find(|(name, _)| *name == squad);
    match known.filter(|_| continues) {
        Some((_, known)) => _ = known.take(update),
        None => squads.extend(Assembly::begin(update).map(|new| (squad, new))),
    }
}

/// A recording under construction from updates.
pub(crate) struct Assembly {
    pub recorded: Recorded,
    numbers: Option<Numbers>,
    /// The entries of the start, until its texts are known.
    base: Vec<Entry>,
}

/// The recording's indices of texts and calls, by the indices in the stream, which restarted at 0.
#[derive(Default)]
struct Numbers {
    texts: Vec<TextId>,
    calls: Vec<CallId>,
    /// All texts and calls of the recording.
    known_texts: HashMap<String, TextId>,
    known_calls: HashMap<Call, CallId>,
}

impl Assembly {
    /// Begins with an update that has a start. `None` if it has none, which readers refuse.
    pub fn begin(mut update: Update) -> Option<Assembly> {
        let start = *update.start.take()?;
        let mut new = Assembly::new(start, update.missed);
        new.extend(update);
        Some(new)
    }

    /// Adds an update. Returns true if it replaced everything before.
    pub fn take(&mut self, mut update: Update) -> bool {
        let Some(start) = update.start.take() else {
            self.extend(update);
            return false;
        };
        let forgotten = match start.why {
            StartKind::Renumbered => {
                self.renumber();
                self.extend(update);
                return false;
            }
            StartKind::New => update.missed,
            StartKind::Gap => {
                let lost = self.recorded.forgotten + self.recorded.entries.len() as u64;
                lost.saturating_add(update.missed)
            }
        };
        *self = Assembly::new(*start, forgotten);
        self.extend(update);
        true
    }

    fn new(start: Start, forgotten: u64) -> Assembly {
        let recorded = Recorded {
            schema: start.schema,
            begins: start.begins,
            ends: start.begins,
            forgotten,
            tables: Tables::default(),
            base: Moment::default(),
            entries: Default::default(),
            ending: Ending::Open,
        };
        Assembly {
            recorded,
            numbers: None,
            base: start.base,
        }
    }

    fn renumber(&mut self) {
        let Tables { texts, calls } = &self.recorded.tables;
        let texts = texts.iter().cloned().zip((0..).map(TextId));
        let calls = calls.iter().cloned().zip((0..).map(CallId));
        self.numbers = Some(Numbers {
            known_texts: texts.collect(),
            known_calls: calls.collect(),
            ..Numbers::default()
        });
    }

    fn extend(&mut self, mut update: Update) {
        let Recorded {
            tables,
            base,
            entries,
            ends,
            ..
        } = &mut self.recorded;
        match &mut self.numbers {
            None => {
                tables.texts.append(&mut update.texts);
                tables.calls.append(&mut update.calls);
            }
            Some(numbers) => numbers.translate(tables, &mut update),
        }
        self.base.drain(..).for_each(|entry| base.apply(entry));
        entries.extend(update.entries);
        *ends = update.tick.max(*ends);
    }
}

impl Numbers {
    /// Adds the new texts and calls to the recording, and renumbers the entries.
    fn translate(&mut self, tables: &mut Tables, update: &mut Update) {
        for text in update.texts.drain(..) {
            let id = *self.known_texts.entry(text).or_insert_with_key(|text| {
                tables.texts.push(text.clone());
                TextId(tables.texts.len() as u32 - 1)
            });
            self.texts.push(id);
        }
        let texts = &self.texts;
        let mut text = |id: &mut TextId| *id = texts[id.0 as usize];
        for mut call in update.calls.drain(..) {
            text(&mut call.name);
            call.args.iter_mut().for_each(&mut text);
            let id = *self.known_calls.entry(call).or_insert_with_key(|call| {
                tables.calls.push(call.clone());
                CallId(tables.calls.len() as u32 - 1)
            });
            self.calls.push(id);
        }
        let calls = &self.calls;
        for entry in &mut update.entries {
            entry.visit(&mut text, &mut |id| *id = calls[id.0 as usize]);
        }
    }
}
