//! The Rust expressions of a domain, called by the interpreter.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::task::Poll;

use super::rows::{ExprId, SourceList};
use super::sides::Sides;
use crate::model::domain::Domain;
use crate::model::key::SortKey;
use crate::model::term::Term;
use crate::search::host::PolledWord;

/// Evaluates the Rust expressions of a domain. An expression is given by its number among those of its kind, and gets the words of
/// all variables of its item. Unbound variables are 0; no expression reads them.
pub trait ExpressionHost {
    /// Returns a value.
    fn word(&self, function: ExprId, vars: &[u64]) -> u64;
    /// Evaluates a test.
    fn test(&self, function: ExprId, vars: &[u64]) -> bool;
    /// Returns the value of `let Some(…) =`.
    fn option(&self, function: ExprId, vars: &[u64]) -> Option<u64>;
    /// Returns the answer of an expression after `poll`: the word of its value, which is any word for a test that holds; `None`
    /// if it does not hold or has no value.
    fn poll(&self, _: ExprId, _vars: &[u64]) -> Poll<Option<u64>> {
        Poll::Ready(None)
    }
    /// Returns the item with this number of a `let … in`; `None` after the last. There may be infinitely many.
    fn item(&self, function: ExprId, vars: &[u64], number: usize) -> Option<u64>;
    /// Returns a sort key: words that compare one after the other.
    fn key(&self, function: ExprId, vars: &[u64]) -> Vec<u64>;
    /// Folds one more value into an aggregate.
    fn fold(&self, function: ExprId, vars: &[u64], so_far: Option<u64>) -> u64;
    /// Returns a cost or a duration.
    fn cost(&self, function: ExprId, vars: &[u64]) -> f32;
    /// Returns the printed sort key, if it is known.
    fn shown_key(&self, _: ExprId, _vars: &[u64]) -> Option<String> {
        None
    }
    /// Returns both sides of a comparison for printing; `None` for any other test.
    fn sides(&self, _: ExprId, _vars: &[u64]) -> Option<Sides> {
        None
    }
}

/// A text that an expression returns.
pub type TextValue = String;

/// Words that an expression returns.
pub type KeyWords = Vec<u64>;

/// A Rust expression over the context and the variables of an item.
pub type Expression<D, T> = for<'a, 'c> fn(&'a <D as Domain>::Context<'c>, &'a [u64]) -> T;

/// An expression that returns the item with a number.
pub type Items<D> = for<'a, 'c> fn(&'a <D as Domain>::Context<'c>, &'a [u64], usize) -> Option<u64>;

/// An expression that folds its value into an aggregate.
pub type Fold<D> = for<'a, 'c> fn(&'a <D as Domain>::Context<'c>, &'a [u64], Option<u64>) -> u64;

/// The Rust expressions of a compiled domain, by kind.
pub struct Expressions<D: Domain> {
    /// See [`ExpressionHost::word`].
    pub words: &'static [Expression<D, u64>],
    /// See [`ExpressionHost::test`].
    pub tests: &'static [Expression<D, bool>],
    /// See [`ExpressionHost::option`].
    pub options: &'static [Expression<D, Option<u64>>],
    /// See [`ExpressionHost::poll`].
    pub polls: &'static [Expression<D, PolledWord>],
    /// See [`ExpressionHost::item`].
    pub items: &'static [Items<D>],
    /// See [`ExpressionHost::key`].
    pub keys: &'static [Expression<D, Vec<u64>>],
    /// See [`ExpressionHost::fold`].
    pub folds: &'static [Fold<D>],
    /// See [`ExpressionHost::cost`].
    pub costs: &'static [Expression<D, f32>],
    /// See [`ExpressionHost::shown_key`]: one for each of the keys.
    pub shown_keys: &'static [Expression<D, String>],
    /// See [`ExpressionHost::sides`]: one for each of the tests.
    pub sides: &'static [Expression<D, Option<Sides>>],
}

/// The Rust expressions of a compiled domain with the context that they see.
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/reference/) has an example.
pub struct Compiled<'x, 'c, D: Domain> {
    /// The expressions.
    pub expressions: &'static Expressions<D>,
    /// The context.
    pub context: &'x D::Context<'c>,
}

// Numbers that stand for nothing can't come from the macro; with rows of another origin they are no reason to panic.
impl<D: Domain> ExpressionHost for Compiled<'_, '_, D> {
    fn word(&self, function: ExprId, vars: &[u64]) -> u64 {
        let functions = self.expressions.words;
        let function = functions.get(usize::from(function));
        function.map_or(0, |function| function(self.context, vars))
    }

    fn test(&self, function: ExprId, vars: &[u64]) -> bool {
        let functions = self.expressions.tests;
        let function = functions.get(usize::from(function));
        function.is_some_and(|function| function(self.context, vars))
    }

    fn option(&self, function: ExprId, vars: &[u64]) -> Option<u64> {
        let functions = self.expressions.options;
        functions.get(usize::from(function))?(self.context, vars)
    }

    fn poll(&self, function: ExprId, vars: &[u64]) -> Poll<Option<u64>> {
        let functions = self.expressions.polls;
        let function = functions.get(usize::from(function));
        function.map_or(Poll::Ready(None), |function| function(self.context, vars).0)
    }

    fn item(&self, function: ExprId, vars: &[u64], number: usize) -> Option<u64> {
        let functions = self.expressions.items;
        functions.get(usize::from(function))?(self.context, vars, number)
    }

    fn key(&self, function: ExprId, vars: &[u64]) -> Vec<u64> {
        let functions = self.expressions.keys;
        let function = functions.get(usize::from(function));
        function.map_or(vec![], |function| function(self.context, vars))
    }

    fn fold(&self, function: ExprId, vars: &[u64], so_far: Option<u64>) -> u64 {
        let functions = self.expressions.folds;
        let function = functions.get(usize::from(function));
        function.map_or(0, |function| function(self.context, vars, so_far))
    }

    fn cost(&self, function: ExprId, vars: &[u64]) -> f32 {
        let functions = self.expressions.costs;
        let function = functions.get(usize::from(function));
        function.map_or(0.0, |function| function(self.context, vars))
    }

    fn shown_key(&self, function: ExprId, vars: &[u64]) -> Option<String> {
        let function = self.expressions.shown_keys.get(usize::from(function))?;
        Some(function(self.context, vars))
    }

    fn sides(&self, function: ExprId, vars: &[u64]) -> Option<Sides> {
        let functions = self.expressions.sides;
        functions.get(usize::from(function))?(self.context, vars)
    }
}

/// The value of a variable.
pub fn value<T: Term>(vars: &[u64], var: usize) -> T {
    T::from_word(vars.get(var).copied().unwrap_or(0))
}

/// The words of a sort key.
pub fn key<K: SortKey>(key: K, descending: bool) -> Vec<u64> {
    let mut words = vec![0; usize::from(K::WORDS)];
    key.write(descending, &mut words);
    words
}

/// Some of a list that is borrowed, from a place on.
pub const fn part<T>(all: &[T], at: usize, len: usize) -> SourceList<'_, T> {
    SourceList::Borrowed(all.split_at(at).1.split_at(len).0)
}
