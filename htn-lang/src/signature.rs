//! The items of a domain that the types of a compiled program depend on, as texts.

use crate::ast::Domain;
use crate::parse::tokens::plain;
use crate::text::text;

/// The texts that a reloaded domain must share with the compiled one, beside its tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// `name: &Type`, or empty without a context.
    pub context: String,
    /// The type of the agents; empty without one.
    pub agent: String,
    /// The `use` items.
    pub uses: Vec<String>,
    /// The names of public tasks.
    pub public: Vec<String>,
    /// The methods that return a value, with its type.
    pub returns: Vec<(String, String)>,
    /// The capacities, by predicate; empty for one without.
    pub capacities: Vec<String>,
}

impl Signature {
    pub fn of(domain: &Domain) -> Signature {
        let context = domain.context.as_ref();
        let operators = domain.operators.iter().filter(|of| of.public);
        let methods = domain.methods.iter();
        let public = methods.clone().filter(|of| of.public);
        let mut returns: Vec<(String, String)> = methods
            .filter_map(|of| Some((plain(&of.name), text(&of.returns.as_ref()?.tokens))))
            .collect();
        returns.dedup();
        let mut public: Vec<String> = (operators.map(|of| plain(&of.name)))
            .chain(public.map(|of| plain(&of.name)))
            .collect();
        public.dedup();
        let capacities = domain.predicates.iter().map(|of| {
            let capacity = of.capacity.as_ref();
            capacity.map_or_else(String::new, |capacity| text(&capacity.tokens))
        });
        Signature {
            context: context.map_or_else(String::new, |of| {
                format!("{}: &{}", plain(&of.name), text(&of.ty.tokens))
            }),
            agent: (domain.agents.first()).map_or_else(String::new, |of| text(&of.tokens)),
            uses: domain.uses.iter().map(text).collect(),
            public,
            returns,
            capacities: capacities.collect(),
        }
    }
}
