//! Mutations of saves.

use serde_json::Value;

use crate::rng::Rng;

/// Words that are at the edge of something.
const WORDS: [u64; 14] = [
    0,
    1,
    2,
    127,
    128,
    255,
    256,
    2_048,
    65_535,
    65_536,
    4_294_967_295,
    4_294_967_296,
    9_223_372_036_854_775_808,
    u64::MAX,
];

/// Bytes with one to four changes.
pub fn bytes(rng: &mut Rng, save: &[u8], other: &[u8]) -> Vec<u8> {
    let mut save = save.to_vec();
    for _ in 0..=rng.below(4) {
        if save.is_empty() {
            save.push(rng.below(256) as u8);
        }
        let at = rng.below(save.len());
        let end = at + rng.below((save.len() - at).min(16) + 1);
        match rng.below(9) {
            0 => save[at] ^= 1 << rng.below(8),
            1 => save[at] = rng.below(256) as u8,
            2 => save[at] = *rng.pick(&[0, 1, 2, 0x7F, 0x80, 0xFF]),
            3 => save.insert(at, rng.below(256) as u8),
            4 => _ = save.drain(at..end),
            5 => {
                let copy = save[at..end].to_vec();
                save.splice(at..at, copy);
            }
            6 => save.truncate(at),
            7 => {
                let from = rng.below(other.len());
                let to = from + rng.below((other.len() - from).min(32) + 1);
                save.splice(at..end, other[from..to].iter().copied());
            }
            // A number, as postcard writes it.
            _ => _ = save.splice(at..=at, varint(*rng.pick(&WORDS))),
        }
    }
    save
}

fn varint(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number > 0x7F {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

/// JSON that is JSON still: some values in it are others, gone, twice, or in each other's place.
pub fn json(rng: &mut Rng, save: &str) -> String {
    let mut save: Value = serde_json::from_str(save).expect("it is JSON");
    for _ in 0..=rng.below(3) {
        // The header is large, and its errors are found at once, so most changes are after it.
        let inside = match save.get_mut("saved") {
            Some(inside) if rng.chance(80) => inside,
            _ => &mut save,
        };
        change(rng, inside);
    }
    save.to_string()
}

fn change(rng: &mut Rng, value: &mut Value) {
    let stays = rng.chance(30);
    match value {
        Value::Array(list) if !list.is_empty() && !stays => {
            let at = rng.below(list.len());
            match rng.below(8) {
                0 => _ = list.remove(at),
                1 => list.insert(at, list[at].clone()),
                2 => {
                    let other = rng.below(list.len());
                    list.swap(at, other);
                }
                _ => change(rng, &mut list[at]),
            }
        }
        Value::Object(map) if !map.is_empty() && !stays => {
            let names: Vec<String> = map.keys().cloned().collect();
            let name = rng.pick(&names);
            match rng.below(8) {
                0 => _ = map.remove(name),
                1 => {
                    let value = map.remove(name).unwrap_or_default();
                    let other = [rng.pick(&names).clone(), "at".into(), "x".into()];
                    map.insert(rng.pick(&other).clone(), value);
                }
                _ => change(rng, &mut map[name]),
            }
        }
        Value::String(text) if !stays => match rng.below(3) {
            0 => _ = text.pop(),
            1 => text.push('x'),
            _ => *text = "alarm".into(),
        },
        other => {
            *other = match rng.below(6) {
                0 => Value::Null,
                1 => Value::Bool(true),
                2 => Value::from("Mill"),
                3 => Value::from(-(rng.below(300) as i64)),
                4 => Value::Array(vec![other.clone()]),
                _ => Value::from(*rng.pick(&WORDS)),
            }
        }
    }
}

/// Returns the number of values in this one, itself included.
fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(list) => list.iter().map(count).sum(),
        Value::Object(map) => map.values().map(count).sum(),
        _ => 0,
    }
}

/// The value with this number.
fn nth<'a>(value: &'a mut Value, number: &mut usize) -> Option<&'a mut Value> {
    if *number == 0 {
        return Some(value);
    }
    *number -= 1;
    match value {
        Value::Array(list) => list.iter_mut().find_map(|value| nth(value, number)),
        Value::Object(map) => map.values_mut().find_map(|value| nth(value, number)),
        _ => None,
    }
}

/// Another value of the same kind, somewhere in a save.
fn like(rng: &mut Rng, save: &Value, kind: &Value) -> Option<Value> {
    let mut save = save.clone();
    let many = count(&save);
    for _ in 0..20 {
        let mut number = rng.below(many);
        let found = nth(&mut save, &mut number)?;
        if std::mem::discriminant(found) == std::mem::discriminant(kind) {
            return Some(found.take());
        }
    }
    None
}

/// A few changes of the structure: numbers, elements, fields.
pub fn structure(rng: &mut Rng, save: &mut Value, other: &Value) {
    let many = count(save);
    for _ in 0..1 + rng.below(3) {
        let donor = if rng.below(2) == 0 {
            save.clone()
        } else {
            other.clone()
        };
        let mut number = rng.below(many);
        let Some(value) = nth(save, &mut number) else {
            continue;
        };
        if rng.below(5) == 0
            && !value.is_object()
            && let Some(other) = like(rng, &donor, value)
        {
            *value = other;
            continue;
        }
        tweak(rng, value);
    }
}

fn tweak(rng: &mut Rng, value: &mut Value) {
    match value {
        Value::Null => *value = Value::from(rng.below(4)),
        Value::Bool(there) => *there = !*there,
        Value::Number(_) => {
            let was = value.as_u64().unwrap_or(0);
            *value = Value::from(match rng.below(8) {
                0 => 0,
                1 | 2 => was.wrapping_add(1),
                3 | 4 => was.wrapping_sub(1),
                5 => rng.below(40) as u64,
                6 => 1 << rng.below(64),
                _ => u64::MAX >> rng.below(64),
            });
        }
        Value::String(_) => *value = Value::Null,
        Value::Array(list) if list.is_empty() => {}
        Value::Array(list) => {
            let (a, b) = (rng.below(list.len()), rng.below(list.len()));
            match rng.below(4) {
                0 => drop(list.remove(a)),
                1 => list.insert(b, list[a].clone()),
                2 => list.swap(a, b),
                _ => tweak(rng, &mut list[a]),
            }
        }
        Value::Object(map) => {
            let keys: Vec<String> = map.keys().cloned().collect();
            if keys.is_empty() {
                return;
            }
            let (a, b) = (&keys[rng.below(keys.len())], &keys[rng.below(keys.len())]);
            match rng.below(8) {
                0 => drop(map.remove(a)),
                1 => {
                    let (one, other) = (map[a].clone(), map[b].clone());
                    map[a] = other;
                    map[b] = one;
                }
                _ => tweak(rng, &mut map[a]),
            }
        }
    }
}
