//! What the contract says, construct by construct.

mod bodies;
mod bounds;
mod build;
mod conditions;
mod steps;
