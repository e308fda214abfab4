//! Values: every type that fits into a word, and any value of it.

use squad_htn::prelude::*;

use crate::common::assert_plans;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
struct Handle(u64);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
enum Side {
    Left,
    Right,
}

#[derive(Clone, Copy, PartialEq, Debug, Term)]
enum Thing {
    Nobody,
    Agent(u32),
    Spot(f32),
    On(Side),
    Letter(char),
}

impl Thing {
    fn agent(self) -> Option<u32> {
        if let Thing::Agent(agent) = self {
            Some(agent)
        } else {
            None
        }
    }
}

/// A handle of a foreign library: two numbers in one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Entity {
    index: u32,
    generation: u32,
}

impl Term for Entity {
    const BITS: u32 = 64;

    fn to_word(self) -> u64 {
        u64::from(self.generation) << 32 | u64::from(self.index)
    }

    fn from_word(word: u64) -> Self {
        Entity {
            index: word as u32,
            generation: (word >> 32) as u32,
        }
    }
}

htn_domain! {
    domain values;

    predicate truth(bool);
    predicate letter(char);
    predicate signed(i8, i16, i32, i64);
    predicate unsigned(u8, u16, u32, u64);
    predicate sized(usize, isize);
    predicate float(f32, f64);
    predicate handle(Handle);
    predicate side(Side);
    predicate thing(Thing);
    predicate entity(Entity);

    operator see_bool(x: bool) {}
    operator see_letter(x: char) {}
    operator see_signed(a: i8, b: i16, c: i32, d: i64) {}
    operator see_unsigned(a: u8, b: u16, c: u32, d: u64) {}
    operator see_sized(a: usize, b: isize) {}
    operator see_float(a: f32, b: f64) {}
    operator see_handle(x: Handle) {}
    operator see_side(x: Side) {}
    operator see_thing(x: Thing) {}
    operator see_entity(x: Entity) {}
    operator see_agent(x: u32) {}

    method bools() if truth(x) { see_bool(x); }
    method letters() if letter(x) { see_letter(x); }
    method signeds() if signed(a, b, c, d) && signed(a, b, c, d) { see_signed(a, b, c, d); }
    method unsigneds() if unsigned(a, b, c, d) && unsigned(_, _, _, d) {
        see_unsigned(a, b, c, d);
    }
    method sizeds() if sized(a, b) { see_sized(a, b); }
    method floats() if float(a, b) { see_float(a, b); }
    method zero() if float(0.0, b) { see_float(0.0, b); }
    method handles() if handle(x) && handle(x) { see_handle(x); }
    method sides() if side(x) { see_side(x); }
    method right() if side(Side::Right) { see_side(Side::Right); }
    method things() if thing(x) { see_thing(x); }
    method on_left() if thing(Thing::On(Side::Left)) { see_thing(Thing::On(Side::Left)); }
    method agents() if thing(x) && let Some(agent): Option<u32> = x.agent() { see_agent(agent); }
    method entities() if entity(x) && x.generation > 1 { see_entity(x); }
}

use values::{Fact, State, Task};

fn check(task: Task, facts: impl IntoIterator<Item = Fact>, expected: &[&str]) {
    let facts: Vec<Fact> = facts.into_iter().collect();
    let state = State::from_facts(facts.iter().copied()).unwrap();
    assert_eq!(
        state.facts().collect::<Vec<_>>(),
        facts,
        "facts come out as they went in"
    );
    assert_plans(&state, &(), task, expected);
}

#[test]
fn primitive_types_round_trip() {
    check(
        Task::Bools,
        [true, false].map(Fact::Truth),
        &["see_bool(true)", "see_bool(false)"],
    );
    let letters = ['a', '\u{10FFFF}'].map(Fact::Letter);
    check(
        Task::Letters,
        letters,
        &["see_letter('a')", "see_letter('\\u{10ffff}')"],
    );
    let signed = [
        Fact::Signed(i8::MIN, i16::MIN, i32::MIN, i64::MIN),
        Fact::Signed(i8::MAX, i16::MAX, i32::MAX, i64::MAX),
        Fact::Signed(-1, -1, -1, -1),
    ];
    let expected = [
        "see_signed(-128, -32768, -2147483648, -9223372036854775808)",
        "see_signed(127, 32767, 2147483647, 9223372036854775807)",
        "see_signed(-1, -1, -1, -1)",
    ];
    check(Task::Signeds, signed, &expected);
    let unsigned = [Fact::Unsigned(u8::MAX, u16::MAX, u32::MAX, u64::MAX)];
    let expected = ["see_unsigned(255, 65535, 4294967295, 18446744073709551615)"];
    check(Task::Unsigneds, unsigned, &expected);
    check(Task::Sizeds, [Fact::Sized(3, -4)], &["see_sized(3, -4)"]);
}

#[test]
fn floats_are_compared_by_bits_and_minus_zero_is_zero() {
    let floats = [
        Fact::Float(1.5, -2.5),
        Fact::Float(f32::MAX, f64::MIN_POSITIVE),
    ];
    let expected = [
        "see_float(1.5, -2.5)",
        "see_float(3.4028235e38, 2.2250738585072014e-308)",
    ];
    check(Task::Floats, floats, &expected);
    let mut state = State::from_facts([Fact::Float(-0.0, 1.0)]).unwrap();
    assert!(state.contains(Fact::Float(0.0, 1.0)));
    assert_eq!(state.insert(Fact::Float(0.0, 1.0)), Ok(false));
    assert_plans(&state, &(), Task::Zero, &["see_float(0.0, 1.0)"]);
}

#[test]
fn derived_types_round_trip() {
    let handles = [0, 1, u64::MAX].map(|n| Fact::Handle(Handle(n)));
    let expected = [
        "see_handle(Handle(0))",
        "see_handle(Handle(1))",
        "see_handle(Handle(18446744073709551615))",
    ];
    check(Task::Handles, handles, &expected);
    check(
        Task::Sides,
        [Side::Right, Side::Left].map(Fact::Side),
        &["see_side(Right)", "see_side(Left)"],
    );
    check(Task::Right, [Fact::Side(Side::Right)], &["see_side(Right)"]);
    check(Task::Right, [Fact::Side(Side::Left)], &[]);
    let things = [
        Thing::Nobody,
        Thing::Agent(0),
        Thing::Agent(u32::MAX),
        Thing::Spot(-0.5),
        Thing::On(Side::Left),
        Thing::Letter('x'),
    ];
    let expected = [
        "see_thing(Nobody)",
        "see_thing(Agent(0))",
        "see_thing(Agent(4294967295))",
        "see_thing(Spot(-0.5))",
        "see_thing(On(Left))",
        "see_thing(Letter('x'))",
    ];
    check(Task::Things, things.map(Fact::Thing), &expected);
    check(
        Task::OnLeft,
        things.map(Fact::Thing),
        &["see_thing(On(Left))"],
    );
    check(
        Task::Agents,
        things.map(Fact::Thing),
        &["see_agent(0)", "see_agent(4294967295)"],
    );
}

#[test]
fn type_may_implement_term_by_hand() {
    let entity = |index, generation| Fact::Entity(Entity { index, generation });
    let expected = ["see_entity(Entity { index: 4294967295, generation: 4294967295 })"];
    check(
        Task::Entities,
        [entity(7, 1), entity(u32::MAX, u32::MAX)],
        &expected,
    );
}

#[derive(Clone, Copy, PartialEq, Debug, Term)]
pub struct Pos {
    x: u8,
    y: u8,
}

htn_domain! {
    domain compound;

    predicate at(u8 => Pos);
    predicate edge((u8, u8), (u8, u8));
    predicate target(u8 => Option<u8>);
    predicate near(Option<(u8, bool)>);

    operator walk(who: u8, to: Pos) {}
    operator shoot(who: u8, at: u8) {}
    operator cross(from: (u8, u8), to: (u8, u8)) {}
    operator note(what: Option<(u8, bool)>) {}

    method go(who: u8)
        if at(who, p) && let from: (u8, u8) = (p.x, p.y) && edge(from, to)
        sort by to.1
    {
        walk(who, Pos { x: to.0, y: to.1 });
        cross(from, to);
    }
    method fire(who: u8) if target(who, t) && let Some(at): Option<u8> = t { shoot(who, at); }
    method idle(who: u8) if target(who, None) { add target(who, Some(who)); }
    method corner() if edge((0, 1), to) { cross((0, 1), to); }
    method notes() if near(n) { note(n); }
}

#[test]
fn structs_tuples_and_options_are_terms() {
    use compound::{Fact::*, State, Task};
    let facts = [
        At(1, Pos { x: 0, y: 1 }),
        Edge((0, 1), (5, 9)),
        Edge((0, 1), (5, 2)),
        Edge((1, 0), (5, 3)),
        Target(1, Some(7)),
        Target(2, None),
        Near(None),
        Near(Some((3, true))),
    ];
    let state = State::from_facts(facts).unwrap();
    let plans = [
        "walk(1, Pos { x: 5, y: 2 }); cross((0, 1), (5, 2))",
        "walk(1, Pos { x: 5, y: 9 }); cross((0, 1), (5, 9))",
    ];
    assert_plans(&state, &(), Task::Go { who: 1 }, &plans);
    assert_plans(&state, &(), Task::Fire { who: 1 }, &["shoot(1, 7)"]);
    assert_plans(&state, &(), Task::Fire { who: 2 }, &[]);
    assert_plans(
        &state,
        &(),
        Task::Idle { who: 2 },
        &["add target(2, Some(2))"],
    );
    assert_plans(
        &state,
        &(),
        Task::Corner,
        &["cross((0, 1), (5, 9))", "cross((0, 1), (5, 2))"],
    );
    assert_plans(
        &state,
        &(),
        Task::Notes,
        &["note(None)", "note(Some((3, true)))"],
    );
}
