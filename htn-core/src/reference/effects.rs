//! Steps: what an operator and the effects of a body change.

use alloc::vec::Vec;

use super::Level;
use super::env::Env;
use super::error::Error;
use super::facts::FactSets;
use super::rows::{ArgSource, Atom, Effect, EffectMoment, OperatorSource};

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
    /// The facts after an operator: one moment after the other, and in each of them deletes before adds.
    pub(super) fn applied(
        self,
        operator: &'a OperatorSource<'a>,
        env: &Env,
        mut facts: FactSets,
    ) -> Result<FactSets, Error> {
        for moment in MOMENTS {
            let (mut deletes, mut adds) = (Vec::new(), Vec::new());
            for (when, effect) in operator.effects.iter() {
                if *when == moment {
                    let list = if effect.add { &mut adds } else { &mut deletes };
                    list.extend(self.changes(effect, env, &facts)?);
                }
            }
            for (predicate, row) in deletes {
                facts.delete(predicate, &row);
            }
            for (predicate, row) in adds {
                facts.add(predicate, row, &self.rows.predicates)?;
            }
        }
        Ok(facts)
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
