//! Worlds with random or exhaustive inputs, and checks of the executor's contract. The checks use the domain and the public
//! events, and nothing internal.

/// Returns the message as an error if the condition is false.
macro_rules! ensure {
    ($condition:expr, $($message:tt)*) => {
        if !$condition {
            return Err(format!($($message)*));
        }
    };
}

pub mod claims;
pub mod compare;
pub mod decisions;
pub mod director_fuzz_members;
pub mod director_fuzz_model;
pub mod director_fuzz_panics;
pub mod director_fuzz_scripts;
pub mod episode;
pub mod executor_fuzz_sleep;
pub mod explore;
pub mod generate;
pub mod grafts;
pub mod graph;
pub mod home;
pub mod journals;
pub mod members;
pub mod model;
pub mod replay;
pub mod rules;
pub mod seed;
pub mod specs;
pub mod visits;
