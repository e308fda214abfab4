//! Engines of a domain that was reloaded: plans that continue, and plans that end.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::{ExecutorSnapshot, LivePlanSnapshot};
use crate::exec::engine::Engine;
use crate::exec::evaluation::evaluator::GameCall;
use crate::exec::guard::Guarded;
use crate::exec::indices::PlanSlot;
use crate::exec::lifecycle::Lifecycle;
use crate::exec::live::LiveState;
use crate::exec::plans::admit::sizes_of;
use crate::exec::plans::wait::Wait;
use crate::exec::status::StepState;
use crate::exec::wake::inputs::DomainInputs;
use crate::exec::world::World;
use crate::model::event::AbandonReason;
use crate::model::plan::saved::relink::Relink;
use crate::persist::save::tasks::{InvalidSave, TaskCodec, invalid};

impl<T: TaskCodec> LivePlanSnapshot<T> {
    /// Converts the plan to the other version of the domain. Returns false if something has changed that it still relies on.
    fn relink(&mut self, link: &Relink) -> bool {
        let steps = self.progress.iter().enumerate();
        let is_open = steps.map(|(at, step)| {
            let has_ended = matches!(step.status, StepState::Done | StepState::Failed);
            !has_ended || self.undo.iter().any(|(step, _)| step.index() == at)
        });
        let is_open: Vec<bool> = is_open.collect();
        if self.replacement.is_some() || !self.plan.relink(link, &is_open) {
            return false;
        }
        for step in &mut self.progress {
            if let Wait::Effect { .. } | Wait::Sensors { .. } | Wait::Answer { .. } = step.wait {
                step.wait = Wait::None;
            }
        }
        self.visit = true;
        let tables = link.to.0;
        let Ok(data) = self.plan.read(tables) else {
            return false;
        };
        let needs = sizes_of(&data, tables, asked(link)).words as u32;
        self.words = self.words.max(needs);
        true
    }
}

/// Returns the predicates of which conditions of the other version read single words.
fn asked(link: &Relink) -> u64 {
    link.to.0.asked_by_word()
}

impl<T: TaskCodec> ExecutorSnapshot<T> {
    /// Converts all plans to the other version of the domain.
    pub fn relink(&mut self, link: &Relink) -> Result<(), InvalidSave> {
        if self.plans.iter_mut().all(|plan| plan.relink(link)) {
            Ok(())
        } else {
            Err(invalid!("a plan relies on what has changed"))
        }
    }
}

impl LiveState {
    /// Returns true if a plan relies on something that has changed in the other version of the domain.
    pub fn is_outdated<T: TaskCodec>(&self, slot: PlanSlot, link: &Relink) -> bool {
        let mut snapshot = self.plan_snapshot::<T>(slot);
        // A repair that was found is searched for again.
        snapshot.replacement = None;
        !snapshot.relink(link)
    }
}

impl Engine {
    /// Abandons plans at the end of a tick, because the domain is reloaded.
    pub fn abandon_plans(
        &mut self,
        is_outdated: impl Fn(&LiveState, PlanSlot) -> bool,
        world: &mut World<'_>,
    ) {
        self.cx.clock.unfinished = true;
        self.live.log.begin(self.cx.now());
        let guarded = Guarded::new(self, world);
        let Engine {
            cx,
            live,
            eval,
            repairs,
            rejected,
            ..
        } = &mut *guarded.engine;
        let mut life = Lifecycle {
            cx,
            live,
            eval,
            repairs,
            rejected,
            world: guarded.world.reborrow(),
        };
        let slots: Vec<PlanSlot> = life.live.plans.order().to_vec();
        for slot in slots {
            if is_outdated(life.live, slot) {
                life.abandon(slot, AbandonReason::DomainChanged);
            }
        }
        life.eval.begin_call(GameCall::Nothing);
        guarded.finish();
    }

    /// Returns the engine with the other version of the domain.
    pub fn relinked<T: TaskCodec>(&mut self, link: &Relink) -> Result<Engine, InvalidSave> {
        self.drop_found_repairs();
        let mut snapshot = self.snapshot::<T>()?;
        snapshot.relink(link)?;
        let (_, limits, memory) = self.made_with();
        let inputs = Arc::new(DomainInputs::of(link.to.0));
        let mut engine = Engine::new(link.to.0, inputs, limits, memory);
        engine.cx.settings = self.cx.settings;
        engine.rejected = self.rejected.blank();
        engine.restore(&snapshot)?;
        // The events and commands of the last tick.
        core::mem::swap(&mut engine.live.log, &mut self.live.log);
        Ok(engine)
    }
}
