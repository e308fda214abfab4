//! `#[derive(Term)]`: every value comes back from its word, and no two values share one.

use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Debug, Term)]
struct Actor(u16);

#[derive(Clone, Copy, PartialEq, Debug, Term)]
struct Named {
    id: i32,
}

#[derive(Clone, Copy, PartialEq, Debug, Term)]
struct Handle<T>(T);

#[derive(Clone, Copy, PartialEq, Debug, Term)]
enum Place {
    Lobby = 7,
    Roof = -3,
    Cellar = 0,
}

#[derive(Clone, Copy, PartialEq, Debug, Term)]
enum One {
    Only,
}

#[derive(Clone, Copy, PartialEq, Debug, Term)]
enum Wide {
    Only(u64),
}

#[derive(Clone, Copy, PartialEq, Debug, Term)]
enum Thing {
    Nothing,
    Actor(Actor),
    Place { place: Place },
    Empty(),
    Height(i32),
    Exact(f32),
}

#[derive(Clone, Copy, PartialEq, Debug, Term)]
enum Nested {
    Thing(Thing),
    Bit(bool),
}

fn come_back<T: Term + PartialEq + core::fmt::Debug>(values: &[T]) {
    let words: Vec<u64> = values.iter().map(|value| value.to_word()).collect();
    for (at, (value, word)) in values.iter().zip(&words).enumerate() {
        assert_eq!(T::from_word(*word), *value);
        assert!(T::BITS == 64 || *word < 1 << T::BITS, "{value:?}");
        assert!(!words[..at].contains(word), "{value:?}");
    }
}

#[test]
fn newtypes() {
    come_back(&[Actor(0), Actor(1), Actor(u16::MAX)]);
    come_back(&[Named { id: -1 }, Named { id: i32::MAX }, Named { id: 0 }]);
    come_back(&[Handle(true), Handle(false)]);
    assert_eq!(
        (Actor::BITS, Named::BITS, Handle::<bool>::BITS),
        (16, 32, 1)
    );
}

#[test]
fn enums() {
    come_back(&[Place::Lobby, Place::Roof, Place::Cellar]);
    come_back(&[One::Only]);
    assert_eq!((Place::BITS, One::BITS), (2, 0));
}

#[test]
fn enums_with_values() {
    let things = [
        Thing::Nothing,
        Thing::Actor(Actor(0)),
        Thing::Actor(Actor(9)),
        Thing::Place {
            place: Place::Lobby,
        },
        Thing::Place {
            place: Place::Cellar,
        },
        Thing::Empty(),
        Thing::Height(-1),
        Thing::Height(i32::MIN),
        Thing::Exact(-1.5),
        Thing::Exact(f32::INFINITY),
    ];
    come_back(&things);
    assert_eq!(Thing::BITS, 35);
    come_back(&[Wide::Only(0), Wide::Only(u64::MAX)]);
    let mut nested: Vec<Nested> = things.into_iter().map(Nested::Thing).collect();
    nested.extend([Nested::Bit(true), Nested::Bit(false)]);
    come_back(&nested);
    assert_eq!(Nested::BITS, 36);
}

#[test]
fn any_word_gives_some_value() {
    for word in [0, 1, 2, 7, 255, 1 << 33, u64::MAX / 2, u64::MAX] {
        let _ = (
            Actor::from_word(word),
            Place::from_word(word),
            One::from_word(word),
        );
        let _ = (
            Wide::from_word(word),
            Thing::from_word(word),
            Nested::from_word(word),
        );
    }
}

mod bare {
    #![no_implicit_prelude]

    #[derive(
        ::core::clone::Clone,
        ::core::marker::Copy,
        ::core::cmp::PartialEq,
        ::core::fmt::Debug,
        ::squad_htn::prelude::Term,
    )]
    pub enum Option {
        None,
        Some(u8),
    }
}

#[test]
fn without_a_prelude() {
    come_back(&[
        bare::Option::None,
        bare::Option::Some(0),
        bare::Option::Some(3),
    ]);
}

mod renamed {
    pub use squad_htn as htn;
}

#[derive(Clone, Copy, PartialEq, Debug, Term)]
#[term(crate = crate::renamed::htn)]
struct Elsewhere(u8);

#[test]
fn under_another_name() {
    come_back(&[Elsewhere(3)]);
}

#[derive(Clone, Copy, PartialEq, Debug, Term)]
struct Pos {
    x: u16,
    y: i16,
}

#[derive(Clone, Copy, PartialEq, Debug, Term)]
struct Full(u32, One, i32, One);

#[derive(Clone, Copy, PartialEq, Debug, Term)]
struct Pair<T>(T, T);

#[derive(Clone, Copy, PartialEq, Debug, Term)]
enum Order {
    Go { to: Pos, run: bool },
    Guard(Actor, u8, Option<u8>),
    Stay,
}

#[test]
fn structs_of_several_terms() {
    let pos = |x, y| Pos { x, y };
    let places = [
        pos(0, 0),
        pos(1, 0),
        pos(0, 1),
        pos(u16::MAX, i16::MIN),
        pos(3, -1),
    ];
    come_back(&places);
    assert_eq!(Pos::BITS, 32);
    let full = |a, b| Full(a, One::Only, b, One::Only);
    come_back(&[full(0, 0), full(u32::MAX, -1), full(1, i32::MIN)]);
    assert_eq!(Full::BITS, 64);
    come_back(&[Pair(1u8, 2u8), Pair(2, 1), Pair(0, 0)]);
    assert_eq!((Pair::<u8>::BITS, Pair::<u32>::BITS), (16, 64));
}

#[test]
fn variants_of_several_terms() {
    let to = Pos { x: 7, y: -7 };
    come_back(&[
        Order::Go { to, run: true },
        Order::Go { to, run: false },
        Order::Guard(Actor(1), 2, None),
        Order::Guard(Actor(1), 2, Some(0)),
        Order::Guard(Actor(u16::MAX), u8::MAX, Some(u8::MAX)),
        Order::Stay,
    ]);
    // The widest is 33 bits, and three variants take two.
    assert_eq!(Order::BITS, 35);
}
