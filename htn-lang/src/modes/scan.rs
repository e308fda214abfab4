//! Finds the names of a Rust expression that may be variables of the domain.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, Ident, Spacing, TokenStream, TokenTree};

use crate::parse::tokens::is_keyword;

/// The names of an expression.
#[derive(Debug, Default)]
pub struct Scan {
    /// Names at the position of a local variable, in order, with repetition.
    pub names: Vec<Ident>,
    /// Names that are called like functions.
    pub called: BTreeSet<String>,
    /// Receivers of method calls and field accesses outside of macros, whose arguments may declare names.
    pub receivers: Vec<Ident>,
    /// Names that are operands of arithmetic, outside of macros.
    pub operands: BTreeSet<String>,
    /// Names that occur in string literals as `{name}`; a variable among them may be captured by a formatting macro.
    pub captured: Vec<String>,
    /// Names that the expression declares: parameters of closures, and `let`s in blocks.
    pub declared: BTreeSet<String>,
}

/// Scans an expression.
pub fn scan(tokens: &TokenStream) -> Scan {
    let mut found = Scan::default();
    found.stream(tokens.clone(), false, false);
    found
}

impl Scan {
    fn stream(&mut self, tokens: TokenStream, braces: bool, in_macro: bool) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        if braces {
            self.arms(&tokens);
        }
        let mut at = 0;
        while at < tokens.len() {
            match &tokens[at] {
                TokenTree::Group(group) => {
                    let of_macro = in_macro || is_punct(before(&tokens, at, 1), '!') && at > 1;
                    self.stream(
                        group.stream(),
                        group.delimiter() == Delimiter::Brace,
                        of_macro,
                    )
                }
                TokenTree::Ident(name) if name == "let" => {
                    at = self.declares(&tokens, at + 1, '=');
                    continue;
                }
                TokenTree::Ident(name) if name == "fn" => {
                    let groups = tokens[at + 1..].iter();
                    let params = groups.filter(|token| matches!(token, TokenTree::Group(_)));
                    params.take(1).for_each(|token| self.pattern(token));
                }
                TokenTree::Ident(name) if name == "for" => {
                    let pattern = tokens[at + 1..].iter();
                    let pattern = pattern.take_while(
                        |token| !matches!(token, TokenTree::Ident(word) if word == "in"),
                    );
                    pattern.for_each(|token| self.pattern(token));
                }
                TokenTree::Ident(name) => {
                    let member = is_punct(tokens.get(at + 1), '.')
                        && matches!(tokens.get(at + 2), Some(TokenTree::Ident(_)));
                    if !in_macro && name == "self" && member {
                        self.receivers.push(name.clone());
                    }
                    if !is_keyword(&name.to_string()) && may_be_variable(&tokens, at, braces) {
                        self.names.push(name.clone());
                        if !in_macro && member {
                            self.receivers.push(name.clone());
                        }
                        if !in_macro && is_operand(&tokens, at) {
                            self.operands.insert(name.to_string());
                        }
                        if matches!(tokens.get(at + 1), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis)
                        {
                            self.called.insert(name.to_string());
                        }
                    }
                }
                TokenTree::Punct(punct) if punct.as_char() == '|' && opens_closure(&tokens, at) => {
                    at = self.declares(&tokens, at + 1, '|');
                }
                TokenTree::Punct(_) => {}
                TokenTree::Literal(literal) => self.literal(&literal.to_string()),
            }
            at += 1;
        }
    }

    /// Records the names of the patterns of a `match`: those from the start of an arm to its `=>`.
    fn arms(&mut self, tokens: &[TokenTree]) {
        let mut begin = 0;
        for at in 0..tokens.len() {
            let arrow = is_punct(tokens.get(at), '=') && is_punct(tokens.get(at + 1), '>');
            if arrow {
                let guard =
                    |token: &&TokenTree| matches!(token, TokenTree::Ident(word) if word == "if");
                let pattern = tokens[begin..at].iter().take_while(|token| !guard(token));
                pattern.for_each(|token| self.pattern(token));
            }
            let block = matches!(&tokens[at], TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
            if block || is_punct(tokens.get(at), ',') {
                begin = at + 1;
            }
        }
    }

    /// Records the names of a pattern that ends at `end`; returns the position of that end.
    fn declares(&mut self, tokens: &[TokenTree], from: usize, end: char) -> usize {
        let mut at = from;
        while at < tokens.len() && !is_punct(tokens.get(at), end) {
            self.pattern(&tokens[at]);
            at += 1;
        }
        at
    }

    fn pattern(&mut self, token: &TokenTree) {
        match token {
            TokenTree::Ident(name) => {
                self.declared.insert(name.to_string());
            }
            TokenTree::Group(group) => group
                .stream()
                .into_iter()
                .for_each(|token| self.pattern(&token)),
            _ => {}
        }
    }

    fn literal(&mut self, text: &str) {
        if !text.starts_with('"') {
            return;
        }
        for piece in text.split('{').skip(1) {
            let name: String = piece
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect();
            let ends = piece[name.len()..].starts_with(['}', ':']);
            if ends && name.starts_with(|c: char| c.is_lowercase() || c == '_') {
                self.captured.push(name);
            }
        }
    }
}

fn is_punct(token: Option<&TokenTree>, wanted: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == wanted)
}

fn before(tokens: &[TokenTree], at: usize, back: usize) -> Option<&TokenTree> {
    at.checked_sub(back).and_then(|place| tokens.get(place))
}

/// Returns true if the token is next to an arithmetic operator.
fn is_operand(tokens: &[TokenTree], at: usize) -> bool {
    let sides = [before(tokens, at, 1), tokens.get(at + 1)];
    sides
        .into_iter()
        .flatten()
        .any(|side| matches!(side, TokenTree::Punct(punct) if "+-*/%".contains(punct.as_char())))
}

fn may_be_variable(tokens: &[TokenTree], at: usize, braces: bool) -> bool {
    let previous = before(tokens, at, 1);
    let field = is_punct(previous, '.') && !is_punct(before(tokens, at, 2), '.');
    let lifetime = is_punct(previous, '\'');
    let after_path = is_punct(previous, ':') && is_punct(before(tokens, at, 2), ':');
    let next = tokens.get(at + 1);
    let colon = is_punct(next, ':');
    let before_path = colon && is_punct(tokens.get(at + 2), ':');
    let macro_call = is_punct(next, '!') && matches!(tokens.get(at + 2), Some(TokenTree::Group(_)));
    let field_name = braces && colon && (previous.is_none() || is_punct(previous, ','));
    let TokenTree::Ident(name) = &tokens[at] else {
        return false;
    };
    let upper = name.to_string().starts_with(char::is_uppercase);
    !(upper || field || lifetime || after_path || before_path || macro_call || field_name)
}

/// Returns true if a `|` starts the parameters of a closure: an operand is expected, and it is not half of `||`.
pub fn opens_closure(tokens: &[TokenTree], at: usize) -> bool {
    let doubled = matches!(&tokens[at], TokenTree::Punct(punct) if punct.spacing() == Spacing::Joint)
        && is_punct(tokens.get(at + 1), '|');
    let second = is_punct(before(tokens, at, 1), '|');
    let operand_expected = match before(tokens, at, 1) {
        None | Some(TokenTree::Punct(_)) => true,
        Some(TokenTree::Ident(name)) => name == "move" || name == "return",
        Some(_) => false,
    };
    operand_expected && !doubled && !second
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(source: &str) -> Vec<String> {
        scan(&source.parse().unwrap())
            .names
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    #[test]
    fn locals_are_names_that_nothing_qualifies() {
        assert_eq!(
            names("game.distance(squad, target) < 400.0"),
            ["game", "squad", "target"]
        );
        assert_eq!(names("self::near(a, Place::lobby)"), ["a"]);
        assert_eq!(names("(a..b).len() + c.d.e"), ["a", "b", "c"]);
        assert_eq!(names("matches!(place, Place::Lobby)"), ["place"]);
        assert_eq!(names("a != b"), ["a", "b"]);
        assert_eq!(names("Point { x: a, y }.len()"), ["a", "y"]);
        assert_eq!(names("items::<'a, T>()"), Vec::<String>::new());
    }

    #[test]
    fn what_an_expression_declares_is_known() {
        let found = scan(
            &"list.iter().any(|(d, _)| d < e) || { let z = 1; z > 0 }"
                .parse()
                .unwrap(),
        );
        assert!(found.declared.contains("d") && found.declared.contains("z"));
        assert!(!found.declared.contains("e"));
        let found = scan(
            &"match x { Some((a, _)) if a > b => { 1 } None => c, } + { for d in e { } 0 }"
                .parse()
                .unwrap(),
        );
        let declared: Vec<_> = ["a", "b", "c", "d", "e"]
            .into_iter()
            .filter(|name| found.declared.contains(*name))
            .collect();
        assert_eq!(declared, ["a", "d"]);
    }

    #[test]
    fn receivers_come_before_a_member() {
        let receivers = |source: &str| -> Vec<String> {
            let found = scan(&source.parse().unwrap());
            let receivers = found.receivers.iter().map(ToString::to_string);
            receivers
                .filter(|name| !found.declared.contains(name))
                .collect()
        };
        assert_eq!(
            receivers("ship.far(a) && b.c.d() > e.0 + self.f"),
            ["ship", "b", "self"]
        );
        let declared = [
            "matches!(a, Some(b) if b.c())",
            "list(|b| b.c())",
            "match a { Some(b) => b.c(), None => 0 }",
            "{ fn f(b: u8) -> u8 { b.c() } f(a) }",
            "if let Some(b) = a { b.c() } else { 0 }",
            "self::b.c() + B.c() + (0..b).d() + b::c.d()",
        ];
        for source in declared {
            assert_eq!(receivers(source), Vec::<String>::new(), "{source}");
        }
    }

    #[test]
    fn a_formatting_macro_captures() {
        assert_eq!(
            scan(&"f(format_args!(\"{x} {y:?} {}\", z))".parse().unwrap()).captured,
            ["x", "y"]
        );
    }
}
