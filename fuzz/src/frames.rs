//! Streams without checksums. A mutated stream would nearly always fail its checksum, and no code after that check would
//! be reached.

use htn_core::container::{RecordReader, RecordWriter, StreamKind};

fn kind(head: &[u8; 12]) -> StreamKind {
    let (magic, version) = head.split_at(8);
    StreamKind {
        name: "stream",
        magic: magic.try_into().expect("eight bytes"),
        version: u32::from_le_bytes(version.try_into().expect("four bytes")),
    }
}

/// Returns a stream of these records. Each has two bytes for its length before it; the last one may be cut off.
pub fn frame(head: &[u8; 12], mut records: &[u8]) -> Vec<u8> {
    let mut writer = RecordWriter::new(kind(head));
    while let Some((length, rest)) = records.split_first_chunk() {
        let length = usize::from(u16::from_le_bytes(*length)).min(rest.len());
        let (record, rest) = rest.split_at(length);
        writer.push(|out| out.0.extend_from_slice(record));
        records = rest;
    }
    writer.end();
    writer.take()
}

/// Returns the records of a stream in the form that [`frame`] reads. Records of more than 64 KiB end it.
pub fn unframe(mut stream: &[u8]) -> Vec<u8> {
    let head = stream.first_chunk().expect("a stream has a head");
    let mut reader = RecordReader::new(kind(head));
    let mut records = Vec::new();
    while let Ok(Some(record)) = reader.next(&mut stream) {
        let Ok(length) = u16::try_from(record.len()) else {
            break;
        };
        records.extend_from_slice(&length.to_le_bytes());
        records.extend_from_slice(record);
    }
    records
}
