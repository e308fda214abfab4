//! What every save begins with: which domain it is of.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use super::difference::{Mismatch, differences};
use crate::model::domain::Domain;
use crate::tables::{Param, Tables, TaskKind};

/// The format of saves that this version writes. Saves of a newer one are refused.
pub const FORMAT: u32 = 6;

/// The oldest format that this version reads. It stays when a field is added that older saves need not have.
#[cfg(feature = "serde")]
pub(super) const OLDEST_FORMAT: u32 = 6;

/// Which domain a save is of: its name, its hash, and enough of it to say what has changed since.
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Header {
    /// The format of the save: see [`FORMAT`].
    #[cfg_attr(
        feature = "serde",
        serde(deserialize_with = "super::envelope::readable_format")
    )]
    pub format: u32,
    /// The domain's name.
    pub name: String,
    /// Its [`Domain::HASH`].
    #[cfg_attr(feature = "serde", serde(with = "super::envelope::hash"))]
    pub hash: u64,
    /// Its types by name, as they are written there, and the shape of each: 0 if that is not known.
    #[cfg_attr(feature = "serde", serde(with = "super::envelope::types"))]
    pub types: Vec<(String, u64)>,
    /// Its predicates in order, and then its tasks: `predicate at(Actor => Place)`, `operator go(who: Actor)`.
    pub signatures: Vec<String>,
}

impl Header {
    /// That of a domain.
    pub fn of<D: Domain>() -> Header {
        let tables = D::tables();
        Header {
            format: FORMAT,
            name: tables.name.into(),
            hash: D::HASH,
            types: types(tables),
            signatures: signatures(tables),
        }
    }

    /// Whether it is that of the domain as it is now.
    ///
    /// # Errors
    ///
    /// It is not: what differs, as far as that can be told.
    pub fn check<D: Domain>(&self) -> Result<(), Mismatch> {
        let now = D::tables();
        if self.name != now.name {
            return Err(Mismatch::OtherDomain {
                saved: self.name.clone(),
                now: now.name.into(),
            });
        }
        if self.hash != D::HASH {
            return Err(Mismatch::OtherVersion {
                domain: self.name.clone(),
                differences: differences(self, &Header::of::<D>()),
            });
        }
        Ok(())
    }
}

/// Returns the types of columns and parameters, by name.
fn types(tables: &'static Tables) -> Vec<(String, u64)> {
    let columns = tables.relations.iter().flat_map(|row| row.columns);
    let params = tables.tasks.iter().flat_map(|row| row.params);
    let used: BTreeSet<u16> = columns.chain(params).map(|param| param.ty.0).collect();
    let types = used
        .iter()
        .filter_map(|ty| tables.types.get(usize::from(*ty)));
    let types: BTreeMap<String, u64> = types.map(|ty| (ty.name.into(), ty.shape)).collect();
    types.into_iter().collect()
}

fn signatures(tables: &'static Tables) -> Vec<String> {
    let predicates = tables.relations.iter().map(|relation| {
        let key = relation.keyed.then(|| relation.key.0.count_ones() as usize);
        signature(tables, "predicate", relation.name, relation.columns, key)
    });
    let tasks = tables.tasks.iter().filter_map(|task| {
        let kind = match task.kind {
            TaskKind::Method => "method",
            TaskKind::External => "operator",
            TaskKind::Internal => "internal operator",
            _ => return None,
        };
        Some(signature(tables, kind, task.name, task.params, None))
    });
    predicates.chain(tasks).collect()
}

/// As in the domain; columns without their names, since facts do not depend on them.
fn signature(
    tables: &Tables,
    kind: &str,
    name: &str,
    params: &[Param],
    key: Option<usize>,
) -> String {
    // Writing to a string never fails.
    let mut text = String::new();
    let _ = write!(text, "{kind} {name}(");
    for (at, param) in params.iter().enumerate() {
        text.push_str(match (at, key) {
            (_, Some(key)) if at == key => {
                if at == 0 {
                    "=> "
                } else {
                    " => "
                }
            }
            (0, _) => "",
            _ => ", ",
        });
        if kind != "predicate" {
            let _ = write!(text, "{}: ", param.name);
        }
        let ty = tables.types.get(usize::from(param.ty.0));
        text.push_str(ty.map_or("?", |ty| ty.name));
    }
    text.push(')');
    text
}
