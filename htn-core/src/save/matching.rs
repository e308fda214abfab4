//! The facts of another version of a domain, as far as they mean the same still.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::Deserializer;
use serde::de::{self, DeserializeSeed, EnumAccess, IgnoredAny, SeqAccess, VariantAccess, Visitor};

use super::difference::{Mismatch, Signature, difference};
use super::envelope;
use super::facts::{STATE, WordsSeed, are_values};
use super::header::Header;
use super::terms::{LoadTerms, Looked, Lookup, ValuesSeed};
use crate::domain::Row;
use crate::show::Counted;
use crate::state::State;
use crate::store::{Added, Full};
use crate::tables::RelId;

/// Facts of a save that [`State::load_matching`] has left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftOut {
    /// Their predicate, as in the domain that was saved.
    pub predicate: String,
    /// How many they are.
    pub facts: u32,
    /// Why.
    pub why: WhyLeftOut,
}

/// Why [`State::load_matching`] has left facts out.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WhyLeftOut {
    /// There is no such predicate any more.
    Gone,
    /// It is another predicate now: what differs.
    Changed(String),
    /// It holds no more than this.
    Full {
        /// How many facts it can hold.
        capacity: usize,
    },
    /// Their words are no values of the columns' types: what was found.
    NoValue(String),
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LeftOut {
            predicate,
            facts,
            why,
        } = self;
        let facts = Counted(*facts, "fact", "facts");
        write!(f, "{facts} of `{predicate}`: ")?;
        match why {
            WhyLeftOut::Gone => f.write_str("there is no such predicate any more"),
            WhyLeftOut::Changed(how) => f.write_str(how),
            WhyLeftOut::Full { capacity } => {
                let held = Counted(*capacity as u64, "fact", "facts");
                write!(f, "it holds {held}")
            }
            WhyLeftOut::NoValue(what) => f.write_str(what),
        }
    }
}

impl<D: LoadTerms> State<D> {
    /// Loads what can be carried over from a save of another version of the domain: the facts of predicates that have the same
    /// name, the same types and the same key still. Tells which facts were left out, and why.
    ///
    /// Types are the same where they are called the same and, if they have `#[derive(Term)]`, are defined the same.
    ///
    /// # Errors
    ///
    /// What was given is no save of a state of a domain of this name.
    pub fn load_matching<'de, De: Deserializer<'de>>(
        deserializer: De,
    ) -> Result<(State<D>, Vec<LeftOut>), De::Error> {
        envelope::open_with(STATE, Matching::<D>::new, deserializer)
    }
}

/// What is known of the predicates of a save, and what came of their facts.
struct Matching<D: LoadTerms> {
    predicates: Vec<Predicate>,
    /// Their numbers.
    by_name: BTreeMap<String, usize>,
    state: State<D>,
}

struct Predicate {
    name: String,
    arity: usize,
    now: Result<RelId, WhyLeftOut>,
    /// One for each reason.
    left_out: Vec<LeftOut>,
}

impl<D: LoadTerms> Matching<D> {
    fn new(saved: Header) -> Result<Self, Mismatch> {
        let now = Header::of::<D>();
        if saved.name != now.name {
            return Err(Mismatch::OtherDomain {
                saved: saved.name,
                now: now.name,
            });
        }
        let here = now.signatures.iter().filter_map(|text| predicate(text));
        let here: Vec<_> = here.collect();
        let predicates = saved.signatures.iter().filter_map(|text| predicate(text));
        let predicates = predicates.map(|was| Predicate {
            name: was.name.into(),
            arity: was.params.len(),
            now: counterpart(&was, &here, &saved, &now),
            left_out: Vec::new(),
        });
        let predicates: Vec<_> = predicates.collect();
        let names = predicates
            .iter()
            .map(|predicate| predicate.name.clone())
            .zip(0..);
        Ok(Matching {
            by_name: names.collect(),
            predicates,
            state: State::new(),
        })
    }

    /// Takes over a fact of the predicate with this number.
    fn enter(&mut self, number: usize, rel: RelId, row: &[u64]) {
        let tables = D::tables();
        if let Err(what) = are_values(tables, rel, row) {
            return self.leave_out(number, WhyLeftOut::NoValue(what));
        }
        let store = self.state.store_mut();
        match store.add(rel, row, None) {
            Ok(Added::New | Added::There | Added::Replaced) => {}
            Err(Full::Relation(_) | Full::Trail) => {
                let capacity = store.rel(rel).capacity();
                self.leave_out(number, WhyLeftOut::Full { capacity });
            }
        }
    }

    fn leave_out(&mut self, number: usize, why: WhyLeftOut) {
        let Predicate { name, left_out, .. } = &mut self.predicates[number];
        let same = |out: &LeftOut| match (&out.why, &why) {
            (WhyLeftOut::NoValue(_), WhyLeftOut::NoValue(_)) => true,
            (one, other) => one == other,
        };
        match left_out.iter_mut().find(|out| same(out)) {
            Some(out) => out.facts = out.facts.saturating_add(1),
            None => left_out.push(LeftOut {
                predicate: name.clone(),
                facts: 1,
                why,
            }),
        }
    }
}

fn predicate(text: &str) -> Option<Signature<'_>> {
    Signature::new(text).filter(Signature::is_predicate)
}

/// What a predicate of a save is now.
fn counterpart(
    was: &Signature<'_>,
    here: &[Signature<'_>],
    saved: &Header,
    now: &Header,
) -> Result<RelId, WhyLeftOut> {
    let mut same = (0..).map(RelId).zip(here);
    let Some((rel, is)) = same.find(|(_, is)| is.name == was.name) else {
        return Err(WhyLeftOut::Gone);
    };
    if let Some(how) = difference(was, is) {
        return Err(WhyLeftOut::Changed(how));
    }
    let shape = |header: &Header, name: &str| {
        let ty = header.types.iter().find(|(ty, _)| ty == name);
        ty.map(|(_, shape)| *shape)
    };
    let mut types = was.params.iter();
    let changed = types.find(|ty| shape(saved, ty) != shape(now, ty));
    match changed {
        None => Ok(rel),
        Some(ty) => Err(WhyLeftOut::Changed(format!(
            "the type `{ty}` is defined otherwise"
        ))),
    }
}

impl<'de, D: LoadTerms> DeserializeSeed<'de> for Matching<D> {
    type Value = (State<D>, Vec<LeftOut>);

    fn deserialize<De: Deserializer<'de>>(self, from: De) -> Result<Self::Value, De::Error> {
        let named = from.is_human_readable();
        from.deserialize_seq(Facts {
            named,
            matching: self,
        })
    }
}

struct Facts<D: LoadTerms> {
    named: bool,
    matching: Matching<D>,
}

impl<'de, D: LoadTerms> Visitor<'de> for Facts<D> {
    type Value = (State<D>, Vec<LeftOut>);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("facts")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut facts: A) -> Result<Self::Value, A::Error> {
        let mut matching = self.matching;
        match self.named {
            true => while let Some(()) = facts.next_element_seed(Named(&mut matching))? {},
            false => while let Some(()) = facts.next_element_seed(InWords(&mut matching))? {},
        }
        let predicates = matching.predicates.into_iter();
        let left_out = predicates.flat_map(|predicate| predicate.left_out);
        Ok((matching.state, left_out.collect()))
    }
}

/// A fact in the domain's spelling.
struct Named<'a, D: LoadTerms>(&'a mut Matching<D>);

impl<'de, D: LoadTerms> DeserializeSeed<'de> for Named<'_, D> {
    type Value = ();

    fn deserialize<De: Deserializer<'de>>(self, from: De) -> Result<(), De::Error> {
        from.deserialize_enum("Fact", &[], self)
    }
}

impl<'de, D: LoadTerms> Visitor<'de> for Named<'_, D> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a fact")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, fact: A) -> Result<(), A::Error> {
        let (number, columns) = fact.variant_seed(Saved(&self.0.by_name))?;
        let predicate = &self.0.predicates[number];
        let rel = match (&predicate.now, predicate.arity) {
            (Ok(rel), _) => *rel,
            (Err(why), arity) => {
                let why = why.clone();
                match arity {
                    0 => columns.unit_variant()?,
                    _ => _ = columns.newtype_variant::<IgnoredAny>()?,
                }
                self.0.leave_out(number, why);
                return Ok(());
            }
        };
        let relation = &D::tables().relations[usize::from(rel.0)];
        let row = match relation.columns.is_empty() {
            true => columns.unit_variant().map(|()| Row::new())?,
            false => columns.newtype_variant_seed(ValuesSeed::<D> {
                name: relation.name,
                params: relation.columns,
                named: false,
                domain: PhantomData,
            })?,
        };
        self.0.enter(number, rel, &row);
        Ok(())
    }
}

/// The name of a predicate of the save.
struct Saved<'a>(&'a BTreeMap<String, usize>);

impl Lookup for Saved<'_> {
    type Found = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a predicate that the save has a signature of")
    }

    fn by_name(&self, name: &str) -> Option<usize> {
        self.0.get(name).copied()
    }

    fn by_number(&self, number: usize) -> Option<usize> {
        (number < self.0.len()).then_some(number)
    }
}

impl<'de> DeserializeSeed<'de> for Saved<'_> {
    type Value = usize;

    fn deserialize<De: Deserializer<'de>>(self, from: De) -> Result<usize, De::Error> {
        from.deserialize_identifier(Looked(self))
    }
}

/// A predicate and its words.
struct InWords<'a, D: LoadTerms>(&'a mut Matching<D>);

impl<'de, D: LoadTerms> DeserializeSeed<'de> for InWords<'_, D> {
    type Value = ();

    fn deserialize<De: Deserializer<'de>>(self, from: De) -> Result<(), De::Error> {
        from.deserialize_tuple(2, self)
    }
}

impl<'de, D: LoadTerms> Visitor<'de> for InWords<'_, D> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the number of a predicate, and its words")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut pair: A) -> Result<(), A::Error> {
        let number: Option<u16> = pair.next_element()?;
        let number = number.ok_or_else(|| de::Error::invalid_length(0, &self))?;
        let number = usize::from(number);
        let Some(predicate) = self.0.predicates.get(number) else {
            let found = de::Unexpected::Unsigned(number as u64);
            return Err(de::Error::invalid_value(found, &"a predicate's number"));
        };
        let now = predicate.now.clone();
        let words = WordsSeed {
            arity: predicate.arity,
            each: |row: &[u64]| {
                match &now {
                    Ok(rel) => self.0.enter(number, *rel, row),
                    Err(why) => self.0.leave_out(number, why.clone()),
                }
                Ok(())
            },
        };
        let done = pair.next_element_seed(words)?;
        done.ok_or_else(|| de::Error::invalid_length(1, &"a predicate's words"))
    }
}
