//! Words of other languages, and their equivalents in this one.

/// For a word of a condition.
pub fn in_conditions(word: &str) -> Option<&'static str> {
    Some(match word {
        "not" => "write `!condition`",
        "and" => "write `&&`",
        "or" => "write `||`",
        "exists" | "any" => {
            "leave it out: a condition holds if it has a solution, and `first(condition)` takes only the first one"
        }
        "first" => "write `first(condition)`",
        "forall" => "write `forall(condition => condition)`",
        "count" => "write `let n: usize = count(condition)`",
        "sum" | "min" | "max" => {
            "write `let x: Type = sum(expression; condition)`, and so for `min` and `max`"
        }
        "poll" => {
            "`poll` is a piece of a condition: bind its answer before, with `let x: Type = poll expression`"
        }
        "sort" => "write `sort by expression` to order the solutions",
        "descending" | "reverse" => "write `desc`",
        _ => return None,
    })
}

/// For a word where a statement of an operator begins.
pub fn in_operators(word: &str) -> Option<&'static str> {
    Some(match as_effect(word) {
        Some("add") => "add fact;",
        Some(_) => "delete fact;",
        None => match word {
            "precondition" | "pre" | "require" | "requires" | "when" => "if condition;",
            "end" | "stop" => "finish add fact;` or `finish delete fact;",
            "time" | "takes" | "length" => "duration expression;",
            "effect" | "effects" | "on" => "add fact;` or `delete fact;",
            _ => return None,
        },
    })
}

/// For a word where an effect begins: the one that does that.
pub fn as_effect(word: &str) -> Option<&'static str> {
    match word {
        "set" | "insert" | "assert" | "update" | "put" => Some("add"),
        "remove" | "retract" | "unset" | "clear" | "del" => Some("delete"),
        _ => None,
    }
}
