//! Reads conditions.

use super::Reader;
use super::scope::Scope;
use crate::import::model::Cond;
use crate::import::text::{Expr, List};

/// Conditions of PDDL that have no counterpart here.
const UNSUPPORTED: &[(&str, &str)] = &[
    ("<", "numeric comparisons are"),
    (">", "numeric comparisons are"),
    ("<=", "numeric comparisons are"),
    (">=", "numeric comparisons are"),
    ("preference", "preferences are"),
    ("always", "constraints on trajectories are"),
    ("sometime", "constraints on trajectories are"),
    ("within", "constraints on trajectories are"),
    ("at-most-once", "constraints on trajectories are"),
    ("sometime-after", "constraints on trajectories are"),
    ("sometime-before", "constraints on trajectories are"),
    ("always-within", "constraints on trajectories are"),
    ("hold-during", "constraints on trajectories are"),
    ("hold-after", "constraints on trajectories are"),
];

impl Scope {
    /// Reads a condition. Returns `None` after an error.
    pub fn condition(&mut self, reader: &mut Reader<'_>, expr: &Expr) -> Option<Cond> {
        let Some(list) = expr.list() else {
            let error = reader.problems.error(expr.span(), "expected a condition");
            error.help("a condition is a list, such as `(and …)` or `(predicate ?x)`");
            return None;
        };
        let Some(head) = list.head() else {
            if list.items.is_empty() {
                return Some(Cond::always());
            }
            reader.problems.error(list.span, "expected a condition");
            return None;
        };
        match &head.text.to_ascii_lowercase()[..] {
            "and" => Some(Cond::And(self.conditions(reader, list)?)),
            "or" => Some(Cond::Or(self.conditions(reader, list)?)),
            "not" => {
                let inner = self.only(reader, list)?;
                Some(Cond::Not(Box::new(inner)))
            }
            "imply" => {
                let mut sides = self.conditions(reader, list)?;
                if sides.len() != 2 {
                    let error = reader
                        .problems
                        .error(list.span, "`imply` has two conditions");
                    error.help("write `(imply (a) (b))`");
                    return None;
                }
                let then = sides.pop()?;
                let not = Cond::Not(Box::new(sides.pop()?));
                Some(Cond::Or(vec![not, then]))
            }
            "=" => self.equality(reader, list),
            "exists" => {
                let (vars, inner) = self.quantified(reader, list)?;
                Some(Cond::Exists(vars, Box::new(inner)))
            }
            "forall" => {
                let (vars, inner) = self.quantified(reader, list)?;
                Some(Cond::Forall(vars, Box::new(inner)))
            }
            name => {
                // A predicate may have such a name.
                let is_predicate = reader.world.predicates.iter().any(|of| of.name == name);
                let what = UNSUPPORTED.iter().find(|(word, _)| *word == name);
                if let (Some((_, what)), false) = (what, is_predicate) {
                    reader
                        .problems
                        .error(list.span, format!("{what} not supported"));
                    return None;
                }
                let (predicate, args) = self.atom(reader, list)?;
                Some(Cond::Atom(predicate, args))
            }
        }
    }

    /// Reads the conditions after `and` or `or`. All of them are read, so that each error is reported.
    fn conditions(&mut self, reader: &mut Reader<'_>, list: &List) -> Option<Vec<Cond>> {
        let parts = list.tail().iter();
        let parts: Vec<Option<Cond>> = parts.map(|part| self.condition(reader, part)).collect();
        parts.into_iter().collect()
    }

    fn only(&mut self, reader: &mut Reader<'_>, list: &List) -> Option<Cond> {
        if let [inner] = list.tail() {
            return self.condition(reader, inner);
        }
        reader.problems.error(list.span, "`not` has one condition");
        None
    }

    fn equality(&self, reader: &mut Reader<'_>, list: &List) -> Option<Cond> {
        let [a, b] = list.tail() else {
            let error = reader.problems.error(list.span, "`=` compares two terms");
            error.help("write `(= ?a ?b)`");
            return None;
        };
        for side in [a, b] {
            let is_function = side.list().and_then(List::head).is_some_and(|head| {
                let mut functions = reader.world.functions.iter();
                functions.any(|function| head.is(&function.name))
            });
            if is_function
                || super::is_number(side) && side.word().is_some() && !self.is_object(reader, side)
            {
                reader
                    .problems
                    .error(list.span, "numeric comparisons are not supported");
                return None;
            }
        }
        let (a, b) = (self.term(reader, a), self.term(reader, b));
        Some(Cond::Equal(a?, b?))
    }

    fn is_object(&self, reader: &Reader<'_>, expr: &Expr) -> bool {
        let mut objects = reader.world.objects.iter();
        expr.word()
            .is_some_and(|word| objects.any(|object| object.name == word.text))
    }

    /// Reads `(forall (?x - type) condition)`.
    fn quantified(&mut self, reader: &mut Reader<'_>, list: &List) -> Option<(Vec<usize>, Cond)> {
        let [Expr::List(vars), inner] = list.tail() else {
            let head = list.head().map_or("", |head| &head.text);
            let message = format!("expected variables and a condition after `{head}`");
            let error = reader.problems.error(list.span, message);
            error.help(format!("write `({head} (?x - type) (condition ?x))`"));
            return None;
        };
        let vars = reader.params(&vars.items);
        let vars = self.enter(vars);
        let inner = self.condition(reader, inner);
        self.leave(&vars);
        Some((vars, inner?))
    }
}
