//! What the functions of a domain are given of the game: the context, and what stands in between where answers are kept.
//!
//! An expression that mentions the context is emitted as a function of the context, and one around it that asks by way of
//! these. Where there is no tape they call it, and that is all.

use crate::solve::Sink;
use crate::tables::Type;
use crate::tape::{Deck, Expression};

/// What the functions of a domain are given of the game.
pub struct Game<'a, C: ?Sized> {
    context: &'a C,
    deck: Deck,
}

impl<'a, C: ?Sized> Game<'a, C> {
    /// With this context, for a domain of these types.
    pub(crate) fn new(context: &'a C, types: &'static [Type]) -> Self {
        Game {
            context,
            deck: Deck::new(types),
        }
    }

    /// The context itself, for who does not ask it anything.
    #[inline]
    pub fn context(&self) -> &'a C {
        self.context
    }

    /// Where answers are recorded and given again.
    pub(crate) fn deck(&self) -> &Deck {
        &self.deck
    }
}

/// The function of an expression: what it gives, and what else it is given.
type Of<'a, C, T> = fn(&'a C, &'a [u64]) -> T;

macro_rules! ask {
    ($($name:ident, $kind:ident, $answer:ty, $what:literal;)*) => {$(
        #[doc = concat!("Asks for ", $what, ".")]
        #[inline]
        pub fn $name<'a, C: ?Sized>(
            game: &'a Game<'a, C>,
            slots: &'a [u64],
            expression: &Expression,
            of: Of<'a, C, $answer>,
        ) -> $answer {
            match game.deck.is_on() {
                false => of(game.context, slots),
                true => game.deck.$kind(expression, slots, &mut || of(game.context, slots)),
            }
        }
    )*};
}

ask! {
    ask_test, test, bool, "a test";
    ask_word, word, u64, "a value";
    ask_option, option, Option<u64>, "a value that there may be";
    ask_span, span, [u64; 2], "a range";
    ask_cost, cost, f32, "a cost or a duration";
}

/// Asks for a sort key.
#[inline]
pub fn ask_key<'a, C: ?Sized>(
    game: &'a Game<'a, C>,
    slots: &'a [u64],
    expression: &Expression,
    of: fn(&'a C, &'a [u64], &mut [u64]),
    out: &mut [u64],
) {
    match game.deck.is_on() {
        false => of(game.context, slots, out),
        true => {
            let ask = &mut |out: &mut [u64]| of(game.context, slots, out);
            game.deck.key(expression, slots, out, ask);
        }
    }
}

/// Asks for items.
#[inline]
pub fn ask_items<'a, C: ?Sized>(
    game: &'a Game<'a, C>,
    slots: &'a [u64],
    expression: &Expression,
    of: fn(&'a C, &'a [u64], &mut Sink<'_>),
    out: &mut Sink<'_>,
) {
    match game.deck.is_on() {
        false => of(game.context, slots, out),
        true => {
            let ask = &mut |out: &mut Sink<'_>| of(game.context, slots, out);
            game.deck.items(expression, slots, out, ask);
        }
    }
}
