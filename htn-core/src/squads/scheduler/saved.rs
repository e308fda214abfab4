//! Snapshots of schedulers: all squads, each as a director is saved, and when it is next. Planners and machines are those of
//! the loading program.

use alloc::format;
use alloc::vec::Vec;
use core::marker::PhantomData;

use serde::de::{DeserializeSeed, Error as _};
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::members::SquadSchedule;
use super::{PATIENCE, SquadId, SquadScheduler, Usage};
use crate::model::domain::Domain;
use crate::model::limits::Limits;
use crate::model::pool::Memory;
use crate::persist::save::seeds::{ListSeed, read_struct};
use crate::persist::save::tasks::{InvalidSave, ensure};
use crate::persist::save::terms::{LoadTerms, SaveTerms};
use crate::persist::save::{LoadReport, envelope};
use crate::squads::director::saved::{
    LoadedDirector, MAX_COUNT, MatchedDirector, MatchingSeed, RestoreDirector, SavedDirector,
};
use crate::squads::director::{Director, DirectorState, SearchResources};

const SCHEDULER: &str = "scheduler";

/// The save of a scheduler whose directors are `C`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SchedulerSave<C> {
    scheduler: SchedulerSnapshot,
    /// The directors of its squads, in the order of their slots.
    directors: Vec<C>,
}

/// A scheduler without the directors of its squads.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SchedulerSnapshot {
    turn: u64,
    frame: u64,
    /// By slot: the number of squads that had it before, and when the squad in it is next.
    squads: Vec<(u32, Option<SquadSchedule>)>,
    /// Unused slots. New squads get the last one first.
    free: Vec<u32>,
}

/// Saves all squads like [directors](Director), and whose turn it is. A [`SquadId`] stays the same. Planners
/// are not saved, nor is the number set with [`keep_planners`](Self::keep_planners). After loading, searches in progress start
/// again, as after [`restart_searches`](Self::restart_searches).
///
/// Fails if a director can't be saved, or if an expression of the game panicked in the last frame and that frame has not been
/// completed.
impl<D: SaveTerms> Serialize for SquadScheduler<D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_open {
            return Err(S::Error::custom(
                "a game expression panicked in the last frame; help: call `tick` once more, then save",
            ));
        }
        let slots = (0_u32..).zip(self.members.slots());
        let members = slots.filter_map(|(slot, (_, member))| Some((slot, member?)));
        let directors = members.map(|(slot, member)| {
            let director = member.director.save();
            director.map_err(|InvalidSave(why)| {
                let help = if member.schedule.paused {
                    "; the squad is paused: resume or remove it first"
                } else {
                    ""
                };
                S::Error::custom(format!("squad {slot}: {why}{help}"))
            })
        });
        let slots = self.members.slots();
        let squads = slots.map(|(round, member)| (round, member.map(|member| member.schedule)));
        let save = SchedulerSave::<SavedDirector<'_, D>> {
            scheduler: SchedulerSnapshot {
                turn: self.turn,
                frame: self.frame,
                squads: squads.collect(),
                free: self.members.free().to_vec(),
            },
            directors: directors.collect::<Result<_, S::Error>>()?,
        };
        envelope::save::<D, S>(SCHEDULER, &save, serializer)
    }
}

/// With [`Limits::default`]; see [`deserialize_with_limits`](SquadScheduler::deserialize_with_limits).
impl<'de, D: LoadTerms> Deserialize<'de> for SquadScheduler<D> {
    fn deserialize<De: Deserializer<'de>>(deserializer: De) -> Result<Self, De::Error> {
        Self::deserialize_with_limits(deserializer, Limits::default())
    }
}

impl<D: LoadTerms> SquadScheduler<D> {
    /// Loads a scheduler. Its planners and all its squads get these limits, also squads that had others.
    ///
    /// # Errors
    ///
    /// The data is not a save of a scheduler of this domain, or its content does not fit: then the error names the limit.
    pub fn deserialize_with_limits<'de, De: Deserializer<'de>>(
        deserializer: De,
        limits: Limits,
    ) -> Result<Self, De::Error> {
        let save = PhantomData::<SchedulerSave<LoadedDirector<D>>>;
        let save = envelope::load::<D, De, _>(SCHEDULER, save, deserializer)?;
        let (scheduler, _) = save.restore(limits).map_err(De::Error::custom)?;
        Ok(scheduler)
    }

    /// Loads a scheduler from a save of another version of the domain, without the plans of its squads.
    ///
    /// Each squad is loaded as by [`Director::load_matching`], and has a report. It keeps its id, its weight and its usage.
    /// Squads whose root task no longer exists plan for `task`.
    ///
    /// # Errors
    ///
    /// The data is not a save of a scheduler of a domain of this name, or a root task no longer exists and `task` is
    /// `None`.
    #[expect(clippy::type_complexity, reason = "each squad has a report")]
    pub fn load_matching<'de, De: Deserializer<'de>>(
        deserializer: De,
        task: Option<D::Task>,
    ) -> Result<(Self, Vec<(SquadId, LoadReport)>), De::Error> {
        Self::load_matching_with_limits(deserializer, task, Limits::default())
    }

    /// Like [`load_matching`](Self::load_matching), with limits of its own.
    ///
    /// # Errors
    ///
    /// The errors of `load_matching`.
    #[expect(clippy::type_complexity, reason = "each squad has a report")]
    pub fn load_matching_with_limits<'de, De: Deserializer<'de>>(
        deserializer: De,
        task: Option<D::Task>,
        limits: Limits,
    ) -> Result<(Self, Vec<(SquadId, LoadReport)>), De::Error> {
        let open = |header| MatchingSeed::<D>::new(header, task).map(SchedulerSeed);
        let save = envelope::open_with(SCHEDULER, open, deserializer)?;
        save.restore(limits).map_err(De::Error::custom)
    }
}

/// Reads the save of a scheduler of another version of the domain.
struct SchedulerSeed<D: LoadTerms>(MatchingSeed<D>);

impl<'de, D: LoadTerms> DeserializeSeed<'de> for SchedulerSeed<D> {
    type Value = SchedulerSave<MatchedDirector<D>>;

    fn deserialize<De: Deserializer<'de>>(self, from: De) -> Result<Self::Value, De::Error> {
        // The fields of `SchedulerSave`.
        let (scheduler, directors) = read_struct!(from, "SchedulerSave" {
            scheduler: PhantomData::<SchedulerSnapshot>,
            directors: ListSeed(&self.0),
        })?;
        Ok(SchedulerSave {
            scheduler,
            directors,
        })
    }
}

/// A scheduler that was loaded, and a report about each squad.
type Restored<D, R> = (SquadScheduler<D>, Vec<(SquadId, R)>);

impl<C> SchedulerSave<C> {
    /// Returns a new scheduler with these squads, and a report about each.
    fn restore<D: Domain>(self, limits: Limits) -> Result<Restored<D, C::Report>, InvalidSave>
    where
        C: RestoreDirector<D>,
    {
        let saved = self.scheduler;
        let mut hq = SquadScheduler::with_limits(limits);
        ensure!(saved.frame < MAX_COUNT, "the number of frames is too large");
        hq.frame = saved.frame;
        hq.frames.end(hq.frame);
        hq.turn = saved.turn.max(1);
        let mut directors = self.directors.into_iter();
        let mut reports = Vec::new();
        for (round, schedule) in saved.squads {
            let id = hq.members.add_slot(round);
            let Some(schedule) = schedule else { continue };
            schedule.validate(id, hq.frame)?;
            let Some(director) = directors.next() else {
                return Err(InvalidSave(format!("squad {id} has no director")));
            };
            let (state, inputs) = (hq.state.clone(), hq.inputs.clone());
            let squad = DirectorState::new(
                D::tables(),
                director.task(),
                state,
                inputs,
                limits,
                Memory::Growing,
            );
            let resources = SearchResources::shared();
            let restored = director.restore(Director { squad, resources });
            let named = |InvalidSave(why)| InvalidSave(format!("squad {id}: {why}"));
            let (director, report) = restored.map_err(named)?;
            let mut member = hq.member(director);
            member.schedule = schedule;
            member.schedule.weight = schedule.weight.clamp(1, PATIENCE);
            hq.members.settle(id, member);
            reports.push((id, report));
        }
        ensure!(
            directors.next().is_none(),
            "there are more directors than squads"
        );
        ensure!(
            hq.members.set_free(saved.free),
            "`free` has a slot that has a squad, or that is listed twice"
        );
        hq.due.reserve(hq.members.len());
        Ok((hq, reports))
    }
}

impl SquadSchedule {
    /// Checks the schedule of a squad that was loaded in this frame.
    fn validate(&self, id: SquadId, frame: u64) -> Result<(), InvalidSave> {
        ensure!(
            !self.paused || self.due_since.is_none(),
            "squad {id} is paused but has a search in progress or due"
        );
        ensure!(
            self.last_turn <= frame && self.due_since.is_none_or(|since| since <= frame),
            "squad {id} had a turn, or is due, in a frame after {frame}, the last one"
        );
        let Usage {
            steps,
            turns,
            waits,
            longest_wait,
            put_off,
        } = self.usage;
        let counts = [steps, turns, waits, longest_wait, put_off];
        ensure!(
            counts.iter().all(|count| *count < MAX_COUNT),
            "squad {id}: a usage counter is out of range"
        );
        Ok(())
    }
}
