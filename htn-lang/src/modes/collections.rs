//! Predicates that an expression uses like Rust collections.

use proc_macro2::{Ident, TokenStream, TokenTree};

use super::Walk;
use crate::ast::Rust;
use crate::parse::tokens::{is_sign, list};

/// The methods of a collection that have a counterpart in the language.
const ASKED: [&str; 13] = [
    "iter",
    "into_iter",
    "all",
    "any",
    "is_empty",
    "len",
    "count",
    "contains",
    "filter",
    "map",
    "sum",
    "min",
    "max",
];

/// Returns true if the tokens begin with `name.method` of a collection.
pub fn asks_collection(tokens: &[TokenTree]) -> bool {
    matches!(tokens, [TokenTree::Ident(_), dot, TokenTree::Ident(method), ..]
        if is_sign(Some(dot), '.') && ASKED.iter().any(|asked| method == asked))
}

impl Walk<'_, '_> {
    /// Reports `crew.iter().all(…)` if `crew` is a predicate.
    pub fn as_collection(&mut self, name: &Ident, source: &Rust) -> bool {
        let mut predicates = self.domain.predicates.iter();
        let Some(predicate) = predicates.find(|predicate| predicate.name == *name) else {
            return false;
        };
        let asked = methods(source.tokens.clone(), name);
        if asked.is_empty() {
            return false;
        }
        let row = |first: &str| {
            let columns = (0..predicate.columns.len()).map(|at| if at == 0 { first } else { "_" });
            format!("{name}({})", columns.collect::<Vec<_>>().join(", "))
        };
        let (one, any) = (row("x"), row("_"));
        let asks = |method: &str| asked.iter().any(|asked| asked == method);
        let help = if asks("all") {
            format!(
                "`forall({one} => condition)` holds if the condition holds for each of its rows"
            )
        } else if asks("any") || asks("contains") || asks("filter") {
            format!("`{one} && condition` holds if the condition holds for one of its rows")
        } else if asks("is_empty") {
            format!("`!{any}` holds if it has no row")
        } else if asks("count") || asks("len") {
            format!("write `let n: usize = count({any})`")
        } else if let Some(fold) = ["sum", "min", "max"].into_iter().find(|fold| asks(fold)) {
            format!("write `let n: Type = {fold}(x; {one})`")
        } else {
            format!("`{one}` as a condition of its own finds its rows")
        };
        if self.scope.reported.insert(name.to_string()) {
            self.errors.at(
                name.span(),
                format_args!("the predicate `{name}` is not a Rust collection\nhelp: {help}"),
            );
        }
        true
    }
}

/// Returns the methods of a chain that begins with this name.
fn methods(tokens: TokenStream, name: &Ident) -> Vec<String> {
    let tokens = list(tokens);
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(found) if found == name && asks_collection(&tokens[at..]) => {
                let chain = tokens[at..].windows(2).filter_map(|pair| match pair {
                    [dot, TokenTree::Ident(method)] if is_sign(Some(dot), '.') => {
                        Some(method.to_string())
                    }
                    _ => None,
                });
                return chain.collect();
            }
            TokenTree::Group(group) => {
                let inside = methods(group.stream(), name);
                if !inside.is_empty() {
                    return inside;
                }
            }
            _ => {}
        }
    }
    Vec::new()
}
