//! Stores and restores: saves, journals, and the container of records that journals and recordings share.
//!
//! | module | contents |
//! |---|---|
//! | `save` | saves: the domain they belong to, facts and tasks in the domain's spelling, mapped handles |
//! | `journal` | journals: the inputs of a director, to be replayed and compared |
//! | `container` | a stream of records with lengths and checksums |
//! | `schema` | the schema of a domain in a stream, and how it is compared |

pub(crate) mod changes;
pub mod container;
pub mod journal;
pub mod save;
pub mod schema;
