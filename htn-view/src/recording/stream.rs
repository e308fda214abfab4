//! Recordings as streams of updates: in a file, or to a view while the game runs.
//!
//! A record is an update: the changes of a squad since its last update. Indices of texts and calls, and the ticks of
//! entries, continue from there, until an update has a [`Start`].

use std::collections::BTreeMap;

use htn_core::bytes::{DecodeError, Decoder, Encoder, Read};
use htn_core::container::{RecordReader, StreamError, StreamKind};
use htn_core::schema::Schema;

use super::codes::{Known, read_call, read_entry, write_call, write_entry};
use super::entry::{Call, Entry};

/// The stream of a recording, kept or live.
pub(crate) const RECORDING: StreamKind = StreamKind {
    name: "recording",
    magic: *b"htn-rec\n",
    version: 8,
};

/// The state of the planner of a squad.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Planner {
    #[default]
    Idle,
    /// The next tick has something to search for.
    Due,
    /// The director is halted: at a breakpoint, for example.
    Halted,
    /// A search is paused after `steps` steps. It repairs plan `repairs`, or plans the root task if that is 0.
    Searches { repairs: u64, steps: u64 },
}

/// The changes of a squad.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct Update {
    /// The state before these entries, unless the reader has it. Indices of texts and calls restart at 0.
    pub start: Option<Box<Start>>,
    pub tick: u64,
    pub planner: Planner,
    /// The number of entries between the last update and these that are left out.
    pub missed: u64,
    /// The tick of the last entry before these, or 0 if entries are missing between that and these.
    pub last: u64,
    pub texts: Vec<String>,
    pub calls: Vec<Call>,
    pub entries: Vec<Entry>,
}

/// The state that all entries before an update led to.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Start {
    pub why: StartKind,
    pub schema: Schema,
    /// The first tick whose entries all follow.
    pub begins: u64,
    pub base: Vec<Entry>,
}

/// The reason why an update does not continue the previous one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StartKind {
    /// Another recording has the squad's name.
    New,
    /// Texts and calls have new numbers. No entry is missing.
    Renumbered,
    /// Entries are missing, because they were forgotten before they could be sent.
    Gap,
}

const GONE: u64 = 0;
const CONTINUED: u64 = 1;
/// Encoded as its position.
const START_KINDS: [StartKind; 3] = [StartKind::New, StartKind::Renumbered, StartKind::Gap];

impl Update {
    /// Returns true if texts and calls have new numbers, and no entry is missing.
    #[cfg(feature = "live-page")]
    pub fn renumbers(&self) -> bool {
        let start = self.start.as_ref();
        start.is_some_and(|start| start.why == StartKind::Renumbered)
    }

    /// Writes the record of an update.
    pub fn encode(&self, squad: &str, out: &mut Encoder) {
        out.text(squad);
        match &self.start {
            None => out.number(CONTINUED),
            Some(start) => {
                let kind = START_KINDS.iter().position(|kind| *kind == start.why);
                out.number(CONTINUED + 1 + kind.unwrap_or(0) as u64);
                start.schema.encode(out);
                out.number(start.begins);
            }
        }
        out.number(self.tick);
        match self.planner {
            Planner::Idle => out.number(0),
            Planner::Due => out.number(1),
            Planner::Searches { repairs, steps } => {
                out.number(2);
                out.number(repairs);
                out.number(steps);
            }
            Planner::Halted => out.number(3),
        }
        out.number(self.missed);
        out.list(&self.texts, |out, text| out.text(text));
        out.list(&self.calls, write_call);
        if let Some(start) = &self.start {
            out.list(&start.base, |out, entry| {
                write_entry(out, entry.tick, entry);
            });
        }
        let mut last = self.last;
        out.list(&self.entries, |out, entry| {
            write_entry(out, entry.tick.saturating_sub(last), entry);
            last = entry.tick.max(last);
        });
    }
}

/// Writes the record for a removed squad.
#[cfg(feature = "feed")]
pub(crate) fn encode_gone(squad: &str, out: &mut Encoder) {
    out.text(squad);
    out.number(GONE);
}

/// The positions that the updates of a squad have reached.
#[derive(Clone, Copy, Debug)]
struct Reached {
    known: Known,
    /// The tick of the last entry.
    last: u64,
}

/// Reads the updates of a stream.
#[derive(Debug)]
pub(crate) struct UpdateReader {
    records: RecordReader,
    squads: BTreeMap<String, Reached>,
}

impl UpdateReader {
    pub fn new() -> UpdateReader {
        UpdateReader {
            records: RecordReader::new(RECORDING),
            squads: BTreeMap::new(),
        }
    }

    /// Reads the next update and removes its record from `bytes`: the squad and its update; `None` if the squad was
    /// removed. Returns `None` if there is no complete record.
    pub fn next(
        &mut self,
        bytes: &mut &[u8],
    ) -> Result<Option<(String, Option<Update>)>, StreamError> {
        let Some(record) = self.records.next(bytes)? else {
            return Ok(None);
        };
        let update = self.decode(&mut Decoder(record));
        update.map(Some).map_err(|_| self.records.damaged())
    }

    /// The position in the stream.
    pub fn records(&self) -> RecordReader {
        self.records
    }

    fn decode(&mut self, from: &mut Decoder<'_>) -> Read<(String, Option<Update>)> {
        let squad = from.text()?;
        let kind: usize = from.small()?;
        if kind == GONE as usize {
            from.finish()?;
            self.squads.remove(&squad);
            return Ok((squad, None));
        }
        let mut start = None;
        let mut reached = match kind.checked_sub(CONTINUED as usize + 1) {
            None => *self.squads.get(&squad).ok_or(DecodeError)?,
            Some(kind) => {
                let why = *START_KINDS.get(kind).ok_or(DecodeError)?;
                start = Some(Box::new(Start {
                    why,
                    schema: Schema::decode(from)?,
                    begins: from.number()?,
                    base: Vec::new(),
                }));
                Reached {
                    known: Known { texts: 0, calls: 0 },
                    last: match why {
                        StartKind::Renumbered => self.squads.get(&squad).ok_or(DecodeError)?.last,
                        StartKind::New | StartKind::Gap => 0,
                    },
                }
            }
        };
        let tick = from.number()?;
        let planner = match from.number()? {
            0 => Planner::Idle,
            1 => Planner::Due,
            2 => Planner::Searches {
                repairs: from.number()?,
                steps: from.number()?,
            },
            3 => Planner::Halted,
            _ => return Err(DecodeError),
        };
        let missed = from.number()?;
        let known = &mut reached.known;
        let texts = from.list(Decoder::text)?;
        known.texts = add(known.texts, texts.len())?;
        let calls = from.list(|from| read_call(from, *known))?;
        known.calls = add(known.calls, calls.len())?;
        if let Some(start) = &mut start {
            start.base = from.list(|from| read_entry(from, 0, *known))?;
        }
        let (known, last) = (*known, reached.last);
        let entries = from.list(|from| {
            let entry = read_entry(from, reached.last, known)?;
            reached.last = entry.tick;
            Ok(entry)
        })?;
        from.finish()?;
        // Readers add one tick to the last one.
        let begins = start.as_ref().map_or(0, |start| start.begins);
        if tick == u64::MAX || tick < reached.last.max(begins) {
            return Err(DecodeError);
        }
        self.squads.insert(squad.clone(), reached);
        let update = Update {
            start,
            tick,
            planner,
            missed,
            last,
            texts,
            calls,
            entries,
        };
        Ok((squad, Some(update)))
    }
}

fn add(known: u32, new: usize) -> Read<u32> {
    let new = u32::try_from(new).map_err(|_| DecodeError)?;
    known.checked_add(new).ok_or(DecodeError)
}
