//! What the names of a domain stand for, and whether they are used for what they are.

mod names;

pub use names::{AxiomGroup, Callee, Names, TaskGroup, camel};

use crate::ast::Domain;
use crate::errors::Errors;

/// Builds the table of names, and reports every structural error of the domain: all but what is bound where.
pub fn resolve<'a>(domain: &'a Domain, _errors: &mut Errors) -> Names<'a> {
    Names::new(domain)
}
