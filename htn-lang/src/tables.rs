//! The rows of a domain as lowering fills them in, and how they are printed.
//!
//! Each row has the fields of the row with the same name in `htn_core::tables`, and owns its texts and lists. It is printed
//! as an expression of that type.

use htn_core::tables::{
    Arg, AxiomRow, Collection, Columns, ConstantId, FnId, MethodId, Pc, RelId, Run, Slot, TaskId,
    TaskKind, TypeId, Undo, WordTest,
};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// A check, by its place in the table of checks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckId(pub u32);

/// A value in a table.
pub trait Print {
    /// The value as an expression.
    fn print(&self) -> TokenStream;

    /// Returns true if a row need not mention the value, because it is the default.
    fn is_empty(&self) -> bool {
        false
    }
}

/// Prints a row as a call of `new`, and of a method for each further field that differs from its default.
macro_rules! printed {
    ($($row:ident($($field:ident,)*) {$($more:ident,)*})*) => {$(
        impl Print for $row {
            fn print(&self) -> TokenStream {
                let fields: &[TokenStream] = &[$(self.$field.print()),*];
                #[allow(unused_mut)]
                let mut row = quote!($row::new(#(#fields),*));
                $(
                    if !self.$more.is_empty() {
                        let value = self.$more.print();
                        row.extend(quote!(.$more(#value)));
                    }
                )*
                row
            }
        }
    )*};
}

/// Rows that [`crate::reload`] makes the runtime's rows of, field by field.
macro_rules! built {
    ($($row:ident {$($field:ident,)*})*) => {$(
        #[cfg(feature = "reload")]
        impl crate::reload::tables::Build for $row {
            type Built = htn_core::tables::$row;

            fn build(&self, with: &crate::reload::tables::Numbers) -> Self::Built {
                htn_core::tables::$row {
                    $($field: crate::reload::tables::Build::build(&self.$field, with),)*
                }
            }
        }
    )*};
}

/// Rows with texts and lists of their own.
macro_rules! rows {
    ($($row:ident($($field:ident: $ty:ty,)*) {$($more:ident: $more_ty:ty,)*})*) => {$(
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct $row {
            $(pub $field: $ty,)*
            $(pub $more: $more_ty,)*
        }

        printed! { $row($($field,)*) {$($more,)*} }
        built! { $row { $($field,)* $($more,)* } }
    )*};
}

rows! {
    Relation(name: String, key: Columns, capacity: ConstantId,) {
        doc: String,
        columns: Vec<Param>,
        keyed: bool,
        indexes: Vec<Columns>,
        scanned: bool,
    }

    TaskRow(name: String, kind: TaskKind, entry: Pc, frame: u16,) {
        doc: String,
        params: Vec<Param>,
        method: MethodId,
        not_memoized: bool,
    }

    MethodRow(task: TaskId,) {
        doc: String,
    }

    BranchRow(name: String,) {
        doc: String,
        vars: Vec<Var>,
        checks: Run,
        sort: Option<(FnId, ConstantId)>,
        priority: Option<Slot>,
    }

    Check(text: String, entry: Pc, frame: u16,) {
        reads: Vec<RelId>,
        collected: bool,
        asks_game: bool,
        vars: Vec<Var>,
        word: Option<WordTest>,
    }

    OperatorRow(task: TaskId, entry: Pc,) {
        doc: String,
        holds: Option<CheckId>,
        during: Option<CheckId>,
        pieces: Run,
        while_pieces: u16,
        moments: [Pc; 5],
        writes: [Vec<RelId>; 5],
        asks_game: u16,
        by: u32,
        busy: Option<FnId>,
        cost: Option<FnId>,
        fixed_cost: Option<Number>,
        duration: Option<FnId>,
        undo: Option<Undo>,
        vars: Vec<Var>,
    }
}

/// A number that is written in the domain.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Number(pub f32);

impl Eq for Number {}

impl Print for Number {
    fn print(&self) -> TokenStream {
        let literal = Literal::f32_unsuffixed(self.0);
        quote!(#literal)
    }
}

printed! {
    WordTest(rel, slot, there,) {}
    Undo(task, entry, args,) {}
    AxiomRow(solver, frame,) {}
    Collection(from, to, region,) {}
}

built! {
    Param { name, ty, agent, }
    Var { name, ty, slot, }
}

/// A column or a parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Param {
    pub name: String,
    pub ty: TypeId,
    pub agent: bool,
}

impl Print for Param {
    fn print(&self) -> TokenStream {
        let (name, ty) = (&self.name, self.ty.0.print());
        if self.agent {
            quote!(Param::agent(#name, #ty))
        } else {
            quote!(Param::new(#name, #ty))
        }
    }
}

/// A variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Var {
    pub name: String,
    pub ty: TypeId,
    pub slot: Slot,
}

impl Print for Var {
    fn print(&self) -> TokenStream {
        let (name, ty, slot) = (&self.name, self.ty.0.print(), self.slot.0.print());
        quote!(Var::new(#name, #ty, #slot))
    }
}

/// The rows of a domain.
#[derive(Clone, Default, Debug)]
pub struct Tables {
    pub relations: Vec<Relation>,
    pub tasks: Vec<TaskRow>,
    pub methods: Vec<MethodRow>,
    pub branches: Vec<BranchRow>,
    pub operators: Vec<OperatorRow>,
    pub axioms: Vec<AxiomRow>,
    pub collections: Vec<Collection>,
    pub checks: Vec<Check>,
    pub args: Vec<Arg>,
    pub slots: Vec<Slot>,
    pub strands: Vec<Pc>,
    /// The texts of polled expressions, by the numbers of their functions.
    pub polls: Vec<String>,
    /// The checks of protected facts.
    pub protected: Run,
}

macro_rules! ids {
    ($($id:ident)*) => {$(
        impl Print for $id {
            fn print(&self) -> TokenStream {
                let number = self.0.print();
                quote!($id(#number))
            }

            fn is_empty(&self) -> bool {
                self.0 == 0
            }
        }
    )*};
}

ids! { Columns FnId MethodId Pc RelId Slot TaskId TypeId }

macro_rules! numbers {
    ($($number:ident $literal:ident)*) => {$(
        impl Print for $number {
            fn print(&self) -> TokenStream {
                let literal = Literal::$literal(*self);
                quote!(#literal)
            }

            fn is_empty(&self) -> bool {
                *self == 0
            }
        }
    )*};
}

numbers! { u16 u16_unsuffixed u32 u32_unsuffixed }

impl Print for bool {
    fn print(&self) -> TokenStream {
        quote!(#self)
    }

    fn is_empty(&self) -> bool {
        !self
    }
}

impl Print for String {
    fn print(&self) -> TokenStream {
        quote!(#self)
    }

    fn is_empty(&self) -> bool {
        String::is_empty(self)
    }
}

impl Print for CheckId {
    fn print(&self) -> TokenStream {
        let number = self.0.print();
        quote!(CHECKS[#number])
    }
}

impl Print for ConstantId {
    fn print(&self) -> TokenStream {
        let number = self.0.print();
        quote!(CONSTANTS[#number])
    }
}

/// A sort key with the number of its words.
impl Print for (FnId, ConstantId) {
    fn print(&self) -> TokenStream {
        let (key, words) = (self.0.print(), self.1.print());
        quote!((#key, #words as u8))
    }
}

impl Print for Run {
    fn print(&self) -> TokenStream {
        let (at, len) = (self.at.print(), self.len.print());
        quote!(Run { at: #at, len: #len })
    }

    fn is_empty(&self) -> bool {
        self.at == 0 && self.len == 0
    }
}

impl Print for Arg {
    fn print(&self) -> TokenStream {
        match self {
            Arg::Any => quote!(Arg::Any),
            Arg::Bind(slot) => {
                let slot = slot.print();
                quote!(Arg::Bind(#slot))
            }
            Arg::Is(slot) => {
                let slot = slot.print();
                quote!(Arg::Is(#slot))
            }
        }
    }
}

impl Print for TaskKind {
    fn print(&self) -> TokenStream {
        match self {
            TaskKind::Method => quote!(TaskKind::Method),
            TaskKind::External => quote!(TaskKind::External),
            TaskKind::Internal => quote!(TaskKind::Internal),
            TaskKind::BlockOn => quote!(TaskKind::BlockOn),
            TaskKind::GlobalBlock => quote!(TaskKind::GlobalBlock),
            TaskKind::FinishAction => quote!(TaskKind::FinishAction),
            TaskKind::StopAction => quote!(TaskKind::StopAction),
            TaskKind::Block => quote!(TaskKind::Block),
        }
    }
}

impl<T: Print> Print for Vec<T> {
    fn print(&self) -> TokenStream {
        let items = self.iter().map(Print::print);
        quote!(&[#(#items),*])
    }

    fn is_empty(&self) -> bool {
        Vec::is_empty(self)
    }
}

impl<T: Print> Print for [T; 5] {
    fn print(&self) -> TokenStream {
        let items = self.iter().map(Print::print);
        quote!([#(#items),*])
    }

    fn is_empty(&self) -> bool {
        self.iter().all(Print::is_empty)
    }
}

impl<T: Print> Print for Option<T> {
    fn print(&self) -> TokenStream {
        match self {
            Some(value) => {
                let value = value.print();
                quote!(Some(#value))
            }
            None => quote!(None),
        }
    }

    fn is_empty(&self) -> bool {
        self.is_none()
    }
}
