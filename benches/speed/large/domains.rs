//! The domains that growth is measured on.

pub mod capacities {
    pub const OFFICERS: usize = 64;
    pub const SUSPECTS: usize = 256;

    pub const PACKAGES: usize = 128;
    pub const CITIES: usize = 64;
    pub const LOCATIONS: usize = 128;
    pub const PLANES: usize = 16;
}

#[path = "../../../tests/domains/instance.rs"]
pub mod instance;
pub use crate::domains::json;
#[path = "../../../tests/domains/logistics.rs"]
pub mod logistics;
#[path = "../../../tests/domains/restrain.rs"]
pub mod restrain;
