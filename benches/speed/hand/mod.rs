//! Hand-written solutions of the same problems, as an expert would write them for just this problem, with arrays and
//! loops. They make the same decisions in the same order as the domains, and the benchmark checks that the plans are
//! the same. They do not build a plan tree, cannot undo their changes and cannot pause. The files `*_tree` do the first two.

pub mod blocks;
pub mod haul;
pub mod logistics;
pub mod logistics_tree;
pub mod queens;
pub mod restrain;
pub mod restrain_tree;
pub mod rts;
pub mod squads;
pub mod tree;
