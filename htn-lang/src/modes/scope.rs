//! The names that are bound at a place of a domain, and the errors for other names.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::Ident;

use crate::ir::VarId;
use crate::suggest::nearest;

/// The reason why a bound variable no longer has a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hidden {
    Negation,
    OneSide,
    Forall,
    Aggregate,
    WhenPlanning,
    Block(&'static str),
    Strand,
}

impl Hidden {
    /// Returns true if the name may be bound again as another variable.
    pub fn is_free_again(self) -> bool {
        !matches!(
            self,
            Hidden::Negation | Hidden::OneSide | Hidden::WhenPlanning
        )
    }

    /// Returns the error for a use of the name.
    pub fn complaint(self, name: &str) -> String {
        match self {
            Hidden::Negation => format!(
                "`{name}` is bound only inside `!`, so it has no value here\nhelp: bind `{name}` before the `!`, or write `_` inside it"
            ),
            Hidden::OneSide => format!(
                "`{name}` is bound on one side of `||` only, so it may have no value here\nhelp: bind `{name}` on every side, or before the `||`"
            ),
            Hidden::Forall => format!(
                "`{name}` is bound only inside `forall`, so it has no value here\nhelp: bind `{name}` with an atom outside"
            ),
            Hidden::Aggregate => format!(
                "`{name}` is bound only inside the aggregate, so it has no value here\nhelp: bind `{name}` with an atom outside"
            ),
            Hidden::WhenPlanning => format!(
                "`{name}` is bound only inside `when_planning`, so it has no value here\nhelp: bind `{name}` with a condition outside `when_planning`, or write `_` inside it"
            ),
            Hidden::Block(keyword) => format!(
                "`{name}` is bound only inside the `{keyword}` above, so it has no value here\nhelp: use `{name}` inside that block"
            ),
            Hidden::Strand => format!(
                "`{name}` is bound in one strand of `unordered` only, and strands may run in any order\nhelp: move the tasks that use `{name}` into the same `{{ … }}`"
            ),
        }
    }
}

/// The names of one branch, operator or axiom.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    pub bound: BTreeMap<String, VarId>,
    pub hidden: BTreeMap<String, Hidden>,
    /// The variables that the `when_planning`s of the current guard bind.
    pub planned: BTreeMap<String, VarId>,
    /// The variables of names that are not bound yet: open parameters, and names that an earlier side of `||` binds.
    pub reserved: BTreeMap<String, VarId>,
    /// Every name that is bound anywhere in the item.
    pub binders: BTreeSet<String>,
    /// Parameters of an axiom, which `let` may compare with.
    pub comparable: BTreeSet<VarId>,
    /// Variables of conditions with their binding names.
    pub watched: Vec<(VarId, Ident)>,
    pub used: BTreeSet<VarId>,
    /// Names with a reported error.
    pub reported: BTreeSet<String>,
}

impl Scope {
    /// Returns the error for a name that has no value.
    pub fn complaint(&self, name: &str) -> String {
        if let Some(hidden) = self.hidden.get(name) {
            return hidden.complaint(name);
        }
        if self.binders.contains(name) {
            return format!(
                "`{name}` is not bound here: it is bound further on\nhelp: move this after the place that binds `{name}`"
            );
        }
        match nearest(name, self.bound.keys()) {
            Some(near) => {
                format!(
                    "unknown variable `{name}`\nhelp: a variable with a similar name exists: `{near}`"
                )
            }
            None => format!(
                "unknown variable `{name}`\nhelp: bind it with an atom or a `let` before this"
            ),
        }
    }

    /// Returns true if the name or a similar one is known here.
    pub fn is_known(&self, name: &str) -> bool {
        let here = self.bound.contains_key(name)
            || self.hidden.contains_key(name)
            || self.binders.contains(name);
        here || nearest(name, self.bound.keys()).is_some()
    }

    /// Returns the error for a variable that is never used again.
    pub fn unused(&self, name: &str) -> String {
        let others = self.binders.iter().chain(self.bound.keys());
        let cure = match nearest(name, others) {
            Some(near) => format!("a variable with a similar name exists: `{near}`"),
            None if name == "_" => "write `_`".to_owned(),
            None => format!("write `_` or `_{name}` if this is intended"),
        };
        format!("`{name}` is bound but never used\nhelp: {cure}")
    }
}
