//! The envelope of a save: the header of its domain, the kind of thing that was saved, and its content.
//!
//! A save has one envelope. The things inside have none of their own.

use alloc::string::String;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

use crate::model::domain::Domain;
use crate::persist::save::{FORMAT, Header, Mismatch};
use crate::persist::schema::a;
use crate::tables::Tables;

/// The oldest format that this version reads. It stays the same if a field is added that has a default.
const OLDEST_FORMAT: u32 = 6;

const SAVE: [&str; 3] = ["domain", "of", "saved"];

/// Saves content of any kind that belongs to a domain, with the header of the domain before it: for what a game or a tool keeps
/// beside the states and plans of a domain. `of` names the kind of content, and [`load_with_header`](super::load_with_header)
/// refuses other kinds.
///
/// # Errors
///
/// As the serializer's.
pub fn save<D: Domain, S: Serializer>(
    of: &'static str,
    content: &impl Serialize,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    save_running::<D, S>(D::tables(), of, content, serializer)
}

/// As [`save`], for content that belongs to these tables of the domain.
pub(crate) fn save_running<D: Domain, S: Serializer>(
    tables: &'static Tables,
    of: &'static str,
    content: &impl Serialize,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut save = serializer.serialize_struct("Save", SAVE.len())?;
    save.serialize_field(SAVE[0], &Header::of_tables::<D>(tables))?;
    save.serialize_field(SAVE[1], of)?;
    save.serialize_field(SAVE[2], content)?;
    save.end()
}

/// Loads what [`save_with_header`](super::save_with_header) saved. The content is read with a seed, which is
/// `PhantomData::<T>` for a type that is `Deserialize`.
///
/// # Errors
///
/// The save is damaged, of another kind, or of another version of the domain.
pub fn load<'de, D: Domain, De: Deserializer<'de>, L: DeserializeSeed<'de>>(
    of: &'static str,
    content: L,
    deserializer: De,
) -> Result<L::Value, De::Error> {
    let open = |header: Header| header.check::<D>().map(|()| content);
    open_with(of, open, deserializer)
}

/// Reads what [`save`] wrote. `open` checks the header and returns the seed of the content.
pub(crate) fn open_with<'de, De: Deserializer<'de>, L: DeserializeSeed<'de>>(
    of: &'static str,
    open: impl FnOnce(Header) -> Result<L, Mismatch>,
    deserializer: De,
) -> Result<L::Value, De::Error> {
    let visitor = Envelope {
        of,
        open,
        content: PhantomData,
    };
    deserializer.deserialize_struct("Save", &SAVE, visitor)
}

struct Envelope<F, L> {
    of: &'static str,
    open: F,
    content: PhantomData<L>,
}

impl<'de, F, L> Visitor<'de> for Envelope<F, L>
where
    F: FnOnce(Header) -> Result<L, Mismatch>,
    L: DeserializeSeed<'de>,
{
    type Value = L::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the save of {}", a(&self.of))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut save: A) -> Result<L::Value, A::Error> {
        let missing = |at| de::Error::invalid_length(at, &"a save of 3 parts");
        let header = save.next_element()?.ok_or_else(|| missing(0))?;
        let of: String = save.next_element()?.ok_or_else(|| missing(1))?;
        let content = opened(self.of, self.open, header, of)?;
        save.next_element_seed(content)?.ok_or_else(|| missing(2))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut save: A) -> Result<L::Value, A::Error> {
        let (mut header, mut of) = (None, None);
        while let Some(key) = save.next_key()? {
            match key {
                EnvelopeField::Domain => fill(&mut header, SAVE[0], save.next_value()?)?,
                EnvelopeField::Of => fill(&mut of, SAVE[1], save.next_value()?)?,
                EnvelopeField::Saved => {
                    let (Some(header), Some(of)) = (header, of) else {
                        return Err(de::Error::custom(
                            "field `saved` must come after `domain` and `of`",
                        ));
                    };
                    let content = opened(self.of, self.open, header, of)?;
                    let value = save.next_value_seed(content)?;
                    return match save.next_key::<EnvelopeField>()? {
                        None => Ok(value),
                        Some(_) => Err(de::Error::custom("field `saved` must come last")),
                    };
                }
            }
        }
        Err(de::Error::missing_field(SAVE[2]))
    }
}

fn opened<L, E: de::Error>(
    wanted: &'static str,
    open: impl FnOnce(Header) -> Result<L, Mismatch>,
    header: Header,
    saved: String,
) -> Result<L, E> {
    if saved != wanted {
        return Err(E::custom(Mismatch::OtherThing { saved, wanted }));
    }
    open(header).map_err(E::custom)
}

/// Stores the value of a field, which must not have one yet.
pub(crate) fn fill<T, E: de::Error>(
    place: &mut Option<T>,
    name: &'static str,
    value: T,
) -> Result<(), E> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(E::duplicate_field(name)),
    }
}

/// A field of a save.
#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "lowercase")]
enum EnvelopeField {
    Domain,
    Of,
    Saved,
}

/// Reads the format of a save. It comes first, so nothing else is read if the format can't be.
pub(in crate::persist::save) fn readable_format<'de, De: Deserializer<'de>>(
    deserializer: De,
) -> Result<u32, De::Error> {
    let saved = u32::deserialize(deserializer)?;
    if (OLDEST_FORMAT..=FORMAT).contains(&saved) {
        Ok(saved)
    } else {
        Err(de::Error::custom(Mismatch::OtherFormat { saved }))
    }
}
