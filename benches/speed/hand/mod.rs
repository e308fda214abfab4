//! The same problems by hand: what an expert would write for just each of them, with arrays and loops. They make the
//! same decisions in the same order as the domains, and the benchmark checks that the plans are the same.

pub mod blocks;
pub mod haul;
pub mod logistics;
pub mod queens;
pub mod restrain;
pub mod rts;
pub mod squads;
