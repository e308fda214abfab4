//! An expression that mentions the context is emitted as a function of the context, and a second function that calls
//! the first one through the functions of this module.

#[cfg(feature = "serde")]
pub(crate) mod absent;

use core::task::Poll;

/// A context that may be missing.
#[cfg(feature = "serde")]
type Present<T> = Option<T>;
/// A context that is always present, which costs no test.
#[cfg(not(feature = "serde"))]
type Present<T> = present::Present<T>;

#[cfg(not(feature = "serde"))]
mod present {
    #[derive(Clone, Copy)]
    pub struct Present<T>(T);

    impl<T> From<T> for Present<T> {
        fn from(value: T) -> Self {
            Present(value)
        }
    }

    impl<T> Present<T> {
        pub fn map_or_else<R>(self, _: impl FnOnce() -> R, map: impl FnOnce(T) -> R) -> R {
            map(self.0)
        }
    }
}

/// The context of the game. It is missing while a game is saved: then only expressions that do not see it are evaluated.
pub struct Game<'a, C: ?Sized>(Present<&'a C>);

impl<C: ?Sized> Clone for Game<'_, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: ?Sized> Copy for Game<'_, C> {}

impl<'a, C: ?Sized> Game<'a, C> {
    #[inline]
    pub(crate) fn new(context: &'a C) -> Self {
        Game(context.into())
    }
}

/// Evaluates an expression that sees the context. Returns the default value if there is no context.
#[inline]
pub fn ask<'a, C: ?Sized, T: Default>(
    game: Game<'a, C>,
    slots: &'a [u64],
    of: fn(&'a C, &'a [u64]) -> T,
) -> T {
    game.0.map_or_else(T::default, |context| of(context, slots))
}

/// Evaluates an expression that sees the context and writes to `out`. Writes nothing if there is no context.
#[inline]
pub fn ask_into<'a, C: ?Sized, O: ?Sized>(
    game: Game<'a, C>,
    slots: &'a [u64],
    of: fn(&'a C, &'a [u64], &mut O),
    out: &mut O,
) {
    game.0.map_or_else(|| (), |context| of(context, slots, out));
}

/// The answer of an expression after `poll`: the word of its value, or `None` if it does not hold or has no value.
///
/// Without a context, nothing holds.
pub struct PolledWord(pub(crate) Poll<Option<u64>>);

impl Default for PolledWord {
    fn default() -> Self {
        PolledWord(Poll::Ready(None))
    }
}

impl PolledWord {
    /// Converts the answer of a test.
    pub fn test(answer: Poll<bool>) -> PolledWord {
        PolledWord(answer.map(|holds| holds.then_some(0)))
    }
}
