//! The context, as the functions of a domain see it.
//!
//! An expression that mentions the context is emitted as a function of the context, and a second one that calls the first
//! by way of these functions.

/// What the functions of a domain are given of the game.
pub struct Game<'a, C: ?Sized> {
    /// `None` while saving, when only expressions are evaluated that do not see the context.
    #[cfg(feature = "serde")]
    context: Option<&'a C>,
    #[cfg(not(feature = "serde"))]
    context: &'a C,
}

impl<C: ?Sized> Clone for Game<'_, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: ?Sized> Copy for Game<'_, C> {}

impl<'a, C: ?Sized> Game<'a, C> {
    /// With this context.
    #[inline]
    pub(crate) fn direct(context: &'a C) -> Self {
        Game {
            #[cfg(feature = "serde")]
            context: Some(context),
            #[cfg(not(feature = "serde"))]
            context,
        }
    }

    /// For expressions that do not see the context.
    #[cfg(feature = "serde")]
    pub(super) fn absent() -> Self {
        Game { context: None }
    }

    #[inline]
    fn context(self) -> Option<&'a C> {
        #[cfg(feature = "serde")]
        return self.context;
        #[cfg(not(feature = "serde"))]
        Some(self.context)
    }
}

/// Evaluates an expression that sees the context. Returns the default value if there is no context.
#[inline]
pub fn ask<'a, C: ?Sized, T: Default>(
    game: Game<'a, C>,
    slots: &'a [u64],
    of: fn(&'a C, &'a [u64]) -> T,
) -> T {
    game.context()
        .map_or_else(T::default, |context| of(context, slots))
}

/// Evaluates an expression that sees the context and writes to `out`. Writes nothing if there is no context.
#[inline]
pub fn ask_into<'a, C: ?Sized, O: ?Sized>(
    game: Game<'a, C>,
    slots: &'a [u64],
    of: fn(&'a C, &'a [u64], &mut O),
    out: &mut O,
) {
    if let Some(context) = game.context() {
        of(context, slots, out);
    }
}
