//! Three levels with a domain each: headquarters send squads, leaders give orders, and soldiers act.

mod commanders;
mod leaders;
mod soldiers;

pub use commanders::command;
pub use leaders::leader;
pub use soldiers::soldier;
