//! Hashes that are the same on every machine and in every build: what domains and types are known by in saves.

use crate::tables::Tables;

/// Where a hash begins: FNV-1a's.
pub const START: u64 = 0xCBF2_9CE4_8422_2325;

/// Takes some bytes into a hash.
pub const fn bytes(mut hash: u64, bytes: &[u8]) -> u64 {
    let mut at = 0;
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0000_0100_0000_01B3);
        at += 1;
    }
    hash
}

/// Takes a text into a hash. Where it ends is part of it: `ab` and `c` are not `a` and `bc`.
pub const fn text(hash: u64, text: &str) -> u64 {
    bytes(number(hash, text.len() as u64), text.as_bytes())
}

/// Takes a number into a hash.
pub const fn number(hash: u64, number: u64) -> u64 {
    bytes(hash, &number.to_le_bytes())
}

/// The shape of a type: of its definition, and of the types in it.
pub const fn shape(definition: &str, inside: &[u64]) -> u64 {
    let mut hash = text(START, definition);
    let mut at = 0;
    while at < inside.len() {
        hash = number(hash, inside[at]);
        at += 1;
    }
    hash
}

/// The hash of a domain: of its source, of the shapes of its types, and of the numbers that rustc works out for it.
pub const fn domain(source: u64, tables: &Tables) -> u64 {
    let mut hash = number(START, source);
    let mut at = 0;
    while at < tables.types.len() {
        hash = number(hash, tables.types[at].shape);
        at += 1;
    }
    let mut at = 0;
    while at < tables.constants.len() {
        hash = number(hash, tables.constants[at] as u64);
        at += 1;
    }
    hash
}
