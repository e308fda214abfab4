//! Streams of records: the container of journals, recordings and live streams.
//!
//! A stream begins with eight bytes that name its kind and four bytes with the version of that kind. Records follow.
//! Each is the length of its body, the body, and a checksum of the body and of the checksum before it, so that a record
//! that is missing, repeated or out of place is noticed. A record with an empty body ends the stream.
//!
//! A stream may stop anywhere, because its program stopped or because it is still being written. All records before
//! that place can be read, and [`Ending`] says how the stream ends.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use crate::model::bytes::{Decoder, Encoder, UNSUMMED, checksum_on};

/// A kind of stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StreamKind {
    /// Its name in messages: `journal`.
    pub name: &'static str,
    /// The first bytes of each stream of this kind.
    pub magic: [u8; 8],
    /// The version of the records. Streams of other versions are refused.
    pub version: u32,
}

const MAGIC_LEN: usize = 8;
const HEAD_LEN: usize = MAGIC_LEN + size_of::<u32>();
const SUM_LEN: usize = size_of::<u32>();
/// A longer body is never written, so a greater length is damage and not a record that is still to come.
const MAX_BODY: u64 = 1 << 28;

/// A reason why a stream can't be read, or can't be read any further.
/// [`ReplayError`](https://docs.rs/squad-htn/latest/squad_htn/journal/enum.ReplayError.html) has an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum StreamError {
    /// The bytes are something else.
    Unrecognized {
        /// The kind of stream that was expected: `journal` or `recording`.
        kind: &'static str,
    },
    /// The stream has another version of the format.
    Version {
        /// The kind of stream.
        kind: &'static str,
        /// The version of the stream.
        found: u32,
        /// The version that this program reads.
        known: u32,
    },
    /// The stream stops within a record.
    CutOff {
        /// The kind of stream.
        kind: &'static str,
        /// The place of that record, in bytes from the beginning of the stream.
        at: u64,
    },
    /// A record was changed, or does not follow from the records before it.
    Damaged {
        /// The kind of stream.
        kind: &'static str,
        /// The place of that record, in bytes from the beginning of the stream.
        at: u64,
    },
}

impl fmt::Display for StreamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StreamError::Unrecognized { kind } => write!(f, "this is not a {kind}"),
            StreamError::Version { kind, found, known } => write!(
                f,
                "the {kind} has version {found} of the format, and this program reads version {known}; \
                 help: read it with the release that wrote it, or make a new one"
            ),
            StreamError::CutOff { kind, at } => write!(
                f,
                "the {kind} is cut off: the record at byte {at} is incomplete"
            ),
            StreamError::Damaged { kind, at } => write!(
                f,
                "the {kind} is damaged: the record at byte {at} can't be read"
            ),
        }
    }
}

impl Error for StreamError {}

/// The end of a stream. `Replay::ending` returns it; the module
/// [`journal`](https://docs.rs/squad-htn/latest/squad_htn/journal/) has an example of a replay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Ending {
    /// The stream was ended and is complete.
    Ended,
    /// All records are complete, but the stream was not ended: it is still being written, or its program stopped.
    Open,
    /// An expression of the game panicked in the tick after the last. Only journals end like this.
    Panicked,
    /// The stream is cut off or damaged after the last record that was read.
    Broken(StreamError),
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Ended => f.write_str("complete"),
            Ending::Open => f.write_str("complete so far, but not ended"),
            Ending::Panicked => f.write_str("the game panicked in the tick after the last"),
            Ending::Broken(error) => error.fmt(f),
        }
    }
}

/// A writer of a stream into memory, from which the game takes it in pieces.
///
/// The buffers are reused: once they are large enough, a record allocates nothing.
#[derive(Clone, Debug)]
pub struct RecordWriter {
    /// The part of the stream that was not taken yet.
    out: Encoder,
    /// The body of the record that is being written.
    body: Encoder,
    /// The checksum of the last record.
    sum: u32,
}

impl RecordWriter {
    /// Begins a stream.
    pub fn new(kind: StreamKind) -> RecordWriter {
        let mut out = Encoder(kind.magic.to_vec());
        out.0.extend_from_slice(&kind.version.to_le_bytes());
        RecordWriter {
            out,
            body: Encoder::default(),
            sum: 0,
        }
    }

    /// Appends a record whose body is written by `write`. A record without a body is left out.
    pub fn push(&mut self, write: impl FnOnce(&mut Encoder)) {
        self.body.0.clear();
        write(&mut self.body);
        if !self.body.0.is_empty() {
            self.append();
        }
    }

    /// Ends the stream. Records after this one would not be read.
    pub fn end(&mut self) {
        self.body.0.clear();
        self.append();
    }

    fn append(&mut self) {
        self.sum = next_sum(self.sum, &self.body.0);
        self.out.bytes(&self.body.0);
        self.out.0.extend_from_slice(&self.sum.to_le_bytes());
    }

    /// Returns the part of the stream that was not taken yet.
    pub fn bytes(&self) -> &[u8] {
        &self.out.0
    }

    /// Removes the first `count` bytes from the part that was not taken yet.
    pub fn consume(&mut self, count: usize) {
        self.out.0.drain(..count.min(self.out.0.len()));
    }

    /// Takes all that was not taken yet.
    pub fn take(&mut self) -> Vec<u8> {
        core::mem::take(&mut self.out.0)
    }
}

fn next_sum(before: u32, body: &[u8]) -> u32 {
    let sum = checksum_on(UNSUMMED, &before.to_le_bytes());
    let sum = checksum_on(sum, body);
    (sum >> 32) as u32 ^ sum as u32
}

/// A position in a stream. It holds none of the stream's bytes, so that they can come in pieces or lie in a file that
/// was read as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordReader {
    kind: StreamKind,
    /// The number of bytes that were read.
    at: u64,
    /// The place of the last record.
    last: u64,
    sum: u32,
    is_ended: bool,
}

impl RecordReader {
    /// A position at the beginning.
    pub fn new(kind: StreamKind) -> RecordReader {
        RecordReader {
            kind,
            at: 0,
            last: 0,
            sum: 0,
            is_ended: false,
        }
    }

    /// Reads the body of the next record and removes the record from `bytes`, which continue the stream where the last
    /// call stopped. Returns `None` if no complete record is left; more bytes may complete it.
    ///
    /// # Errors
    ///
    /// These are not the bytes of such a stream, or they are damaged. The position does not change.
    pub fn next<'a>(&mut self, bytes: &mut &'a [u8]) -> Result<Option<&'a [u8]>, StreamError> {
        if self.at == 0 && !self.read_head(bytes)? {
            return Ok(None);
        }
        let body = self.read_record(bytes)?;
        if body != Some(&[]) {
            return Ok(body);
        }
        self.is_ended = true;
        self.read_record(bytes)
    }

    /// Returns false if the head is incomplete.
    fn read_head(&mut self, bytes: &mut &[u8]) -> Result<bool, StreamError> {
        let StreamKind {
            name: kind,
            magic,
            version: known,
        } = self.kind;
        if !bytes.starts_with(&magic[..bytes.len().min(MAGIC_LEN)]) {
            return Err(StreamError::Unrecognized { kind });
        }
        let version = bytes.get(MAGIC_LEN..).and_then(<[u8]>::first_chunk);
        let Some(version) = version else {
            return Ok(false);
        };
        let found = u32::from_le_bytes(*version);
        if found != known {
            return Err(StreamError::Version { kind, found, known });
        }
        *bytes = &bytes[HEAD_LEN..];
        (self.at, self.last) = (HEAD_LEN as u64, HEAD_LEN as u64);
        Ok(true)
    }

    /// Reads the body of a record, which is empty at the end of the stream.
    fn read_record<'a>(&mut self, bytes: &mut &'a [u8]) -> Result<Option<&'a [u8]>, StreamError> {
        let damaged = StreamError::Damaged {
            kind: self.kind.name,
            at: self.at,
        };
        if self.is_ended && !bytes.is_empty() {
            return Err(damaged);
        }
        let mut rest = Decoder(bytes);
        let Ok(length) = rest.number() else {
            // The longest number has ten bytes.
            return if bytes.len() < 10 && bytes.iter().all(|byte| byte & 0x80 != 0) {
                Ok(None)
            } else {
                Err(damaged)
            };
        };
        if length > MAX_BODY {
            return Err(damaged);
        }
        let (Ok(body), Ok(sum)) = (rest.take(length as usize), rest.take(SUM_LEN)) else {
            return Ok(None);
        };
        let expected = next_sum(self.sum, body);
        if *sum != expected.to_le_bytes() {
            return Err(damaged);
        }
        self.last = self.at;
        self.at += (bytes.len() - rest.0.len()) as u64;
        (self.sum, *bytes) = (expected, rest.0);
        Ok(Some(body))
    }

    /// Returns the error for a last record whose body can't be decoded.
    pub fn damaged(&self) -> StreamError {
        StreamError::Damaged {
            kind: self.kind.name,
            at: self.last,
        }
    }

    /// Returns how the stream ends if nothing follows `rest`, the bytes that [`next`](Self::next) has left.
    pub fn ending(&self, rest: &[u8]) -> Ending {
        let (kind, at) = (self.kind.name, self.at);
        if self.is_ended {
            Ending::Ended
        } else if !rest.is_empty() {
            Ending::Broken(StreamError::CutOff { kind, at })
        } else if at == 0 {
            Ending::Broken(StreamError::Unrecognized { kind })
        } else {
            Ending::Open
        }
    }
}

#[cfg(test)]
mod tests {
    use std::string::ToString;
    use std::vec;

    use super::*;

    const KIND: StreamKind = StreamKind {
        name: "journal",
        magic: *b"htn-tst\n",
        version: 7,
    };

    fn stream(bodies: &[Vec<u8>]) -> Vec<u8> {
        let mut writer = RecordWriter::new(KIND);
        for body in bodies {
            writer.push(|out| out.0.extend_from_slice(body));
        }
        writer.end();
        writer.take()
    }

    /// The bodies that can be read, and how the stream ends, if it comes in pieces of `size` bytes.
    fn read(bytes: &[u8], size: usize) -> (Vec<Vec<u8>>, Ending) {
        let (mut reader, mut bodies) = (RecordReader::new(KIND), Vec::new());
        let mut rest = Vec::new();
        for piece in bytes.chunks(size) {
            rest.extend_from_slice(piece);
            let mut left = &rest[..];
            loop {
                match reader.next(&mut left) {
                    Ok(Some(body)) => bodies.push(body.to_vec()),
                    Ok(None) => break,
                    Err(error) => return (bodies, Ending::Broken(error)),
                }
            }
            rest = left.to_vec();
        }
        (bodies, reader.ending(&rest))
    }

    /// An xorshift generator.
    struct SeededNumbers(u64);

    impl SeededNumbers {
        fn below(&mut self, end: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 % end as u64) as usize
        }
    }

    fn bodies(numbers: &mut SeededNumbers) -> Vec<Vec<u8>> {
        let count = numbers.below(6);
        let mut body = |_| {
            let length = 1 + numbers.below([3, 40, 300][numbers.0 as usize % 3]);
            (0..length).map(|_| numbers.below(256) as u8).collect()
        };
        (0..count).map(&mut body).collect()
    }

    #[test]
    fn a_stream_in_any_pieces_is_read_as_it_was_written() {
        for seed in 1..50 {
            let numbers = &mut SeededNumbers(seed);
            let bodies = bodies(numbers);
            let bytes = stream(&bodies);
            for size in [1, 5, bytes.len()] {
                let wanted = (bodies.clone(), Ending::Ended);
                assert_eq!(read(&bytes, size), wanted, "seed {seed}");
            }
        }
    }

    #[test]
    fn a_stream_cut_off_anywhere_is_a_prefix_that_says_so() {
        let bodies = vec![vec![1; 3], vec![2; 200], vec![3]];
        let bytes = stream(&bodies);
        let (mut before, mut open) = (0, 0);
        for end in 0..bytes.len() {
            let (read, ending) = read(&bytes[..end], 7);
            assert!(read.len() >= before && bodies.starts_with(&read), "{end}");
            before = read.len();
            match ending {
                Ending::Open => open += 1,
                Ending::Broken(StreamError::CutOff { at, .. }) => assert!(at < end as u64),
                ending => assert_eq!(
                    (ending, end),
                    (
                        Ending::Broken(StreamError::Unrecognized { kind: "journal" }),
                        0
                    )
                ),
            }
        }
        assert_eq!((before, open), (3, 4));
    }

    /// Any mutation leaves a prefix of the records or an error. Checksums of 32 bits notice all of these.
    #[test]
    fn a_mutated_stream_is_a_prefix_or_an_error() {
        let count = match std::env::var_os("HTN_FULL") {
            Some(_) => 1_000_000,
            None => 5_000,
        };
        for seed in 1..count {
            let numbers = &mut SeededNumbers(seed * 0x9e37_79b9);
            let bodies = bodies(numbers);
            let bytes = stream(&bodies);
            let mut changed = bytes.clone();
            for _ in 0..1 + numbers.below(3) {
                let (at, end) = (numbers.below(changed.len()), numbers.below(changed.len()));
                let (first, last) = (at.min(end), at.max(end));
                match numbers.below(6) {
                    0 => changed.insert(at, numbers.below(256) as u8),
                    1 => changed.truncate(at.max(1)),
                    2 => changed[at] ^= 1 << numbers.below(8),
                    3 => _ = changed.drain(first..last),
                    4 => changed.extend_from_within(first..),
                    _ => changed[first..=last].reverse(),
                }
                if changed.is_empty() {
                    changed.push(0);
                }
            }
            let (read, ending) = read(&changed, 1 + numbers.below(changed.len()));
            assert!(bodies.starts_with(&read), "seed {seed}");
            let whole = read == bodies && changed.starts_with(&bytes[..bytes.len() - 5]);
            assert!(ending != Ending::Ended || whole, "seed {seed}");
        }
    }

    #[test]
    fn a_length_that_can_not_be_is_damage() {
        for length in [MAX_BODY + 1, u64::MAX] {
            let mut writer = RecordWriter::new(KIND);
            writer.out.number(length);
            let (read, ending) = read(writer.bytes(), 3);
            let damaged = StreamError::Damaged {
                kind: "journal",
                at: 12,
            };
            assert_eq!((read.len(), ending), (0, Ending::Broken(damaged)));
        }
    }

    #[test]
    fn other_kinds_and_versions_say_so() {
        let mut bytes = stream(&[]);
        bytes[8] = 9;
        assert_eq!(
            read(&bytes, 1).1.to_string(),
            "the journal has version 9 of the format, and this program reads version 7; \
             help: read it with the release that wrote it, or make a new one"
        );
        assert_eq!(
            read(b"<!doctype html>", 4).1.to_string(),
            "this is not a journal"
        );
    }
}
