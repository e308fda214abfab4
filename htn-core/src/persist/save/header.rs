//! The header of a save.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::mismatch::Mismatch;
use crate::model::domain::Domain;
use crate::persist::schema::{Schema, SchemaDifference, Strictness};
#[cfg(feature = "serde")]
use crate::tables::Tables;

/// The format of saves that this version writes. Saves of newer formats are refused.
pub const FORMAT: u32 = 7;

/// The header of a save: its format and the schema of its domain, from which the differences to another version follow.
///
/// ```
/// use squad_htn::prelude::*;
/// use squad_htn::save::Header;
///
/// mod before {
///     squad_htn::htn_domain! { pub domain depot; predicate ammo(u8 => u32); predicate open(); operator fill(post: u8) {} }
/// }
/// mod now {
///     squad_htn::htn_domain! { pub domain depot; predicate ammo(u8 => u16); operator fill(post: u8, by: u8) {} }
/// }
/// let header = Header::of::<before::depot::Domain>();
/// assert!(header.check::<before::depot::Domain>().is_ok());
/// let mismatch = header.check::<now::depot::Domain>().unwrap_err();
/// assert_eq!(
///     mismatch.to_string(),
///     "the save is of another version of the domain `depot`: `ammo`: column 2 was `u32`, now `u16`; predicate `open` is gone; \
///      operator `fill` had 1 parameter, now 2"
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(deny_unknown_fields)
)]
pub struct Header {
    /// The format of the save: see [`FORMAT`].
    #[cfg_attr(
        feature = "serde",
        serde(deserialize_with = "super::codec::envelope::readable_format")
    )]
    pub format: u32,
    pub(super) schema: Schema,
}

impl Header {
    /// Returns the header of saves of a domain.
    pub fn of<D: Domain>() -> Header {
        Header {
            format: FORMAT,
            schema: Schema::without_branches::<D>(),
        }
    }

    /// Returns the header of saves of what runs with these tables of the domain.
    #[cfg(feature = "serde")]
    pub(crate) fn of_tables<D: Domain>(_tables: &'static Tables) -> Header {
        let header = Header::of::<D>();
        #[cfg(feature = "reload")]
        if let Some(program) = crate::reload::ReloadedProgram::<D>::of(_tables) {
            return Header {
                schema: header.schema.with_hash(program.hash),
                ..header
            };
        }
        header
    }

    /// Returns the name of the domain.
    pub fn domain(&self) -> &str {
        self.schema.domain()
    }

    /// Checks that this is the header of saves of the domain as it is now.
    ///
    /// # Errors
    ///
    /// It is not. The error lists the differences as far as they are known.
    pub fn check<D: Domain>(&self) -> Result<(), Mismatch> {
        self.check_name::<D>()?;
        if self.schema.is_exactly::<D>() {
            return Ok(());
        }
        let now = Schema::without_branches::<D>();
        let differences = self.schema.differences(&now, Strictness::Signatures);
        let mut differences: Vec<_> = differences
            .iter()
            .map(|error| SchemaDifference(error).to_string())
            .collect();
        if differences.is_empty() && !self.schema.has_order_of(&now) {
            differences.push("predicates or tasks are declared in a different order".into());
        }
        Err(Mismatch::OtherVersion {
            domain: self.domain().into(),
            differences,
        })
    }

    /// Checks the name of the domain.
    pub(super) fn check_name<D: Domain>(&self) -> Result<(), Mismatch> {
        let (saved, now) = (self.domain(), D::tables().name);
        if saved == now {
            return Ok(());
        }
        Err(Mismatch::OtherDomain {
            saved: saved.into(),
            now: now.into(),
        })
    }
}
