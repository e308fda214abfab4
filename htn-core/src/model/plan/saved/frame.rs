//! The words of a frame that are saved: arguments and variables.
//!
//! The other words of a frame are scratch memory of conditions: cursors, regions, intermediate results. A condition writes
//! them before it reads them, so they are useless after the search, and their types are unknown.

use alloc::vec::Vec;

use crate::persist::save::map::Mapping;
use crate::persist::save::tasks::{InvalidSave, ensure};
use crate::tables::{BranchRow, OperatorRow, Param, Slot, Tables, TaskKind, TaskRow, TypeId, Var};

/// The variables of a frame, without the parameters of a method or an operator.
#[derive(Clone, Copy)]
pub(crate) struct FrameVars {
    /// The captures of a block, in its first slots. Those without a name are no variables: a `for` has its rows there.
    captures: &'static [Param],
    vars: &'static [Var],
}

impl FrameVars {
    pub fn of_node(task: &TaskRow, branch: Option<&BranchRow>) -> FrameVars {
        let is_block = task.kind == TaskKind::Block;
        FrameVars {
            captures: if is_block { task.params } else { &[] },
            vars: branch.map_or(&[], |branch| branch.vars),
        }
    }

    pub fn of_step(operator: Option<&OperatorRow>) -> FrameVars {
        FrameVars {
            captures: &[],
            vars: operator.map_or(&[], |operator| operator.vars),
        }
    }

    /// Returns their slots and types.
    fn slots(self) -> impl Iterator<Item = (Slot, TypeId)> + Clone {
        let captures = (0..).map(Slot).zip(self.captures);
        let captures = captures.filter(|(_, param)| !param.name.is_empty());
        let captures = captures.map(|(slot, param)| (slot, param.ty));
        captures.chain(self.vars.iter().map(|var| (var.slot, var.ty)))
    }

    /// Returns their words in a frame. The slot of a variable without a value may have a word of any type from an earlier
    /// search, which is left out.
    pub fn values(self, tables: &Tables, frame: &[u64]) -> Vec<Option<u64>> {
        let words = self.slots().map(|(slot, ty)| {
            let word = frame.get(usize::from(slot.0)).copied();
            word.filter(|word| is_value(tables, ty, *word))
        });
        words.collect()
    }

    /// Checks that these can be their values in a frame of this task.
    pub fn validate(
        self,
        tables: &Tables,
        task: &TaskRow,
        values: &[Option<u64>],
    ) -> Result<(), InvalidSave> {
        let (expected, found, name) = (self.slots().count(), values.len(), task.name);
        ensure!(
            expected == found,
            "`{name}` has {expected} variables, found {found}"
        );
        for ((slot, ty), word) in self.slots().zip(values) {
            ensure!(
                slot.0 < task.frame,
                "`{name}` has the branch of another task"
            );
            let Some(word) = *word else { continue };
            ensure!(
                is_value(tables, ty, word),
                "`{name}`: {word} is not a valid value of the variable in slot {}",
                slot.0
            );
        }
        Ok(())
    }

    /// Writes values that are [valid](Self::validate) to their slots.
    pub fn write(self, values: &[Option<u64>], frame: &mut [u64]) {
        for ((slot, _), word) in self.slots().zip(values) {
            frame[usize::from(slot.0)] = word.unwrap_or(0);
        }
    }

    /// Returns their names and types, in the order of their values.
    #[cfg(feature = "reload")]
    pub fn names(self) -> impl Iterator<Item = (&'static str, TypeId, Slot)> + Clone {
        let captures = (0..).map(Slot).zip(self.captures);
        let captures = captures.filter(|(_, param)| !param.name.is_empty());
        let captures = captures.map(|(slot, param)| (param.name, param.ty, slot));
        captures.chain(self.vars.iter().map(|var| (var.name, var.ty, var.slot)))
    }

    pub fn map_terms(self, values: &mut [Option<u64>], mapping: &mut Mapping<'_>) {
        for ((_, ty), word) in self.slots().zip(values) {
            if let Some(word) = word {
                mapping.word(ty, word);
            }
        }
    }
}

fn is_value(tables: &Tables, ty: TypeId, word: u64) -> bool {
    let ty = tables.types.get(usize::from(ty.0));
    ty.is_none_or(|ty| (ty.is_value)(word))
}
