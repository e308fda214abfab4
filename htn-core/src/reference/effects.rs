//! Steps: what an operator and the effects of a body change.

use alloc::vec::Vec;

use super::Level;
use super::env::Env;
use super::error::Error;
use super::facts::FactSets;
use super::observer::Refused;
use super::rows::{ArgSource, Atom, Effect, EffectMoment, FactVerb, OperatorSource};

/// A fact that is added or deleted.
pub(super) type FactEdit = (u16, Vec<u64>);

/// The moments as the planner assumes them.
const MOMENTS: [EffectMoment; 4] = [
    EffectMoment::Start,
    EffectMoment::Finish,
    EffectMoment::Success,
    EffectMoment::Sensed,
];

impl<'a> Level<'a> {
    /// The facts after an operator: one moment after the other, and in each of them deletes before adds. `None` if it would
    /// delete a protected fact, which the observer of the box `id` hears of.
    pub(super) fn applied(
        self,
        id: u64,
        operator: &'a OperatorSource<'a>,
        env: &Env,
        mut facts: FactSets,
    ) -> Result<Option<FactSets>, Error> {
        for moment in MOMENTS {
            let (mut deletes, mut adds) = (Vec::new(), Vec::new());
            for (when, effect) in operator.effects.iter() {
                if *when == moment {
                    let list = match effect.verb {
                        FactVerb::Add => &mut adds,
                        _ => &mut deletes,
                    };
                    list.extend(self.changes(effect, env, &facts)?);
                }
            }
            for (verb, list) in [(FactVerb::Delete, deletes), (FactVerb::Add, adds)] {
                for (predicate, row) in list {
                    if !self.change(id, (verb, 0), predicate, row, &mut facts)? {
                        return Ok(None);
                    }
                }
            }
        }
        Ok(Some(facts))
    }

    /// Makes one change, or protects or releases a fact by a statement in this line. Returns false if that fails, which the
    /// observer of the box `id` hears of.
    pub(super) fn change(
        self,
        id: u64,
        (verb, line): (FactVerb, u32),
        predicate: u16,
        row: Vec<u64>,
        facts: &mut FactSets,
    ) -> Result<bool, Error> {
        let predicates = &self.rows.predicates;
        if let Some(protection) = facts.refuses(verb, predicate, &row, predicates) {
            self.observer.refused(id, &Refused::Protected(protection));
            return Ok(false);
        }
        match verb {
            FactVerb::Add => facts.add(predicate, row, predicates)?,
            FactVerb::Delete => facts.delete(predicate, &row),
            FactVerb::Release => facts.release(predicate, &row),
            FactVerb::Protect => {
                if !facts.protect(predicate, row.clone(), line) {
                    self.observer.refused(id, &Refused::Absent(predicate, &row));
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The facts that an effect is about, in order, by the facts as they are before it.
    pub(super) fn changes(
        self,
        effect: &'a Effect<'a>,
        env: &Env,
        facts: &FactSets,
    ) -> Result<Vec<FactEdit>, Error> {
        let envs = match &effect.each {
            None => [env.clone()].into(),
            Some(each) => {
                let solutions = self.inner(&each.condition, env.clone(), facts.clone());
                let solutions = self.sorted(solutions, each.key);
                solutions.collect::<Result<Vec<Env>, Error>>()?
            }
        };
        let mut changes = Vec::new();
        let open = effect.atoms.iter().any(is_open);
        match open {
            // Rows that `_` stands for are looked for atom by atom.
            true => {
                for atom in effect.atoms.iter() {
                    for env in &envs {
                        self.rows_of(atom, env, facts, &mut changes)?;
                    }
                }
            }
            false => {
                for env in &envs {
                    for atom in effect.atoms.iter() {
                        self.rows_of(atom, env, facts, &mut changes)?;
                    }
                }
            }
        }
        Ok(changes)
    }

    /// The fact that an atom names; with `_`, those that match.
    fn rows_of(
        self,
        atom: &Atom<'_>,
        env: &Env,
        facts: &FactSets,
        changes: &mut Vec<FactEdit>,
    ) -> Result<(), Error> {
        let predicate = atom.predicate;
        if !is_open(atom) {
            let row = self.arguments(&atom.args, env)?;
            changes.push((predicate, row));
            return Ok(());
        }
        for row in facts.of(predicate) {
            if self.matching(&atom.args, row, env)?.is_some() {
                changes.push((predicate, row.clone()));
            }
        }
        Ok(())
    }

    /// Arguments that must have a value.
    pub(super) fn arguments(self, args: &[ArgSource], env: &Env) -> Result<Vec<u64>, Error> {
        let words = args.iter().map(|arg| {
            let word = self.word_of(*arg, env)?;
            word.ok_or(Error::Unknown("value"))
        });
        words.collect()
    }
}

fn is_open(atom: &Atom<'_>) -> bool {
    atom.args.contains(&ArgSource::Any)
}
