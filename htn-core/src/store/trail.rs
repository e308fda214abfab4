//! What backtracking takes back.

use alloc::boxed::Box;
use alloc::vec;

use super::Full;
use super::image::Record;
use crate::tables::RelId;
use crate::words::Words;

/// What was done since the search began, so that it can be undone: the old value of every word of facts that was written,
/// and whatever else the search keeps and must have back (*foreign* entries, which only it understands).
///
/// It can be walked both ways: backwards to undo, and forwards again where the search goes over the states of a plan that
/// it has found, since an entry and its word exchange their values. Only the end can be cut off.
#[derive(Clone, Debug)]
pub struct Trail {
    entries: Box<[Entry]>,
    len: u32,
    /// The greatest height at which it was cut off.
    highest: u32,
    /// What the changes update that are noted here.
    pub(super) keeps: Keeps,
}

/// What a change updates besides the facts.
///
/// Who makes changes that are all undone before anyone asks needs nothing of it: most searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keeps {
    Nothing,
    /// The hash of all facts.
    Hash,
    /// And the stamps, the journal, and the order of rows that no condition goes over: for changes that may stand.
    All,
}

/// An entry of a trail, which is two words.
///
/// In the low half of the first is the address of a word, or one of the numbers from [`MARK`] on; in the high half, which
/// fact came or went by this, or 0: see [`change`]. The second is what the word was. Of a foreign entry, these are its tag,
/// its number `a`, and `b` and `c`; of a mark, the second is the word that came or went.
// No type of its own: memory for bare words is there without being touched, until it is used.
pub type Entry = [u64; 2];

/// Where the word of an entry is.
#[inline(always)]
pub(super) fn address(entry: &Entry) -> u32 {
    entry[0] as u32
}

#[inline(always)]
fn note(entry: &Entry) -> u32 {
    (entry[0] >> 32) as u32
}

/// In the place of an address: the entry says that a large word came or went. Addresses are below.
pub(super) const MARK: u32 = 0xFFFF_0000;
/// In the place of an address, with a tag in the lowest byte: the entry is not about facts.
const FOREIGN: u32 = 0xFFFF_FF00;

/// An entry that is not about facts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Foreign {
    pub tag: u8,
    pub a: u32,
    pub b: u32,
    pub c: u32,
}

/// What has changes on the trail besides the facts.
pub trait Others {
    /// Undoes what an entry says.
    fn undo(&mut self, entry: Foreign);
}

/// A fact of a predicate of one column that came or went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change {
    pub rel: RelId,
    pub word: u64,
}

/// In the note of an entry: it is about a fact of one column. Above it is the predicate, below the word if it is small.
const ABOUT: u32 = 0x8000;

/// The note that a fact of this predicate came or went; a small word is put to it.
pub(super) const fn note_about(rel: RelId) -> u32 {
    (rel.0 as u32) << 16 | ABOUT
}

/// The change that an entry is about, if it is about one of a fact of one column.
#[inline]
pub fn change(entry: &Entry) -> Option<Change> {
    let (address, note) = (address(entry), note(entry));
    if address >= FOREIGN || note & ABOUT == 0 {
        return None;
    }
    Some(Change {
        rel: RelId((note >> 16) as u16),
        word: match address {
            MARK => entry[1],
            _ => u64::from(note & (ABOUT - 1)),
        },
    })
}

/// An entry that is about such a change and nothing else.
#[cfg(feature = "serde")]
pub(crate) fn entry_about(rel: RelId, word: u64) -> Entry {
    [u64::from(note_about(rel)) << 32 | u64::from(MARK), word]
}

/// What an entry says, if it is not about facts.
#[inline]
pub(super) fn foreign(entry: &Entry) -> Option<Foreign> {
    (address(entry) >= FOREIGN).then_some(Foreign {
        tag: address(entry) as u8,
        a: note(entry),
        b: (entry[1] >> 32) as u32,
        c: entry[1] as u32,
    })
}

impl Trail {
    /// A trail of so many words, of which an entry has two.
    pub fn new(words: usize) -> Self {
        let entries = (words / Self::WORDS).min(u32::MAX as usize);
        Trail {
            entries: vec![[0; 2]; entries].into(),
            len: 0,
            highest: 0,
            keeps: Keeps::All,
        }
    }

    /// The words of an entry.
    pub const WORDS: usize = size_of::<Entry>() / size_of::<u64>();

    /// The present height in entries, to undo to.
    #[inline]
    pub fn mark(&self) -> u32 {
        self.len
    }

    /// The greatest height since the trail was made or cleared, in words.
    pub fn highest(&self) -> usize {
        self.highest.max(self.len) as usize * Self::WORDS
    }

    /// Forgets everything: what was done can't be undone any more.
    pub fn clear(&mut self) {
        self.len = 0;
        self.highest = 0;
    }

    /// Notes something that is not about facts; [`Store::undo_within`](super::Store::undo_within) hands it back.
    #[inline]
    pub fn push_foreign(&mut self, tag: u8, a: u32, b: u32, c: u32) -> Result<(), Full> {
        let old = u64::from(b) << 32 | u64::from(c);
        let mut record = self.record();
        if !record.note(FOREIGN | u32::from(tag), old, a) {
            return Err(Full::Trail);
        }
        self.len += 1;
        Ok(())
    }

    /// The same for less.
    #[inline(always)]
    pub fn push_brief(&mut self, tag: u8, a: u32) -> Result<(), Full> {
        self.push_foreign(tag, a, 0, 0)
    }

    /// Remembers how high it is: before it is undone to somewhere below.
    #[inline(always)]
    pub fn note_height(&mut self) {
        self.highest = self.highest.max(self.len);
    }

    /// Cuts the trail off: what is above has been undone.
    #[inline(always)]
    pub fn cut(&mut self, height: u32) {
        self.len = height;
    }

    /// All its entries.
    #[inline(always)]
    pub fn entries(&self) -> &[Entry] {
        &self.entries[..self.len as usize]
    }

    /// The entry above a height.
    pub(super) fn entry_above(&mut self, height: u32) -> &mut Entry {
        &mut self.entries[height as usize]
    }

    /// Lends its entries to a plan, and is empty until it has them back.
    pub(crate) fn lend(&mut self, to: &mut Words<Entry>) {
        self.note_height();
        to.exchange(&mut self.entries, self.len as usize);
        self.len = 0;
    }

    /// Takes back the entries that it has lent.
    pub(crate) fn take_back(&mut self, from: &mut Words<Entry>) {
        self.len = from.len() as u32;
        from.exchange(&mut self.entries, 0);
    }

    /// Takes entries in behind the others: those that it has lent, one part after another. There must be room.
    pub fn extend_from_slice(&mut self, entries: &[Entry]) {
        let end = self.len as usize + entries.len();
        self.entries[self.len as usize..end].copy_from_slice(entries);
        self.len = end as u32;
    }

    /// Who takes down the next change.
    #[inline(always)]
    pub(super) fn record(&mut self) -> Undoable<'_> {
        Undoable {
            height: self.len as usize,
            entries: &mut self.entries,
        }
    }

    /// The same for a change of no more than so many words that keeps nothing besides; nothing where there may be no room
    /// for it.
    #[inline(always)]
    pub(super) fn room<const N: usize>(&mut self) -> Option<Roomy<'_, N>> {
        if self.keeps != Keeps::Nothing {
            return None;
        }
        let start = self.len as usize;
        let entries = self.entries.get_mut(start..start + N)?.first_chunk_mut()?;
        Some(Roomy { entries, used: 0 })
    }

    /// So many words were written by such a change.
    #[inline(always)]
    pub(super) fn rise(&mut self, used: usize) {
        self.len += used as u32;
    }

    /// A change was made, and its record has come to this height. False where that did not fit: the trail is as high as
    /// before then, and what was made of the change must be taken back.
    #[inline(always)]
    pub(super) fn reach(&mut self, height: usize) -> bool {
        let fits = height <= self.entries.len();
        if fits {
            self.len = height as u32;
        }
        fits
    }

    /// Takes in all entries that there is room for.
    pub(super) fn fill(&mut self) {
        self.len = self.capacity() as u32;
    }

    pub(super) fn capacity(&self) -> usize {
        self.entries.len()
    }
}

/// Takes down a change of no more than so many words, for which there is room.
///
/// Where that is all known while compiling, nothing is asked while running.
pub struct Roomy<'a, const N: usize> {
    entries: &'a mut [Entry; N],
    pub used: usize,
}

impl<const N: usize> Record for Roomy<'_, N> {
    #[inline(always)]
    fn note(&mut self, address: u32, old: u64, note: u32) -> bool {
        let Some(entry) = self.entries.get_mut(self.used) else {
            return false;
        };
        *entry = [u64::from(note) << 32 | u64::from(address), old];
        self.used += 1;
        true
    }
}

/// Takes down one change. Its registers are its own while it does, and not in memory.
pub struct Undoable<'a> {
    entries: &'a mut [Entry],
    /// How high the trail would be if it had room.
    pub height: usize,
}

impl Record for Undoable<'_> {
    #[inline(always)]
    fn note(&mut self, address: u32, old: u64, note: u32) -> bool {
        let entry = self.entries.get_mut(self.height);
        self.height += 1;
        match entry {
            Some(entry) => {
                *entry = [u64::from(note) << 32 | u64::from(address), old];
                true
            }
            None => false,
        }
    }
}
