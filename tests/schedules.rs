//! Analysis of plans before their execution: distances, start and end times of steps, execution matrices, and the facts after
//! the failure of a step.

mod common;

#[path = "schedules/different.rs"]
mod different;
#[path = "schedules/distance.rs"]
mod distance;
#[path = "schedules/drill.rs"]
mod drill;
#[path = "schedules/driven.rs"]
mod driven;
#[path = "schedules/failing.rs"]
mod failing;
#[path = "schedules/later.rs"]
mod later;
#[path = "schedules/matrix.rs"]
mod matrix;
#[path = "schedules/times.rs"]
mod times;
