//! The Rust expressions of a compiled domain.

use core::any::TypeId as AnyId;

use crate::model::domain::Domain;
use crate::model::term::Term;
use crate::search::host::{Function, Game, PolledWord, SortKeyFn};
use crate::search::solve::ItemSink;
use crate::tables::{MethodId, Slot, TaskId, TypeId};

/// The data of a compiled domain besides its tables. A reloaded domain is compared with it.
#[doc(hidden)]
pub struct Registry<D: Domain> {
    /// The path of the file with the domain, as `file!()` prints it.
    pub file: &'static str,
    /// The folder of the package.
    pub package: Option<&'static str>,
    /// The name and the type of the context; empty without one.
    pub context: &'static str,
    /// The type of the agents; empty without one.
    pub agent: &'static str,
    /// The `use` items of the domain.
    pub uses: &'static [&'static str],
    /// The names of tasks that are public.
    pub public: &'static [&'static str],
    /// The types of methods that return a value, with the names of the methods.
    pub returns: &'static [(&'static str, &'static str)],
    /// The texts of capacities, by predicate.
    pub capacities: &'static [&'static str],
    /// The parts that running plans rely on.
    pub origins: Origins,
    /// The expressions.
    pub expressions: &'static [Expression<D>],
}

/// The parts of a domain that running plans rely on.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Origins {
    /// By branch.
    pub branches: &'static [BranchOrigin],
    /// By operator, a hash of its source with all that it refers to.
    pub operators: &'static [u64],
}

/// The origin of a branch.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct BranchOrigin {
    /// A hash of its condition with all that it refers to.
    pub hash: u64,
    /// Its task.
    pub task: TaskId,
    /// Its method. A block of a body has none.
    pub method: MethodId,
}

impl BranchOrigin {
    /// Creates the origin of a branch.
    pub const fn new(hash: u64, task: u16, method: u16) -> BranchOrigin {
        BranchOrigin {
            hash,
            task: TaskId(task),
            method: MethodId(method),
        }
    }
}

/// A Rust expression of a compiled domain.
#[doc(hidden)]
pub struct Expression<D: Domain> {
    /// Its tokens, with a hole for each variable.
    pub pattern: &'static str,
    /// The variables in the holes, in order.
    pub holes: &'static [(TypeId, Slot)],
    /// Its type, unless its kind implies it.
    pub ty: Option<TypeId>,
    /// Its function.
    pub call: Call<D>,
}

/// Writes the items of an expression.
#[doc(hidden)]
pub type ItemsFn<D> = fn(Game<'_, <D as Domain>::Context<'_>>, &[u64], &mut ItemSink<'_>);

/// Folds the value of an expression into the one so far.
#[doc(hidden)]
pub type FoldFn<D> = fn(Game<'_, <D as Domain>::Context<'_>>, &[u64], Option<u64>) -> u64;

/// A function that an expression became.
#[doc(hidden)]
pub enum Call<D: Domain> {
    /// A value.
    Word(Function<D, u64>),
    /// A test.
    Test(Function<D, bool>),
    /// A value of `cost` or `duration`.
    Cost(Function<D, f32>),
    /// An optional value.
    Option(Function<D, Option<u64>>),
    /// A value whose answer may be pending.
    Poll(Function<D, PolledWord>),
    /// Items.
    Items(ItemsFn<D>),
    /// The first number of a range, and the number of numbers.
    Span(Function<D, [u64; 2]>),
    /// A sort key, with the number of its words and its direction.
    Key(SortKeyFn<D>, usize, bool),
    /// The sum, the least or the greatest of the value so far and another one.
    Fold(Fold, FoldFn<D>),
    /// A part of an expression, with its type if that is a [`Term`].
    Part(Function<D, u64>, fn() -> Option<AnyId>),
}

/// The kinds of folds.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fold {
    /// `sum`
    Sum,
    /// `min`
    Min,
    /// `max`
    Max,
}

/// The value of a part of an expression, whose type only rustc knows: as a word if the type is a [`Term`].
#[doc(hidden)]
pub trait ExpressionResult {
    /// The type, if it is a term.
    fn term() -> Option<AnyId>;
    /// The word of a term, or 0.
    fn word(self) -> u64;
}

/// A term.
#[doc(hidden)]
pub struct TermWord<T>(T);

impl<T: Term> ExpressionResult for TermWord<T> {
    fn term() -> Option<AnyId> {
        Some(AnyId::of::<T>())
    }

    fn word(self) -> u64 {
        self.0.to_word()
    }
}

/// A value of any other type.
#[doc(hidden)]
pub struct OpaqueValue;

impl ExpressionResult for OpaqueValue {
    fn term() -> Option<AnyId> {
        None
    }

    fn word(self) -> u64 {
        0
    }
}

/// A value, as the receiver of a method that three traits have. `(&&CallValue(&value)).result()` calls that of the first
/// trait that is implemented for the type of the value.
#[doc(hidden)]
pub struct CallValue<'a, T: ?Sized>(pub &'a T);

impl<T: ?Sized> Clone for CallValue<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for CallValue<'_, T> {}

/// The first of these traits: for terms.
#[doc(hidden)]
pub trait AsTerm<T> {
    /// Returns the term.
    fn result(self) -> TermWord<T>;
}

impl<T: Term> AsTerm<T> for &&CallValue<'_, T> {
    fn result(self) -> TermWord<T> {
        TermWord(*self.0)
    }
}

/// The second of these traits: for references to terms.
#[doc(hidden)]
pub trait AsTermReference<T> {
    /// Returns the term.
    fn result(self) -> TermWord<T>;
}

impl<T: Term> AsTermReference<T> for &CallValue<'_, &T> {
    fn result(self) -> TermWord<T> {
        TermWord(**self.0)
    }
}

/// The last of these traits: for all other values.
#[doc(hidden)]
pub trait AsOpaque {
    /// Returns nothing of the value.
    fn result(self) -> OpaqueValue;
}

impl<T: ?Sized> AsOpaque for CallValue<'_, T> {
    fn result(self) -> OpaqueValue {
        OpaqueValue
    }
}

/// Returns a function that returns the type of the value that `_function` returns.
#[doc(hidden)]
pub const fn result_type<F, C, R>(_function: &F) -> fn() -> Option<AnyId>
where
    F: for<'a> Fn(&'a C, &'a [u64]) -> R,
    C: ?Sized,
    R: ExpressionResult,
{
    R::term
}
