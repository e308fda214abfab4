//! What can be known of a plan before it is carried out: how far it is from others, when its steps start and end, what each
//! unit does at every time step, and what the facts would be if a step failed.

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
#[path = "schedules/matrix.rs"]
mod matrix;
#[path = "schedules/times.rs"]
mod times;
