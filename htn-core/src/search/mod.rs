//! Searches for plans: the machine that runs a domain's code, and what emitted conditions and queries call.
//!
//! | module | contents |
//! |---|---|
//! | `planner` | `Planner`: a search that a game starts and resumes |
//! | `machine` | the search itself: a loop over ops with choice points, frames and a trail |
//! | `solve` | the workspace of an emitted condition: its solutions, memory for rows, budget |
//! | `host` | the calls between the engine and the functions of a domain |
//! | `query` | queries of axioms from a game |

pub mod host;
pub(crate) mod machine;
pub(crate) mod planner;
pub mod query;
pub mod solve;
