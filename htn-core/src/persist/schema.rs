//! The schema of a domain in a journal or a recording, and how it is compared with that of the program.

use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use crate::model::bytes::{DecodeError, Decoder, Encoder, Read};
use crate::model::domain::{Domain, MAX_COLUMNS, TaskCode};
use crate::model::show::Counted;
use crate::tables::{Param, RelId, Tables, TaskId, TaskKind};

/// A named part of a domain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SchemaPart {
    /// A predicate.
    Predicate,
    /// A task.
    Task,
}

impl SchemaPart {
    fn column(self) -> &'static str {
        match self {
            SchemaPart::Predicate => "column",
            SchemaPart::Task => "parameter",
        }
    }
}

impl fmt::Display for SchemaPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            SchemaPart::Predicate => "predicate",
            SchemaPart::Task => "task",
        })
    }
}

/// The first difference between the domain of a journal or recording and the domain of the program.
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
    /// A predicate or task does not exist any more.
    Gone {
        /// Which of both.
        part: SchemaPart,
        /// Its name.
        name: String,
    },
    /// A predicate or task did not exist.
    New {
        /// Which of both.
        part: SchemaPart,
        /// Its name.
        name: String,
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
    /// A column or parameter has another type, or its type has another definition.
    Type {
        /// A predicate or a task.
        part: SchemaPart,
        /// Its name.
        name: String,
        /// Which column or parameter, from 1 on.
        column: usize,
        /// Its type then.
        was: String,
        /// Its type now.
        now: String,
    },
    /// Branches were added, removed, renamed or reordered.
    Branches,
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SchemaError::OtherDomain { found, wanted } => {
                let found = crate::visible(found);
                write!(f, "its domain is `{found}`, and not `{wanted}`")?;
            }
            SchemaError::Gone { part, name } => {
                write!(f, "the domain has no {part} `{name}` any more")?;
            }
            SchemaError::New { part, name } => write!(f, "{part} `{name}` is new in the domain")?,
            SchemaError::Columns {
                part,
                name,
                was,
                now,
            } => {
                let column = part.column();
                let columns = match part {
                    SchemaPart::Predicate => "columns",
                    SchemaPart::Task => "parameters",
                };
                let was = Counted(*was as u64, column, columns);
                write!(f, "{part} `{name}` had {was}, and has {now} now")?;
            }
            SchemaError::Type {
                part,
                name,
                column,
                was,
                now,
            } => {
                write!(f, "{} {column} of {part} `{name}` ", part.column())?;
                if was == now {
                    write!(f, "has the type `{now}`, whose definition has changed")?;
                } else {
                    write!(f, "had the type `{was}`, and has `{now}` now")?;
                }
            }
            SchemaError::Branches => f.write_str("the domain has other branches now")?,
        }
        f.write_str("; help: use the build of the game that wrote it, or make a new one")
    }
}

impl Error for SchemaError {}

/// A predicate or task with the types of its columns, which are places in [`Schema::types`].
#[derive(Clone, PartialEq, Eq, Debug)]
struct SchemaItem {
    /// Empty for the block of a body, which nothing refers to.
    name: String,
    types: Vec<u16>,
}

/// The names and types of a domain.
///
/// Predicates and tasks have the numbers that they have in the domain's tables, so that records can refer to them by
/// number and another version of the domain finds them by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schema {
    name: String,
    /// [`Domain::HASH`].
    hash: u64,
    /// The name of each type, and the shape of its values: 0 if that is unknown.
    types: Vec<(String, u64)>,
    predicates: Vec<SchemaItem>,
    tasks: Vec<SchemaItem>,
    branches: Vec<String>,
}

impl Schema {
    /// Returns the schema of a domain.
    pub fn of<D: Domain>() -> Schema {
        Schema::new(D::tables(), D::HASH)
    }

    fn new(tables: &Tables, hash: u64) -> Schema {
        let item = |name: &str, params: &[Param]| SchemaItem {
            name: name.into(),
            types: params.iter().map(|param| param.ty.0).collect(),
        };
        let predicates = tables.relations.iter();
        let tasks = tables.tasks.iter().map(|task| match task.kind {
            TaskKind::Block => item("", &[]),
            _ => item(task.name, task.params),
        });
        Schema {
            name: tables.name.into(),
            hash,
            types: tables
                .types
                .iter()
                .map(|ty| (ty.name.into(), ty.shape))
                .collect(),
            predicates: predicates.map(|rel| item(rel.name, rel.columns)).collect(),
            tasks: tasks.collect(),
            branches: tables.branches.iter().map(|row| row.name.into()).collect(),
        }
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
                out.text(&item.name);
                out.list(&item.types, |out, ty| out.number((*ty).into()));
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
            let name = from.text()?;
            let types_of = from.list(|from| {
                let ty: u16 = from.small()?;
                let is_known = usize::from(ty) < types.len();
                is_known.then_some(ty).ok_or(DecodeError)
            })?;
            if types_of.len() > MAX_COLUMNS {
                return Err(DecodeError);
            }
            Ok(SchemaItem {
                name,
                types: types_of,
            })
        };
        let predicates = from.list(item)?;
        let tasks = from.list(item)?;
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
        self.predicates.iter().map(|item| item.types.len())
    }

    /// Returns the number of parameters of a task; `None` if there is no such task.
    pub fn parameters(&self, task: TaskCode) -> Option<usize> {
        let item = match task {
            TaskCode::Task(task) => self.tasks.get(usize::from(task.0)),
            TaskCode::Add(rel) | TaskCode::Delete(rel) => self.predicates.get(usize::from(rel.0)),
        };
        item.map(|item| item.types.len())
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
        for part in [SchemaPart::Predicate, SchemaPart::Task] {
            let is_named = |item: &&SchemaItem| !item.name.is_empty();
            for item in self.items(part).iter().filter(is_named) {
                self.find(part, item, &now)?;
            }
            for item in now.items(part).iter().filter(is_named) {
                let was = now.find(part, item, self);
                was.map_err(|_| SchemaError::New {
                    part,
                    name: item.name.clone(),
                })?;
            }
        }
        if self.branches == now.branches {
            Ok(())
        } else {
            Err(SchemaError::Branches)
        }
    }

    /// Returns the number of a predicate in another version of the domain.
    ///
    /// # Errors
    ///
    /// It does not exist there, or has other columns.
    pub fn find_predicate(&self, predicate: usize, now: &Schema) -> Result<RelId, SchemaError> {
        let part = SchemaPart::Predicate;
        let item = self.predicates.get(predicate).ok_or(SchemaError::Gone {
            part,
            name: String::new(),
        })?;
        self.find(part, item, now).map(RelId)
    }

    /// Returns the code of a task in another version of the domain.
    ///
    /// # Errors
    ///
    /// It does not exist there, or has other parameters.
    pub fn find_task(&self, task: TaskCode, now: &Schema) -> Result<TaskCode, SchemaError> {
        let rel = |rel: RelId| self.find_predicate(usize::from(rel.0), now);
        match task {
            TaskCode::Add(added) => rel(added).map(TaskCode::Add),
            TaskCode::Delete(deleted) => rel(deleted).map(TaskCode::Delete),
            TaskCode::Task(task) => {
                let part = SchemaPart::Task;
                let item = self.tasks.get(usize::from(task.0));
                let item = item.ok_or(SchemaError::Gone {
                    part,
                    name: String::new(),
                })?;
                self.find(part, item, now)
                    .map(|task| TaskCode::Task(TaskId(task)))
            }
        }
    }

    fn items(&self, part: SchemaPart) -> &[SchemaItem] {
        match part {
            SchemaPart::Predicate => &self.predicates,
            SchemaPart::Task => &self.tasks,
        }
    }

    /// Finds an item by its name and types. A domain may have several tasks of one name.
    fn find(&self, part: SchemaPart, item: &SchemaItem, now: &Schema) -> Result<u16, SchemaError> {
        let name = item.name.clone();
        let mut error = SchemaError::Gone { part, name };
        for (other, number) in now.items(part).iter().zip(0..) {
            if other.name == item.name && !item.name.is_empty() {
                match self.compare(part, item, now, other) {
                    Ok(()) => return Ok(number),
                    Err(difference) => error = difference,
                }
            }
        }
        Err(error)
    }

    /// Compares the types of two items of one name.
    fn compare(
        &self,
        part: SchemaPart,
        item: &SchemaItem,
        now: &Schema,
        other: &SchemaItem,
    ) -> Result<(), SchemaError> {
        let name = item.name.clone();
        if item.types.len() != other.types.len() {
            return Err(SchemaError::Columns {
                part,
                name,
                was: item.types.len(),
                now: other.types.len(),
            });
        }
        for ((was, is), column) in item.types.iter().zip(&other.types).zip(1..) {
            let (was, is) = (self.type_of(*was), now.type_of(*is));
            if was != is {
                return Err(SchemaError::Type {
                    part,
                    name,
                    column,
                    was: was.0.into(),
                    now: is.0.into(),
                });
            }
        }
        Ok(())
    }

    fn type_of(&self, ty: u16) -> (&str, u64) {
        let ty = self.types.get(usize::from(ty));
        ty.map_or(("", 0), |(name, shape)| (name, *shape))
    }
}
