//! A parser of the JSON subset that instances use, so that tests compile without a library.

use std::ops::Index;

#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    Number(f64),
    Text(String),
    List(Vec<Value>),
    /// Names and values, in the order of the text.
    Object(Vec<(String, Value)>),
}

impl Value {
    pub fn as_array(&self) -> Option<&[Value]> {
        match self {
            Value::List(list) => Some(list),
            _ => None,
        }
    }

    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }
}

impl Index<&str> for Value {
    type Output = Value;

    fn index(&self, name: &str) -> &Value {
        let Value::Object(fields) = self else {
            panic!("`{name}` of what is no object");
        };
        let field = fields.iter().find(|(field, _)| field == name);
        &field.unwrap_or_else(|| panic!("there is no `{name}`")).1
    }
}

impl Index<usize> for Value {
    type Output = Value;

    fn index(&self, place: usize) -> &Value {
        &self.as_array().expect("a list")[place]
    }
}

/// Parses a value. Errors have the position.
pub fn parse(text: &str) -> Result<Value, String> {
    let mut reader = Reader { text, at: 0 };
    let value = reader.value()?;
    match reader.next() {
        None => Ok(value),
        Some(more) => Err(reader.wrong(&format!("did not expect `{more}`"))),
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    fn wrong(&self, what: &str) -> String {
        format!("{what} at byte {}", self.at)
    }

    /// Returns the next character that is not blank.
    fn next(&mut self) -> Option<char> {
        let rest = self.text[self.at..].trim_start();
        self.at = self.text.len() - rest.len();
        rest.chars().next()
    }

    fn takes(&mut self, sign: char) -> bool {
        let found = self.next() == Some(sign);
        self.at += if found { sign.len_utf8() } else { 0 };
        found
    }

    fn expect(&mut self, sign: char) -> Result<(), String> {
        match self.takes(sign) {
            true => Ok(()),
            false => Err(self.wrong(&format!("expected `{sign}`"))),
        }
    }

    fn value(&mut self) -> Result<Value, String> {
        match self.next() {
            Some('"') => Ok(Value::Text(self.string()?)),
            Some('[') => {
                let list = self.separated('[', ']', Self::value)?;
                Ok(Value::List(list))
            }
            Some('{') => {
                let fields = self.separated('{', '}', |reader| {
                    let name = reader.string()?;
                    reader.expect(':')?;
                    Ok((name, reader.value()?))
                })?;
                Ok(Value::Object(fields))
            }
            _ => self.number(),
        }
    }

    fn separated<T>(
        &mut self,
        open: char,
        close: char,
        mut each: impl FnMut(&mut Self) -> Result<T, String>,
    ) -> Result<Vec<T>, String> {
        self.expect(open)?;
        let mut all = Vec::new();
        while !self.takes(close) {
            if !all.is_empty() {
                self.expect(',')?;
            }
            all.push(each(self)?);
        }
        Ok(all)
    }

    /// Parses a string without escapes; instances have none.
    fn string(&mut self) -> Result<String, String> {
        self.expect('"')?;
        let rest = &self.text[self.at..];
        let end = rest
            .find('"')
            .ok_or_else(|| self.wrong("a string without an end"))?;
        self.at += end + 1;
        Ok(rest[..end].to_owned())
    }

    fn number(&mut self) -> Result<Value, String> {
        let rest = &self.text[self.at..];
        let length = rest
            .find(|c: char| !c.is_ascii_digit() && !"+-.eE".contains(c))
            .unwrap_or(rest.len());
        let number = rest[..length].parse();
        let number = number.map_err(|_| self.wrong("expected a value"))?;
        self.at += length;
        Ok(Value::Number(number))
    }
}
