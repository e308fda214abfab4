//! The names of values that are inside others: `Patient(Ash)`, and not `Patient(PersonId(0))`.
//!
//! The types define which values are inside ([`Term::map_terms`](crate::Term::map_terms)), but not their places in the text:
//! `Debug` of the outer type may print anything. So this module searches for the text of each part, as a whole word, in the
//! order of the parts.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::any::Any;
use core::fmt::Debug;
use core::ops::Range;

use super::Value;
use crate::tables::Type;

/// Returns the text of a value of the domain: its name, or what its type's `Debug` prints, with the names of the values inside.
///
/// Only values of the domain's types are named. Numbers and the like are not named inside others: what `u8` means as an
/// argument says nothing about a `u8` that is a field of something else.
#[doc(hidden)]
pub fn named(
    types: &[Type],
    ty: &Type,
    word: u64,
    names: &dyn Fn(Value<'_>) -> Option<String>,
) -> String {
    let name = |ty: &Type, word| {
        let type_name = ty.name;
        names(Value { type_name, word })
    };
    if let Some(name) = name(ty, word) {
        return name;
    }
    let mut parts = Vec::new();
    (ty.map)(word, &mut |part| {
        if (ty.word_of)(part).is_none() {
            parts.push(InnerValue::of(types, part, &name));
        }
    });
    let mut text = ty.shown(word).to_string();
    let mut found = FoundParts {
        text: &text,
        placed: Vec::new(),
    };
    found.place(&parts, 0..text.len());
    let mut placed = found.placed;
    // From the last to the first, so that the other places stay valid.
    placed.sort_by_key(|(place, _)| core::cmp::Reverse(place.start));
    for (place, name) in placed {
        if let Some(name) = name {
            text.replace_range(place, name);
        }
    }
    text
}

/// A value inside another one. Parts are in the order in which `map_terms` visits them: a part follows its own parts.
struct InnerValue {
    /// Its text; `None` if its type is not known.
    shown: Option<String>,
    /// The number of its own parts, plus one.
    size: usize,
    name: Option<String>,
}

impl InnerValue {
    fn of(
        types: &[Type],
        part: &dyn Any,
        name: &dyn Fn(&Type, u64) -> Option<String>,
    ) -> InnerValue {
        // A type may have several names in a domain.
        let mut rows = types
            .iter()
            .filter_map(|ty| Some((ty, (ty.word_of)(part)?)));
        let (shown, first) = (primitive(part), rows.clone().next());
        match first {
            Some((ty, word)) if shown.is_none() => {
                let mut size = 0;
                (ty.map)(word, &mut |_| size += 1);
                InnerValue {
                    shown: Some(ty.shown(word).to_string()),
                    size,
                    name: rows.find_map(|(ty, word)| name(ty, word)),
                }
            }
            _ => InnerValue {
                shown,
                size: 1,
                name: None,
            },
        }
    }
}

/// The places of parts in the text.
struct FoundParts<'t, 'p> {
    text: &'t str,
    /// With the name that goes there.
    placed: Vec<(Range<usize>, Option<&'p str>)>,
}

impl<'p> FoundParts<'_, 'p> {
    /// Finds the places of parts within a range of the text. Outer parts are placed in their order, and inner parts within
    /// the place of their outer part.
    fn place(&mut self, parts: &'p [InnerValue], within: Range<usize>) {
        let (mut outer, mut end) = (Vec::new(), parts.len());
        while let Some(last) = end.checked_sub(1) {
            let start = end - parts[last].size.clamp(1, end);
            outer.push((last, &parts[start..last]));
            end = start;
        }
        for (at, inside) in outer.into_iter().rev() {
            let part = &parts[at];
            let shown = part.shown.as_deref();
            let place = shown.and_then(|shown| self.find(shown, &within));
            match place {
                Some(place) => {
                    if part.name.is_none() {
                        self.place(inside, place.clone());
                    }
                    self.placed.push((place, part.name.as_deref()));
                }
                None => self.place(inside, within.clone()),
            }
        }
    }

    /// Returns the first free place of a word. A place after all others is preferred.
    fn find(&self, word: &str, within: &Range<usize>) -> Option<Range<usize>> {
        let others = self.placed.iter().map(|(place, _)| place);
        let others = others.filter(|other| other.start < within.end && within.start < other.end);
        let after = others.clone().map(|other| other.end).max();
        let is_free = |place: &Range<usize>| {
            let is_inside = within.start <= place.start && place.end <= within.end;
            let mut others = others.clone();
            is_inside && others.all(|other| other.end <= place.start || place.end <= other.start)
        };
        let free = || places(self.text, word).filter(is_free);
        let mut behind = free().filter(|place| Some(place.start) >= after);
        behind.next().or_else(|| free().next())
    }
}

/// Returns where a text has a word: `Unit(1)` is neither in `AirUnit(1)` nor in `Unit(12)`, and `1` is not in `1.5`.
fn places<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = Range<usize>> + 't {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let first = word.chars().next();
    let last = word.chars().next_back();
    let starts = text.char_indices().map(|(at, _)| at);
    starts.filter_map(move |at| {
        let (before, from) = text.split_at(at);
        let behind = from.strip_prefix(word).filter(|_| !word.is_empty())?;
        let previous = before.chars().next_back();
        let mut next = behind.chars();
        let joined_before = first.is_some_and(is_part)
            && previous.is_some_and(|letter| is_part(letter) || ".-".contains(letter));
        let joined_behind = last.is_some_and(is_part)
            && match next.next() {
                Some('.') => next.next().is_some_and(|letter| letter.is_ascii_digit()),
                Some(letter) => is_part(letter),
                None => false,
            };
        (!joined_before && !joined_behind).then_some(at..at + word.len())
    })
}

/// Returns what a value of a primitive type prints as.
fn primitive(part: &dyn Any) -> Option<String> {
    fn shown<T: Debug + 'static>(part: &dyn Any) -> Option<String> {
        let value = part.downcast_ref::<T>()?;
        Some(alloc::format!("{value:?}"))
    }
    macro_rules! first_of {
        ($($type:ty)*) => { None $(.or_else(|| shown::<$type>(part)))* };
    }
    first_of!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize f32 f64 bool char)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::show::codec;
    use crate::model::term::Term;
    use core::fmt;

    #[derive(Clone, Copy, PartialEq, Debug)]
    struct Crew(u8);

    /// Prints as a number alone.
    #[derive(Clone, Copy, PartialEq)]
    struct Bare(u8);

    /// Prints as a number that is followed by letters.
    #[derive(Clone, Copy, PartialEq)]
    struct Glued(u8);

    #[derive(Clone, Copy, PartialEq)]
    struct Swapped(Crew, Bare);

    impl Debug for Bare {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.fmt(f)
        }
    }

    macro_rules! newtypes {
        ($($name:ident)*) => {$(
            impl Term for $name {
                const BITS: u32 = 8;
                fn to_word(self) -> u64 {
                    self.0.into()
                }
                fn from_word(word: u64) -> Self {
                    $name(word as u8)
                }
                fn map_terms(self, map: &mut dyn FnMut(&mut dyn Any)) -> Self {
                    let mut value = $name(self.0.map_terms(map));
                    map(&mut value);
                    value
                }
            }
        )*};
    }
    newtypes!(Crew Bare Glued);

    impl Debug for Glued {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{}v0", self.0)
        }
    }

    impl Term for Swapped {
        const BITS: u32 = 16;
        fn to_word(self) -> u64 {
            (self.0, self.1).to_word()
        }
        fn from_word(word: u64) -> Self {
            let (unit, bare) = Term::from_word(word);
            Swapped(unit, bare)
        }
        fn map_terms(self, map: &mut dyn FnMut(&mut dyn Any)) -> Self {
            let mut value = Swapped(self.0.map_terms(map), self.1.map_terms(map));
            map(&mut value);
            value
        }
    }

    impl Debug for Swapped {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{:?} before {:?}", self.1, self.0)
        }
    }

    /// Returns the text of a value, with names for units.
    fn text<T: Term + Debug>(value: T) -> String {
        let ty = codec::<T>("T").ty("T");
        let types = [
            codec::<Crew>("Crew").ty("Crew"),
            codec::<Bare>("Bare").ty("Bare"),
            codec::<Glued>("Glued").ty("Glued"),
            codec::<u8>("u8").ty("u8"),
            codec::<Option<Bare>>("Option").ty("Option<Bare>"),
        ];
        let names = |value: Value<'_>| match value.type_name {
            "Crew" => Some(alloc::format!("Crew({}0)", value.word)),
            "Bare" => (value.word != 9).then(|| alloc::format!("#{}", value.word)),
            "Glued" => Some(alloc::format!("u{}", value.word)),
            "u8" => Some(String::from("a number")),
            "Option<Bare>" => (value.word == 0).then(|| String::from("nobody")),
            _ => None,
        };
        named(&types, &ty, value.to_word(), &names)
    }

    #[test]
    fn values_inside_others_have_their_names() {
        assert_eq!(text(Some(Crew(1))), "Some(Crew(10))");
        assert_eq!(text(None::<Crew>), "None");
        assert_eq!(text((Crew(1), Crew(12))), "(Crew(10), Crew(120))");
        assert_eq!(text((Crew(1), Some(Crew(1)))), "(Crew(10), Some(Crew(10)))");
        assert_eq!(text((Some(Bare(3)), 1u8)), "(Some(#3), 1)");
        // A part that holds another one may have a name itself.
        assert_eq!(text((None::<Bare>, 1u8)), "(nobody, 1)");
    }

    /// A text alone does not say which number is the unit. The order of the parts does.
    #[test]
    fn values_that_print_alike_are_told_apart() {
        assert_eq!(text((7u8, Bare(7))), "(7, #7)");
        assert_eq!(text((Bare(7), 7u8)), "(#7, 7)");
        assert_eq!(text((7u8, Bare(7), 7u8, Bare(7))), "(7, #7, 7, #7)");
        assert_eq!(text((1.5f32, Bare(1), -1i8)), "(1.5, #1, -1)");
        assert_eq!(text((Bare(9), 9u8, Bare(1))), "(9, 9, #1)");
        assert_eq!(text((Crew(7), Bare(7), 7u8)), "(Crew(70), #7, 7)");
        assert_eq!(text((Bare(7), Crew(7), 7u8)), "(#7, Crew(70), 7)");
        // The 1 inside of the unit is not the separate one.
        assert_eq!(text((Crew(1), 1u8, Bare(1))), "(Crew(10), 1, #1)");
        assert_eq!(text((Some(Glued(1)), 1u8, Bare(1))), "(Some(u1), 1, #1)");
        // Parts that `Debug` prints in another order.
        assert_eq!(text(Swapped(Crew(1), Bare(2))), "#2 before Crew(10)");
    }

    #[test]
    fn words_are_found_as_a_whole() {
        let found = |text, word| {
            places(text, word)
                .map(|place| place.start)
                .collect::<Vec<_>>()
        };
        assert_eq!(found("A(1) BA(1) A(12) A(1)", "A(1)"), [0, 17]);
        assert_eq!(found("34v0 34v01 134v0 (34v0)", "34v0"), [0, 18]);
        assert_eq!(found("1.5 -1 1 x_1 1x 1.", "1"), [7, 16]);
        assert_eq!(found("éa a", "a"), [4]);
        assert_eq!(found("<1><1>", "<1>"), [0, 3]);
        assert_eq!(found("abc", ""), [0; 0]);
    }
}
