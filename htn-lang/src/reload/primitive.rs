//! The primitive types whose values a reloaded domain can compute.

use core::any::TypeId as AnyId;
use core::cmp::Ordering;

use htn_core::Term;
use htn_core::key::{Number, SortKey, fold_max, fold_min, fold_sum};
use htn_core::reload::Fold;
use htn_core::tables::Type;

/// The operators that are evaluated at run time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinaryOperator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    And,
    Or,
    Xor,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

impl BinaryOperator {
    /// Returns true if the result is a `bool`, whatever the operands are.
    pub fn compares(self) -> bool {
        use BinaryOperator::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
        matches!(
            self,
            Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual
        )
    }

    fn holds(self, order: Option<Ordering>) -> bool {
        match self {
            BinaryOperator::Equal => order == Some(Ordering::Equal),
            BinaryOperator::NotEqual => order != Some(Ordering::Equal),
            BinaryOperator::Less => order == Some(Ordering::Less),
            BinaryOperator::LessEqual => order.is_some_and(Ordering::is_le),
            BinaryOperator::Greater => order == Some(Ordering::Greater),
            BinaryOperator::GreaterEqual => order.is_some_and(Ordering::is_ge),
            _ => false,
        }
    }
}

/// Returns the type of a domain as `Any` knows it.
pub fn any_of(ty: &Type) -> Option<AnyId> {
    let mut last = None;
    // The value itself is visited after the values inside of it.
    (ty.map)(0, &mut |value| last = Some((*value).type_id()));
    last
}

macro_rules! primitives {
    (
        integers { $($Int:ident $int:ident)* }
        floats { $($Float:ident $float:ident $bits:ident)* }
    ) => {
        /// A primitive type. Its values are words as [`Term`] makes them.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Primitive {
            Bool,
            Char,
            $($Int,)*
            $($Float,)*
        }

        impl Primitive {
            /// Returns the primitive type that this is, if it is one.
            pub fn of(ty: AnyId) -> Option<Primitive> {
                let all = [
                    (AnyId::of::<bool>(), Primitive::Bool),
                    (AnyId::of::<char>(), Primitive::Char),
                    $((AnyId::of::<$int>(), Primitive::$Int),)*
                    $((AnyId::of::<$float>(), Primitive::$Float),)*
                ];
                all.into_iter().find(|(id, _)| *id == ty).map(|(_, of)| of)
            }

            /// Returns the type as `Any` knows it.
            pub fn any(self) -> AnyId {
                match self {
                    Primitive::Bool => AnyId::of::<bool>(),
                    Primitive::Char => AnyId::of::<char>(),
                    $(Primitive::$Int => AnyId::of::<$int>(),)*
                    $(Primitive::$Float => AnyId::of::<$float>(),)*
                }
            }

            /// Returns the name of the type.
            pub fn name(self) -> &'static str {
                match self {
                    Primitive::Bool => "bool",
                    Primitive::Char => "char",
                    $(Primitive::$Int => stringify!($int),)*
                    $(Primitive::$Float => stringify!($float),)*
                }
            }

            /// Returns the type with this name.
            pub fn named(name: &str) -> Option<Primitive> {
                match name {
                    "bool" => Some(Primitive::Bool),
                    "char" => Some(Primitive::Char),
                    $(stringify!($int) => Some(Primitive::$Int),)*
                    $(stringify!($float) => Some(Primitive::$Float),)*
                    _ => None,
                }
            }

            pub fn is_integer(self) -> bool {
                match self {
                    $(Primitive::$Int => true,)*
                    _ => false,
                }
            }

            pub fn is_float(self) -> bool {
                match self {
                    $(Primitive::$Float => true,)*
                    _ => false,
                }
            }

            pub fn is_signed(self) -> bool {
                match self {
                    $(Primitive::$Int => $int::MIN != 0,)*
                    $(Primitive::$Float => true,)*
                    Primitive::Bool | Primitive::Char => false,
                }
            }

            /// Returns the word of a literal, or `None` if the type has no such value.
            pub fn literal(self, digits: &str) -> Option<u64> {
                match self {
                    $(Primitive::$Int => digits.parse::<$int>().ok().map(Term::to_word),)*
                    $(Primitive::$Float => digits.parse::<$float>().ok().map(Term::to_word),)*
                    Primitive::Bool | Primitive::Char => None,
                }
            }

            /// Evaluates an operator. Integers wrap around at their limits, and a division by zero is 0: a
            /// mistake in a domain must not end the session in which it is edited.
            pub fn binary(self, operator: BinaryOperator, a: u64, b: u64) -> u64 {
                if operator.compares() {
                    return operator.holds(self.compare(a, b)).into();
                }
                match self {
                    Primitive::Bool => match operator {
                        BinaryOperator::And => a & b,
                        BinaryOperator::Or => a | b,
                        _ => a ^ b,
                    },
                    Primitive::Char => a,
                    $(Primitive::$Int => {
                        let (a, b) = ($int::from_word(a), $int::from_word(b));
                        let value = match operator {
                            BinaryOperator::Add => a.wrapping_add(b),
                            BinaryOperator::Subtract => a.wrapping_sub(b),
                            BinaryOperator::Multiply => a.wrapping_mul(b),
                            BinaryOperator::Divide if b == 0 => 0,
                            BinaryOperator::Divide => a.wrapping_div(b),
                            BinaryOperator::Remainder if b == 0 => 0,
                            BinaryOperator::Remainder => a.wrapping_rem(b),
                            BinaryOperator::And => a & b,
                            BinaryOperator::Or => a | b,
                            _ => a ^ b,
                        };
                        value.to_word()
                    })*
                    $(Primitive::$Float => {
                        let (a, b) = ($float::from_word(a), $float::from_word(b));
                        let value = match operator {
                            BinaryOperator::Add => a + b,
                            BinaryOperator::Subtract => a - b,
                            BinaryOperator::Multiply => a * b,
                            BinaryOperator::Divide => a / b,
                            _ => a % b,
                        };
                        // Not `to_word`, which has one zero: that of the whole expression is made at its end.
                        value.to_bits().into()
                    })*
                }
            }

            fn compare(self, a: u64, b: u64) -> Option<Ordering> {
                match self {
                    Primitive::Bool | Primitive::Char => a.partial_cmp(&b),
                    $(Primitive::$Int => $int::from_word(a).partial_cmp(&$int::from_word(b)),)*
                    $(Primitive::$Float => $float::from_word(a).partial_cmp(&$float::from_word(b)),)*
                }
            }

            /// Evaluates unary minus.
            pub fn negate(self, word: u64) -> u64 {
                match self {
                    Primitive::Bool | Primitive::Char => word,
                    $(Primitive::$Int => $int::from_word(word).wrapping_neg().to_word(),)*
                    $(Primitive::$Float => (-$float::from_word(word)).to_bits().into(),)*
                }
            }

            /// Evaluates `!`.
            pub fn not(self, word: u64) -> u64 {
                match self {
                    Primitive::Bool => word ^ 1,
                    $(Primitive::$Int => (!$int::from_word(word)).to_word(),)*
                    _ => word,
                }
            }

            /// Returns the word that facts have for a computed value.
            pub fn settle(self, word: u64) -> u64 {
                match self {
                    $(Primitive::$Float => $float::from_word(word).to_word(),)*
                    _ => word,
                }
            }

            /// Writes a sort key.
            pub fn sort_key(self, word: u64, descending: bool, key: &mut [u64]) {
                match self {
                    Primitive::Bool => (word != 0).write(descending, key),
                    Primitive::Char => word.write(descending, key),
                    $(Primitive::$Int => $int::from_word(word).write(descending, key),)*
                    $(Primitive::$Float => $float::from_word(word).write(descending, key),)*
                }
            }

            /// Adds a value to a sum, or returns the lesser or greater one.
            pub fn fold(self, fold: Fold, so_far: Option<u64>, word: u64) -> u64 {
                fn by<T: Number>(fold: Fold, so_far: Option<u64>, value: T) -> u64 {
                    match fold {
                        Fold::Sum => fold_sum::<T>(so_far, value),
                        Fold::Min => fold_min::<T>(so_far, value),
                        Fold::Max => fold_max::<T>(so_far, value),
                    }
                }
                match self {
                    Primitive::Bool | Primitive::Char => word,
                    $(Primitive::$Int => by(fold, so_far, $int::from_word(word)),)*
                    $(Primitive::$Float => by(fold, so_far, $float::from_word(word)),)*
                }
            }
        }
    };
}

primitives! {
    integers { U8 u8 U16 u16 U32 u32 U64 u64 Usize usize I8 i8 I16 i16 I32 i32 I64 i64 Isize isize }
    floats { F32 f32 u32 F64 f64 u64 }
}
