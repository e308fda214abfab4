//! The schema of a domain in a save, a journal or a recording, and how it is compared with that of the program.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use crate::model::bytes::{DecodeError, Decoder, Encoder, Read};
use crate::model::domain::{Domain, MAX_COLUMNS, TaskCode};
use crate::model::show::Counted;
use crate::tables::{Param, RelId, TaskId, TaskKind};

/// A kind of named parts of a domain. The example of
/// [`Header`](https://docs.rs/squad-htn/latest/squad_htn/save/struct.Header.html) prints differences of several kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum SchemaPart {
    /// A predicate.
    Predicate,
    /// A compound task.
    Method,
    /// An operator.
    Operator,
    /// An internal operator.
    InternalOperator,
    /// `block_on` and the like, which every domain has.
    BuiltIn,
    /// The block of a body, which nothing refers to.
    Block,
}

impl SchemaPart {
    const ALL: [SchemaPart; 6] = [
        SchemaPart::Predicate,
        SchemaPart::Method,
        SchemaPart::Operator,
        SchemaPart::InternalOperator,
        SchemaPart::BuiltIn,
        SchemaPart::Block,
    ];

    /// Returns the name of one of its columns, and of several.
    fn columns(self) -> [&'static str; 2] {
        match self {
            SchemaPart::Predicate => ["column", "columns"],
            _ => ["parameter", "parameters"],
        }
    }
}

impl fmt::Display for SchemaPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            SchemaPart::Predicate => "predicate",
            SchemaPart::Method => "method",
            SchemaPart::Operator => "operator",
            SchemaPart::InternalOperator => "internal operator",
            SchemaPart::BuiltIn => "built-in operator",
            SchemaPart::Block => "block",
        })
    }
}

/// A difference between the domain of a file and the domain of the program. The example of
/// [`Header`](https://docs.rs/squad-htn/latest/squad_htn/save/struct.Header.html) prints some.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SchemaError {
    /// It has another domain.
    OtherDomain {
        /// Its domain.
        found: String,
        /// The domain of the program.
        wanted: &'static str,
    },
    /// A predicate or task no longer exists.
    Gone {
        /// Its kind.
        part: SchemaPart,
        /// Its name.
        name: String,
    },
    /// A predicate or task did not exist.
    New {
        /// Its kind.
        part: SchemaPart,
        /// Its name.
        name: String,
    },
    /// A task is of another kind.
    Kind {
        /// Its name.
        name: String,
        /// The former kind.
        was: SchemaPart,
        /// The kind now.
        now: SchemaPart,
    },
    /// The number of columns or parameters has changed.
    Columns {
        /// A predicate or a task.
        part: SchemaPart,
        /// Its name.
        name: String,
        /// The former number.
        was: usize,
        /// The number now.
        now: usize,
    },
    /// A column or parameter has another type or another name.
    Type {
        /// A predicate or a task.
        part: SchemaPart,
        /// Its name.
        name: String,
        /// The number of the column or parameter, from 1 on.
        column: usize,
        /// Its type then.
        was: String,
        /// Its type now.
        now: String,
    },
    /// The type of a column or parameter has another definition.
    Definition {
        /// The name of the type.
        name: String,
    },
    /// The key of a predicate has changed.
    Key {
        /// The predicate.
        name: String,
        /// The number of columns before `=>`, if there was one.
        was: Option<usize>,
        /// The number of columns before `=>`, if there is one.
        now: Option<usize>,
    },
    /// Branches were added, removed, renamed or reordered.
    Branches,
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let help = "use the build of the game that wrote it, or make a new one";
        write!(f, "{}; help: {help}", SchemaDifference(self))
    }
}

/// A difference without help.
pub(crate) struct SchemaDifference<'a>(pub &'a SchemaError);

impl fmt::Display for SchemaDifference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            SchemaError::OtherDomain { found, wanted } => {
                let found = crate::visible(found);
                write!(f, "its domain is `{found}`, not `{wanted}`")
            }
            SchemaError::Gone { part, name } => write!(f, "{part} `{name}` is gone"),
            SchemaError::New { part, name } => write!(f, "{part} `{name}` is new"),
            SchemaError::Kind { name, was, now } => {
                write!(f, "`{name}` was {}, now {}", a(was), a(now))
            }
            SchemaError::Columns {
                part,
                name,
                was,
                now,
            } => {
                let [column, columns] = part.columns();
                let was = Counted(*was as u64, column, columns);
                write!(f, "{part} `{name}` had {was}, now {now}")
            }
            SchemaError::Type {
                part,
                name,
                column,
                was,
                now,
            } => {
                let [kind, _] = part.columns();
                write!(f, "`{name}`: {kind} {column} was `{was}`, now `{now}`")
            }
            SchemaError::Definition { name } => {
                write!(f, "type `{name}` has a different definition")
            }
            SchemaError::Key { name, was, now } => {
                let change = match (was, now) {
                    (None, _) => "no `=>`, now it has one",
                    (_, None) => "a `=>`, now it has none",
                    _ => "its `=>` elsewhere",
                };
                write!(f, "predicate `{name}` had {change}")
            }
            SchemaError::Branches => f.write_str("the branches of the domain have changed"),
        }
    }
}

impl Error for SchemaError {}

/// Returns the name of a kind of things with its article.
pub(crate) fn a(kind: &impl ToString) -> String {
    let kind = kind.to_string();
    let article = if kind.starts_with(['a', 'e', 'i', 'o']) {
        "an"
    } else {
        "a"
    };
    format!("{article} {kind}")
}

/// A predicate or task.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct SchemaItem {
    pub part: SchemaPart,
    pub name: String,
    /// The names and types of its columns or parameters. Types are places in [`Schema::types`]. Facts do not depend on the
    /// names of columns, so those of predicates are empty.
    pub columns: Vec<(String, u16)>,
    /// The number of columns before the `=>` of a predicate.
    key: Option<u8>,
}

/// The names and types of a domain.
///
/// Predicates and tasks have the numbers that they have in the domain's tables, so that records can refer to them by
/// number and another version of the domain finds them by name.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Schema {
    name: String,
    /// [`Domain::HASH`].
    hash: u64,
    /// The name of each type, and the shape of its values: 0 if that is unknown.
    types: Vec<(String, u64)>,
    pub(crate) predicates: Vec<SchemaItem>,
    pub(crate) tasks: Vec<SchemaItem>,
    /// Empty in a save.
    branches: Vec<String>,
}

impl Schema {
    /// Returns the schema of a domain.
    pub fn of<D: Domain>() -> Schema {
        let tables = D::tables();
        let branches = tables.branches.iter().map(|row| row.name.into());
        Schema {
            branches: branches.collect(),
            ..Schema::without_branches::<D>()
        }
    }

    /// Returns the schema of a domain without its branches.
    pub(crate) fn without_branches<D: Domain>() -> Schema {
        let tables = D::tables();
        let predicates = tables.relations.iter().map(|row| {
            let columns = row
                .columns
                .iter()
                .map(|column| (String::new(), column.ty.0));
            SchemaItem {
                part: SchemaPart::Predicate,
                name: row.name.into(),
                columns: columns.collect(),
                key: row.keyed.then(|| row.key.0.count_ones() as u8),
            }
        });
        let param = |param: &Param| (param.name.into(), param.ty.0);
        let tasks = tables.tasks.iter().map(|row| {
            let (part, params) = match row.kind {
                TaskKind::Method => (SchemaPart::Method, row.params),
                TaskKind::External => (SchemaPart::Operator, row.params),
                TaskKind::Internal => (SchemaPart::InternalOperator, row.params),
                TaskKind::Block => (SchemaPart::Block, &[][..]),
                _ => (SchemaPart::BuiltIn, row.params),
            };
            SchemaItem {
                part,
                name: row.name.into(),
                columns: params.iter().map(param).collect(),
                key: None,
            }
        });
        let types = tables.types.iter().map(|ty| (ty.name.into(), ty.shape));
        Schema {
            name: tables.name.into(),
            hash: D::HASH,
            types: types.collect(),
            predicates: predicates.collect(),
            tasks: tasks.collect(),
            branches: Vec::new(),
        }
    }

    /// Returns the same schema for a version of the domain with another hash.
    #[cfg(feature = "reload")]
    pub(crate) fn with_hash(mut self, hash: u64) -> Schema {
        self.hash = hash;
        self
    }

    /// Writes the schema.
    pub fn encode(&self, out: &mut Encoder) {
        out.text(&self.name);
        out.0.extend_from_slice(&self.hash.to_le_bytes());
        out.list(&self.types, |out, (name, shape)| {
            out.text(name);
            out.0.extend_from_slice(&shape.to_le_bytes());
        });
        for items in [&self.predicates, &self.tasks] {
            out.list(items, |out, item| {
                out.number(item.part as u64);
                out.text(&item.name);
                out.optional(item.key.map(u64::from));
                out.list(&item.columns, |out, (name, ty)| {
                    out.text(name);
                    out.number((*ty).into());
                });
            });
        }
        out.list(&self.branches, |out, name| out.text(name));
    }

    /// Reads a schema.
    pub fn decode(from: &mut Decoder<'_>) -> Read<Schema> {
        let hash = |from: &mut Decoder<'_>| {
            let bytes = from.take(8)?.first_chunk().ok_or(DecodeError)?;
            Ok(u64::from_le_bytes(*bytes))
        };
        let (name, own_hash) = (from.text()?, hash(from)?);
        let types = from.list(|from| Ok((from.text()?, hash(from)?)))?;
        let item = |from: &mut Decoder<'_>| {
            let part = SchemaPart::ALL
                .get(from.small::<usize>()?)
                .ok_or(DecodeError)?;
            let item = SchemaItem {
                part: *part,
                name: from.text()?,
                key: from.optional()?.map(|key| key as u8),
                columns: from.list(|from| Ok((from.text()?, from.small()?)))?,
            };
            let has_known_types = || {
                item.columns
                    .iter()
                    .all(|(_, ty)| usize::from(*ty) < types.len())
            };
            let is_valid = item.columns.len() <= MAX_COLUMNS && has_known_types();
            is_valid.then_some(item).ok_or(DecodeError)
        };
        let (predicates, tasks) = (from.list(item)?, from.list(item)?);
        if predicates.len().max(tasks.len()) > usize::from(u16::MAX) {
            return Err(DecodeError);
        }
        Ok(Schema {
            name,
            hash: own_hash,
            predicates,
            tasks,
            branches: from.list(Decoder::text)?,
            types,
        })
    }

    /// Returns the name of the domain.
    pub fn domain(&self) -> &str {
        &self.name
    }

    /// Returns true if this is the schema of `D`, with the same conditions, bodies and capacities.
    pub fn is_exactly<D: Domain>(&self) -> bool {
        self.hash == D::HASH
    }

    /// Returns the number of columns of each predicate.
    pub fn columns(&self) -> impl Iterator<Item = usize> + '_ {
        self.predicates.iter().map(|item| item.columns.len())
    }

    /// Returns the number of parameters of a task; `None` if there is no such task.
    pub fn parameters(&self, task: TaskCode) -> Option<usize> {
        self.item(task).map(|item| item.columns.len())
    }

    fn item(&self, task: TaskCode) -> Option<&SchemaItem> {
        match task {
            TaskCode::Task(task) => self.tasks.get(usize::from(task.0)),
            TaskCode::Fact(_, rel) => self.predicates.get(usize::from(rel.0)),
        }
    }

    /// Compares the names of the domains.
    ///
    /// # Errors
    ///
    /// They differ.
    pub fn check_name<D: Domain>(&self) -> Result<(), SchemaError> {
        let wanted = D::tables().name;
        if self.name == wanted {
            return Ok(());
        }
        Err(SchemaError::OtherDomain {
            found: self.name.clone(),
            wanted,
        })
    }

    /// Compares everything but conditions, bodies and capacities.
    ///
    /// # Errors
    ///
    /// Returns the first difference.
    pub fn check<D: Domain>(&self) -> Result<(), SchemaError> {
        self.check_name::<D>()?;
        let now = Schema::of::<D>();
        if let Some(difference) = self.differences(&now, Strictness::Types).into_iter().next() {
            return Err(difference);
        }
        if self.branches == now.branches {
            Ok(())
        } else {
            Err(SchemaError::Branches)
        }
    }

    /// Returns the differences of predicates and tasks, then those of types, then new predicates and tasks.
    pub(crate) fn differences(&self, now: &Schema, strictness: Strictness) -> Vec<SchemaError> {
        let (mut differences, mut definitions) = (Vec::new(), Vec::new());
        for item in self.named_items() {
            match self.find(item, now, strictness) {
                Ok(_) => {}
                Err(error @ SchemaError::Definition { .. }) if definitions.contains(&error) => {}
                Err(error @ SchemaError::Definition { .. }) => definitions.push(error),
                Err(error) => differences.push(error),
            }
        }
        differences.append(&mut definitions);
        for item in now.named_items() {
            if let Err(SchemaError::Gone { part, name }) = now.find(item, self, strictness) {
                differences.push(SchemaError::New { part, name });
            }
        }
        differences
    }

    /// Returns true if the same predicates and tasks are declared in the same order.
    pub(crate) fn has_order_of(&self, other: &Schema) -> bool {
        let names = |schema: &'_ Schema| {
            schema
                .named_items()
                .map(|item| item.name.clone())
                .collect::<Vec<_>>()
        };
        names(self) == names(other)
    }

    /// Returns the number of a predicate in another version of the domain.
    ///
    /// # Errors
    ///
    /// It does not exist there, or has other columns.
    pub fn find_predicate(&self, predicate: usize, now: &Schema) -> Result<RelId, SchemaError> {
        let unknown = SchemaError::Gone {
            part: SchemaPart::Predicate,
            name: String::new(),
        };
        let item = self.predicates.get(predicate).ok_or(unknown)?;
        self.find(item, now, Strictness::Types).map(RelId)
    }

    /// Returns the code of a task in another version of the domain.
    ///
    /// # Errors
    ///
    /// It does not exist there, or has other parameters.
    pub fn find_task(&self, task: TaskCode, now: &Schema) -> Result<TaskCode, SchemaError> {
        let unknown = SchemaError::Gone {
            part: SchemaPart::Method,
            name: String::new(),
        };
        let item = self.item(task).ok_or(unknown)?;
        let number = self.find(item, now, Strictness::Types)?;
        Ok(match task {
            TaskCode::Task(_) => TaskCode::Task(TaskId(number)),
            TaskCode::Fact(verb, _) => TaskCode::Fact(verb, RelId(number)),
        })
    }

    fn named_items(&self) -> impl Iterator<Item = &SchemaItem> {
        let items = self.predicates.iter().chain(&self.tasks);
        items.filter(|item| item.part != SchemaPart::Block)
    }

    /// Finds an item by its name and types. A domain may have several tasks of one name.
    pub(crate) fn find(
        &self,
        item: &SchemaItem,
        now: &Schema,
        strictness: Strictness,
    ) -> Result<u16, SchemaError> {
        let (part, name) = (item.part, item.name.clone());
        let items = match part {
            SchemaPart::Predicate => &now.predicates,
            _ => &now.tasks,
        };
        let mut error = SchemaError::Gone { part, name };
        let is_named = |item: &SchemaItem| item.part != SchemaPart::Block;
        for (other, number) in items.iter().zip(0..) {
            if is_named(item) && is_named(other) && other.name == item.name {
                match self.compare(item, now, other, strictness) {
                    Ok(()) => return Ok(number),
                    Err(difference) => error = difference,
                }
            }
        }
        Err(error)
    }

    /// Compares two items of one name.
    fn compare(
        &self,
        item: &SchemaItem,
        now: &Schema,
        other: &SchemaItem,
        strictness: Strictness,
    ) -> Result<(), SchemaError> {
        let (part, name) = (item.part, item.name.clone());
        let is_strict = strictness == Strictness::Signatures;
        if is_strict && part != other.part {
            let (was, now) = (part, other.part);
            return Err(SchemaError::Kind { name, was, now });
        }
        let (was, is) = (item.columns.len(), other.columns.len());
        if was != is {
            return Err(SchemaError::Columns {
                part,
                name,
                was,
                now: is,
            });
        }
        let mut definition = Ok(());
        for ((was, is), column) in item.columns.iter().zip(&other.columns).zip(1..) {
            let ((was_type, was_shape), (now_type, now_shape)) =
                (self.type_of(was.1), now.type_of(is.1));
            if was_type != now_type || (is_strict && was.0 != is.0) {
                let text = |(name, _): &(String, u16), ty: &str| match name.as_str() {
                    "" => ty.to_string(),
                    name => format!("{name}: {ty}"),
                };
                return Err(SchemaError::Type {
                    part,
                    name,
                    column,
                    was: text(was, was_type),
                    now: text(is, now_type),
                });
            }
            if was_shape != now_shape {
                definition = Err(SchemaError::Definition {
                    name: was_type.into(),
                });
            }
        }
        if is_strict && item.key != other.key {
            let key = |item: &SchemaItem| item.key.map(usize::from);
            let (was, now) = (key(item), key(other));
            return Err(SchemaError::Key { name, was, now });
        }
        definition
    }

    fn type_of(&self, ty: u16) -> (&str, u64) {
        let ty = self.types.get(usize::from(ty));
        ty.map_or(("", 0), |(name, shape)| (name, *shape))
    }
}

/// The properties in which two predicates or tasks of one name must agree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Strictness {
    /// The types of columns and parameters.
    Types,
    /// Also the kinds of tasks, the names of parameters and the keys of predicates, on which saves depend.
    Signatures,
}
