//! The values of the variables of one item.

use alloc::vec;
use alloc::vec::Vec;

use super::error::Error;
use super::rows::Var;

/// The error for an unknown variable.
const UNKNOWN: Error = Error::Unknown("variable");

/// The values of the variables of one item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Env {
    words: Vec<u64>,
    bound: Vec<bool>,
}

impl Env {
    /// Creates bindings for `vars` variables, the first of which have the given values.
    pub fn new(vars: usize, given: &[u64]) -> Env {
        let mut env = Env {
            words: vec![0; vars.max(given.len())],
            bound: vec![false; vars.max(given.len())],
        };
        env.words[..given.len()].copy_from_slice(given);
        env.bound[..given.len()].fill(true);
        env
    }

    /// Returns the words of all variables; 0 for an unbound one.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The value of a variable that is bound.
    pub fn get(&self, var: Var) -> Result<Option<u64>, Error> {
        let var = usize::from(var);
        let bound = *self.bound.get(var).ok_or(UNKNOWN)?;
        Ok(bound.then(|| self.words[var]))
    }

    /// Binds a variable, or compares its value if it is bound. Returns true if it then has this value.
    pub fn unify(&mut self, var: Var, word: u64) -> Result<bool, Error> {
        if let Some(bound) = self.get(var)? {
            return Ok(bound == word);
        }
        self.words[usize::from(var)] = word;
        self.bound[usize::from(var)] = true;
        Ok(true)
    }
}
