//! The facts: an ordered list for each predicate.

use alloc::rc::Rc;
use alloc::vec;
use alloc::vec::Vec;

use super::error::Error;
use super::rows::PredicateSource;

/// The facts of a state. A copy costs little, and changing it leaves the others as they are.
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/reference/) has an example.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FactSets(Vec<Rc<Vec<Vec<u64>>>>);

impl FactSets {
    /// Creates empty sets for `predicates` predicates.
    pub fn new(predicates: usize) -> FactSets {
        FactSets(vec![Rc::default(); predicates])
    }

    /// The facts of a predicate, in order.
    pub fn of(&self, predicate: u16) -> &[Vec<u64>] {
        self.0.get(usize::from(predicate)).map_or(&[], |all| all)
    }

    /// Appends a fact if it is absent. Where the predicate is a function, the fact of its key is replaced in its place.
    pub fn add(
        &mut self,
        predicate: u16,
        row: Vec<u64>,
        of: &[PredicateSource<'_>],
    ) -> Result<(), Error> {
        let unknown = Error::Unknown("predicate");
        let declared = of.get(usize::from(predicate)).ok_or(unknown)?;
        let all = self.0.get_mut(usize::from(predicate)).ok_or(unknown)?;
        if row.len() != usize::from(declared.columns) {
            return Err(Error::Unknown("column"));
        }
        let key = usize::from(declared.key.unwrap_or(declared.columns)).min(row.len());
        match all.iter().position(|other| other[..key] == row[..key]) {
            Some(at) => Rc::make_mut(all)[at] = row,
            None if all.len() >= declared.capacity => return Err(Error::PredicateFull(predicate)),
            None => Rc::make_mut(all).push(row),
        }
        Ok(())
    }

    /// Returns true if both have the same facts, in whatever order.
    pub(super) fn same_set(&self, other: &FactSets) -> bool {
        let mut all = self.0.iter().zip(&other.0);
        // No list has a fact twice.
        all.all(|(a, b)| {
            Rc::ptr_eq(a, b) || a.len() == b.len() && a.iter().all(|row| b.contains(row))
        })
    }

    /// Deletes a fact, if it is there.
    pub fn delete(&mut self, predicate: u16, row: &[u64]) {
        if let Some(all) = self.0.get_mut(usize::from(predicate)) {
            Rc::make_mut(all).retain(|other| other != row);
        }
    }
}
