//! Runs squads: a director plans and executes for one squad, a scheduler shares planners and time among many.

pub(crate) mod director;
pub(crate) mod scheduler;
