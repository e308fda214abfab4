//! The game: a map, the bodies of the bots, and the server that says what happens. It knows nothing of planning.
//!
//! | file | what is in it |
//! |---|---|
//! | `map` | a map as text becomes waypoints, ways and sight |
//! | `read` | what may be wrong with such a text |
//! | `body` | one body for all bots: where it stands, how it walks |
//! | `reactions` | its finite state machine: explore, go, hunt, flee |
//! | `combat` | who sees whom, shots, wounds |
//! | `server` | the match: orders in, reports out, points, scores, respawns, the end |

mod body;
pub mod combat;
mod map;
pub mod reactions;
mod read;
mod server;

pub use body::{Body, Skill, State};
pub use map::{Map, Place};
pub use server::{End, Order, Report, Rules, SECONDS_A_POINT, Server, Side, TICKS_A_SECOND, other};
