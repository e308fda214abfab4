//! Executors, directors and schedulers that take a reloaded domain over.

use alloc::vec::Vec;

use super::{Origins, ReloadedDomain, ReloadedProgram};
use crate::exec::{Engine, Executor, LiveState, PlanSlot, QueryContext};
use crate::model::domain::Domain;
use crate::model::error::CapacityError;
use crate::model::plan::saved::relink::Relink;
use crate::persist::save::tasks::{InvalidSave, SavedTask};
use crate::squads::director::{Director, DirectorState};
use crate::squads::scheduler::{SquadId, SquadScheduler};
use crate::store::Store;
use crate::store::state::State;
use crate::tables::Tables;

/// A reload that happens at the end of the next tick.
#[derive(Clone, Copy)]
pub(crate) struct PendingReload {
    link: Relink,
    is_outdated: fn(&LiveState, PlanSlot, &Relink) -> bool,
    /// True if no plan can be kept.
    ends_all: bool,
}

impl PendingReload {
    /// Returns the reload from one version to another; `None` if they are the same.
    fn new<D: Domain>(from: &'static Tables, to: &'static Tables) -> Option<PendingReload> {
        let link = Relink {
            from: (from, origins::<D>(from)),
            to: (to, origins::<D>(to)),
        };
        (!core::ptr::eq(from, to)).then_some(PendingReload {
            link,
            is_outdated: LiveState::is_outdated::<SavedTask<D>>,
            ends_all: false,
        })
    }
}

fn origins<D: Domain>(tables: &'static Tables) -> Origins {
    const NONE: Origins = Origins {
        branches: &[],
        operators: &[],
    };
    match ReloadedProgram::<D>::of(tables) {
        Some(program) => program.origins,
        None => D::registry().map_or(NONE, |registry| registry.origins),
    }
}

/// Abandons the plans that rely on what a reload changes, while the domain is still the one that they were made with.
pub(crate) fn abandon_outdated(
    reload: &Option<PendingReload>,
    engine: &mut Engine,
    queries: &mut QueryContext<'_>,
    facts: &mut Store,
) {
    if let Some(reload) = reload {
        let is_outdated = |live: &LiveState, slot: PlanSlot| {
            reload.ends_all || (reload.is_outdated)(live, slot, &reload.link)
        };
        engine.abandon_plans(is_outdated, &mut queries.over(facts));
    }
}

impl<D: Domain> Executor<D> {
    /// Takes a reloaded domain over at the end of the next tick. Plans continue if everything that they still rely on is the same:
    /// the operators of the steps that have not ended, the conditions above them, and what may have to be undone. The others are
    /// abandoned in that tick, with the code that they were made with, and their events have
    /// [`AbandonReason::DomainChanged`](crate::AbandonReason::DomainChanged).
    ///
    /// The state that is passed to that tick is converted. If its facts do not fit the new capacities, the reload waits until
    /// they do. Plans of other versions of the domain must not be submitted.
    pub fn reload(&mut self, domain: &ReloadedDomain<D>) {
        self.reload = PendingReload::new::<D>(self.engine.cx.tables(), domain.tables);
        self.engine.cx.clock.mark_dirty();
    }

    /// Returns true if it takes over a reloaded domain at the end of the next tick.
    pub fn is_reloading(&self) -> bool {
        self.reload.is_some()
    }

    /// Takes over the other version of the domain, at the end of a tick.
    pub(crate) fn finish_reload(&mut self, state: &mut State<D>) {
        let Some(reload) = self.reload else {
            return;
        };
        let Ok(facts) = state.with_tables(reload.link.to.0) else {
            return;
        };
        match self.engine.relinked::<SavedTask<D>>(&reload.link) {
            Ok(engine) => {
                self.engine = engine;
                self.drop_machine();
                self.reload = None;
                *state = facts;
            }
            Err(_) => self.end_all_plans(),
        }
    }

    /// Abandons every plan in the next tick, because not all of them can be converted.
    fn end_all_plans(&mut self) {
        if let Some(reload) = &mut self.reload {
            reload.ends_all = true;
        }
        self.engine.cx.clock.mark_dirty();
    }
}

impl<D: Domain> Director<D> {
    /// Takes a reloaded domain over at the end of the next tick: its facts stay, and a search in progress starts again.
    ///
    /// Plans continue if everything that they still rely on is the same: the operators of the steps that have not ended, the
    /// conditions above them, and what may have to be undone. The others are abandoned in that tick, with the code that they were
    /// made with, and their events have [`AbandonReason::DomainChanged`](crate::AbandonReason::DomainChanged).
    ///
    /// # Errors
    ///
    /// The facts do not fit the capacities of the reloaded domain. The director keeps its domain, as it does if facts that do not
    /// fit are added before the end of that tick.
    pub fn reload(&mut self, domain: &ReloadedDomain<D>) -> Result<(), CapacityError> {
        self.squad.state.with_tables(domain.tables)?;
        self.squad.executor.reload(domain);
        Ok(())
    }

    /// Returns true if it takes over a reloaded domain at the end of the next tick.
    pub fn is_reloading(&self) -> bool {
        self.squad.executor.is_reloading()
    }

    /// Returns true if it runs this reloaded domain.
    pub fn runs(&self, domain: &ReloadedDomain<D>) -> bool {
        core::ptr::eq(self.tables(), domain.tables)
    }

    /// Takes over the other version of the domain, at the end of a tick.
    pub(crate) fn finish_reload(&mut self) {
        let engine = &mut self.squad.executor.engine;
        let Some(reload) = self.squad.executor.reload else {
            return;
        };
        if engine.cx.clock.unfinished {
            // A panic of the game has interrupted the tick.
            return;
        }
        engine.drop_found_repairs();
        let Ok(facts) = self.squad.state.with_tables(reload.link.to.0) else {
            self.squad.executor.reload = None;
            return;
        };
        match self.relinked(facts, &reload.link) {
            Ok(squad) => {
                self.squad = squad;
                self.resources.reload(&self.squad.executor.engine);
            }
            Err(_) => self.squad.executor.end_all_plans(),
        }
    }

    /// Returns its state with the other version of the domain.
    fn relinked(
        &mut self,
        facts: State<D>,
        link: &Relink,
    ) -> Result<DirectorState<D>, InvalidSave> {
        let mut snapshot = self.snapshot()?;
        snapshot.executor.relink(link)?;
        let mut squad = snapshot.restore_for(&self.squad, facts, link.to.0)?;
        let before = &mut self.squad;
        core::mem::swap(
            &mut squad.executor.engine.live.log,
            &mut before.executor.engine.live.log,
        );
        if let Some(journal) = &mut before.journal {
            journal.relocate(squad.state.store());
        }
        squad.journal = before.journal.take();
        squad.next_search = 0;
        Ok(squad)
    }
}

impl<D: Domain> SquadScheduler<D> {
    /// Takes a reloaded domain over: [`Director::reload`] for all squads, and for those that are added from now on. Returns the
    /// squads whose facts do not fit the capacities of the reloaded domain. These keep the domain that they have.
    ///
    /// A paused squad takes it over when it resumes.
    pub fn reload(&mut self, domain: &ReloadedDomain<D>) -> Vec<(SquadId, CapacityError)> {
        let squads = self.squads_mut();
        let refused = squads.filter_map(|(id, squad)| Some((id, squad.reload(domain).err()?)));
        let refused = refused.collect();
        self.use_tables(domain.tables);
        refused
    }
}
