//! Which words of a frame are in a save: arguments and variables.
//!
//! All else in a frame is what conditions keep for themselves while they are solved: cursors, regions, words that were worked out
//! on the way. Whoever asks again over a frame that the search left writes those before it reads them, so they are of no
//! use after the search, and nobody knows their types.

use alloc::vec::Vec;

use crate::persist::save::tasks::{InvalidSave, ensure};
use crate::tables::{BranchRow, OperatorRow, Param, Slot, Tables, TaskKind, TaskRow, TypeId, Var};

/// The variables of a frame, but for the parameters of a method or an operator.
#[derive(Clone, Copy)]
pub(crate) struct FrameVars {
    /// What a block captures, in its first slots. Those without a name are no variables: where a `for` has its rows.
    captures: &'static [Param],
    vars: &'static [Var],
}

impl FrameVars {
    pub fn of_node(task: &TaskRow, branch: Option<&BranchRow>) -> FrameVars {
        FrameVars {
            captures: match task.kind {
                TaskKind::Block => task.params,
                _ => &[],
            },
            vars: branch.map_or(&[], |branch| branch.vars),
        }
    }

    pub fn of_step(operator: Option<&OperatorRow>) -> FrameVars {
        FrameVars {
            captures: &[],
            vars: operator.map_or(&[], |operator| operator.vars),
        }
    }

    /// Where they are, and their types.
    pub fn slots(self) -> impl Iterator<Item = (Slot, TypeId)> + Clone {
        let captures = (0..).map(Slot).zip(self.captures);
        let captures = captures.filter(|(_, param)| !param.name.is_empty());
        let captures = captures.map(|(slot, param)| (slot, param.ty));
        captures.chain(self.vars.iter().map(|var| (var.slot, var.ty)))
    }

    /// Their words in a frame. A variable that has no value may have had one in an earlier search, of any type: that is
    /// left out.
    pub fn values(self, tables: &Tables, frame: &[u64]) -> Vec<Option<u64>> {
        let words = self.slots().map(|(slot, ty)| {
            let word = frame.get(usize::from(slot.0)).copied();
            word.filter(|word| is_value(tables, ty, *word))
        });
        words.collect()
    }

    /// Whether these can be their values, in a frame of this task.
    pub fn check(
        self,
        tables: &Tables,
        task: &TaskRow,
        values: &[Option<u64>],
    ) -> Result<(), InvalidSave> {
        ensure!(
            values.len() == self.slots().count(),
            "`{}` has not as many variables as it should",
            task.name
        );
        for ((slot, ty), word) in self.slots().zip(values) {
            ensure!(
                slot.0 < task.frame,
                "`{}` has the branch of another task",
                task.name
            );
            let fits = word.is_none_or(|word| is_value(tables, ty, word));
            ensure!(fits, "{word:?} is no word of a variable of `{}`", task.name);
        }
        Ok(())
    }

    /// Puts values to their places, where they were [checked](Self::check).
    pub fn place(self, values: &[Option<u64>], frame: &mut [u64]) {
        for ((slot, _), word) in self.slots().zip(values) {
            frame[usize::from(slot.0)] = word.unwrap_or(0);
        }
    }
}

fn is_value(tables: &Tables, ty: TypeId, word: u64) -> bool {
    let ty = tables.types.get(usize::from(ty.0));
    ty.is_none_or(|ty| (ty.is_value)(word))
}
