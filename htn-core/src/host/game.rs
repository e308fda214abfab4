//! What the functions of a domain are given of the game: the context, and what stands in between where answers are kept.
//!
//! An expression that mentions the context is emitted as a function of the context, and one around it that asks by way of
//! these. Without the feature `answers` they call it, and that is all.

use crate::solve::Sink;
#[cfg(feature = "answers")]
use crate::tables::Type;
#[cfg(feature = "answers")]
use crate::tape::Deck;

/// The context; `None` while saving, when only expressions are evaluated that do not see it.
#[cfg(feature = "serde")]
type Context<'a, C> = Option<&'a C>;
#[cfg(not(feature = "serde"))]
type Context<'a, C> = &'a C;

/// What the functions of a domain are given of the game.
pub struct Game<'a, C: ?Sized> {
    context: Context<'a, C>,
    /// Where answers are recorded or given again.
    #[cfg(feature = "answers")]
    deck: Option<&'a Deck>,
}

impl<C: ?Sized> Clone for Game<'_, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: ?Sized> Copy for Game<'_, C> {}

impl<'a, C: ?Sized> Game<'a, C> {
    /// Without anything in between.
    #[inline]
    pub(crate) fn direct(context: &'a C) -> Self {
        Game {
            #[cfg(feature = "serde")]
            context: Some(context),
            #[cfg(not(feature = "serde"))]
            context,
            #[cfg(feature = "answers")]
            deck: None,
        }
    }

    /// With a deck, which records answers or replays them.
    #[cfg(feature = "answers")]
    #[inline]
    pub(super) fn through(context: &'a C, deck: Option<&'a Deck>) -> Self {
        Game {
            deck,
            ..Game::direct(context)
        }
    }

    /// For expressions that do not see the context.
    #[cfg(feature = "serde")]
    pub(super) fn absent() -> Self {
        Game {
            context: None,
            #[cfg(feature = "answers")]
            deck: None,
        }
    }

    #[inline]
    fn context(self) -> Option<&'a C> {
        #[cfg(feature = "serde")]
        return self.context;
        #[cfg(not(feature = "serde"))]
        Some(self.context)
    }
}

/// A Rust expression that mentions the context.
#[derive(Clone, Copy, Debug)]
pub struct Expression {
    /// A hash of what is written.
    pub hash: u64,
    /// The variables that it sees: their slots and their types.
    pub sees: &'static [[u16; 2]],
    /// The type of its answer, where it has one.
    pub ty: u16,
}

#[cfg(feature = "answers")]
impl Expression {
    /// The expression with the values of its variables, as one number: the same on every machine. Where a type was defined
    /// otherwise, its words mean something else, and it is another question.
    pub(crate) fn question(&self, slots: &[u64], types: &[Type]) -> u64 {
        let shape = |ty: u16| types.get(usize::from(ty)).map_or(0, |ty| ty.shape);
        let mut hash = self.hash ^ shape(self.ty);
        for [slot, ty] in self.sees {
            let word = slots.get(usize::from(*slot)).copied().unwrap_or_default();
            // As in SplitMix64, whose every bit depends on every bit.
            let mut mixed = (hash.rotate_left(5) ^ word).wrapping_add(0x9E37_79B9_7F4A_7C15);
            mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            hash = mixed ^ (mixed >> 31) ^ shape(*ty);
        }
        hash
    }
}

/// The function of an expression.
type Of<'a, C, T> = fn(&'a C, &'a [u64]) -> T;

macro_rules! ask {
    ($($name:ident, $kind:ident, $answer:ty, $what:literal;)*) => {$(
        #[doc = concat!("Asks for ", $what, ".")]
        #[inline]
        pub fn $name<'a, C: ?Sized>(
            game: Game<'a, C>,
            slots: &'a [u64],
            _expression: &Expression,
            of: Of<'a, C, $answer>,
        ) -> $answer {
            let Some(context) = game.context() else {
                return Default::default();
            };
            #[cfg(feature = "answers")]
            if let Some(deck) = game.deck {
                return deck.$kind(_expression, slots, &mut || of(context, slots));
            }
            of(context, slots)
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

macro_rules! ask_to_write {
    ($($name:ident, $kind:ident, $out:ty, $what:literal;)*) => {$(
        #[doc = concat!("Asks for ", $what, ".")]
        #[inline]
        pub fn $name<'a, C: ?Sized>(
            game: Game<'a, C>,
            slots: &'a [u64],
            _expression: &Expression,
            of: fn(&'a C, &'a [u64], &mut $out),
            out: &mut $out,
        ) {
            let Some(context) = game.context() else {
                return;
            };
            #[cfg(feature = "answers")]
            if let Some(deck) = game.deck {
                let ask = &mut |out: &mut $out| of(context, slots, out);
                return deck.$kind(_expression, slots, out, ask);
            }
            of(context, slots, out);
        }
    )*};
}

ask_to_write! {
    ask_key, key, [u64], "a sort key";
    ask_items, items, Sink<'_>, "items";
}
