//! Functions from the age of a belief, in ticks, to the share of its certainty that is left, from 1 to 0. A game builds the rule
//! that [`Beliefs::new`](crate::Beliefs::new) accepts from these or from its own functions.
//!
//! ```
//! use squad_htn::decay;
//!
//! assert_eq!(decay::never(1_000_000), 1.0);
//! assert_eq!(decay::evenly(150, 600), 0.75);
//! assert_eq!(decay::by_half(600, 300), 0.25);
//! assert_eq!([decay::at_once(599, 600), decay::at_once(600, 600)], [1.0, 0.0]);
//! ```

/// Never decays: for permanent facts, such as a death or a wall. The [module](self) has an example.
pub fn never(_age: u64) -> f32 {
    1.0
}

/// Decays linearly to 0 in `over` ticks. The [module](self) has an example.
pub fn evenly(age: u64, over: u64) -> f32 {
    if age >= over {
        return 0.0;
    }
    1.0 - age as f32 / over as f32
}

/// Halves in each period of `every` ticks, linearly within a period. The [module](self) has an example.
pub fn by_half(age: u64, every: u64) -> f32 {
    if every == 0 {
        return 0.0;
    }
    // `no_std` has no power function. After 64 halves the rest is 0.
    let halves = (0..(age / every).min(64)).fold(1.0, |left, _| left * 0.5);
    halves * (1.0 - 0.5 * ((age % every) as f32 / every as f32))
}

/// Stays at 1 for `after` ticks, then drops to 0: for an order that holds for a minute. The [module](self) has an example.
pub fn at_once(age: u64, after: u64) -> f32 {
    if age < after { 1.0 } else { 0.0 }
}
