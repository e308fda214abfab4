//! Makes the runtime's tables of those that lowering has filled in.
//!
//! The tables of a compiled domain are static, and so are these: their memory is never freed.

use htn_core::tables::{
    self, Arg, AxiomRow, Collection, Columns, ConstantId, FnId, MethodId, Pc, RelId, Run, Slot,
    TaskId, TaskKind, Type, TypeId, Undo, WordTest, pack_code,
};

use crate::lower::rows::Rows;
use crate::tables::{CheckId, Number, Tables};

/// The numbers and rows that others refer to.
pub struct Numbers {
    /// Indexed by [`ConstantId`].
    pub constants: &'static [usize],
    /// Indexed by [`CheckId`].
    pub checks: &'static [tables::Check],
}

/// A value that becomes one of the runtime's.
pub trait Build {
    type Built: 'static;

    fn build(&self, with: &Numbers) -> Self::Built;
}

/// Returns the tables of a domain, with these types and numbers.
pub fn tables(
    name: &str,
    doc: String,
    rows: &Rows<'_>,
    types: &'static [Type],
    constants: Vec<usize>,
) -> tables::Tables {
    let constants: &'static [usize] = constants.leak();
    let no_checks = Numbers {
        constants,
        checks: &[],
    };
    let Tables {
        relations,
        tasks,
        methods,
        branches,
        operators,
        axioms,
        collections,
        checks,
        args,
        slots,
        strands,
        polls,
        protected,
    } = &rows.tables;
    let with = &Numbers {
        constants,
        checks: checks.build(&no_checks),
    };
    tables::Tables {
        name: name.to_owned().leak(),
        doc: doc.leak(),
        types,
        code: pack_code(&rows.code).leak(),
        constants,
        relations: relations.build(with),
        tasks: tasks.build(with),
        methods: methods.build(with),
        branches: branches.build(with),
        operators: operators.build(with),
        axioms: axioms.build(with),
        collections: collections.build(with),
        checks: with.checks,
        args: args.build(with),
        slots: slots.build(with),
        strands: strands.build(with),
        polls: polls.build(with),
        protected: *protected,
        ..tables::Tables::EMPTY
    }
}

impl<T: Build> Build for Vec<T> {
    type Built = &'static [T::Built];

    fn build(&self, with: &Numbers) -> Self::Built {
        let built: Vec<T::Built> = self.iter().map(|value| value.build(with)).collect();
        built.leak()
    }
}

impl<T: Build> Build for Option<T> {
    type Built = Option<T::Built>;

    fn build(&self, with: &Numbers) -> Self::Built {
        self.as_ref().map(|value| value.build(with))
    }
}

impl<T: Build> Build for [T; 5] {
    type Built = [T::Built; 5];

    fn build(&self, with: &Numbers) -> Self::Built {
        self.each_ref().map(|value| value.build(with))
    }
}

impl Build for String {
    type Built = &'static str;

    fn build(&self, _: &Numbers) -> &'static str {
        self.clone().leak()
    }
}

impl Build for ConstantId {
    type Built = usize;

    fn build(&self, with: &Numbers) -> usize {
        with.constants[usize::from(self.0)]
    }
}

impl Build for Number {
    type Built = f32;

    fn build(&self, _: &Numbers) -> f32 {
        self.0
    }
}

impl Build for CheckId {
    type Built = tables::Check;

    fn build(&self, with: &Numbers) -> tables::Check {
        with.checks[self.0 as usize]
    }
}

/// A sort key with the number of its words.
impl Build for (FnId, ConstantId) {
    type Built = (FnId, u8);

    fn build(&self, with: &Numbers) -> (FnId, u8) {
        (self.0, self.1.build(with) as u8)
    }
}

/// Values that are the runtime's own.
macro_rules! own {
    ($($value:ty)*) => {$(
        impl Build for $value {
            type Built = $value;

            fn build(&self, _: &Numbers) -> $value {
                *self
            }
        }
    )*};
}

own! {
    bool u16 u32 Arg AxiomRow Collection Columns FnId MethodId Pc RelId Run Slot TaskId TaskKind TypeId Undo WordTest
}
