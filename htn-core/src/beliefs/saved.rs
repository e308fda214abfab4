//! Beliefs in a save: the claims that they are made of. How beliefs fade is the game's, and no part of it.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::marker::PhantomData;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::claim::clamped;
use super::notes::{Coded, Note, Notes};
use super::{Beliefs, BeliefsFull, Claim};
use crate::domain::Domain;
use crate::save::envelope;
use crate::save::map::{Mapping, mapper};
use crate::save::tasks::{InvalidSave, ensure};
use crate::save::terms::{LoadTerms, SaveTerms, load_fact, save_fact};
use crate::term::Term;

const BELIEFS: &str = "belief set";

#[derive(Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    bound(
        serialize = "D: SaveTerms, W: Serialize",
        deserialize = "D: LoadTerms, W: Deserialize<'de>"
    )
)]
struct BeliefsContent<D: Domain, W> {
    /// How sure one has to be.
    least: f32,
    latest: Vec<SavedNote<D, W>>,
    denied: Vec<SavedNote<D, W>>,
}

/// A claim, and [`Note::own_sure`].
type SavedNote<D, W> = (Claim<SavedTask<D>, W>, f32);

/// A fact in the spelling of its domain.
struct SavedTask<D: Domain>(D::Fact);

impl<D: SaveTerms> Serialize for SavedTask<D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        save_fact::<D, S>(self.0, serializer)
    }
}

impl<'de, D: LoadTerms> Deserialize<'de> for SavedTask<D> {
    fn deserialize<De: Deserializer<'de>>(deserializer: De) -> Result<Self, De::Error> {
        load_fact::<D, De>(deserializer).map(SavedTask)
    }
}

/// All claims, those that are not believed any more too, and [how sure one has to be](Beliefs::believes_from). They are loaded
/// with [`load`](Beliefs::load). The state beside them is saved by itself.
impl<D: SaveTerms, W: Copy + Serialize> Serialize for Beliefs<D, W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let content = BeliefsContent::<D, W> {
            least: self.rule.least,
            latest: self.latest.spelled(),
            denied: self.denied.spelled(),
        };
        envelope::save::<D, S>(BELIEFS, &content, serializer)
    }
}

impl<D: LoadTerms, W: Copy> Beliefs<D, W> {
    /// Beliefs that were saved, in the place of these: they have the rule by which these fade, since a save holds no functions, and
    /// their capacity. [How sure one has to be](Beliefs::believes_from) is as it was saved.
    ///
    /// # Errors
    ///
    /// It is no save of beliefs about this domain, or they do not fit.
    pub fn load<'de, De: Deserializer<'de>>(mut self, deserializer: De) -> Result<Self, De::Error>
    where
        W: Deserialize<'de>,
    {
        let content = PhantomData::<BeliefsContent<D, W>>;
        let content = envelope::load::<D, De, _>(BELIEFS, content, deserializer)?;
        self.take_up(content).map_err(De::Error::custom)?;
        Ok(self)
    }

    fn take_up(&mut self, content: BeliefsContent<D, W>) -> Result<(), InvalidSave> {
        self.rule.least = clamped(content.least);
        self.latest.take_up(content.latest)?;
        ensure!(
            content.denied.iter().all(|(claim, _)| !claim.holds),
            "what was found not to be so is said to be so"
        );
        self.denied.take_up(content.denied)
    }
}

impl<D: Domain, W: Copy + 'static> Beliefs<D, W> {
    /// Replaces every term of a type in what is believed, and in who has told it; see [`State::map_terms`](crate::State::map_terms),
    /// which the state beside it needs as well. Of two claims that become the same, the later one stands.
    pub fn map_terms<T: Term>(&mut self, map: impl FnMut(T) -> T) {
        let map = &mut mapper(map);
        let mut mapping = Mapping::new(D::tables(), map);
        let mut replaced = [self.latest.all().to_vec(), self.denied.all().to_vec()];
        for note in replaced.iter_mut().flatten() {
            let claim = &mut note.claim;
            let Coded { rel, row } = Coded::of::<D>(claim.fact);
            let columns = D::tables().relations[usize::from(rel.0)].columns;
            claim.fact = D::fact_from_row(rel, &mapping.row(columns, &row));
            if let Some(from) = &mut claim.from {
                mapping.value(from);
            }
        }
        // From here on nothing of the game is called, which might panic.
        let notes = [&mut self.latest, &mut self.denied];
        for (notes, replaced) in notes.into_iter().zip(replaced) {
            notes.clear();
            for note in replaced {
                let about = Coded::of::<D>(note.claim.fact);
                let rival = notes.find(&about);
                if rival.is_none_or(|rival| note.is_later(&rival)) {
                    // There are no more of them than there were.
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
    fn spelled(&self) -> Vec<SavedNote<D, W>> {
        let notes = self.all().iter();
        let saved = notes.filter_map(|note| {
            let claim = note.claim.map(|fact| Some(SavedTask(fact)))?;
            Some((claim, note.own_sure))
        });
        saved.collect()
    }

    fn take_up(&mut self, saved: Vec<SavedNote<D, W>>) -> Result<(), InvalidSave> {
        self.clear();
        for (claim, own_sure) in saved {
            let Some(mut claim) = claim.map(|SavedTask(fact)| Some(fact)) else {
                continue;
            };
            claim.sure = clamped(claim.sure);
            let about = Coded::of::<D>(claim.fact);
            let is_new = self.find(&about).is_none();
            ensure!(is_new, "two beliefs about the same: {}", claim.fact);
            let own_sure = clamped(own_sure);
            if !self.put(&about, Note { claim, own_sure }) {
                let capacity = self.capacity();
                return Err(InvalidSave(BeliefsFull::Beliefs { capacity }.to_string()));
            }
        }
        Ok(())
    }
}
