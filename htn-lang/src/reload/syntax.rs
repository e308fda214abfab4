//! Operators and literals of Rust expressions.

use core::any::TypeId as AnyId;

use proc_macro2::{Delimiter, Literal, Spacing, TokenStream, TokenTree};

use super::expression::{Refused, needs_rebuild};
use super::primitive::{BinaryOperator, Primitive};
use crate::parse::tokens::{at_signs, is_sign, list};

/// An expression over operands, which are variables and expressions of the compiled domain.
pub enum Syntax<T> {
    Operand(T),
    Bool(bool),
    Char(char),
    Number(NumberLiteral),
    Not(Box<Syntax<T>>, TokenStream),
    Negate(Box<Syntax<T>>, TokenStream),
    /// `&&` if `both`, else `||`.
    Logic {
        both: bool,
        sides: Box<[Syntax<T>; 2]>,
        tokens: TokenStream,
    },
    Binary {
        operator: BinaryOperator,
        sides: Box<[Syntax<T>; 2]>,
        tokens: TokenStream,
    },
}

/// A number.
pub struct NumberLiteral {
    literal: Literal,
    /// Its digits, with a minus in front if there is one.
    digits: String,
    suffix: Option<Primitive>,
    is_float: bool,
}

impl NumberLiteral {
    fn new(literal: &Literal) -> Option<NumberLiteral> {
        let (digits, suffix, is_float) = match syn::Lit::new(literal.clone()) {
            syn::Lit::Int(int) => {
                let suffix = int.suffix();
                let of = Primitive::named(suffix);
                let is_float = of.is_some_and(Primitive::is_float);
                (int.base10_digits().to_owned(), suffix.to_owned(), is_float)
            }
            syn::Lit::Float(float) => (
                float.base10_digits().to_owned(),
                float.suffix().to_owned(),
                true,
            ),
            _ => return None,
        };
        let of = Primitive::named(&suffix);
        (suffix.is_empty() || of.is_some()).then(|| NumberLiteral {
            literal: literal.clone(),
            digits,
            suffix: of,
            is_float,
        })
    }

    /// Returns its word and its type: that of its suffix, or the wanted one, or the one that Rust prefers.
    pub fn typed(&self, wanted: Option<AnyId>) -> Result<(u64, AnyId), Refused> {
        let fits = |ty: &Primitive| {
            if self.is_float {
                ty.is_float()
            } else {
                ty.is_integer()
            }
        };
        let usual = if self.is_float {
            Primitive::F64
        } else {
            Primitive::I32
        };
        let wanted = wanted.and_then(Primitive::of).filter(fits);
        let ty = self.suffix.or(wanted).unwrap_or(usual);
        match ty.literal(&self.digits) {
            Some(word) => Ok((word, ty.any())),
            None => {
                let message = format!("`{}` is out of range for `{}`", self.digits, ty.name());
                Err((TokenTree::from(self.literal.clone()).into(), message))
            }
        }
    }
}

impl<T> Syntax<T> {
    /// Returns the first type of an operand that has the type of the whole, or is compared with others of its type.
    pub fn find(&self, ty: &impl Fn(&T) -> AnyId) -> Option<AnyId> {
        match self {
            Syntax::Operand(operand) => Some(ty(operand)),
            Syntax::Bool(_) | Syntax::Logic { .. } => Some(AnyId::of::<bool>()),
            Syntax::Char(_) => Some(AnyId::of::<char>()),
            Syntax::Number(_) => None,
            Syntax::Not(inner, _) | Syntax::Negate(inner, _) => inner.value(ty),
            Syntax::Binary { sides, .. } => sides.iter().find_map(|side| side.value(ty)),
        }
    }

    /// Returns the type of its value, as far as its operands say it.
    fn value(&self, ty: &impl Fn(&T) -> AnyId) -> Option<AnyId> {
        match self {
            Syntax::Binary { operator, .. } if operator.compares() => Some(AnyId::of::<bool>()),
            other => other.find(ty).or(other.suffix()),
        }
    }

    /// Returns the type that a suffix of a literal gives it.
    pub fn suffix(&self) -> Option<AnyId> {
        match self {
            Syntax::Number(number) => number.suffix.map(Primitive::any),
            Syntax::Not(inner, _) | Syntax::Negate(inner, _) => inner.suffix(),
            Syntax::Binary { sides, .. } => sides.iter().find_map(Syntax::suffix),
            _ => None,
        }
    }
}

/// Parses an expression. `operand` returns what stands for some tokens, if anything does.
pub fn parse<T>(
    tokens: &[TokenTree],
    operand: &impl Fn(&[TokenTree]) -> Option<T>,
) -> Result<Syntax<T>, Refused> {
    if let Some(operand) = operand(tokens) {
        return Ok(Syntax::Operand(operand));
    }
    let whole = || -> TokenStream { tokens.iter().cloned().collect() };
    if let Some(found) = lowest(tokens) {
        let Found {
            at,
            length,
            operator,
        } = found;
        let sides = [
            parse(&tokens[..at], operand)?,
            parse(&tokens[at + length..], operand)?,
        ];
        let (sides, tokens) = (Box::new(sides), whole());
        return Ok(match operator {
            Sign::Logic { both } => Syntax::Logic {
                both,
                sides,
                tokens,
            },
            Sign::Of(operator) => Syntax::Binary {
                operator,
                sides,
                tokens,
            },
        });
    }
    match tokens {
        [TokenTree::Group(group)]
            if matches!(group.delimiter(), Delimiter::Parenthesis | Delimiter::None) =>
        {
            parse(&list(group.stream()), operand)
        }
        [TokenTree::Ident(word)] if word == "true" || word == "false" => {
            Ok(Syntax::Bool(word == "true"))
        }
        [TokenTree::Literal(literal)] => literal_of(literal).ok_or_else(|| needs_rebuild(&whole())),
        [sign, rest @ ..] if is_sign(Some(sign), '!') && !rest.is_empty() => {
            Ok(Syntax::Not(Box::new(parse(rest, operand)?), whole()))
        }
        [sign, rest @ ..] if is_sign(Some(sign), '-') && !rest.is_empty() => {
            Ok(match parse(rest, operand)? {
                Syntax::Number(number) if !number.digits.starts_with('-') => {
                    Syntax::Number(NumberLiteral {
                        digits: format!("-{}", number.digits),
                        ..number
                    })
                }
                inner => Syntax::Negate(Box::new(inner), whole()),
            })
        }
        _ => Err(needs_rebuild(&whole())),
    }
}

fn literal_of<T>(literal: &Literal) -> Option<Syntax<T>> {
    if let syn::Lit::Char(of) = syn::Lit::new(literal.clone()) {
        return Some(Syntax::Char(of.value()));
    }
    NumberLiteral::new(literal).map(Syntax::Number)
}

/// Returns the ends of a range, and true for `..=`.
pub fn range_ends(tokens: &[TokenTree]) -> Option<([&[TokenTree]; 2], bool)> {
    let at = (0..tokens.len()).find(|at| at_signs(&tokens[*at..], '.', '.'))?;
    let inclusive = is_sign(tokens.get(at + 2), '=');
    let rest = &tokens[at + 2 + usize::from(inclusive)..];
    (at > 0 && !rest.is_empty()).then_some(([&tokens[..at], rest], inclusive))
}

/// A binary operator.
#[derive(Clone, Copy)]
enum Sign {
    Logic { both: bool },
    Of(BinaryOperator),
}

/// A binary operator in a list of tokens.
struct Found {
    at: usize,
    length: usize,
    operator: Sign,
}

/// Returns the operator that is applied last: the last one of those that bind least.
fn lowest(tokens: &[TokenTree]) -> Option<Found> {
    let (mut at, mut lowest, mut binds) = (0, None, u8::MAX);
    let mut is_operand = false;
    while at < tokens.len() {
        if !is_operand {
            // Signs in front of an operand, then its first token.
            is_operand = !matches!(&tokens[at], TokenTree::Punct(_));
            at += 1;
            continue;
        }
        let Some((operator, length, binding)) = operator(&tokens[at..]) else {
            at = after_type_arguments(tokens, at);
            continue;
        };
        if binding <= binds {
            (lowest, binds) = (
                Some(Found {
                    at,
                    length,
                    operator,
                }),
                binding,
            );
        }
        is_operand = false;
        at += length;
    }
    lowest
}

/// Returns the place after a token, or after the `::<…>` that begins there.
fn after_type_arguments(tokens: &[TokenTree], at: usize) -> usize {
    if !(at_signs(&tokens[at..], ':', ':') && is_sign(tokens.get(at + 2), '<')) {
        return at + 1;
    }
    let (mut end, mut open) = (at + 2, 0);
    while end < tokens.len() {
        open += i32::from(is_sign(tokens.get(end), '<')) - i32::from(is_sign(tokens.get(end), '>'));
        end += 1;
        if open == 0 {
            break;
        }
    }
    end
}

/// Returns the operator at the first token, its length, and how tightly it binds.
fn operator(tokens: &[TokenTree]) -> Option<(Sign, usize, u8)> {
    use BinaryOperator::*;
    let TokenTree::Punct(first) = &tokens[0] else {
        return None;
    };
    let second = match tokens.get(1) {
        Some(TokenTree::Punct(second)) if first.spacing() == Spacing::Joint => second.as_char(),
        _ => ' ',
    };
    let of = |operator, length, binding| Some((Sign::Of(operator), length, binding));
    match (first.as_char(), second) {
        ('|', '|') => Some((Sign::Logic { both: false }, 2, 0)),
        ('&', '&') => Some((Sign::Logic { both: true }, 2, 1)),
        ('=', '=') => of(Equal, 2, 2),
        ('!', '=') => of(NotEqual, 2, 2),
        ('<', '=') => of(LessEqual, 2, 2),
        ('>', '=') => of(GreaterEqual, 2, 2),
        ('<', '<') | ('>', '>') => None,
        ('<', _) => of(Less, 1, 2),
        ('>', _) => of(Greater, 1, 2),
        ('|', _) => of(Or, 1, 3),
        ('^', _) => of(Xor, 1, 4),
        ('&', _) => of(And, 1, 5),
        ('+', _) => of(Add, 1, 6),
        ('-', _) => of(Subtract, 1, 6),
        ('*', _) => of(Multiply, 1, 7),
        ('/', _) => of(Divide, 1, 7),
        ('%', _) => of(Remainder, 1, 7),
        _ => None,
    }
}
