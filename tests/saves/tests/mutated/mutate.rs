//! Saves that are not what was saved.

use serde_json::Value;

use crate::common::Random;

/// Bytes with a few changes behind the header.
pub fn bytes(random: &mut Random, header: usize, save: &[u8], other: &[u8]) -> Vec<u8> {
    let mut save = save.to_vec();
    for _ in 0..1 + random.below(3) {
        let len = save.len();
        if len <= header + 1 {
            return save;
        }
        // Now and then in the header too.
        let from = if random.below(40) == 0 { 0 } else { header };
        let at = from + random.below(len - from);
        match random.below(9) {
            0 => save.truncate(at),
            1 => drop(save.remove(at)),
            2 => save.insert(at, random.below(256) as u8),
            3 => save[at] = random.below(256) as u8,
            4 => save[at] = save[at].wrapping_add(1),
            5 => save[at] = save[at].wrapping_sub(1),
            6 => save[at] ^= 1 << random.below(8),
            7 => {
                let (from, most) = (header + random.below(len - header), random.below(12));
                let piece: Vec<u8> = save[from..].iter().copied().take(most).collect();
                save.splice(at..(at + piece.len()).min(len), piece);
            }
            _ => {
                let from = header.min(other.len())
                    + random.below(other.len() - header.min(other.len()) + 1);
                let piece: Vec<u8> = other[from..].iter().copied().take(8).collect();
                save.splice(at..(at + piece.len()).min(len), piece);
            }
        }
    }
    save
}

/// How many values there are below one, and it.
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
fn like(random: &mut Random, save: &Value, kind: &Value) -> Option<Value> {
    let mut save = save.clone();
    let many = count(&save);
    for _ in 0..20 {
        let mut number = random.below(many);
        let found = nth(&mut save, &mut number)?;
        if std::mem::discriminant(found) == std::mem::discriminant(kind) {
            return Some(found.take());
        }
    }
    None
}

/// A few changes of the structure: numbers, elements, fields.
pub fn structure(random: &mut Random, save: &mut Value, other: &Value) {
    let many = count(save);
    for _ in 0..1 + random.below(3) {
        let donor = if random.below(2) == 0 {
            save.clone()
        } else {
            other.clone()
        };
        let mut number = random.below(many);
        let Some(value) = nth(save, &mut number) else {
            continue;
        };
        if random.below(5) == 0
            && !value.is_object()
            && let Some(other) = like(random, &donor, value)
        {
            *value = other;
            continue;
        }
        change(random, value);
    }
}

fn change(random: &mut Random, value: &mut Value) {
    match value {
        Value::Null => *value = Value::from(random.below(4)),
        Value::Bool(there) => *there = !*there,
        Value::Number(_) => {
            let was = value.as_u64().unwrap_or(0);
            *value = Value::from(match random.below(8) {
                0 => 0,
                1 | 2 => was.wrapping_add(1),
                3 | 4 => was.wrapping_sub(1),
                5 => random.below(40) as u64,
                6 => 1 << random.below(64),
                _ => u64::MAX >> random.below(64),
            });
        }
        Value::String(_) => *value = Value::Null,
        Value::Array(list) if list.is_empty() => {}
        Value::Array(list) => {
            let (a, b) = (random.below(list.len()), random.below(list.len()));
            match random.below(4) {
                0 => drop(list.remove(a)),
                1 => list.insert(b, list[a].clone()),
                2 => list.swap(a, b),
                _ => change(random, &mut list[a]),
            }
        }
        Value::Object(map) => {
            let keys: Vec<String> = map.keys().cloned().collect();
            if keys.is_empty() {
                return;
            }
            let (a, b) = (
                &keys[random.below(keys.len())],
                &keys[random.below(keys.len())],
            );
            match random.below(8) {
                0 => drop(map.remove(a)),
                1 => {
                    let (one, other) = (map[a].clone(), map[b].clone());
                    map[a] = other;
                    map[b] = one;
                }
                _ => change(random, &mut map[a]),
            }
        }
    }
}
