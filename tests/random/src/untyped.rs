//! Compiled domains without their types, so that the code that runs them is compiled once instead of once per domain.
//!
//! The macro emits tables and functions over words, and enums that wrap them. This module uses only the tables and the
//! functions; [`Untyped`] has words for facts and tasks.

use std::cell::Cell;
use std::fmt::{Display, Formatter, Result};
use std::hash::{Hash, Hasher};

use htn_core::domain::{Domain, NoAgent, Row, TaskCode};
use htn_core::host::Functions;
use htn_core::identity::{hash_fact, hash_task};
use htn_core::reference::rows::DomainSource;
use htn_core::reference::{Expressions, ReferenceDomain};
#[cfg(feature = "reload")]
use htn_core::reload::{Call, Expression, Registry};
use htn_core::save::{LoadTerms, SaveTerms};
use htn_core::show::{show_fact, show_task};
use htn_core::tables::{RelId, Tables, TaskId};
use serde::{Deserialize, Deserializer, Serializer};

/// The emitted tables and functions of one domain.
#[derive(Clone, Copy)]
pub struct Emitted {
    tables: &'static Tables,
    functions: &'static Functions<Untyped>,
    /// The reference rows, if the macro emitted them.
    reference: Option<(
        &'static DomainSource<'static>,
        &'static Expressions<Untyped>,
    )>,
    /// The expressions that a reloaded domain may use, if the macro emitted them.
    #[cfg(feature = "reload")]
    registry: Option<&'static Registry<Untyped>>,
}

/// Returns the registry of a domain, whose types are all words.
#[cfg(feature = "reload")]
#[allow(
    clippy::init_numbered_fields,
    reason = "a call of a variant would not fix its context"
)]
fn registry_of<D: for<'c> Domain<Context<'c> = ()>>(
    registry: &'static Registry<D>,
) -> &'static Registry<Untyped> {
    let expressions = registry
        .expressions
        .iter()
        .map(|expression| Expression::<Untyped> {
            pattern: expression.pattern,
            holes: expression.holes,
            ty: expression.ty,
            // rustc does not see in a call of a variant that the context is `()`.
            call: match expression.call {
                Call::Word(f) => Call::Word { 0: f },
                Call::Test(f) => Call::Test { 0: f },
                Call::Cost(f) => Call::Cost { 0: f },
                Call::Option(f) => Call::Option { 0: f },
                Call::Poll(f) => Call::Poll { 0: f },
                Call::Items(f) => Call::Items { 0: f },
                Call::Span(f) => Call::Span { 0: f },
                Call::Key(f, words, descending) => Call::Key {
                    0: f,
                    1: words,
                    2: descending,
                },
                Call::Fold(fold, f) => Call::Fold { 0: fold, 1: f },
                Call::Part(f, ty) => Call::Part { 0: f, 1: ty },
            },
        });
    Box::leak(Box::new(Registry {
        file: registry.file,
        package: registry.package,
        context: registry.context,
        agent: registry.agent,
        uses: registry.uses,
        public: registry.public,
        returns: registry.returns,
        capacities: registry.capacities,
        origins: registry.origins,
        expressions: expressions.collect::<Vec<_>>().leak(),
    }))
}

impl Emitted {
    /// Returns the emitted code of this domain.
    pub fn of<D: for<'c> Domain<Context<'c> = ()>>() -> Emitted {
        let Functions {
            words,
            tests,
            keys,
            costs,
            solvers,
            changes,
        } = *D::functions();
        let functions = Functions::<Untyped> {
            words,
            tests,
            keys,
            costs,
            solvers,
            changes,
        };
        Emitted {
            tables: D::tables(),
            functions: Box::leak(Box::new(functions)),
            reference: D::reference().map(|reference| {
                let Expressions {
                    words,
                    tests,
                    options,
                    polls,
                    items,
                    keys,
                    folds,
                    costs,
                    shown_keys,
                    sides,
                } = *reference.expressions;
                let expressions = Expressions::<Untyped> {
                    words,
                    tests,
                    options,
                    polls,
                    items,
                    keys,
                    folds,
                    costs,
                    shown_keys,
                    sides,
                };
                (reference.rows, &*Box::leak(Box::new(expressions)))
            }),
            #[cfg(feature = "reload")]
            registry: D::registry().map(registry_of),
        }
    }

    /// Returns the tables of a domain that was not compiled.
    pub fn new(
        tables: &'static Tables,
        functions: &'static Functions<Untyped>,
        reference: Option<(
            &'static DomainSource<'static>,
            &'static Expressions<Untyped>,
        )>,
    ) -> Emitted {
        Emitted {
            tables,
            functions,
            reference,
            #[cfg(feature = "reload")]
            registry: None,
        }
    }

    /// Makes [`Untyped`] stand for this domain in this thread.
    pub fn make_current(self) {
        CURRENT.set(Some(self));
    }
}

thread_local! {
    static CURRENT: Cell<Option<Emitted>> = const { Cell::new(None) };
}

fn current() -> Emitted {
    CURRENT.get().expect("a domain is being checked")
}

/// The current domain of this thread.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Untyped {}

/// The maximum number of columns and parameters.
const MOST: usize = 4;

/// A short list of words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Words {
    all: [u64; MOST],
    len: usize,
}

impl Words {
    fn new(words: &[u64]) -> Words {
        let mut all = [0; MOST];
        all[..words.len()].copy_from_slice(words);
        Words {
            all,
            len: words.len(),
        }
    }

    fn write(&self, row: &mut Row) {
        row.extend(self.as_slice().iter().copied());
    }

    pub fn as_slice(&self) -> &[u64] {
        &self.all[..self.len]
    }
}

/// A fact of any predicate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fact(RelId, Words);

impl Fact {
    pub fn new(predicate: u16, words: &[u64]) -> Fact {
        Fact(RelId(predicate), Words::new(words))
    }
}

/// Any task, or a step of any plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Task {
    pub code: TaskCode,
    pub words: Words,
}

impl Task {
    pub fn new(code: TaskCode, words: &[u64]) -> Task {
        let words = Words::new(words);
        Task { code, words }
    }

    /// A task without parameters.
    pub fn named(name: &str) -> Option<Task> {
        let number = current().tables.tasks.iter().position(|of| of.name == name);
        let number = u16::try_from(number?).ok()?;
        Some(Task::new(TaskCode::Task(TaskId(number)), &[]))
    }
}

impl Hash for Fact {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hash_fact::<Untyped, H>(*self, hasher);
    }
}

impl Display for Fact {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        show_fact::<Untyped>(*self, f)
    }
}

impl Hash for Task {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hash_task::<Untyped, H>(*self, hasher);
    }
}

impl Display for Task {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        show_task::<Untyped>(*self, f)
    }
}

impl Domain for Untyped {
    type Context<'c> = ();
    type Fact = Fact;
    type Task = Task;
    type Action = Task;
    type Agent = NoAgent;

    fn tables() -> &'static Tables {
        current().tables
    }

    fn functions() -> &'static Functions<Untyped> {
        current().functions
    }

    fn fact_to_row(Fact(rel, words): Fact, row: &mut Row) -> RelId {
        words.write(row);
        rel
    }

    fn fact_from_row(rel: RelId, row: &[u64]) -> Fact {
        Fact(rel, Words::new(row))
    }

    fn task_to_row(task: Task, row: &mut Row) -> TaskCode {
        task.words.write(row);
        task.code
    }

    fn task_from_row(code: TaskCode, row: &[u64]) -> Task {
        Task::new(code, row)
    }

    fn action_from_row(task: TaskId, row: &[u64]) -> Option<Task> {
        Some(Task::new(TaskCode::Task(task), row))
    }

    #[cfg(feature = "reload")]
    fn registry() -> Option<&'static Registry<Untyped>> {
        current().registry
    }

    fn reference() -> Option<ReferenceDomain<Untyped>> {
        let (rows, expressions) = current().reference?;
        Some(ReferenceDomain { rows, expressions })
    }
}

/// Words are saved as numbers. Saves with types are tested elsewhere.
impl SaveTerms for Untyped {
    fn save_term<S: Serializer>(_: u16, word: u64, to: S) -> std::result::Result<S::Ok, S::Error> {
        to.serialize_u64(word)
    }
}

impl LoadTerms for Untyped {
    fn load_term<'de, De: Deserializer<'de>>(
        _: u16,
        from: De,
    ) -> std::result::Result<u64, De::Error> {
        u64::deserialize(from)
    }
}
