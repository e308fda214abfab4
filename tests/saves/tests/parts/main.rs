//! The form of states, planners, beliefs and schedulers in saves, and the errors of damaged ones. They are one program,
//! because linking takes longer than the tests.

mod beliefs;
mod exchanged;
mod histories;
mod later;
mod machines;
mod mapping;
mod not_all_serde;
mod planner;
mod protecting;
mod refused;
mod scheduler;
mod spelling;
mod state;
mod together;
mod versions;
