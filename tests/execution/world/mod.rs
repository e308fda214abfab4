//! A world of random or exhaustive inputs, and judges of what the executor promises. The judges know the domain and
//! the public events, and nothing of the executor's inside.

pub mod claims;
pub mod episode;
pub mod explore;
pub mod generate;
pub mod graph;
pub mod model;
pub mod replay;
pub mod rules;
pub mod specs;
pub mod troupe;
