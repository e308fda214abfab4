//! The facts: an ordered list for each predicate.

use alloc::rc::Rc;
use alloc::vec;
use alloc::vec::Vec;

use super::error::Error;
use super::rows::{FactVerb, PredicateSource};

/// The facts of a state. A copy costs little, and changing it leaves the others as they are.
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/reference/) has an example.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FactSets(Rc<Sets>);

#[derive(Clone, PartialEq, Eq, Debug)]
struct Sets {
    all: Vec<Rc<Vec<Vec<u64>>>>,
    /// The protections of facts, each once for every `protect` without a `release`.
    protections: Vec<Protection>,
}

/// A protection of a fact.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Protection {
    /// The predicate.
    pub predicate: u16,
    /// The fact.
    pub row: Vec<u64>,
    /// The line of the `protect`; 0 if unknown.
    pub line: u32,
}

impl FactSets {
    /// Creates empty sets for `predicates` predicates.
    pub fn new(predicates: usize) -> FactSets {
        FactSets(Rc::new(Sets {
            all: vec![Rc::default(); predicates],
            protections: Vec::new(),
        }))
    }

    /// The facts of a predicate, in order.
    pub fn of(&self, predicate: u16) -> &[Vec<u64>] {
        self.0
            .all
            .get(usize::from(predicate))
            .map_or(&[], |all| all)
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
        let all = Rc::make_mut(&mut self.0)
            .all
            .get_mut(usize::from(predicate));
        let all = all.ok_or(unknown)?;
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
        let mut all = self.0.all.iter().zip(&other.0.all);
        // No list has a fact twice.
        all.all(|(a, b)| {
            Rc::ptr_eq(a, b) || a.len() == b.len() && a.iter().all(|row| b.contains(row))
        }) && self.same_protections(other)
    }

    fn same_protections(&self, other: &FactSets) -> bool {
        let count = |facts: &FactSets, of: &Protection| {
            let same = |one: &&Protection| one.is_of(of.predicate, &of.row);
            facts.0.protections.iter().filter(same).count()
        };
        let mut all = self.0.protections.iter();
        self.0.protections.len() == other.0.protections.len()
            && all.all(|one| count(self, one) == count(other, one))
    }

    /// Protects a fact. Returns false if it is absent.
    pub(super) fn protect(&mut self, predicate: u16, row: Vec<u64>, line: u32) -> bool {
        let is_there = self.of(predicate).contains(&row);
        if is_there {
            let protection = Protection {
                predicate,
                row,
                line,
            };
            Rc::make_mut(&mut self.0).protections.push(protection);
        }
        is_there
    }

    /// Removes one protection of a fact, if it has any.
    pub(super) fn release(&mut self, predicate: u16, row: &[u64]) {
        let mut all = self.0.protections.iter();
        if let Some(at) = all.rposition(|one| one.is_of(predicate, row)) {
            Rc::make_mut(&mut self.0).protections.remove(at);
        }
    }

    /// Returns the protection of the fact that a change would delete, if it has one.
    pub(super) fn refuses(
        &self,
        verb: FactVerb,
        predicate: u16,
        row: &[u64],
        of: &[PredicateSource<'_>],
    ) -> Option<&Protection> {
        let key = of.get(usize::from(predicate)).and_then(|of| of.key);
        let deleted = self.of(predicate).iter().find(|old| match (verb, key) {
            (FactVerb::Delete, _) => **old == row,
            (FactVerb::Add, Some(key)) => {
                let key = usize::from(key);
                old[..key] == row[..key] && **old != row
            }
            _ => false,
        })?;
        let mut all = self.0.protections.iter();
        all.rfind(|one| one.is_of(predicate, deleted))
    }

    /// Deletes a fact, if it is there.
    pub fn delete(&mut self, predicate: u16, row: &[u64]) {
        if let Some(all) = Rc::make_mut(&mut self.0)
            .all
            .get_mut(usize::from(predicate))
        {
            Rc::make_mut(all).retain(|other| other != row);
        }
    }
}

impl Protection {
    fn is_of(&self, predicate: u16, row: &[u64]) -> bool {
        self.predicate == predicate && self.row == row
    }
}
