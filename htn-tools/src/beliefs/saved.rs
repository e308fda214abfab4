//! Beliefs in a save: their claims. The decay rule is a function of the game and is not saved.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::any::Any;
use core::marker::PhantomData;

use htn_core::save::{load_with_header, save_with_header};
use htn_core::{Domain, Term};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::claim::clamped;
use super::notes::{Coded, Note, Notes};
use super::{Beliefs, BeliefsFull, Claim};

const BELIEFS: &str = "belief set";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BeliefsSnapshot<F, W> {
    /// The certainty that a belief needs.
    least: f32,
    latest: Vec<SavedNote<F, W>>,
    denied: Vec<SavedNote<F, W>>,
}

/// A claim, and [`Note::own_sure`].
type SavedNote<F, W> = (Claim<F, W>, f32);

/// All claims, including those that are no longer believed, and [the certainty that a belief
/// needs](Beliefs::believes_from). [`load`](Beliefs::load) loads them. The state is saved separately.
impl<D: Domain, W: Copy + Serialize> Serialize for Beliefs<D, W>
where
    D::Fact: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let snapshot = BeliefsSnapshot {
            least: self.rule.least,
            latest: self.latest.saved(),
            denied: self.denied.saved(),
        };
        save_with_header::<D, S>(BELIEFS, &snapshot, serializer)
    }
}

impl<D: Domain, W: Copy> Beliefs<D, W> {
    /// Replaces these beliefs by saved ones. The decay rule and the capacity stay, because a save has no functions;
    /// [the certainty that a belief needs](Beliefs::believes_from) is loaded.
    ///
    /// # Errors
    ///
    /// The save does not contain beliefs about this domain, or there is no capacity for them.
    pub fn load<'de, De: Deserializer<'de>>(mut self, deserializer: De) -> Result<Self, De::Error>
    where
        D::Fact: Deserialize<'de>,
        W: Deserialize<'de>,
    {
        let snapshot = PhantomData::<BeliefsSnapshot<D::Fact, W>>;
        let snapshot = load_with_header::<D, De, _>(BELIEFS, snapshot, deserializer)?;
        self.replace_all(snapshot).map_err(De::Error::custom)?;
        Ok(self)
    }

    fn replace_all(&mut self, snapshot: BeliefsSnapshot<D::Fact, W>) -> Result<(), String> {
        self.rule.least = clamped(snapshot.least);
        self.latest.replace_all(snapshot.latest)?;
        if let Some((claim, _)) = snapshot.denied.iter().find(|(claim, _)| claim.holds) {
            let fact = claim.fact;
            return Err(format!("`{fact}` holds, but is listed under `denied`"));
        }
        self.denied.replace_all(snapshot.denied)
    }
}

impl<D: Domain, W: Copy + 'static> Beliefs<D, W> {
    /// Replaces every term of a type in beliefs and sources; see [`State::map_terms`](htn_core::State::map_terms),
    /// which the state needs as well. Of two claims that become equal, the later one stays.
    pub fn map_terms<T: Term>(&mut self, mut map: impl FnMut(T) -> T) {
        let mut replaced = [self.latest.all().to_vec(), self.denied.all().to_vec()];
        let map = &mut |value: &mut dyn Any| {
            if let Some(value) = value.downcast_mut::<T>() {
                *value = map(*value);
            }
        };
        for note in replaced.iter_mut().flatten() {
            let claim = &mut note.claim;
            claim.fact = Coded::of::<D>(claim.fact).mapped::<D>(map);
            if let Some(from) = &mut claim.from {
                map(from);
            }
        }
        // No code of the game runs from here on, so nothing can panic.
        let notes = [&mut self.latest, &mut self.denied];
        for (notes, replaced) in notes.into_iter().zip(replaced) {
            notes.clear();
            for note in replaced {
                let about = Coded::of::<D>(note.claim.fact);
                let rival = notes.find(&about);
                if rival.is_none_or(|rival| note.is_later(&rival)) {
                    // Their number cannot have grown.
                    let has_room = notes.put(&about, note);
                    debug_assert!(has_room);
                }
            }
        }
    }

    /// Replaces every agent: [`map_terms`](Beliefs::map_terms) for the domain's agent type.
    pub fn map_agents(&mut self, map: impl FnMut(D::Agent) -> D::Agent) {
        self.map_terms(map);
    }
}

impl<D: Domain, W: Copy> Notes<D, W> {
    fn saved(&self) -> Vec<SavedNote<D::Fact, W>> {
        let notes = self.all().iter();
        notes.map(|note| (note.claim, note.own_sure)).collect()
    }

    fn replace_all(&mut self, saved: Vec<SavedNote<D::Fact, W>>) -> Result<(), String> {
        self.clear();
        for (mut claim, own_sure) in saved {
            claim.sure = clamped(claim.sure);
            let about = Coded::of::<D>(claim.fact);
            if self.find(&about).is_some() {
                return Err(format!("duplicate belief about {}", claim.fact));
            }
            let own_sure = clamped(own_sure);
            if !self.put(&about, Note { claim, own_sure }) {
                let capacity = self.capacity();
                return Err(BeliefsFull::Beliefs { capacity }.to_string());
            }
        }
        Ok(())
    }
}
