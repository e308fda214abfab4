//! States, planners, beliefs and schedulers in saves: what they look like, and what is refused. One program, because each takes
//! longer to link than its tests run.

mod beliefs;
mod exchanged;
mod histories;
mod machines;
mod mapping;
mod not_all_serde;
mod planner;
mod refused;
mod scheduler;
mod spelling;
mod state;
mod together;
mod versions;
