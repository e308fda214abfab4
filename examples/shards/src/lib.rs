//! Squads that move between processes: the world is a ring, each process owns a part of it, and a squad that walks across a
//! border is handed over in the middle of its plan.
//!
//! | module | contents |
//! |---|---|
//! | `domain` | the domain of a squad, and the ring |
//! | `squad` | a squad: its director and its running actions |
//! | `leg` | the journal of a squad on one shard, and its replay |
//! | `shard` | the squads of a process, and the protocol of a hand-over |
//! | `wire` | Zenoh: queries, confirmations, liveliness |

pub mod domain;
pub mod leg;
pub mod shard;
pub mod squad;
pub mod wire;
