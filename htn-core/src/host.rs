//! The way from the tables to the Rust expressions of a domain.

mod rows;

pub use self::rows::Rows;
use crate::domain::Domain;
use crate::machine::Limit;
pub use crate::machine::{Filling, Gathering, Going, Taking};
use crate::store::{Full, Reader, Relation, Store, Trail};
use crate::tables::{FnId, RelId};

/// A Rust expression over the context and the slots of a frame.
pub type Function<D, T> = for<'a, 'c> fn(&'a <D as Domain>::Context<'c>, &'a [u64]) -> T;

/// A Rust expression that hands on items.
pub type Items<D> = for<'a, 'c> fn(&'a <D as Domain>::Context<'c>, &'a [u64], &mut Sink<'_>);

/// A Rust expression that writes a sort key.
pub type Key<D> = for<'a, 'c> fn(&'a <D as Domain>::Context<'c>, &'a [u64], &mut [u64]);

/// A Rust expression that is folded into a value.
pub type Fold<D> = for<'a, 'c> fn(&'a <D as Domain>::Context<'c>, &'a [u64], Option<u64>) -> u64;

/// Tests in a row, on facts and by Rust expressions: whether all hold. Writes what they bind.
pub type Tests<D> =
    for<'a, 'c> fn(&'a <D as Domain>::Context<'c>, &'a mut [u64], Known<'a>) -> bool;

/// The facts, as [`Tests`] see them.
#[derive(Clone, Copy)]
pub struct Known<'a>(&'a Store);

impl<'a> Known<'a> {
    pub(crate) fn new(store: &'a Store) -> Known<'a> {
        Known(store)
    }

    /// The facts, for who knows their layout while compiling.
    #[inline(always)]
    pub fn read(self) -> Reader<'a> {
        self.0.read()
    }

    #[inline(always)]
    pub(crate) fn rel(self, rel: RelId) -> Relation<'a> {
        self.0.rel(rel)
    }

    /// The first row of a predicate, as a cursor.
    #[inline]
    pub fn first(self, rel: u16) -> u64 {
        self.rel(RelId(rel)).first().into()
    }

    /// The first row that an index has for a word.
    #[inline(always)]
    pub fn seek(self, rel: u16, index: u8, word: u64) -> u64 {
        self.rel(RelId(rel)).seek_word(index, word).into()
    }

    /// Whether the fact is there, of a predicate of one column.
    #[inline]
    pub fn has(self, rel: u16, a: u64) -> bool {
        self.0.rel(RelId(rel)).has_one(a)
    }

    /// Whether the fact is there, of a predicate of two columns without `=>`.
    #[inline]
    pub fn has_pair(self, rel: u16, a: u64, b: u64) -> bool {
        self.0.rel(RelId(rel)).has_two(a, b)
    }

    /// The value of a predicate `key => value`.
    #[inline]
    pub fn get(self, rel: u16, key: u64) -> Option<u64> {
        self.0.rel(RelId(rel)).value_of(key)
    }

    /// The value of a predicate `=> value`.
    #[inline]
    pub fn value(self, rel: u16) -> Option<u64> {
        self.0.read().value(self.0.layout(RelId(rel)))
    }

    /// Whether there is no fact of the predicate.
    #[inline]
    pub fn is_empty(self, rel: u16) -> bool {
        !self.0.read().has_any(self.0.layout(RelId(rel)))
    }
}

/// A generator with [`Tests`]: whether there is another row for which all hold. Writes it, where it goes on after it, and
/// what the tests bind.
pub type Filter<D> =
    for<'a, 'c> fn(&'a <D as Domain>::Context<'c>, &'a mut [u64], Known<'a>, &mut Rows<'_>) -> bool;

/// Generators with tests, one inside the other, whose solutions are all kept in a collection.
pub type Gather<D> =
    for<'a, 'c> fn(&'a <D as Domain>::Context<'c>, &'a mut [u64], Known<'a>, &mut Gathering<'_>);

/// An operator as a whole, for the task whose slots begin at a place, and with arguments from these of them, in one word
/// ([`Few::packed`](crate::tables::Few::packed)): whether its precondition holds, in which case its effects are brought about and the step is taken.
pub type Act<D> = for<'a, 'c> fn(&'a <D as Domain>::Context<'c>, u32, u64, &mut Going<'_>) -> bool;

/// The facts, as an [`Act`] changes them.
pub struct Changes<'a> {
    store: &'a mut Store,
    trail: &'a mut Trail,
    /// What had no room for a change.
    // It is left here, because functions that give nothing but truth are one condition each, which costs rustc little.
    full: &'a mut Option<Limit>,
}

impl<'a> Changes<'a> {
    #[inline(always)]
    pub(crate) fn new(
        store: &'a mut Store,
        trail: &'a mut Trail,
        full: &'a mut Option<Limit>,
    ) -> Changes<'a> {
        Changes { store, trail, full }
    }

    /// Takes the step whose changes these are, at this price: false where the plan would cost too much, too.
    #[inline(always)]
    pub fn take(&mut self, step: Taking<'_>, price: f32) -> bool {
        match step.take(price) {
            Ok(taken) => taken,
            Err(limit) => {
                *self.full = Some(limit);
                false
            }
        }
    }

    /// [`take`](Self::take), apart from who calls it.
    #[inline(never)]
    pub fn take_far(&mut self, step: Taking<'_>, price: f32) -> bool {
        self.take(step, price)
    }

    /// The facts as they are.
    #[inline(always)]
    pub fn known(&self) -> Known<'_> {
        Known(self.store)
    }

    /// Whether a change was made.
    #[inline(always)]
    fn made<T>(&mut self, change: Result<T, Full>) -> bool {
        match change {
            Ok(_) => true,
            Err(full) => {
                *self.full = Some(full.into());
                false
            }
        }
    }

    /// Adds a fact of a predicate of one column. False where there is no room, as in all of these.
    #[inline]
    pub fn add(&mut self, rel: u16, a: u64) -> bool {
        let change = self.store.add_one(RelId(rel), a, self.trail);
        self.made(change)
    }

    /// Adds a fact of a predicate of two columns.
    #[inline]
    pub fn add_pair(&mut self, rel: u16, a: u64, b: u64) -> bool {
        let change = self.store.add_two(RelId(rel), [a, b], self.trail);
        self.made(change)
    }

    /// Adds a fact.
    #[inline]
    pub fn add_row(&mut self, rel: u16, row: &[u64]) -> bool {
        let change = self.store.add(RelId(rel), row, Some(self.trail));
        self.made(change)
    }

    /// Deletes a fact of a predicate of one column.
    #[inline]
    pub fn delete(&mut self, rel: u16, a: u64) -> bool {
        let change = self.store.remove_one(RelId(rel), a, self.trail);
        self.made(change)
    }

    /// Deletes a fact of a predicate of two columns.
    #[inline]
    pub fn delete_pair(&mut self, rel: u16, a: u64, b: u64) -> bool {
        let change = self.store.remove_two(RelId(rel), [a, b], self.trail);
        self.made(change)
    }

    /// Deletes the fact of a key. Columns that may be anything are `None`.
    #[inline]
    pub fn delete_key(&mut self, rel: u16, row: &[Option<u64>]) -> bool {
        let change = self.store.remove_by_key(RelId(rel), row, self.trail);
        self.made(change)
    }

    /// Deletes a fact, of which all columns are given.
    #[inline]
    pub fn delete_row(&mut self, rel: u16, row: &[u64]) -> bool {
        let change = self.store.remove(RelId(rel), row, Some(self.trail));
        self.made(change)
    }
}

/// A stretch of a task's code, over the slots from a place on: whether it comes to its end.
pub type Native<D> = for<'a, 'c> fn(&'a <D as Domain>::Context<'c>, u32, &mut Going<'_>) -> bool;

/// Where the items of an expression go.
pub struct Sink<'a> {
    free: &'a mut [u64],
    /// How many there are.
    pub(crate) count: usize,
    /// Whether there were more than fit.
    pub(crate) full: bool,
}

impl<'a> Sink<'a> {
    pub(crate) fn new(free: &'a mut [u64]) -> Sink<'a> {
        Sink {
            free,
            count: 0,
            full: false,
        }
    }

    /// Takes an item: false where there is no room for it, and so for no other.
    #[inline]
    #[must_use]
    pub fn push(&mut self, word: u64) -> bool {
        match self.free.get_mut(self.count) {
            Some(to) => {
                *to = word;
                self.count += 1;
            }
            None => self.full = true,
        }
        !self.full
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

/// The Rust expressions of a domain, one small function each, by kind. An [`FnId`] counts within its kind.
pub struct Functions<D: Domain> {
    /// A value as a word.
    pub words: &'static [Function<D, u64>],
    /// A condition.
    pub tests: &'static [Function<D, bool>],
    /// `let Some(x) = …`.
    pub options: &'static [Function<D, Option<u64>>],
    /// `let x in …`: hands each item on.
    pub items: &'static [Items<D>],
    /// The same for a range of numbers: the first one, and how many there are.
    pub spans: &'static [Function<D, [u64; 2]>],
    /// `sort by`: writes the key's words, which compare as unsigned numbers, first word first.
    pub keys: &'static [Key<D>],
    /// `sum`, `min`, `max`: the value so far, if any, and the present one.
    pub folds: &'static [Fold<D>],
    /// `cost`.
    pub costs: &'static [Function<D, f32>],
    /// Tests that are done together.
    pub looks: &'static [Tests<D>],
    /// Tests that each row of a generator has to pass.
    pub filters: &'static [Filter<D>],
    /// Generators with tests, whose solutions are all kept.
    pub gathers: &'static [Gather<D>],
    /// Operators that are tests and changes of single facts.
    pub acts: &'static [Act<D>],
    /// Stretches of tasks' code.
    pub natives: &'static [Native<D>],
}

/// [`Functions`] with their context, as the machine sees them. The machine does not know the domain's types, so that
/// it is compiled once, in this crate, and not once for each domain in the user's.
pub trait Host {
    /// Calls one of `words`.
    fn word(&self, f: FnId, slots: &[u64]) -> u64;
    /// Calls one of `tests`.
    fn test(&self, f: FnId, slots: &[u64]) -> bool;
    /// Calls one of `options`.
    fn option(&self, f: FnId, slots: &[u64]) -> Option<u64>;
    /// Calls one of `items`.
    fn items(&self, f: FnId, slots: &[u64], sink: &mut Sink<'_>);
    /// Calls one of `spans`.
    fn span(&self, f: FnId, slots: &[u64]) -> [u64; 2];
    /// Calls one of `keys`.
    fn key(&self, f: FnId, slots: &[u64], key: &mut [u64]);
    /// Calls one of `folds`.
    fn fold(&self, f: FnId, slots: &[u64], so_far: Option<u64>) -> u64;
    /// Calls one of `costs`.
    fn cost(&self, f: FnId, slots: &[u64]) -> f32;
    /// Calls one of `looks`.
    fn look(&self, f: FnId, slots: &mut [u64], facts: Known<'_>) -> bool;
    /// Calls one of `filters`.
    fn filter(&self, f: FnId, slots: &mut [u64], facts: Known<'_>, rows: &mut Rows<'_>) -> bool;
    /// Calls one of `gathers`.
    fn gather(&self, f: FnId, slots: &mut [u64], facts: Known<'_>, gathering: &mut Gathering<'_>);
    /// Calls one of `acts`.
    fn act(&self, f: FnId, fp: u32, args: u64, going: &mut Going<'_>) -> bool;
    /// Calls one of `natives`.
    fn native(&self, f: FnId, fp: u32, going: &mut Going<'_>) -> bool;
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
    fn option(&self, f: FnId, slots: &[u64]) -> Option<u64> {
        D::functions().options[f.0 as usize](self.context, slots)
    }
    fn items(&self, f: FnId, slots: &[u64], sink: &mut Sink<'_>) {
        D::functions().items[f.0 as usize](self.context, slots, sink)
    }
    fn span(&self, f: FnId, slots: &[u64]) -> [u64; 2] {
        D::functions().spans[f.0 as usize](self.context, slots)
    }
    fn key(&self, f: FnId, slots: &[u64], key: &mut [u64]) {
        D::functions().keys[f.0 as usize](self.context, slots, key)
    }
    fn fold(&self, f: FnId, slots: &[u64], so_far: Option<u64>) -> u64 {
        D::functions().folds[f.0 as usize](self.context, slots, so_far)
    }
    fn cost(&self, f: FnId, slots: &[u64]) -> f32 {
        D::functions().costs[f.0 as usize](self.context, slots)
    }
    fn look(&self, f: FnId, slots: &mut [u64], facts: Known<'_>) -> bool {
        D::functions().looks[f.0 as usize](self.context, slots, facts)
    }
    fn filter(&self, f: FnId, slots: &mut [u64], facts: Known<'_>, rows: &mut Rows<'_>) -> bool {
        D::functions().filters[f.0 as usize](self.context, slots, facts, rows)
    }
    fn gather(&self, f: FnId, slots: &mut [u64], facts: Known<'_>, gathering: &mut Gathering<'_>) {
        D::functions().gathers[f.0 as usize](self.context, slots, facts, gathering)
    }
    fn act(&self, f: FnId, fp: u32, args: u64, going: &mut Going<'_>) -> bool {
        D::functions().acts[f.0 as usize](self.context, fp, args, going)
    }
    fn native(&self, f: FnId, fp: u32, going: &mut Going<'_>) -> bool {
        D::functions().natives[f.0 as usize](self.context, fp, going)
    }
}
