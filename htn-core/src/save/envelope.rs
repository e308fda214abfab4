//! What is around each save: the header of its domain, what it is of, and then that.
//!
//! Whatever is saved has one envelope around all of it; what is inside has none of its own.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{SerializeMap, SerializeStruct};
use serde::{Deserialize, Serialize, Serializer};

use super::difference::a;
use super::{FORMAT, Header, Mismatch};
use crate::domain::Domain;

/// The most signatures and types that a domain can have.
const MOST: usize = 3 << 16;

const SAVE: [&str; 3] = ["domain", "of", "saved"];
const HEADER: [&str; 5] = ["format", "name", "hash", "types", "signatures"];

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
    let mut save = serializer.serialize_struct("Save", SAVE.len())?;
    save.serialize_field(SAVE[0], &Header::of::<D>())?;
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

/// The same, where `open` has a look at the header first.
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
        write!(f, "the save of {}", a(self.of))
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
                Key::<3>(0) => fill(&mut header, SAVE[0], save.next_value()?)?,
                Key(1) => fill(&mut of, SAVE[1], save.next_value()?)?,
                _ => {
                    let (Some(header), Some(of)) = (header, of) else {
                        return Err(de::Error::custom(
                            "in a save, `saved` comes after `domain` and `of`",
                        ));
                    };
                    let content = opened(self.of, self.open, header, of)?;
                    let value = save.next_value_seed(content)?;
                    return match save.next_key::<Key<3>>()? {
                        None => Ok(value),
                        Some(_) => Err(de::Error::custom("in a save, `saved` comes last")),
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

/// Puts what was read in its place, where there is nothing yet.
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

/// The number of a field.
struct Key<const N: usize>(usize);

impl<'de, const N: usize> Deserialize<'de> for Key<N> {
    fn deserialize<De: Deserializer<'de>>(deserializer: De) -> Result<Self, De::Error> {
        struct Name<const N: usize>;
        impl<const N: usize> Visitor<'_> for Name<N> {
            type Value = Key<N>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a field")
            }
            fn visit_str<E: de::Error>(self, name: &str) -> Result<Key<N>, E> {
                let (list, fields): (_, &'static [&'static str]) = match N {
                    3 => (SAVE.iter(), &SAVE),
                    _ => (HEADER.iter(), &HEADER),
                };
                let mut names = list.enumerate().filter(|(_, field)| **field == name);
                let found = names.next().map(|(at, _)| Key(at));
                found.ok_or_else(|| E::unknown_field(name, fields))
            }
        }
        deserializer.deserialize_identifier(Name)
    }
}

impl Serialize for Header {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut header = serializer.serialize_struct("Header", HEADER.len())?;
        header.serialize_field(HEADER[0], &FORMAT)?;
        header.serialize_field(HEADER[1], &self.name)?;
        header.serialize_field(HEADER[2], &Hash(self.hash))?;
        header.serialize_field(HEADER[3], &Types(&self.types))?;
        header.serialize_field(HEADER[4], &self.signatures)?;
        header.end()
    }
}

impl<'de> Deserialize<'de> for Header {
    fn deserialize<De: Deserializer<'de>>(deserializer: De) -> Result<Self, De::Error> {
        deserializer.deserialize_struct("Header", &HEADER, HeaderVisitor)
    }
}

struct HeaderVisitor;

impl<'de> Visitor<'de> for HeaderVisitor {
    type Value = Header;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the header of a save")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut header: A) -> Result<Header, A::Error> {
        let missing = |at| de::Error::invalid_length(at, &"a header of 5 parts");
        let Format = header.next_element()?.ok_or_else(|| missing(0))?;
        let name = header.next_element()?.ok_or_else(|| missing(1))?;
        let Hash(hash) = header.next_element()?.ok_or_else(|| missing(2))?;
        let OwnedTypes(types) = header.next_element()?.ok_or_else(|| missing(3))?;
        let Texts(signatures) = header.next_element()?.ok_or_else(|| missing(4))?;
        Ok(Header {
            name,
            hash,
            types,
            signatures,
        })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut header: A) -> Result<Header, A::Error> {
        let (mut format, mut name, mut hash) = (None, None, None);
        let (mut types, mut signatures) = (None, None);
        while let Some(key) = header.next_key()? {
            match key {
                Key::<5>(0) => fill(&mut format, HEADER[0], header.next_value::<Format>()?)?,
                Key(1) => fill(&mut name, HEADER[1], header.next_value()?)?,
                Key(2) => fill(&mut hash, HEADER[2], header.next_value::<Hash>()?.0)?,
                Key(3) => fill(&mut types, HEADER[3], header.next_value::<OwnedTypes>()?.0)?,
                _ => fill(&mut signatures, HEADER[4], header.next_value::<Texts>()?.0)?,
            }
        }
        let missing = |at: usize| de::Error::missing_field(HEADER[at]);
        let Format = format.ok_or_else(|| missing(0))?;
        Ok(Header {
            name: name.ok_or_else(|| missing(1))?,
            hash: hash.ok_or_else(|| missing(2))?,
            types: types.ok_or_else(|| missing(3))?,
            signatures: signatures.ok_or_else(|| missing(4))?,
        })
    }
}

/// The format that this build reads. It stands first, so that nothing is read of another one.
struct Format;

impl<'de> Deserialize<'de> for Format {
    fn deserialize<De: Deserializer<'de>>(deserializer: De) -> Result<Self, De::Error> {
        match u32::deserialize(deserializer)? {
            FORMAT => Ok(Format),
            saved => Err(de::Error::custom(Mismatch::OtherFormat { saved })),
        }
    }
}

/// A hash: for people in hexadecimal, since many readers of JSON have no numbers of 64 bits.
struct Hash(u64);

impl Serialize for Hash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match serializer.is_human_readable() {
            true => serializer.collect_str(&format_args!("{:016x}", self.0)),
            false => serializer.serialize_u64(self.0),
        }
    }
}

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<De: Deserializer<'de>>(deserializer: De) -> Result<Self, De::Error> {
        struct Digits;
        impl Visitor<'_> for Digits {
            type Value = Hash;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a hash of 16 hexadecimal digits")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Hash, E> {
                let wrong = || E::invalid_value(de::Unexpected::Str(text), &self);
                if text.len() != 16 {
                    return Err(wrong());
                }
                u64::from_str_radix(text, 16).map(Hash).map_err(|_| wrong())
            }
        }
        match deserializer.is_human_readable() {
            true => deserializer.deserialize_str(Digits),
            false => u64::deserialize(deserializer).map(Hash),
        }
    }
}

/// Types and their shapes.
struct Types<'a>(&'a [(String, u64)]);

impl Serialize for Types<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut types = serializer.serialize_map(Some(self.0.len()))?;
        for (name, shape) in self.0 {
            types.serialize_entry(name, &Hash(*shape))?;
        }
        types.end()
    }
}

struct OwnedTypes(Vec<(String, u64)>);

impl<'de> Deserialize<'de> for OwnedTypes {
    fn deserialize<De: Deserializer<'de>>(deserializer: De) -> Result<Self, De::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = OwnedTypes;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("types and their shapes")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<OwnedTypes, A::Error> {
                let mut types = Vec::new();
                while let Some((name, Hash(shape))) = map.next_entry()? {
                    types.push((name, shape));
                    not_too_many(types.len())?;
                }
                Ok(OwnedTypes(types))
            }
        }
        deserializer.deserialize_map(Entries)
    }
}

struct Texts(Vec<String>);

impl<'de> Deserialize<'de> for Texts {
    fn deserialize<De: Deserializer<'de>>(deserializer: De) -> Result<Self, De::Error> {
        struct List;
        impl<'de> Visitor<'de> for List {
            type Value = Texts;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("signatures")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Texts, A::Error> {
                let mut texts = Vec::new();
                while let Some(text) = list.next_element()? {
                    texts.push(text);
                    not_too_many(texts.len())?;
                }
                Ok(Texts(texts))
            }
        }
        deserializer.deserialize_seq(List)
    }
}

fn not_too_many<E: de::Error>(many: usize) -> Result<(), E> {
    match many > MOST {
        true => Err(E::custom("no domain has so many types or signatures")),
        false => Ok(()),
    }
}
