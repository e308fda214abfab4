//! The plugin from outside. One program, because linking Bevy takes longer than most of these tests.

mod common;
mod examples;
#[cfg(feature = "live")]
mod live;
mod mistakes;
mod random;
#[cfg(feature = "bevy_reflect")]
mod reflect;
#[cfg(feature = "reload")]
mod reload;
#[cfg(feature = "serde")]
mod saving;
mod squads;
#[cfg(feature = "view")]
mod view;
