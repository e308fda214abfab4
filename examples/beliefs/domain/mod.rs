//! Three levels, a domain each: headquarters send squads, a leader hands out orders, and soldiers look after themselves.

mod commanders;
mod leaders;
mod soldiers;

pub use commanders::command;
pub use leaders::leader;
pub use soldiers::soldier;
