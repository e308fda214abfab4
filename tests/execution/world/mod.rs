//! A world of random or exhaustive inputs, and judges of what the executor promises. The judges know the domain and
//! the public events, and nothing of the executor's inside.

/// Returns the message as an error where the condition does not hold.
macro_rules! ensure {
    ($condition:expr, $($message:tt)*) => {
        if !$condition {
            return Err(format!($($message)*));
        }
    };
}

pub mod brigade;
pub mod claims;
pub mod company;
pub mod compare;
pub mod crowd;
pub mod decisions;
pub mod episode;
pub mod explore;
pub mod generate;
pub mod grafts;
pub mod graph;
pub mod journals;
pub mod members;
pub mod model;
pub mod perils;
pub mod replay;
pub mod rules;
pub mod seed;
pub mod specs;
pub mod troupe;
pub mod visits;
