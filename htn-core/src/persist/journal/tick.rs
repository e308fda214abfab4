//! The record of a tick.

use alloc::vec::Vec;

use super::call::RecordedCall;
use super::facts::{PredicateDelta, read_changes};
use super::lines::{Lines, Seen};
use super::slice::Slice;
use crate::model::bytes::{DecodeError, Decoder, Encoder, Read};
use crate::persist::schema::Schema;

// The kinds of records. A tick is `TICK` with a flag for each of its parts.
pub(super) const BEGIN: u8 = 0;
const QUIET: u8 = 1;
pub(super) const PANICKED: u8 = 2;
const TICK: u8 = 0x80;

/// The maximum number of quiet ticks in one record, so that the work of a replay is in proportion to the length of the journal.
pub(super) const MAX_QUIET: u64 = 1_024;

// The parts of a tick.
const FACTS: u8 = 1;
const CALLS: u8 = 2;
const NOTES: u8 = 4;
const SLICES: u8 = 8;
const EVENTS: u8 = 16;
const COMMANDS: u8 = 32;
const LINES: u8 = 64;

/// Encoded items, and their number.
#[derive(Clone, Default, Debug)]
pub(super) struct EncodedItems {
    pub out: Encoder,
    pub count: u64,
}

impl EncodedItems {
    pub fn push(&mut self, write: impl FnOnce(&mut Encoder)) {
        self.count += 1;
        write(&mut self.out);
    }

    pub fn clear(&mut self) {
        self.out.0.clear();
        self.count = 0;
    }

    pub fn append(&self, to: &mut Encoder) {
        to.number(self.count);
        to.0.extend_from_slice(&self.out.0);
    }
}

/// The encoded inputs of a tick.
#[derive(Clone, Default, Debug)]
pub(super) struct TickInputs {
    pub facts: Encoder,
    pub calls: EncodedItems,
    pub notes: EncodedItems,
    pub slices: EncodedItems,
}

impl TickInputs {
    pub fn clear(&mut self) {
        self.facts.0.clear();
        for part in [&mut self.calls, &mut self.notes, &mut self.slices] {
            part.clear();
        }
    }

    /// Returns the parts of the record of a tick: 0 if it has no inputs and no events.
    pub fn flags(&self, former: &EncodedItems, seen: &Seen, keeps_lines: bool) -> u8 {
        let same = former.out.0 == self.slices.out.0 && former.count == self.slices.count;
        let any = seen.events.digest.is_some() || seen.commands.digest.is_some();
        let parts = [
            (FACTS, !self.facts.0.is_empty()),
            (CALLS, self.calls.count > 0),
            (NOTES, self.notes.count > 0),
            (SLICES, !same),
            (EVENTS, seen.events.digest.is_some()),
            (COMMANDS, seen.commands.digest.is_some()),
            (LINES, any && keeps_lines),
        ];
        let there = parts.into_iter().filter(|(_, is_there)| *is_there);
        there.fold(0, |all, (flag, _)| all | flag)
    }

    /// Writes the record of a tick with these parts.
    pub fn write(&self, out: &mut Encoder, flags: u8, seen: &Seen) {
        out.0.push(TICK | flags);
        if flags & FACTS != 0 {
            out.bytes(&self.facts.0);
        }
        let counted = [
            (CALLS, &self.calls),
            (NOTES, &self.notes),
            (SLICES, &self.slices),
        ];
        for (flag, part) in counted {
            if flags & flag != 0 {
                part.append(out);
            }
        }
        let digests = [seen.events.digest, seen.commands.digest];
        for digest in digests.into_iter().flatten() {
            out.0.extend_from_slice(&digest.to_le_bytes());
        }
        if flags & LINES != 0 {
            for Lines { lines, .. } in [&seen.events, &seen.commands] {
                out.list(lines, |out, line| out.text(line));
            }
        }
    }
}

/// The inputs of a tick, and its events and commands.
#[derive(Clone, Default, Debug)]
pub(super) struct Tick<'a> {
    pub facts: Vec<PredicateDelta>,
    pub calls: Vec<RecordedCall>,
    pub notes: Vec<&'a [u8]>,
    /// `None` if they are those of the previous tick.
    pub slices: Option<Vec<Slice>>,
    pub events: Option<u32>,
    pub commands: Option<u32>,
    /// The texts of events and commands, if they were recorded.
    pub lines: Option<[Vec<&'a str>; 2]>,
}

/// A record after the first.
#[derive(Clone, Debug)]
pub(super) enum Record<'a> {
    /// A number of ticks without inputs and events.
    Quiet(u64),
    Tick(Tick<'a>),
    Panicked,
}

impl<'a> Record<'a> {
    pub fn read(record: &'a [u8], schema: &Schema) -> Read<Record<'a>> {
        let (kind, rest) = record.split_first().ok_or(DecodeError)?;
        let mut from = Decoder(rest);
        let record = match *kind {
            QUIET => match from.number()? {
                ticks @ 1..=MAX_QUIET => Record::Quiet(ticks),
                _ => return Err(DecodeError),
            },
            PANICKED => Record::Panicked,
            flags if flags & TICK != 0 => Record::Tick(Tick::read(flags, &mut from, schema)?),
            _ => return Err(DecodeError),
        };
        from.finish()?;
        Ok(record)
    }
}

impl<'a> Tick<'a> {
    fn read(flags: u8, from: &mut Decoder<'a>, schema: &Schema) -> Read<Tick<'a>> {
        let has = |flag| flags & flag != 0;
        let mut tick = Tick::default();
        if has(FACTS) {
            tick.facts = read_changes(Decoder(from.bytes()?), schema)?;
        }
        if has(CALLS) {
            tick.calls = from.list(|from| RecordedCall::read(from, schema))?;
        }
        if has(NOTES) {
            tick.notes = from.list(Decoder::bytes)?;
        }
        if has(SLICES) {
            tick.slices = Some(from.list(Slice::read)?);
        }
        if has(EVENTS) {
            tick.events = Some(digest(from)?);
        }
        if has(COMMANDS) {
            tick.commands = Some(digest(from)?);
        }
        if has(LINES) {
            tick.lines = Some([from.list(Decoder::str)?, from.list(Decoder::str)?]);
        }
        Ok(tick)
    }
}

fn digest(from: &mut Decoder<'_>) -> Read<u32> {
    let bytes = from.take(4)?.first_chunk().ok_or(DecodeError)?;
    Ok(u32::from_le_bytes(*bytes))
}

/// Writes the record of quiet ticks.
pub(super) fn write_quiet(out: &mut Encoder, ticks: u64) {
    out.0.push(QUIET);
    out.number(ticks);
}
