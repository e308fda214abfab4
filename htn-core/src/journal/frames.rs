//! The file: what it begins with, and records one behind the other, each with its length and a checksum.
//!
//! A checksum takes in the one before it, so that a record that is missing or stands elsewhere is noticed.

use alloc::vec::Vec;

use crate::bytes::{Decoder, Encoder, UNSUMMED, checksum_on};

pub(super) const MAGIC: &[u8; 8] = b"htn-jrn\n";
/// Of the format. Files of others can't be read.
pub(super) const VERSION: u32 = 5;

/// Writes records.
#[derive(Clone, Default, Debug)]
pub(super) struct Records {
    pub out: Encoder,
    sum: u32,
}

impl Records {
    /// The beginning of a file.
    pub fn begin() -> Records {
        let mut records = Records::default();
        records.out.0.extend_from_slice(MAGIC);
        records.out.0.extend_from_slice(&VERSION.to_le_bytes());
        records
    }

    pub fn push(&mut self, record: &[u8]) {
        self.out.bytes(record);
        self.sum = next_sum(self.sum, record);
        self.out.0.extend_from_slice(&self.sum.to_le_bytes());
    }
}

fn next_sum(before: u32, record: &[u8]) -> u32 {
    let sum = checksum_on(UNSUMMED, &before.to_le_bytes());
    let sum = checksum_on(sum, record);
    (sum >> 32) as u32 ^ sum as u32
}

/// Why nothing more can be read, though there are more bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Broken {
    CutOff,
    Damaged,
}

/// Reads records.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frames<'a> {
    rest: Decoder<'a>,
    sum: u32,
}

impl<'a> Frames<'a> {
    /// The records of a file behind its first bytes.
    pub fn new(bytes: &'a [u8]) -> Frames<'a> {
        Frames {
            rest: Decoder(bytes),
            sum: 0,
        }
    }

    /// How many bytes are left.
    pub fn left(&self) -> usize {
        self.rest.0.len()
    }

    /// The next record that is whole; `None` at the end.
    pub fn next(&mut self) -> Option<Result<&'a [u8], Broken>> {
        if self.rest.0.is_empty() {
            return None;
        }
        let mut rest = self.rest;
        let (record, sum) = match rest.bytes().and_then(|record| Ok((record, rest.take(4)?))) {
            Ok(read) => read,
            // A length of more bytes than a number has was never written.
            Err(_) if Decoder(self.rest.0).number().is_err() && self.rest.0.len() >= 10 => {
                return Some(Err(Broken::Damaged));
            }
            Err(_) => return Some(Err(Broken::CutOff)),
        };
        let expected = next_sum(self.sum, record);
        if sum != expected.to_le_bytes() {
            return Some(Err(Broken::Damaged));
        }
        (self.rest, self.sum) = (rest, expected);
        Some(Ok(record))
    }
}

/// The kinds of records that are no ticks; a tick begins with [`TICK`] and what there is of it.
pub(super) const BEGIN: u8 = 0;
pub(super) const QUIET: u8 = 1;
pub(super) const PANICKED: u8 = 2;
pub(super) const END: u8 = 3;
pub(super) const TICK: u8 = 0x80;

/// How many quiet ticks a record stands for, at most: so that a file can't ask for more than in proportion to its length.
pub(super) const MOST_QUIET: u64 = 1_024;

/// A record of this kind.
pub(super) fn record(kind: u8) -> Encoder {
    let mut bytes = Vec::with_capacity(64);
    bytes.push(kind);
    Encoder(bytes)
}
