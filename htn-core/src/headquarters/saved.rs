//! Headquarters in a save: all squads, each as a director is saved, with when it is next. Planners and machines are the
//! loading side's.

use alloc::format;
use alloc::vec::Vec;
use core::marker::PhantomData;

use serde::de::{DeserializeSeed, Error as _};
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Headquarters, PATIENCE, SquadId, Usage};
use crate::director::saved::{GREATEST, LoadedDirector, SavedDirector};
use crate::director::{Desk, Director, Squad};
use crate::domain::Domain;
use crate::limits::Limits;
use crate::pool::Memory;
use crate::save::envelope;
use crate::save::tasks::{InvalidSave, ensure};
use crate::save::terms::{LoadTerms, SaveTerms};

const HEADQUARTERS: &str = "headquarters";

/// A headquarters with squads that are `M`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct HeadquartersContent<M> {
    turn: u64,
    frame: u64,
    /// By slot: how many had it before, and who has it.
    squads: Vec<(u32, Option<M>)>,
    /// Slots that nobody has, in the order in which they are given to others: last one first.
    free: Vec<u32>,
}

/// A squad whose director is `C`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MemberContent<C> {
    weight: u64,
    paused: bool,
    due_since: Option<u64>,
    last_turn: u64,
    usage: Usage,
    director: C,
}

/// All squads, as [directors](Director) are saved, and whose turn it is; a [`SquadId`] stays what it is. Planners
/// are not saved, nor is the number set with [`keep_planners`](Self::keep_planners). After loading, searches in progress start
/// again, as after [`restart_searches`](Self::restart_searches).
///
/// An error where a director can't be saved, or where an expression of the game has panicked in the last frame, and that was not
/// gone on with.
impl<D: SaveTerms> Serialize for Headquarters<D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_open {
            return Err(S::Error::custom(
                "an expression of the game has panicked in the last frame; \
                 help: call `tick` once more, and save then",
            ));
        }
        let slots = (0_u32..).zip(self.members.slots());
        let squads = slots.map(|(slot, (round, member))| {
            let member = member.map(|member| {
                let director = member.director.saved();
                let director = director.map_err(|InvalidSave(why)| match member.paused {
                    true => InvalidSave(format!(
                        "squad {slot}: {why}; it is paused: let it go on first, or dismiss it"
                    )),
                    false => InvalidSave(format!("squad {slot}: {why}")),
                })?;
                Ok::<_, InvalidSave>(MemberContent::<SavedDirector<'_, D>> {
                    weight: member.weight,
                    paused: member.paused,
                    due_since: member.due_since,
                    last_turn: member.last_turn,
                    usage: member.usage,
                    director,
                })
            });
            Ok((round, member.transpose()?))
        });
        let content = HeadquartersContent {
            turn: self.turn,
            frame: self.frame,
            squads: squads
                .collect::<Result<_, InvalidSave>>()
                .map_err(S::Error::custom)?,
            free: self.members.free().to_vec(),
        };
        envelope::save::<D, S>(HEADQUARTERS, &content, serializer)
    }
}

/// With [`Limits::default`]; see [`deserialize_with_limits`](Headquarters::deserialize_with_limits).
impl<'de, D: LoadTerms> Deserialize<'de> for Headquarters<D> {
    fn deserialize<De: Deserializer<'de>>(deserializer: De) -> Result<Self, De::Error> {
        Self::deserialize_with_limits(deserializer, Limits::default())
    }
}

impl<D: LoadTerms> Headquarters<D> {
    /// A headquarters that was saved. Its planners and all its squads have these limits, also squads that had others.
    ///
    /// # Errors
    ///
    /// It is no save of a headquarters of this domain, or what it holds does not fit: then the error names the limit.
    pub fn deserialize_with_limits<'de, De: Deserializer<'de>>(
        deserializer: De,
        limits: Limits,
    ) -> Result<Self, De::Error> {
        let seed = HeadquartersSeed::<D> {
            limits,
            domain: PhantomData,
        };
        envelope::load::<D, De, _>(HEADQUARTERS, seed, deserializer)
    }
}

struct HeadquartersSeed<D> {
    limits: Limits,
    domain: PhantomData<fn() -> D>,
}

impl<'de, D: LoadTerms> DeserializeSeed<'de> for HeadquartersSeed<D> {
    type Value = Headquarters<D>;

    fn deserialize<De: Deserializer<'de>>(
        self,
        deserializer: De,
    ) -> Result<Self::Value, De::Error> {
        type Content<D> = HeadquartersContent<MemberContent<LoadedDirector<D>>>;
        let content = Content::<D>::deserialize(deserializer)?;
        let mut hq = Headquarters::with_limits(self.limits);
        hq.take_up(content).map_err(De::Error::custom)?;
        Ok(hq)
    }
}

impl<D: Domain> Headquarters<D> {
    fn take_up(
        &mut self,
        content: HeadquartersContent<MemberContent<LoadedDirector<D>>>,
    ) -> Result<(), InvalidSave> {
        ensure!(
            content.frame < GREATEST,
            "no headquarters has had so many frames"
        );
        self.frame = content.frame;
        self.frames.end(self.frame);
        self.turn = content.turn.max(1);
        for (round, saved) in content.squads {
            let id = self.members.add_empty(round);
            if let Some(saved) = saved {
                self.take_up_squad(id, saved)?;
            }
        }
        ensure!(
            self.members.set_free(content.free),
            "a slot is free that somebody has, or that there is not"
        );
        self.due.reserve(self.members.len());
        Ok(())
    }

    fn take_up_squad(
        &mut self,
        id: SquadId,
        saved: MemberContent<LoadedDirector<D>>,
    ) -> Result<(), InvalidSave> {
        ensure!(
            !(saved.paused && saved.due_since.is_some()),
            "squad {id} is paused, and waits for its turn"
        );
        let mut frames = [saved.last_turn, saved.due_since.unwrap_or(0)].into_iter();
        ensure!(
            frames.all(|frame| frame <= self.frame),
            "squad {id} has had a turn in a frame that is yet to come, or is due since then"
        );
        let Usage {
            steps,
            turns,
            waits,
            longest_wait,
            put_off,
        } = saved.usage;
        let counts = [steps, turns, waits, longest_wait, put_off];
        ensure!(
            counts.iter().all(|count| *count < GREATEST),
            "squad {id} has used more than there is"
        );
        let (task, limits) = (saved.director.task(), self.planners.limits);
        let (state, inputs) = (self.state.clone(), self.inputs.clone());
        let squad = Squad::new(task, state, inputs, limits, Memory::Growing);
        let desk = Desk::shared();
        let director = Director { squad, desk };
        let mut member = self.member(saved.director.read(director)?);
        member.weight = saved.weight.clamp(1, PATIENCE);
        member.paused = saved.paused;
        member.due_since = saved.due_since;
        member.last_turn = saved.last_turn;
        member.usage = saved.usage;
        self.members.settle(id, member);
        Ok(())
    }
}
