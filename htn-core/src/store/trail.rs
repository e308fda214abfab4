//! What backtracking takes back.

use alloc::boxed::Box;
use alloc::vec;

use super::Full;
use super::sums::Keeps;
use crate::tables::RelId;
use crate::words::Words;

/// What was done since the search began, so that it can be undone: changes of facts, and whatever else the search
/// keeps and must have back (*foreign* entries, which only it understands).
///
/// Entries are runs of words. The last word of each says what it is, and of one that is undone but stays, the first
/// ([`Trail::turn`]). So the trail can be walked both ways: backwards to undo, and forwards again where the search goes
/// over the states of a plan that it has found. Only the end can be cut off.
#[derive(Clone, Debug)]
pub struct Trail {
    words: Box<[u64]>,
    /// Not a `usize`: the compiler knows that a few words more are no overflow.
    len: u32,
    /// The greatest height at which it was cut off.
    highest: u32,
    /// What the changes update that are noted here.
    pub(super) keeps: Keeps,
}

/// An entry that is not about facts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Foreign {
    pub tag: u8,
    pub a: u32,
    pub b: u32,
    pub c: u64,
}

/// A fact of a predicate of one column that came or went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change {
    pub rel: RelId,
    pub word: u64,
}

/// What an entry says was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Event {
    /// A row was added, in its home.
    AddedHome,
    /// A row was added, in a slot that had never been used. An entry of one column holds its word, since the slot may
    /// have another one by the time the entry is read.
    AddedFresh,
    /// A row was added, in a slot that had been given back.
    AddedAgain,
    Removed,
    Replaced,
    /// Of an [unlisted](super::unlisted) relation: a small word came. It stands in the place of the row.
    TurnedOn,
    /// Of an unlisted relation: a small word went.
    TurnedOff,
    /// Of an unlisted relation: a row came to its home.
    Came,
    /// Of an unlisted relation: a row left its home.
    Left,
    Foreign,
}

/// What an entry is: the event in bits 0 to 3, the relation (of a foreign entry, the tag) in 16 to
/// 31, the slot in 32 to 63, and in 4 to 15 how many words the entry has.
#[derive(Clone, Copy)]
pub(super) struct Header(u64);

impl Header {
    #[inline(always)]
    pub fn new(event: Event, rel: RelId, row: u32, size: usize) -> Self {
        debug_assert!(size < 1 << 12);
        Header(event as u64 | (size as u64) << 4 | u64::from(rel.0) << 16 | u64::from(row) << 32)
    }
    /// The one that was written as this word.
    #[inline(always)]
    pub fn of(word: u64) -> Self {
        Header(word)
    }
    /// One that says no more than the relation. Who calls a change by a constant has this as a constant too.
    #[inline(always)]
    pub fn blank(rel: RelId) -> Self {
        Header(u64::from(rel.0) << 16)
    }
    /// A blank one, filled in.
    #[inline(always)]
    pub fn with(self, event: Event, row: u32, size: usize) -> Self {
        Header(self.0 | Header::new(event, RelId(0), row, size).0)
    }
    #[inline(always)]
    pub fn event(self) -> Event {
        match self.0 & 0xF {
            0 => Event::AddedHome,
            1 => Event::AddedFresh,
            2 => Event::AddedAgain,
            3 => Event::Removed,
            4 => Event::Replaced,
            5 => Event::TurnedOn,
            6 => Event::TurnedOff,
            7 => Event::Came,
            8 => Event::Left,
            _ => Event::Foreign,
        }
    }
    /// Whether it says this, in an entry of one word: a look at one half-word.
    #[inline(always)]
    pub fn is_short(self, event: Event) -> bool {
        self.0 as u16 == Header::new(event, RelId(0), 0, 1).0 as u16
    }
    #[inline(always)]
    pub fn size(self) -> usize {
        (self.0 >> 4 & 0xFFF) as usize
    }
    #[inline(always)]
    pub fn rel(self) -> RelId {
        RelId((self.0 >> 16) as u16)
    }
    #[inline(always)]
    pub fn row(self) -> u32 {
        (self.0 >> 32) as u32
    }

    /// The change that its entry is about, which holds this: none where it is no addition or removal. Of a predicate of
    /// more columns, it is not the word that counts.
    #[inline(always)]
    pub fn change(self, entry: &[u64]) -> Option<Change> {
        let word = match self.event() {
            Event::AddedHome => Some(u64::from(self.row()).wrapping_sub(1)),
            Event::AddedFresh | Event::AddedAgain => entry.first().copied(),
            Event::Removed => entry.get(1).copied(),
            Event::TurnedOn | Event::TurnedOff => Some(u64::from(self.row())),
            // These are about predicates of more columns.
            Event::Replaced | Event::Came | Event::Left | Event::Foreign => None,
        };
        let rel = self.rel();
        word.map(|word| Change { rel, word })
    }

    /// What its entry holds, off the end of the words below it.
    #[inline(always)]
    pub fn split_off(self, below: &mut [u64]) -> (&mut [u64], &mut [u64]) {
        below.split_at_mut((below.len() + 1).saturating_sub(self.size()))
    }

    /// The foreign entry that holds this.
    #[inline(always)]
    pub fn foreign(self, entry: &[u64]) -> Foreign {
        let &[b, c] = entry.first_chunk().unwrap_or(&[0; 2]);
        Foreign {
            tag: self.rel().0 as u8,
            a: self.row(),
            b: Header(b).row(),
            c,
        }
    }
}

impl Trail {
    /// The words of a foreign entry.
    pub(super) const FOREIGN: usize = 3;

    /// A trail of so many words.
    pub fn new(capacity: usize) -> Self {
        Trail {
            words: vec![0; capacity.min(u32::MAX as usize)].into(),
            len: 0,
            highest: 0,
            keeps: Keeps::HashAndStamp,
        }
    }

    /// The present height, to undo to.
    #[inline]
    pub fn mark(&self) -> u32 {
        self.len
    }

    /// The greatest height since the trail was made or cleared.
    pub fn highest(&self) -> usize {
        self.highest.max(self.len) as usize
    }

    /// Forgets everything: what was done can't be undone any more.
    pub fn clear(&mut self) {
        self.len = 0;
        self.highest = 0;
    }

    /// Notes something that is not about facts; [`Store::undo_within`](super::Store::undo_within) hands it back. Where the
    /// last two are nothing, [`push_brief`](Trail::push_brief) does.
    #[inline]
    pub fn push_foreign(&mut self, tag: u8, a: u32, b: u32, c: u64) -> Result<(), Full> {
        let header = |row| Header::new(Event::Foreign, RelId(u16::from(tag)), row, Self::FOREIGN);
        let [first, second, _] = self.push(header(a))?;
        (*first, *second) = (header(b).0, c);
        Ok(())
    }

    /// The same for less, in one word.
    #[inline(always)]
    pub fn push_brief(&mut self, tag: u8, a: u32) -> Result<(), Full> {
        let header = Header::new(Event::Foreign, RelId(u16::from(tag)), a, 1);
        match self.push_header(header) {
            true => Ok(()),
            false => Err(Full::Trail),
        }
    }

    /// Makes an entry of so many words. The last one is the header; the others are to be written.
    #[inline(always)]
    pub(super) fn push<const N: usize>(&mut self, header: Header) -> Result<&mut [u64; N], Full> {
        debug_assert_eq!(header.size(), N);
        let start = self.len as usize;
        let entry = self.words.get_mut(start..start + N);
        let entry = entry.and_then(<[u64]>::first_chunk_mut::<N>);
        let entry = entry.ok_or(Full::Trail)?;
        entry[N - 1] = header.0;
        self.len += N as u32;
        Ok(entry)
    }

    /// Makes an entry of a header alone; false where there is no room.
    #[inline(always)]
    pub(super) fn push_header(&mut self, header: Header) -> bool {
        debug_assert_eq!(header.size(), 1);
        let Some(word) = self.words.get_mut(self.len as usize) else {
            return false;
        };
        *word = header.0;
        self.len += 1;
        true
    }

    /// The same for any number of words.
    pub(super) fn push_run(&mut self, header: Header) -> Result<&mut [u64], Full> {
        let start = self.len as usize;
        match self.words.get_mut(start..start + header.size()) {
            Some([inner @ .., last]) => {
                *last = header.0;
                self.len += header.size() as u32;
                Ok(inner)
            }
            _ => Err(Full::Trail),
        }
    }

    /// Notes that a row was added in a slot that is no home: of one column, with its word. False where there is no room.
    #[inline(always)]
    pub(super) fn push_added(
        &mut self,
        event: Event,
        rel: RelId,
        row: u32,
        single: Option<u64>,
    ) -> bool {
        let Some(word) = single else {
            return self.push_header(Header::new(event, rel, row, 1));
        };
        let entry = self.push::<2>(Header::new(event, rel, row, 2));
        entry.map(|[held, _]| *held = word).is_ok()
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

    /// All words above the mark, if it is not above the end.
    #[inline(always)]
    pub(super) fn above(&mut self, mark: u32) -> Option<&mut [u64]> {
        self.words.get_mut(mark as usize..self.len as usize)
    }

    /// The height below the last so many entries, if that is not below the mark.
    pub(super) fn below(&self, entries: i64, mark: u32) -> u32 {
        let mut height = self.len;
        for _ in 0..entries {
            if height <= mark {
                break;
            }
            height -= self.before(height).size() as u32;
        }
        height
    }

    /// The header of the entry that ends at the height.
    #[inline(always)]
    pub(super) fn before(&self, height: u32) -> Header {
        Header(self.words[height as usize - 1])
    }

    /// The header of the entry that begins at the height.
    #[inline(always)]
    pub(super) fn after(&self, height: u32) -> Header {
        Header(self.words[height as usize])
    }

    /// All its words. Who has them can read them by [`change_before`].
    pub fn words(&self) -> &[u64] {
        &self.words[..self.len as usize]
    }

    /// Lends its words to a plan, and is empty until it has them back.
    pub fn lend(&mut self, to: &mut Words) {
        self.note_height();
        to.exchange(&mut self.words, self.len as usize);
        self.len = 0;
    }

    /// Takes back the words that it has lent.
    pub fn take_back(&mut self, from: &mut Words) {
        self.len = from.len() as u32;
        from.exchange(&mut self.words, 0);
    }

    /// Takes words in behind the others: those that it has lent, one part after another. There must be room.
    pub fn extend_from_slice(&mut self, words: &[u64]) {
        let end = self.len as usize + words.len();
        self.words[self.len as usize..end].copy_from_slice(words);
        self.len = end as u32;
    }

    /// What the entry holds that ends at the height.
    pub(super) fn entry(&mut self, height: u32) -> &mut [u64] {
        let end = height as usize - 1;
        let size = Header(self.words[end]).size();
        &mut self.words[end + 1 - size..end]
    }

    /// Turns an entry that is undone and stays on the trail: its header comes first, and the last word of what it holds
    /// to the end. Or turns it back.
    #[inline(always)]
    pub(super) fn turn(&mut self, from: u32, to: u32) {
        self.words.swap(from as usize, to as usize - 1);
    }
}

/// Where the entry begins that ends at this height of a trail, whose words these are, and the change that it is about if
/// it may be of one of these predicates, which have one column.
pub fn change_before(trail: &[u64], height: u32, predicates: u64) -> (u32, Option<Change>) {
    let Some((&header, below)) = trail[..height as usize].split_last() else {
        return (0, None);
    };
    let header = Header::of(header);
    let held = below.len().saturating_sub(header.size() - 1);
    let change = match predicates & header.rel().bit() {
        0 => None,
        _ => header.change(&below[held..]),
    };
    (held as u32, change)
}
