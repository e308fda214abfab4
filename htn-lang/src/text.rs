//! The text of tokens as a person would write it. It does not depend on the compiler.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// The text of the tokens.
pub fn text(tokens: &TokenStream) -> String {
    let mut writer = TokenText::default();
    writer.stream(tokens.clone());
    writer.out
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Last {
    /// Nothing yet, or an opening bracket.
    #[default]
    Open,
    /// A name, a literal or a closing bracket. An operator that follows is binary.
    Operand,
    /// A binary operator, a comma or a keyword: a space follows.
    Spaced,
    /// `.`, `::`, a unary operator: no space follows.
    Tight,
}

#[derive(Default)]
struct TokenText {
    out: String,
    last: Last,
    /// The number of open `<` of generic arguments.
    angles: usize,
    /// True if the last operand is a name that can have generic arguments.
    upper: bool,
    /// True inside the parameters of a closure.
    closure: bool,
}

impl TokenText {
    fn stream(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Group(group) => self.group(group.delimiter(), group.stream()),
                TokenTree::Ident(name) => self.word(&name.to_string()),
                TokenTree::Literal(literal) => self.word(&literal.to_string()),
                TokenTree::Punct(punct) => {
                    let mut operator = String::from(punct.as_char());
                    let mut joint = punct.spacing() == Spacing::Joint;
                    while joint && punct.as_char() != '\'' {
                        let Some(TokenTree::Punct(next)) = tokens.peek() else {
                            break;
                        };
                        if !joins(&operator, next.as_char(), self.angles > 0) {
                            break;
                        }
                        operator.push(next.as_char());
                        joint = next.spacing() == Spacing::Joint;
                        tokens.next();
                    }
                    self.operator(&operator);
                }
            }
        }
    }

    fn gap(&mut self) {
        if matches!(self.last, Last::Operand | Last::Spaced) {
            self.out.push(' ');
        }
    }

    fn word(&mut self, word: &str) {
        self.gap();
        self.out.push_str(word);
        let keyword = matches!(
            word,
            "let" | "in" | "as" | "mut" | "dyn" | "if" | "else" | "match" | "move" | "return"
        );
        self.last = if keyword { Last::Spaced } else { Last::Operand };
        self.upper = word.starts_with(char::is_uppercase);
    }

    fn operator(&mut self, operator: &str) {
        let unary = self.last != Last::Operand;
        match operator {
            "," | ";" => {
                self.out.push_str(operator);
                self.last = Last::Spaced;
            }
            ":" => {
                self.out.push(':');
                self.last = Last::Spaced;
            }
            "." | ".." | "..=" | "?" | "::" => {
                if unary && self.last == Last::Spaced {
                    self.out.push(' ');
                }
                self.out.push_str(operator);
                self.last = if operator == "?" {
                    Last::Operand
                } else {
                    Last::Tight
                };
            }
            "'" => {
                self.gap();
                self.out.push('\'');
                self.last = Last::Tight;
            }
            "<" if self.upper || self.last == Last::Tight || self.angles > 0 => {
                self.out.push('<');
                self.angles += 1;
                self.last = Last::Open;
            }
            ">" if self.angles > 0 => {
                self.out.push('>');
                self.angles -= 1;
                self.last = Last::Operand;
            }
            "|" if self.closure => {
                self.out.push('|');
                self.closure = false;
                self.last = Last::Spaced;
            }
            "!" | "&" | "*" | "-" | "#" | "&&" | "|" if unary => {
                self.gap();
                self.closure = operator == "|";
                self.out.push_str(operator);
                self.last = Last::Tight;
            }
            _ => {
                if !self.out.is_empty() && self.last != Last::Open {
                    self.out.push(' ');
                }
                self.out.push_str(operator);
                self.last = Last::Spaced;
            }
        }
        self.upper = false;
    }

    fn group(&mut self, delimiter: Delimiter, stream: TokenStream) {
        let (open, close) = match delimiter {
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::Bracket => ("[", "]"),
            Delimiter::Brace => ("{ ", " }"),
            Delimiter::None => ("", ""),
        };
        // A call or an index follows its operand without a space.
        if delimiter == Delimiter::Brace || self.last == Last::Spaced {
            self.gap();
        }
        let angles = std::mem::take(&mut self.angles);
        self.out.push_str(open);
        self.last = Last::Open;
        self.stream(stream);
        self.out.push_str(close);
        self.angles = angles;
        self.last = Last::Operand;
        self.upper = false;
    }
}

/// Returns true if the next character belongs to the operator.
fn joins(operator: &str, next: char, in_angles: bool) -> bool {
    let joined = format!("{operator}{next}");
    if in_angles && operator == ">" {
        return false;
    }
    matches!(
        joined.as_str(),
        "&&" | "||"
            | "=="
            | "!="
            | "<="
            | ">="
            | "->"
            | "=>"
            | "::"
            | ".."
            | "..="
            | "<<"
            | ">>"
            | "+="
            | "-="
            | "*="
            | "/="
            | "%="
            | "^="
            | "|="
            | "&="
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(source: &str) {
        assert_eq!(text(&source.parse().unwrap()), source);
    }

    #[test]
    fn reads_as_it_was_written() {
        for source in [
            "Actor",
            "Option<Actor>",
            "Vec<Vec<u8>>",
            "crate::world::Place",
            "a != b",
            "game.distance(squad, target) < 400.0",
            "enemy(target) && !dead(target)",
            "let d: f32 = game.distance(squad, -x)",
            "n != 0 && x / n > 3",
            "self::near(a, b) || !x",
            "(0..n).map(|i| i * 2)",
            "dyn Trait + 'c",
        ] {
            same(source);
        }
    }
}
