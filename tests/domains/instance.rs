//! Instances of domains.

use super::json::{Value, parse};

/// Reads the instance of this name.
pub fn load(name: &str) -> Value {
    let path = format!("{}/tests/data/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    parse(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns a field as a list.
pub fn list<'a>(instance: &'a Value, field: &str) -> &'a [Value] {
    instance[field]
        .as_array()
        .unwrap_or_else(|| panic!("`{field}` is a list"))
}

/// Returns a value as a string.
pub fn text(value: &Value) -> &str {
    value.as_str().expect("a string")
}

/// Returns the number at the end of a name such as `b12`.
pub fn number(value: &Value) -> u16 {
    let name = text(value);
    let digits = name.trim_start_matches(|c: char| !c.is_ascii_digit());
    digits
        .parse()
        .unwrap_or_else(|_| panic!("`{name}` ends in a number"))
}
