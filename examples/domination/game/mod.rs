//! The game: a map, the bodies of the bots, and the server that simulates a match. It does not depend on the planner.
//!
//! | file | contents |
//! |---|---|
//! | `map` | waypoints, shortest paths and lines of sight |
//! | `read` | the map's text format and its errors |
//! | `body` | the body of every bot: position and walking |
//! | `reactions` | its finite state machine: explore, go, hunt, flee |
//! | `combat` | sight, shots, wounds |
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
