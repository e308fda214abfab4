//! Capacities of the domains, for the instances in `tests/data`. The benchmark compiles the same domains with larger ones.

pub const OFFICERS: usize = 16;
pub const SUSPECTS: usize = 64;

pub const PACKAGES: usize = 64;
pub const CITIES: usize = 32;
pub const LOCATIONS: usize = 64;
pub const PLANES: usize = 8;
