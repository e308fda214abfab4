//! Values as JSON, written compactly and read strictly: a reader accepts exactly the text that the writer produces.

use std::fmt::{self, Write};
use std::time::Duration;

/// A value with a form in JSON.
pub trait Json: Sized {
    fn write(&self, out: &mut String);
    fn read(reader: &mut Reader<'_>) -> Result<Self, Unexpected>;
}

/// Implements [`Json`] for a structure: an object with these fields, in this order.
#[allow(unused_macros, reason = "each example uses a part of the kit")]
macro_rules! json_object {
    ($type:ty { $first:ident $(, $field:ident)* $(,)? }) => {
        impl $crate::kit::json::Json for $type {
            fn write(&self, out: &mut String) {
                out.push_str(concat!("{\"", stringify!($first), "\":"));
                self.$first.write(out);
                $(
                    out.push_str(concat!(",\"", stringify!($field), "\":"));
                    self.$field.write(out);
                )*
                out.push('}');
            }

            fn read(
                reader: &mut $crate::kit::json::Reader<'_>,
            ) -> Result<Self, $crate::kit::json::Unexpected> {
                let value = Self {
                    $first: reader.after(concat!("{\"", stringify!($first), "\":"))?,
                    $($field: reader.after(concat!(",\"", stringify!($field), "\":"))?,)*
                };
                reader.expect("}")?;
                Ok(value)
            }
        }
    };
}

/// Implements [`Json`] for an enum: a string for each value.
#[allow(unused_macros, reason = "each example uses a part of the kit")]
macro_rules! json_names {
    ($type:ty { $($value:expr => $name:literal),* $(,)? }) => {
        impl $crate::kit::json::Json for $type {
            fn write(&self, out: &mut String) {
                $(
                    if *self == $value {
                        out.push_str(concat!("\"", $name, "\""));
                    }
                )*
            }

            fn read(
                reader: &mut $crate::kit::json::Reader<'_>,
            ) -> Result<Self, $crate::kit::json::Unexpected> {
                $(
                    if reader.skip(concat!("\"", $name, "\"")) {
                        return Ok($value);
                    }
                )*
                Err(reader.unexpected(&[$($name),*].join(" or ")))
            }
        }
    };
}

#[allow(unused_imports, reason = "each example uses a part of the kit")]
pub(crate) use {json_names, json_object};

/// Reads values one after the other.
pub struct Reader<'t> {
    text: &'t str,
    at: usize,
}

/// The place at which a text is not as expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unexpected {
    line: usize,
    column: usize,
    expected: String,
}

impl fmt::Display for Unexpected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unexpected {
            line,
            column,
            expected,
        } = self;
        write!(f, "line {line}, column {column}: expected `{expected}`")
    }
}

impl<'t> Reader<'t> {
    pub fn new(text: &'t str) -> Reader<'t> {
        Reader { text, at: 0 }
    }

    /// Returns the bytes before the next value.
    pub fn read_so_far(&self) -> &'t [u8] {
        &self.text.as_bytes()[..self.at]
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Reads this text if it comes next.
    pub fn skip(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    /// Reads this text, or fails if it does not come next.
    pub fn expect(&mut self, text: &str) -> Result<(), Unexpected> {
        if self.skip(text) {
            Ok(())
        } else {
            Err(self.unexpected(text.trim()))
        }
    }

    /// Reads this text and the value after it.
    pub fn after<T: Json>(&mut self, text: &str) -> Result<T, Unexpected> {
        self.expect(text)?;
        T::read(self)
    }

    /// Fails unless the whole text was read.
    pub fn finish(&self) -> Result<(), Unexpected> {
        if self.rest().is_empty() {
            Ok(())
        } else {
            Err(self.unexpected("the end of the file"))
        }
    }

    /// Returns the error for the next character.
    pub fn unexpected(&self, expected: &str) -> Unexpected {
        let before = &self.text[..self.at];
        let line = before.rsplit('\n').next().unwrap_or_default();
        Unexpected {
            line: before.matches('\n').count() + 1,
            column: line.chars().count() + 1,
            expected: expected.to_owned(),
        }
    }

    fn number<T: std::str::FromStr>(&mut self) -> Result<T, Unexpected> {
        let is_part = |letter: char| letter.is_ascii_digit() || ".-e".contains(letter);
        let rest = self.rest();
        let end = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
        let number = rest[..end].parse();
        let number = number.map_err(|_| self.unexpected("a number"))?;
        self.at += end;
        Ok(number)
    }
}

macro_rules! numbers {
    ($($type:ty)*) => {$(
        impl Json for $type {
            fn write(&self, out: &mut String) {
                // Floats are printed with as many digits as make them unique.
                let _ = write!(out, "{self}");
            }

            fn read(reader: &mut Reader<'_>) -> Result<Self, Unexpected> {
                reader.number()
            }
        }
    )*};
}

numbers! { u32 u64 usize f64 }

impl Json for Duration {
    fn write(&self, out: &mut String) {
        (self.as_nanos() as u64).write(out);
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, Unexpected> {
        u64::read(reader).map(Duration::from_nanos)
    }
}

impl Json for String {
    fn write(&self, out: &mut String) {
        out.push('"');
        for letter in self.chars() {
            match letter {
                '"' | '\\' => out.extend(['\\', letter]),
                _ if letter.is_control() => {
                    let _ = write!(out, "\\u{:04x}", u32::from(letter));
                }
                _ => out.push(letter),
            }
        }
        out.push('"');
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, Unexpected> {
        reader.expect("\"")?;
        let mut text = String::new();
        loop {
            let Some(letter) = reader.rest().chars().next() else {
                return Err(reader.unexpected("\""));
            };
            reader.at += letter.len_utf8();
            match letter {
                '"' => return Ok(text),
                '\\' if reader.skip("u") => {
                    let code = reader.rest().get(..4);
                    let code = code.and_then(|code| u32::from_str_radix(code, 16).ok());
                    let escaped = code.and_then(char::from_u32);
                    text.push(escaped.ok_or_else(|| reader.unexpected("four hex digits"))?);
                    reader.at += 4;
                }
                '\\' => {
                    let quoted = ["\"", "\\"].into_iter().find(|it| reader.skip(it));
                    text += quoted.ok_or_else(|| reader.unexpected("an escaped character"))?;
                }
                _ => text.push(letter),
            }
        }
    }
}

impl<T: Json> Json for Vec<T> {
    fn write(&self, out: &mut String) {
        out.push('[');
        for (index, value) in self.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            value.write(out);
        }
        out.push(']');
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, Unexpected> {
        reader.expect("[")?;
        let mut values = Vec::new();
        while !reader.skip("]") {
            if !values.is_empty() {
                reader.expect(",")?;
            }
            values.push(T::read(reader)?);
        }
        Ok(values)
    }
}

impl<T: Json + Clone, const N: usize> Json for [T; N] {
    fn write(&self, out: &mut String) {
        self.to_vec().write(out);
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self, Unexpected> {
        let values = Vec::read(reader)?;
        let wrong = |_| reader.unexpected(&format!("a list of {N} values before this"));
        values.try_into().map_err(wrong)
    }
}
