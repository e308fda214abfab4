//! Prints facts and tasks in the domain's own spelling, and packs the values that the generated code passes.

use core::any::Any;
use core::fmt::{self, Debug, Formatter};
use core::task::Poll;

use crate::model::domain::{Domain, Row, TaskCode};
use crate::model::term::Term;
use crate::search::host::PolledWord;
use crate::tables::packed::must_fit;
use crate::tables::{Param, Tables, Type};

/// Conversions between a type of the domain and words. Generated code creates one for each type and uses nothing else, so
/// that a type without [`Term`] causes one error, not many.
pub struct Codec<T> {
    from_word: fn(u64) -> T,
    to_word: fn(T) -> u64,
    show: fn(u64, &mut Formatter<'_>) -> fmt::Result,
    shape: u64,
    is_value: fn(u64) -> bool,
    map: crate::tables::MapWord,
    word_of: fn(&dyn Any) -> Option<u64>,
}

/// Creates the conversions of a type. Fails to compile if its words do not fit 64 bits.
#[track_caller]
pub const fn codec<T: Term + Debug>(name: &str) -> Codec<T> {
    must_fit(name, T::BITS);
    Codec {
        from_word: T::from_word,
        to_word: T::to_word,
        show: |word, f| T::from_word(word).fmt(f),
        shape: T::SHAPE,
        is_value: |word| {
            let fits = T::BITS >= u64::BITS || word >> T::BITS == 0;
            fits && T::from_word(word).to_word() == word
        },
        map: |word, map| T::from_word(word).map_terms(map).to_word(),
        word_of: |value| value.downcast_ref::<T>().map(|value| value.to_word()),
    }
}

// Derived implementations would need `T: Copy`.
impl<T> Clone for Codec<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Codec<T> {}

impl<T> Codec<T> {
    /// Returns the operations of the type with its name in the domain.
    pub const fn ty(self, name: &'static str) -> Type {
        Type {
            name,
            show: self.show,
            shape: self.shape,
            is_value: self.is_value,
            map: self.map,
            word_of: self.word_of,
        }
    }

    /// Returns the value in a slot.
    #[inline(always)]
    pub fn get(self, slots: &[u64], slot: usize) -> T {
        (self.from_word)(slots[slot])
    }

    /// Returns the word of a value.
    #[inline(always)]
    pub fn word(self, value: T) -> u64 {
        (self.to_word)(value)
    }

    /// Returns the word of an optional value.
    #[inline(always)]
    pub fn option(self, value: Option<T>) -> Option<u64> {
        value.map(self.to_word)
    }

    /// Returns the word of a value that may be pending.
    pub fn poll(self, value: Poll<T>) -> PolledWord {
        PolledWord(value.map(|value| Some((self.to_word)(value))))
    }

    /// Returns the word of an optional value that may be pending.
    pub fn poll_option(self, value: Poll<Option<T>>) -> PolledWord {
        PolledWord(value.map(|value| value.map(self.to_word)))
    }
}

/// Writes a row of these words; returns the number of the predicate or task that it belongs to.
// Not generic, so that it is compiled once and not for each fact and task of a domain.
#[inline(never)]
pub fn fill(row: &mut Row, number: u16, words: &[u64]) -> u16 {
    row.clear();
    row.extend(words.iter().copied().take(row.capacity()));
    number
}

/// Writes the words of the arguments that have a value, and 0 for others; returns a set of the former, one bit each.
pub fn given(row: &mut Row, words: &[Option<u64>]) -> u32 {
    row.clear();
    let words = words.iter().take(row.capacity()).enumerate();
    words.fold(0, |given, (place, word)| {
        row.push(word.unwrap_or(0));
        given | u32::from(word.is_some()) << place
    })
}

/// Copies a row into an array as long as the longest row, so that reads need no bounds check.
#[inline(never)]
pub fn padded<const N: usize>(row: &[u64]) -> [u64; N] {
    core::array::from_fn(|place| row.get(place).copied().unwrap_or_default())
}

/// A task or a fact, ready to print: `restrain(Actor(1), Actor(7))`.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    /// The domain.
    pub tables: &'static Tables,
    /// The kind of the task.
    pub code: TaskCode,
    /// Its arguments.
    pub row: &'a [u64],
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let tables = self.tables;
        let (rel, verb) = match self.code {
            TaskCode::Task(task) => {
                return match tables.tasks.get(usize::from(task.0)) {
                    Some(task) => call(tables, task.name, task.params, self.row, f),
                    None => f.write_str("?"),
                };
            }
            TaskCode::Fact(verb, rel) => (rel, verb.word()),
        };
        write!(f, "{verb} ")?;
        match tables.relations.get(usize::from(rel.0)) {
            Some(relation) => call(tables, relation.name, relation.columns, self.row, f),
            None => f.write_str("?"),
        }
    }
}

/// Prints `name(arguments)`.
pub fn call(
    tables: &Tables,
    name: &str,
    params: &[Param],
    row: &[u64],
    f: &mut Formatter<'_>,
) -> fmt::Result {
    write!(f, "{name}(")?;
    for (i, (param, word)) in params.iter().zip(row).enumerate() {
        if i > 0 {
            f.write_str(", ")?;
        }
        value(tables, *param, *word, f)?;
    }
    f.write_str(")")
}

fn value(tables: &Tables, param: Param, word: u64, f: &mut Formatter<'_>) -> fmt::Result {
    match tables.types.get(usize::from(param.ty.0)) {
        Some(ty) => ty.print(word, f),
        None => f.write_str("?"),
    }
}

/// Prints a fact.
pub fn show_fact<D: Domain>(fact: D::Fact, f: &mut Formatter<'_>) -> fmt::Result {
    let mut row = Row::new();
    let rel = D::fact_to_row(fact, &mut row);
    let tables = D::tables();
    match tables.relations.get(usize::from(rel.0)) {
        Some(relation) => call(tables, relation.name, relation.columns, &row, f),
        None => f.write_str("?"),
    }
}

/// Prints a task.
pub fn show_task<D: Domain>(task: D::Task, f: &mut Formatter<'_>) -> fmt::Result {
    let mut row = Row::new();
    let code = D::task_to_row(task, &mut row);
    let tables = D::tables();
    let row = &row;
    fmt::Display::fmt(&Shown { tables, code, row }, f)
}

/// A count with its unit: `1 step`, `2 steps`.
pub(crate) struct Counted<N>(pub N, pub &'static str, pub &'static str);

impl<N: fmt::Display + PartialEq + From<u8>> fmt::Display for Counted<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counted(count, one, more) = self;
        let what = if *count == N::from(1) { one } else { more };
        write!(f, "{count} {what}")
    }
}
