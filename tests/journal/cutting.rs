//! Truncated and mutated journals: all complete records are read, and nothing panics.

use squad_htn::journal::{Ending, JournalOptions, Replay, ReplayError, StreamError};

use crate::common::Random;
use crate::port::{Domain, Game, Sea, Seen, sea};
use crate::seeds;

/// Plays what can be played, on few steps; how many ticks that were. A tick that is there is the same as it was.
fn play(bytes: &[u8], seen: Option<&[Seen]>) -> Result<(u64, Ending), ReplayError> {
    let mut replay = Replay::<Domain>::new(bytes)?.most_steps(1 << 14);
    let mut waves = Sea::default();
    for tick in 0.. {
        sea(&replay, &mut waves);
        match replay.tick(&waves) {
            Ok(true) => {}
            Ok(false) => break,
            Err(_) if seen.is_none() => break,
            Err(error) => return Err(error),
        }
        if let Some(seen) = seen {
            assert_eq!(Seen::of(replay.director()), seen[tick]);
        }
    }
    Ok((replay.ticks(), replay.ending()))
}

#[test]
fn truncated_journal_is_read_up_to_the_cut() {
    let (bytes, seen) = Game::kept(7, 25, JournalOptions::new().with_events());
    let mut before = 0;
    for end in 0..=bytes.len() {
        match play(&bytes[..end], Some(&seen)) {
            Ok((ticks, ending)) => {
                assert!(
                    ticks >= before && ticks <= 25,
                    "{ticks} after {before} at {end}"
                );
                before = ticks;
                match ending {
                    Ending::Ended => assert_eq!(end, bytes.len()),
                    Ending::Broken(StreamError::CutOff { at, .. }) => assert!(at < end as u64),
                    ending => assert_eq!(ending, Ending::Open),
                }
            }
            Err(error) => {
                let ReplayError::Stream(error) = error else {
                    panic!("at {end}: {error}");
                };
                let expected = if end == 0 {
                    matches!(error, StreamError::Unrecognized { .. })
                } else {
                    matches!(error, StreamError::CutOff { at, .. } if at <= end as u64)
                };
                assert!(expected && before == 0, "at {end}: {error}");
            }
        }
    }
    assert_eq!(before, 25);
}

#[test]
fn a_byte_that_was_changed_is_noticed() {
    let (bytes, seen) = Game::kept(8, 15, JournalOptions::new());
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        match play(&changed, Some(&seen)) {
            Ok((ticks, ending)) => {
                let noticed = matches!(ending, Ending::Broken(_));
                assert!(noticed && ticks <= 15, "byte {at}: {ticks}, {ending:?}");
            }
            Err(error) => {
                assert!(
                    matches!(error, ReplayError::Stream(_)),
                    "byte {at}: {error}"
                );
            }
        }
    }
}

/// The records of a journal, without lengths and checksums.
fn records(mut bytes: &[u8]) -> Vec<Vec<u8>> {
    bytes = &bytes[12..];
    let mut records = Vec::new();
    while !bytes.is_empty() {
        let (mut length, mut shift) = (0, 0);
        loop {
            let byte = bytes[0];
            bytes = &bytes[1..];
            length |= usize::from(byte & 0x7f) << shift;
            shift += 7;
            if byte < 0x80 {
                break;
            }
        }
        records.push(bytes[..length].to_vec());
        bytes = &bytes[length + 4..];
    }
    records
}

/// A journal of these records, with checksums that are right: as one would write it who means harm.
fn journal(records: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = b"htn-jrn\n\x08\0\0\0".to_vec();
    let mut sum = 0_u32;
    for record in records {
        let mut length = record.len();
        while length >= 0x80 {
            bytes.push(length as u8 | 0x80);
            length >>= 7;
        }
        bytes.push(length as u8);
        bytes.extend(record);
        let summed = sum.to_le_bytes().into_iter().chain(record.iter().copied());
        let hash = summed.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        sum = (hash >> 32) as u32 ^ hash as u32;
        bytes.extend(sum.to_le_bytes());
    }
    bytes
}

/// Changes a few bytes.
fn mutate(record: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..1 + random.below(3) {
        let at = random.below(record.len() + 1);
        let byte = [0, 1, 2, 3, 0x7f, 0x80, 0xff, random.below(256) as u8][random.below(8)];
        match random.below(5) {
            0 => record.insert(at, byte),
            1 if at < record.len() => _ = record.remove(at),
            2 => record.truncate(at),
            3 if at < record.len() => record[at] = byte,
            _ if at < record.len() => record[at] ^= 1 << random.below(8),
            _ => record.push(byte),
        }
    }
}

#[test]
fn records_are_read_as_written() {
    let (bytes, seen) = Game::kept(3, 20, JournalOptions::new().with_events());
    assert_eq!(journal(&records(&bytes)), bytes);
    assert_eq!(play(&bytes, Some(&seen)), Ok((20, Ending::Ended)));
}

#[test]
fn arbitrary_bytes_are_an_error_at_worst() {
    let journals: Vec<_> = (0..6)
        .map(|seed| records(&Game::kept(seed, 20, JournalOptions::new()).0))
        .collect();
    let (mut played, mut refused) = (0, 0);
    for seed in seeds(2_000, 2_000_000) {
        let random = &mut Random::new(seed ^ 0x3A7);
        let mut changed = journals[random.below(journals.len())].clone();
        for _ in 0..1 + random.below(4) {
            let at = random.below(changed.len());
            match random.below(6) {
                0 => _ = changed.remove(at),
                1 => changed.swap(at, 0),
                2 => changed.insert(at, changed[at].clone()),
                _ => mutate(&mut changed[at], random),
            }
            if changed.is_empty() {
                changed.push(Vec::new());
            }
        }
        let result = std::panic::catch_unwind(|| play(&journal(&changed), None));
        match result.unwrap_or_else(|_| panic!("seed {seed}: run again with HTN_SEED={seed}")) {
            Ok((ticks, _)) if ticks > 0 => played += 1,
            _ => refused += 1,
        }
    }
    println!("{played} played in part, {refused} refused");
}
