//! The Rust expressions of a domain: one function each, numbered by kind.

use std::collections::BTreeMap;
use std::rc::Rc;

use htn_core::rows::pack_code;
use htn_core::tables::{Cost, FAIL, FnId, Op, OperatorId, Slot, TypeId};
use proc_macro2::Ident;

use super::native::Native;
use crate::ast::Rust;
use crate::modes::form::Wanted;
use crate::text;

/// What a function gives.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Gives {
    Word,
    Test,
    Option,
    Items,
    Span { inclusive: bool },
    Key { descending: bool },
    Sum,
    Min,
    Max,
    Cost,
}

/// A variable that an expression sees.
#[derive(Clone, Debug)]
pub struct Seen {
    pub name: Ident,
    pub ty: TypeId,
    pub slot: Slot,
}

#[derive(Clone, Debug)]
pub struct Function<'a> {
    pub gives: Gives,
    pub source: &'a Rust,
    pub sees: Vec<Seen>,
    /// What it is checked against, where the kind does not say.
    pub ty: Option<Wanted>,
}

/// A generator that binds one slot, and what its rows have to pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filter {
    pub source: Source,
    /// Where a row is written.
    pub to: Slot,
    pub tests: Vec<Op>,
}

/// Where rows come from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Source {
    /// Those of a predicate of one column.
    Facts,
    /// Those of a predicate of two, one of which is given, by an index.
    Pairs {
        index: u8,
        column: u8,
        is: Slot,
    },
    Items,
    Numbers,
}

/// An operator: how many of the slots of its frame are arguments, its cost, and its tests and changes. The step is taken
/// between these.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Act {
    pub id: OperatorId,
    pub params: u8,
    pub frame: u8,
    pub cost: Cost,
    pub tests: Vec<Op>,
    pub changes: Vec<Op>,
}

/// A generator among others: its filter, what it goes over (the predicate, or the function that gives items or numbers),
/// and where it keeps its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    pub filter: Filter,
    pub over: u16,
    pub at: Slot,
}

/// Generators, one inside the other, whose solutions are kept in a collection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gather {
    /// The outermost first.
    pub levels: Vec<Level>,
    pub key: Option<FnId>,
    /// The values of a row are the slots from the first up to the second.
    pub values: (Slot, Slot),
    /// The slot that says where the collection is.
    pub region: Slot,
    /// Whether it begins the collection, and loads its least row.
    pub whole: bool,
}

/// All functions, by kind as the runtime has them.
#[derive(Debug, Default)]
pub struct Functions<'a> {
    pub words: Vec<Function<'a>>,
    pub tests: Vec<Function<'a>>,
    pub options: Vec<Function<'a>>,
    pub items: Vec<Function<'a>>,
    pub spans: Vec<Function<'a>>,
    pub keys: Vec<Function<'a>>,
    pub folds: Vec<Function<'a>>,
    pub costs: Vec<Function<'a>>,
    /// Tests that are done together: whether all of the first list hold, or all of the second, and so on.
    pub looks: Vec<Vec<Vec<Op>>>,
    look_numbers: BTreeMap<Vec<Vec<u8>>, FnId>,
    /// Generators with tests that each row has to pass.
    pub filters: Vec<Level>,
    filter_numbers: BTreeMap<FilterIdentity, FnId>,
    /// Generators whose solutions are all kept.
    pub gathers: Vec<Gather>,
    /// Operators as a whole.
    pub acts: Vec<Act>,
    /// Stretches of tasks' code.
    pub natives: Vec<Native>,
    numbers: BTreeMap<Identity, FnId>,
    /// The texts of expressions, by where they stand.
    texts: BTreeMap<usize, Rc<str>>,
}

/// Expressions that are written the same over the same slots and types are one function.
type Identity = (Gives, Rc<str>, Vec<(Slot, TypeId)>, Option<TypeId>);

type FilterIdentity = (Source, u16, [Slot; 2], Vec<u8>);

impl Filter {
    pub fn new(source: Source, to: Slot, tests: Vec<Op>) -> Filter {
        let tests = leading_nowhere(tests);
        Filter { source, to, tests }
    }

    /// What else a row has to pass.
    pub fn add(&mut self, tests: Vec<Op>) {
        self.tests.extend(leading_nowhere(tests));
    }
}

impl Level {
    fn identity(&self) -> FilterIdentity {
        let Filter { source, to, tests } = &self.filter;
        (*source, self.over, [self.at, *to], identity(tests))
    }
}

impl<'a> Functions<'a> {
    /// The number of a function; a new one where it is not there yet.
    pub fn number(&mut self, function: Function<'a>) -> FnId {
        let source = function.source;
        let text = self.texts.entry(std::ptr::from_ref(source).addr());
        let text = text
            .or_insert_with(|| text::text(&source.tokens).into())
            .clone();
        let sees = function
            .sees
            .iter()
            .map(|seen| (seen.slot, seen.ty))
            .collect();
        let identity = (
            function.gives,
            text,
            sees,
            function.ty.map(|wanted| wanted.ty),
        );
        if let Some(number) = self.numbers.get(&identity) {
            return *number;
        }
        let list = match function.gives {
            Gives::Word => &mut self.words,
            Gives::Test => &mut self.tests,
            Gives::Option => &mut self.options,
            Gives::Items => &mut self.items,
            Gives::Span { .. } => &mut self.spans,
            Gives::Key { .. } => &mut self.keys,
            Gives::Sum | Gives::Min | Gives::Max => &mut self.folds,
            Gives::Cost => &mut self.costs,
        };
        let number = FnId(u16::try_from(list.len()).unwrap_or(u16::MAX));
        list.push(function);
        self.numbers.insert(identity, number);
        number
    }

    /// The number of tests that are done together.
    pub fn look(&mut self, lists: Vec<Vec<Op>>) -> FnId {
        let lists: Vec<Vec<Op>> = lists.into_iter().map(leading_nowhere).collect();
        let identity = lists.iter().map(|tests| identity(tests)).collect();
        let number = FnId(u16::try_from(self.looks.len()).unwrap_or(u16::MAX));
        *self.look_numbers.entry(identity).or_insert_with(|| {
            self.looks.push(lists);
            number
        })
    }

    /// The number of a generator with tests.
    pub fn filter(&mut self, filter: Level) -> FnId {
        let number = FnId(u16::try_from(self.filters.len()).unwrap_or(u16::MAX));
        let numbers = self.filter_numbers.entry(filter.identity());
        *numbers.or_insert_with(|| {
            self.filters.push(filter);
            number
        })
    }

    /// The number of generators whose solutions are kept.
    pub fn gather(&mut self, gather: Gather) -> FnId {
        let known = self.gathers.iter().position(|other| *other == gather);
        let number = known.unwrap_or_else(|| {
            self.gathers.push(gather);
            self.gathers.len() - 1
        });
        FnId(u16::try_from(number).unwrap_or(u16::MAX))
    }

    /// The number of an operator.
    pub fn act(&mut self, act: Act) -> FnId {
        self.acts.push(act);
        FnId(u16::try_from(self.acts.len() - 1).unwrap_or(u16::MAX))
    }

    /// Whether there are more than can be numbered.
    pub fn too_many(&self) -> bool {
        let lists = [
            &self.words,
            &self.tests,
            &self.options,
            &self.items,
            &self.spans,
            &self.keys,
            &self.folds,
            &self.costs,
        ];
        // The last number stands for none.
        let most = usize::from(u16::MAX) - 1;
        let others = [
            self.looks.len(),
            self.filters.len(),
            self.gathers.len(),
            self.acts.len(),
            self.natives.len(),
        ];
        others.into_iter().any(|len| len > most) || lists.iter().any(|list| list.len() > most)
    }
}

/// Where tests lead that are done together is not theirs.
fn leading_nowhere(mut tests: Vec<Op>) -> Vec<Op> {
    for op in &mut tests {
        let places = op.places().into_iter().flatten();
        places.for_each(|els| *els = FAIL);
    }
    tests
}

fn identity(tests: &[Op]) -> Vec<u8> {
    pack_code(tests)
}
