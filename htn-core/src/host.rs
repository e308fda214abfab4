//! The way from the tables to the functions of a domain.

use crate::domain::Domain;
use crate::solve::{Answer, Query};
use crate::store::{NIL, Relation, Store};
use crate::tables::{FnId, RelId};

/// A Rust expression over the context and the slots of a frame.
pub type Function<D, T> = for<'a, 'c> fn(&'a <D as Domain>::Context<'c>, &'a [u64]) -> T;

/// A Rust expression that writes a sort key.
pub type Key<D> = for<'a, 'c> fn(&'a <D as Domain>::Context<'c>, &'a [u64], &mut [u64]);

/// A condition over the slots of a frame: from the beginning, or again, for its next solution.
pub type Solver<D> =
    for<'a, 'c> fn(&'a <D as Domain>::Context<'c>, &mut [u64], &mut Query<'_>, bool) -> Answer;

/// The facts, as conditions see them. Rows are numbers; 0 is none.
#[derive(Clone, Copy)]
pub struct Known<'a>(&'a Store);

impl<'a> Known<'a> {
    #[inline(always)]
    pub(crate) fn new(store: &'a Store) -> Known<'a> {
        Known(store)
    }

    #[inline(always)]
    fn rel(self, rel: u16) -> &'a Relation {
        self.0.rel(RelId(rel))
    }

    /// Whether the fact is there, of a predicate of one column.
    #[inline]
    pub fn has(self, rel: u16, a: u64) -> bool {
        self.rel(rel).has_one(a)
    }

    /// Whether the fact is there, of a predicate of two columns without `=>`.
    #[inline]
    pub fn has_pair(self, rel: u16, a: u64, b: u64) -> bool {
        self.rel(rel).has_two(a, b)
    }

    /// Whether the fact is there.
    #[inline]
    pub fn has_row(self, rel: u16, row: &[u64]) -> bool {
        self.0.contains(RelId(rel), row)
    }

    /// The value of a predicate `key => value`.
    #[inline]
    pub fn get(self, rel: u16, key: u64) -> Option<u64> {
        self.rel(rel).value_of(key)
    }

    /// The value of a predicate `=> value`.
    #[inline]
    pub fn value(self, rel: u16) -> Option<u64> {
        let relation = self.rel(rel);
        let row = relation.first();
        (row != NIL).then(|| relation.one(row).0)
    }

    /// Whether there is no fact of the predicate.
    #[inline]
    pub fn is_empty(self, rel: u16) -> bool {
        self.rel(rel).len() == 0
    }

    /// The first row of a predicate.
    #[inline]
    pub fn first(self, rel: u16) -> u64 {
        self.rel(rel).first().into()
    }

    /// The row after another.
    #[inline]
    pub fn next(self, rel: u16, row: u64) -> u64 {
        self.rel(rel).following(row as u32).into()
    }

    /// The word of a row of a predicate of one column, and the row after it.
    #[inline]
    pub fn one(self, rel: u16, row: u64) -> (u64, u64) {
        let (word, next) = self.rel(rel).one(row as u32);
        (word, next.into())
    }

    /// The first row that an index may have for these words of its columns. Rows with other words may be among those
    /// that follow.
    #[inline]
    pub fn seek(self, rel: u16, index: u8, columns: &[(usize, u64)]) -> u64 {
        seek(self.rel(rel), index, columns).into()
    }

    /// The row after another in an index.
    #[inline]
    pub fn next_in(self, rel: u16, index: u8, row: u64) -> u64 {
        self.rel(rel).next(index, row as u32).into()
    }

    /// A column of a row.
    #[inline]
    pub fn word(self, rel: u16, row: u64, column: usize) -> u64 {
        self.rel(rel).word(row as u32, column)
    }

    /// The first row whose columns have these words, by the index of those columns; 0 where there is none.
    pub fn find(self, rel: u16, index: u8, columns: &[(usize, u64)]) -> u64 {
        let relation = self.rel(rel);
        let mut row = seek(relation, index, columns);
        while row != NIL {
            let mut columns = columns.iter();
            if columns.all(|(column, word)| relation.word(row, *column) == *word) {
                break;
            }
            row = relation.next(index, row);
        }
        row.into()
    }
}

#[inline]
fn seek(relation: &Relation, index: u8, columns: &[(usize, u64)]) -> u32 {
    match columns {
        // The key, which is index 1, may have other columns than those that are bound, or none.
        [(_, word)] if index > 1 => relation.seek_word(index, *word),
        columns => relation.seek_by(index, |column| {
            let bound = columns.iter().find(|bound| bound.0 == column);
            bound.map_or(0, |bound| bound.1)
        }),
    }
}

/// Writes a value where there is one, and tells.
#[inline]
pub fn write(to: &mut u64, value: Option<u64>) -> bool {
    if let Some(word) = value {
        *to = word;
    }
    value.is_some()
}

/// The functions of a domain that the engine calls, by kind. An [`FnId`] counts within its kind.
pub struct Functions<D: Domain> {
    /// A value as a word.
    pub words: &'static [Function<D, u64>],
    /// A test.
    pub tests: &'static [Function<D, bool>],
    /// `sort by`: writes the key's words, which compare as unsigned numbers, first word first.
    pub keys: &'static [Key<D>],
    /// `cost`.
    pub costs: &'static [Function<D, f32>],
    /// Conditions.
    pub solvers: &'static [Solver<D>],
}

/// [`Functions`] with their context, as the machine sees them. The machine does not know the domain's types, so that
/// it is compiled once, in this crate, and not once for each domain in the user's.
pub trait Host {
    /// Calls one of `words`.
    fn word(&self, f: FnId, slots: &[u64]) -> u64;
    /// Calls one of `tests`.
    fn test(&self, f: FnId, slots: &[u64]) -> bool;
    /// Calls one of `keys`.
    fn key(&self, f: FnId, slots: &[u64], key: &mut [u64]);
    /// Calls one of `costs`.
    fn cost(&self, f: FnId, slots: &[u64]) -> f32;
    /// Calls one of `solvers`.
    fn solve(&self, f: FnId, slots: &mut [u64], query: &mut Query<'_>, again: bool) -> Answer;
}

/// A domain's functions, bound to a context.
pub struct Bound<'a, 'c, D: Domain> {
    /// What the game passed in.
    pub context: &'a D::Context<'c>,
}

impl<D: Domain> Host for Bound<'_, '_, D> {
    fn word(&self, f: FnId, slots: &[u64]) -> u64 {
        D::functions().words[f.0 as usize](self.context, slots)
    }
    fn test(&self, f: FnId, slots: &[u64]) -> bool {
        D::functions().tests[f.0 as usize](self.context, slots)
    }
    fn key(&self, f: FnId, slots: &[u64], key: &mut [u64]) {
        D::functions().keys[f.0 as usize](self.context, slots, key)
    }
    fn cost(&self, f: FnId, slots: &[u64]) -> f32 {
        D::functions().costs[f.0 as usize](self.context, slots)
    }
    fn solve(&self, f: FnId, slots: &mut [u64], query: &mut Query<'_>, again: bool) -> Answer {
        D::functions().solvers[f.0 as usize](self.context, slots, query, again)
    }
}
