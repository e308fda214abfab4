//! Reads actions: conditions, effects and costs.

use super::Reader;
use super::scope::Scope;
use crate::import::model::{Cond, Cost, Effect};
use crate::import::text::{Expr, List, Word};

const KEYS: [&str; 4] = [":parameters", ":precondition", ":effect", ":effects"];
const DURATIVE_KEYS: [&str; 4] = [":parameters", ":condition", ":effect", ":duration"];

/// The effects of an action as they are read.
#[derive(Default)]
struct Effects {
    all: Vec<Effect>,
    costs: Vec<Cost>,
    /// The variables of the `forall`s around, and the condition of the `when` around.
    each: Vec<usize>,
    when: Option<Cond>,
}

impl Reader<'_> {
    pub fn action(&mut self, list: &List, is_durative: bool) {
        let Some((name, keys)) = self.named(list) else {
            return;
        };
        let mut actions = self.world.actions.iter();
        let Some(at) = actions.position(|action| action.name == name.text) else {
            return;
        };
        let mut scope = Scope::new(self.world.actions[at].vars.clone());
        if is_durative {
            let note = self
                .problems
                .note(name.span, "the times of a durative action are ignored");
            note.help("its conditions hold before it, and its effects happen at once");
            self.unknown_keys_but_duration(&keys, &DURATIVE_KEYS, "a durative action");
        } else {
            self.unknown_keys(&keys, &KEYS, "an action");
        }
        let condition = keys.get(if is_durative {
            ":condition"
        } else {
            ":precondition"
        });
        let condition = condition.map(|condition| {
            if is_durative {
                self.timed_condition(&mut scope, condition)
            } else {
                scope.condition(self, condition)
            }
        });
        let mut effects = Effects::default();
        if let Some(effect) = keys.get(":effect").or(keys.get(":effects")) {
            self.effect(&mut scope, effect, &mut effects);
        }
        let action = &mut self.world.actions[at];
        action.condition = condition.flatten().unwrap_or(Cond::always());
        action.effects = effects.all;
        action.costs = effects.costs;
        action.vars = scope.vars;
    }

    fn unknown_keys_but_duration(&mut self, keys: &super::Keys<'_>, known: &[&str], place: &str) {
        let others = keys.0.iter().filter(|(key, _)| !key.is(":duration"));
        let others = super::Keys(others.copied().collect());
        self.unknown_keys(&others, known, place);
    }

    /// Reads `(and (at start c) (over all c) (at end c))` without the times.
    fn timed_condition(&mut self, scope: &mut Scope, expr: &Expr) -> Option<Cond> {
        if let Some(list) = expr.list() {
            if list.begins_with("and") {
                let parts = list.tail().iter();
                let parts: Vec<_> = parts
                    .map(|part| self.timed_condition(scope, part))
                    .collect();
                return Some(Cond::And(parts.into_iter().collect::<Option<_>>()?));
            }
            if let Some(inner) = timed(list) {
                return scope.condition(self, inner);
            }
        }
        scope.condition(self, expr)
    }

    fn effect(&mut self, scope: &mut Scope, expr: &Expr, into: &mut Effects) {
        let Some(list) = expr.list() else {
            let error = self.problems.error(expr.span(), "expected an effect");
            error.help("an effect is a list, such as `(and …)` or `(not (predicate ?x))`");
            return;
        };
        let Some(head) = list.head() else {
            if !list.items.is_empty() {
                self.problems.error(list.span, "expected an effect");
            }
            return;
        };
        if let Some(inner) = timed(list) {
            return self.effect(scope, inner, into);
        }
        match &head.text.to_ascii_lowercase()[..] {
            "and" => list
                .tail()
                .iter()
                .for_each(|part| self.effect(scope, part, into)),
            "not" => match list.tail() {
                [Expr::List(atom)] => self.simple_effect(scope, atom, false, into),
                _ => drop(
                    self.problems
                        .error(list.span, "`not` has one atom in an effect"),
                ),
            },
            "forall" => self.effect_for_each(scope, list, into),
            "when" => self.effect_when(scope, list, into),
            "increase" => self.cost(scope, list, into),
            "decrease" | "assign" | "scale-up" | "scale-down" => {
                let message = format!("the numeric effect `{}` is not supported", head.text);
                let error = self.problems.error(list.span, message);
                error.help("`(increase (total-cost) …)` is");
            }
            _ => self.simple_effect(scope, list, true, into),
        }
    }

    fn simple_effect(&mut self, scope: &Scope, list: &List, is_add: bool, into: &mut Effects) {
        if let Some((predicate, args)) = scope.atom(self, list) {
            into.all.push(Effect {
                each: into.each.clone(),
                when: into.when.clone(),
                is_add,
                predicate,
                args,
            });
        }
    }

    fn effect_for_each(&mut self, scope: &mut Scope, list: &List, into: &mut Effects) {
        let [Expr::List(vars), inner] = list.tail() else {
            let error = self
                .problems
                .error(list.span, "expected variables and an effect after `forall`");
            error.help("write `(forall (?x - type) (effect ?x))`");
            return;
        };
        let vars = self.params(&vars.items);
        let vars = scope.enter(vars);
        let outer = into.each.len();
        into.each.extend(&vars);
        self.effect(scope, inner, into);
        into.each.truncate(outer);
        scope.leave(&vars);
    }

    fn effect_when(&mut self, scope: &mut Scope, list: &List, into: &mut Effects) {
        let [condition, inner] = list.tail() else {
            let error = self
                .problems
                .error(list.span, "expected a condition and an effect after `when`");
            error.help("write `(when (condition ?x) (effect ?x))`");
            return;
        };
        let Some(condition) = self.timed_condition(scope, condition) else {
            return;
        };
        let outer = into.when.clone();
        into.when = Some(match &outer {
            Some(outer) => Cond::And(vec![outer.clone(), condition]),
            None => condition,
        });
        self.effect(scope, inner, into);
        into.when = outer;
    }

    /// Reads `(increase (total-cost) cost)`.
    fn cost(&mut self, scope: &Scope, list: &List, into: &mut Effects) {
        let target = list.tail().first().and_then(Expr::list);
        let is_total = target.is_some_and(|target| target.begins_with("total-cost"));
        let ([_, cost], true) = (list.tail(), is_total) else {
            let error = self
                .problems
                .error(list.span, "only `total-cost` can be increased");
            error.help(
                "write `(increase (total-cost) 5)` or `(increase (total-cost) (function ?x))`",
            );
            return;
        };
        if into.when.is_some() || !into.each.is_empty() {
            let error = self
                .problems
                .error(list.span, "a conditional cost is not supported");
            error.help("write an action for each cost");
            return;
        }
        into.costs.extend(self.cost_value(scope, cost));
    }

    fn cost_value(&mut self, scope: &Scope, expr: &Expr) -> Option<Cost> {
        let list = match expr {
            Expr::Word(word) => return self.number(word).map(Cost::Number),
            Expr::List(list) => list,
        };
        let head = list.head()?;
        if matches!(&head.text[..], "+" | "-" | "*" | "/") && list.tail().len() >= 2 {
            let sign = head.text.chars().next()?;
            let sides = list.tail().iter();
            let sides: Vec<_> = sides.map(|side| self.cost_value(scope, side)).collect();
            return Some(Cost::Compute(
                sign,
                sides.into_iter().collect::<Option<_>>()?,
            ));
        }
        let (function, args) = scope.function(self, list)?;
        Some(Cost::Function(function, args))
    }

    fn number(&mut self, word: &Word) -> Option<f32> {
        let number = word
            .text
            .parse::<f32>()
            .ok()
            .filter(|number| number.is_finite());
        if number.is_none() {
            self.problems.error(
                word.span,
                format!("expected a number, found `{}`", word.text),
            );
        }
        number
    }

    /// Reads `(= (function object …) number)` of `:init`.
    pub fn value(&mut self, list: &List) {
        let [Expr::List(function), Expr::Word(number)] = list.tail() else {
            let error = self
                .problems
                .error(list.span, "expected a function and a number");
            error.help("write `(= (function object) 5)`");
            return;
        };
        // The costs so far are always 0 at the start.
        let is_total = function.begins_with("total-cost");
        let number = self.number(number);
        if is_total && function.items.len() == 1 {
            return;
        }
        let function = Scope::without_variables().function(self, function);
        if let (Some((function, args)), Some(number)) = (function, number) {
            let args = args.iter().filter_map(super::object_of).collect();
            self.world.values.push((function, args, number));
        }
    }
}

/// Returns the inner expression of `(at start x)`, `(at end x)` or `(over all x)`.
fn timed(list: &List) -> Option<&Expr> {
    let [Expr::Word(first), Expr::Word(second), inner] = &list.items[..] else {
        return None;
    };
    let is_at = first.is("at") && (second.is("start") || second.is("end"));
    // `(at start x)` may be an atom, but then its argument is a word.
    (is_at || first.is("over") && second.is("all"))
        .then_some(inner)
        .filter(|inner| inner.list().is_some())
}
