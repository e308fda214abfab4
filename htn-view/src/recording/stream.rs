//! Updates as bytes, one record after the other: a file that grows, or a pipe.
//!
//! Eight bytes that say what it is, and the version. Then records: the length of the body, its checksum, and the body, in which numbers of
//! texts and calls go on from the records of the same squad before it.

use std::collections::BTreeMap;

use htn_core::bytes::{DecodeError, Decoder, Encoder, Read, checksum};

use super::codes::{Known, read_call, read_entry, write_call, write_entry};
use super::file::ReadError;
use super::update::{Planner, Update};

const MAGIC: &[u8; 8] = b"htn-liv\n";
/// Of the format. Streams of others can't be read.
const VERSION: u32 = 3;
const BEGIN: usize = MAGIC.len() + 4;
/// Of a record: its length, and its checksum.
const HEAD: usize = 4 + 8;
/// No update is larger; a length that is beyond it is none.
const LARGEST: usize = 1 << 28;

/// What a stream begins with.
pub(crate) fn magic() -> Vec<u8> {
    [&MAGIC[..], &VERSION.to_le_bytes()].concat()
}

/// A record: what is new of a squad.
pub(crate) fn write_update(squad: &str, update: &Update) -> Vec<u8> {
    let mut out = Encoder::default();
    out.text(squad);
    out.number(match update.base {
        None => 1,
        Some(_) => 2,
    });
    out.text(&update.domain);
    out.number(update.tick);
    match update.planner {
        Planner::Idle => out.number(0),
        Planner::Due => out.number(1),
        Planner::Searches { repairs, steps } => {
            out.number(2);
            out.number(repairs);
            out.number(steps);
        }
    }
    out.number(update.missed);
    out.list(&update.texts, |out, text| out.text(text));
    out.list(&update.calls, write_call);
    for entries in update.base.iter().chain([&update.entries]) {
        out.list(entries, |out, entry| write_entry(out, entry.tick, entry));
    }
    record(&out.0)
}

/// A record: the squad is gone.
pub(crate) fn write_gone(squad: &str) -> Vec<u8> {
    let mut out = Encoder::default();
    out.text(squad);
    out.number(0);
    record(&out.0)
}

fn record(body: &[u8]) -> Vec<u8> {
    let length = (body.len() as u32).to_le_bytes();
    [&length[..], &checksum(body).to_le_bytes(), body].concat()
}

/// Reads a stream as it comes, in pieces of any size.
#[derive(Default, Debug)]
pub(crate) struct StreamReader {
    begun: bool,
    /// What was read and is no whole record yet.
    rest: Vec<u8>,
    /// How many texts and calls of a squad are known.
    known: BTreeMap<String, Known>,
}

impl StreamReader {
    /// Calls back with each squad of which all is there, and what is new of it; `None` where it is gone.
    pub fn read(
        &mut self,
        bytes: &[u8],
        mut tell: impl FnMut(String, Option<Update>),
    ) -> Result<(), ReadError> {
        self.rest.extend_from_slice(bytes);
        let mut at = match self.begun {
            true => 0,
            false => match begin(&self.rest)? {
                true => BEGIN,
                false => return Ok(()),
            },
        };
        self.begun = true;
        while let Some(head) = self.rest.get(at..at + HEAD) {
            let length = number(&head[..4]) as usize;
            if length > LARGEST {
                return Err(ReadError::Damaged);
            }
            let Some(body) = self.rest.get(at + HEAD..at + HEAD + length) else {
                break;
            };
            if checksum(body) != number(&head[4..]) {
                return Err(ReadError::Damaged);
            }
            let told = read_record(&mut Decoder(body), &mut self.known);
            let (squad, update) = told.map_err(|DecodeError| ReadError::Damaged)?;
            tell(squad, update);
            at += HEAD + length;
        }
        self.rest.drain(..at);
        Ok(())
    }

    /// How many bytes of a record there are that is not whole.
    pub fn pending(&self) -> usize {
        self.rest.len()
    }
}

/// Whether the beginning is there, and that of a stream that can be read.
fn begin(bytes: &[u8]) -> Result<bool, ReadError> {
    let begun = bytes.len().min(MAGIC.len());
    if bytes[..begun] != MAGIC[..begun] {
        return Err(ReadError::NoRecording);
    }
    let Some(version) = bytes.get(MAGIC.len()..BEGIN) else {
        return Ok(false);
    };
    match number(version) as u32 {
        VERSION => Ok(true),
        found => Err(ReadError::Version {
            found,
            known: VERSION,
        }),
    }
}

fn number(bytes: &[u8]) -> u64 {
    let bytes = bytes.iter().rev();
    bytes.fold(0, |all, byte| all << 8 | u64::from(*byte))
}

fn read_record(
    from: &mut Decoder<'_>,
    squads: &mut BTreeMap<String, Known>,
) -> Read<(String, Option<Update>)> {
    let squad = from.text()?;
    let afresh = match from.number()? {
        0 => {
            squads.remove(&squad);
            return Ok((squad, None));
        }
        1 => false,
        2 => true,
        _ => return Err(DecodeError),
    };
    let before = squads.get(&squad).copied().filter(|_| !afresh);
    let mut known = match (before, afresh) {
        (Some(before), _) => before,
        (None, true) => Known { texts: 0, calls: 0 },
        (None, false) => return Err(DecodeError),
    };
    let (domain, tick) = (from.text()?, from.number()?);
    let planner = match from.number()? {
        0 => Planner::Idle,
        1 => Planner::Due,
        2 => Planner::Searches {
            repairs: from.number()?,
            steps: from.number()?,
        },
        _ => return Err(DecodeError),
    };
    let missed = from.number()?;
    let texts = from.list(Decoder::text)?;
    known.texts = more(known.texts, texts.len())?;
    let calls = from.list(|from| read_call(from, known))?;
    known.calls = more(known.calls, calls.len())?;
    let mut entries = || from.list(|from| read_entry(from, 0, known));
    let base = afresh.then(&mut entries).transpose()?;
    let entries = entries()?;
    if !from.0.is_empty() {
        return Err(DecodeError);
    }
    squads.insert(squad.clone(), known);
    let update = Update {
        domain,
        tick,
        planner,
        base,
        missed,
        texts,
        calls,
        entries,
    };
    Ok((squad, Some(update)))
}

fn more(known: u32, new: usize) -> Read<u32> {
    let new = u32::try_from(new).map_err(|_| DecodeError)?;
    known.checked_add(new).ok_or(DecodeError)
}
