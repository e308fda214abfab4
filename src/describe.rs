//! The description of a domain: its items, their source text, and their lines. With the feature `explain`.
//!
//! ```
//! use squad_htn::Domain as _;
//! use squad_htn::prelude::*;
//!
//! htn_domain! {
//!     pub domain tea;
//!     predicate water(u8);
//!     /// Boils it.
//!     internal operator boil(kettle: u8) { if water(kettle); delete water(kettle); }
//!     pub method drink() {
//!         branch warm if water(k) && k > 2 sort by k { boil(k); }
//!         branch cold {}
//!     }
//! }
//!
//! # fn main() {
//! let domain = tea::Domain::describe().expect("it is not too large");
//! let drink = domain.task("drink").expect("there is one");
//! let warm = &drink.methods[0].branches[0];
//! assert_eq!((warm.name, warm.sort, warm.condition[1].text), ("warm", "k", "k > 2"));
//! assert_eq!(domain.task("boil").expect("there is one").doc, "Boils it.");
//! print!("{domain}");
//! # }
//! ```

pub use htn_core::describe::*;
