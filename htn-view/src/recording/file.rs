//! The file format: eight bytes that say what it is, the version, the length and the checksum of what follows, and that.

use std::fmt;

use htn_core::bytes::{DecodeError, Decoder, Encoder, Read, checksum};
use htn_core::domain::Domain;

use super::codes::{Known, read_call, read_entry, write_call, write_entry};
use super::interner::Tables;
use super::moment::Moment;
use super::recorded::Recorded;
use crate::escape;

const MAGIC: &[u8; 8] = b"htn-rec\n";
/// Of the format. Files of others can't be read.
const VERSION: u32 = 5;
const HEADER: usize = MAGIC.len() + 4 + 8 + 8;

/// Why a recording can't be read, or is of no use here.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// It is no recording at all.
    NoRecording,
    /// It is of another version of the format.
    Version {
        /// Its version.
        found: u32,
        /// The version that can be read.
        known: u32,
    },
    /// It was cut off.
    CutOff {
        /// How many bytes there are.
        found: u64,
        /// How many there should be.
        wanted: u64,
    },
    /// It was changed: what it says makes no sense.
    Damaged,
    /// It is of another domain.
    OtherDomain {
        /// Of which.
        found: String,
        /// The one that was asked for.
        wanted: String,
    },
    /// It is of this domain, as it once was: predicates, tasks or branches are others by now.
    DomainChanged {
        /// The domain.
        domain: String,
    },
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::NoRecording => f.write_str("this is no recording"),
            ReadError::Version { found, known } => write!(
                f,
                "the recording is of version {found} of the format, and this program reads version {known}"
            ),
            ReadError::CutOff { found, wanted } => write!(
                f,
                "the recording was cut off: there are {found} bytes of {wanted}"
            ),
            ReadError::Damaged => f.write_str("the recording is damaged"),
            ReadError::OtherDomain { found, wanted } => write!(
                f,
                "the recording is of the domain `{}`, and not of `{wanted}`",
                escape::line(found)
            ),
            ReadError::DomainChanged { domain } => write!(
                f,
                "the recording is of the domain `{domain}` with other predicates, tasks or branches than it has now"
            ),
        }
    }
}

impl std::error::Error for ReadError {}

impl Recorded {
    /// The recording as the bytes of a file, for [`Recorded::read`].
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = Encoder::default();
        body.text(&self.domain);
        for number in [self.fingerprint, self.begins, self.ends, self.forgotten] {
            body.number(number);
        }
        let Tables { texts, calls } = &self.tables;
        body.list(texts, |out, text| out.text(text));
        body.list(calls, write_call);
        let entries: Vec<_> = self.entries().collect();
        let mut before = 0;
        body.list(&entries, |out, entry| {
            write_entry(out, entry.tick - before, entry);
            before = entry.tick;
        });
        let body = body.0;
        let mut file = Vec::with_capacity(HEADER + body.len());
        file.extend_from_slice(MAGIC);
        file.extend_from_slice(&VERSION.to_le_bytes());
        file.extend_from_slice(&(body.len() as u64).to_le_bytes());
        file.extend_from_slice(&checksum(&body).to_le_bytes());
        file.extend_from_slice(&body);
        file
    }

    /// Reads what [`to_bytes`](Self::to_bytes) gave. Whether it is of the domain at hand, [`is_of`](Self::is_of) tells.
    ///
    /// # Errors
    ///
    /// The bytes are no recording, one that was cut off or damaged, or one of another version.
    pub fn read(bytes: &[u8]) -> Result<Recorded, ReadError> {
        let begun = &MAGIC[..bytes.len().min(MAGIC.len())];
        if bytes.is_empty() || !bytes.starts_with(begun) {
            return Err(ReadError::NoRecording);
        }
        let cut_off = |wanted: u64| ReadError::CutOff {
            found: bytes.len() as u64,
            wanted,
        };
        let number = |at: usize, len: usize| {
            let bytes = bytes.get(at..at + len)?.iter().rev();
            Some(bytes.fold(0, |all, byte| all << 8 | u64::from(*byte)))
        };
        let version = number(8, 4).ok_or(cut_off(HEADER as u64))? as u32;
        if version != VERSION {
            return Err(ReadError::Version {
                found: version,
                known: VERSION,
            });
        }
        let length = number(12, 8).ok_or(cut_off(HEADER as u64))?;
        let sum = number(20, 8).ok_or(cut_off(HEADER as u64))?;
        let body = &bytes[HEADER..];
        if (body.len() as u64) < length {
            return Err(cut_off(length.saturating_add(HEADER as u64)));
        }
        if body.len() as u64 > length || checksum(body) != sum {
            return Err(ReadError::Damaged);
        }
        read_body(&mut Decoder(body)).map_err(|DecodeError| ReadError::Damaged)
    }
}

fn read_body(from: &mut Decoder<'_>) -> Read<Recorded> {
    let domain = from.text()?;
    let (fingerprint, begins) = (from.number()?, from.number()?);
    let (ends, forgotten) = (from.number()?, from.number()?);
    let texts = from.list(Decoder::text)?;
    let mut known = Known {
        texts: texts.len() as u32,
        calls: 0,
    };
    let calls = from.list(|from| read_call(from, known))?;
    known.calls = calls.len() as u32;
    let mut before = 0;
    let entries = from.list(|from| {
        let entry = read_entry(from, before, known)?;
        before = entry.tick;
        Ok(entry)
    })?;
    // Readers count on one tick after the last.
    let in_order = begins <= ends && before <= ends && ends < u64::MAX;
    match from.0.is_empty() && in_order {
        true => Ok(Recorded {
            domain,
            fingerprint,
            begins,
            ends,
            forgotten,
            tables: Tables { texts, calls },
            base: Moment::default(),
            entries: entries.into(),
        }),
        false => Err(DecodeError),
    }
}

/// The same for the same predicates, tasks and branches.
pub(super) fn fingerprint<D: Domain>() -> u64 {
    let tables = D::tables();
    let mut out = Encoder::default();
    out.text(tables.name);
    let types = tables.types;
    let mut params = |name: &str, params: &[htn_core::tables::Param]| {
        out.text(name);
        out.list(params, |out, param| {
            out.text(param.name);
            out.text(types.get(usize::from(param.ty.0)).map_or("", |ty| ty.name));
        });
    };
    for relation in tables.relations {
        params(relation.name, relation.columns);
    }
    for task in tables.tasks {
        params(task.name, task.params);
    }
    for branch in tables.branches {
        params(branch.name, &[]);
    }
    checksum(&out.0)
}
