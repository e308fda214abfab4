//! The context, as the functions of a domain see it.
//!
//! An expression that mentions the context is emitted as a function of the context, and a second function that calls the
//! first one through [`ask`] or [`ask_into`].

#[cfg(feature = "serde")]
pub(crate) mod absent;

/// The context of the game, or `None` while a game is saved: then only expressions that do not see it are evaluated.
pub struct Game<'a, C: ?Sized>(Option<&'a C>);

impl<C: ?Sized> Clone for Game<'_, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: ?Sized> Copy for Game<'_, C> {}

impl<'a, C: ?Sized> Game<'a, C> {
    #[inline]
    pub(crate) fn new(context: &'a C) -> Self {
        Game(Some(context))
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
    if let Some(context) = game.0 {
        of(context, slots, out);
    }
}
