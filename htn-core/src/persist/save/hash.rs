//! Hashes of domains and types in saves. They are the same on every machine and in every build.

use crate::tables::Tables;

/// The initial value of FNV-1a.
pub const START: u64 = 0xCBF2_9CE4_8422_2325;

/// Adds bytes to a hash.
pub const fn bytes(mut hash: u64, bytes: &[u8]) -> u64 {
    let mut at = 0;
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0000_0100_0000_01B3);
        at += 1;
    }
    hash
}

/// Adds a text and its length to a hash, so that `ab` and `c` differ from `a` and `bc`.
pub const fn text(hash: u64, text: &str) -> u64 {
    bytes(number(hash, text.len() as u64), text.as_bytes())
}

/// Adds a number to a hash.
pub const fn number(hash: u64, number: u64) -> u64 {
    bytes(hash, &number.to_le_bytes())
}

/// Returns the shape of a type: the hash of its definition and of the types in it.
pub const fn shape(definition: &str, inside: &[u64]) -> u64 {
    let mut hash = text(START, definition);
    let mut at = 0;
    while at < inside.len() {
        hash = number(hash, inside[at]);
        at += 1;
    }
    hash
}

/// Returns the hash of a domain: of its source, of the shapes of its types, and of the constants that rustc evaluates for it.
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
