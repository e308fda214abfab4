//! Ranges of numbers, whose items need not be collected: `let i: usize in 0..n`.

use proc_macro2::{Spacing, TokenTree};

use super::functions::ExprKind;
use crate::ir::Expr;
use crate::types::Types;

/// The types whose words differ by one between adjacent numbers.
const NUMBERS: [&str; 5] = ["u8", "u16", "u32", "u64", "usize"];

/// Returns the kind of an expression that is written as a range of numbers.
pub fn range(expr: &Expr<'_>, types: &Types) -> Option<ExprKind> {
    let ty = expr.ty?.ty;
    if !NUMBERS.contains(&types.get(ty).text.as_str()) {
        return None;
    }
    let tokens: Vec<TokenTree> = expr.source.tokens.clone().into_iter().collect();
    // `..` has a lower precedence than all other operators, so it is outermost unless a closure contains it. Closures have
    // bars.
    if tokens.iter().any(|token| is(token, '|')) {
        return None;
    }
    let mut ranges = (1..tokens.len()).filter(|at| {
        let joined = |token: &TokenTree| {
            matches!(token, TokenTree::Punct(dot) if dot.spacing() == Spacing::Joint)
        };
        let [first, second] = [&tokens[at - 1], &tokens[*at]];
        is(first, '.') && joined(first) && is(second, '.')
    });
    let (Some(dots), None) = (ranges.next(), ranges.next()) else {
        return None;
    };
    let inclusive = tokens.get(dots + 1).is_some_and(|token| is(token, '='));
    let has_both_ends = dots > 1 && dots + 1 + usize::from(inclusive) < tokens.len();
    has_both_ends.then_some(ExprKind::Span { inclusive })
}

fn is(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark)
}
