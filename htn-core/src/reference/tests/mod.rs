//! Tests of the language reference, construct by construct.

mod bodies;
mod bounds;
mod build;
mod conditions;
mod steps;
