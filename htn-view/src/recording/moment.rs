//! The state at a tick, as the result of the entries before it.

use std::collections::{BTreeMap, BTreeSet};

use htn_core::EventEffect;

use super::entry::{CallId, Entry, PlanShape, RecordedEvent, StepMark, Tally, What, Why};

/// The state at a tick. A full recording drops its oldest entries and keeps the state that they led to.
#[derive(Clone, Default, PartialEq, Debug)]
pub(crate) struct Moment {
    pub facts: BTreeSet<CallId>,
    pub plans: BTreeMap<u64, PlanShape>,
    /// The waits of steps, by plan and step.
    pub waits: BTreeMap<(u64, u32), Entry>,
    /// The plans that need a repair, with their event.
    pub broken: BTreeMap<u64, Entry>,
    /// The explanations of the present plans.
    pub whys: Vec<Why>,
    /// The counts of branches, with the number of searches.
    pub branches: (u64, Vec<Tally>),
}

impl Moment {
    pub fn apply(&mut self, entry: Entry) {
        match entry.what {
            What::Facts { added, removed } => {
                for fact in removed {
                    self.facts.remove(&fact);
                }
                self.facts.extend(added);
            }
            What::Plan(shape) => {
                self.forget_waits(shape.plan);
                self.plans.insert(shape.plan, shape);
            }
            What::Event(ref event) => self.apply_event(entry.tick, &event.clone(), &entry),
            // Nothing of a finished plan can be selected.
            What::Why(why) if why.plan > 0 && self.plans.contains_key(&why.plan) => {
                self.whys.push(why);
            }
            What::Branches(searches, tallies) => {
                self.branches.0 += searches;
                tallies.into_iter().for_each(|of| self.tally(of));
            }
            What::Restarted(_) => {
                self.plans.clear();
                self.waits.clear();
                self.broken.clear();
                self.whys.clear();
            }
            What::Broken(_) | What::Search(_) | What::Note(..) | What::Halted(_) => {}
            What::Missed(_) | What::Why(_) => {}
        }
    }

    fn tally(&mut self, of: Tally) {
        let key = |of: &Tally| (of.task, of.method, of.branch);
        let mut known = self.branches.1.iter_mut();
        match known.find(|known| key(known) == key(&of)) {
            Some(known) => {
                known.tried += of.tried;
                known.held += of.held;
                known.taken += of.taken;
            }
            None => self.branches.1.push(of),
        }
    }

    fn apply_event(&mut self, tick: u64, event: &RecordedEvent, entry: &Entry) {
        let place = event.step.map(|step| (event.plan, step));
        match event.kind.effect() {
            EventEffect::StepWaits => {
                if let Some(place) = place {
                    self.waits.insert(place, entry.clone());
                }
            }
            EventEffect::PlanEnded => {
                self.plans.remove(&event.plan);
                self.broken.remove(&event.plan);
                self.whys.retain(|why| why.plan != event.plan);
                self.forget_waits(event.plan);
            }
            EventEffect::PlanBroken => {
                self.broken.insert(event.plan, entry.clone());
            }
            EventEffect::PlanRepaired => {
                self.broken.remove(&event.plan);
            }
            EventEffect::StepStarted | EventEffect::StepFinished | EventEffect::StepFailed => {}
            EventEffect::PlanAdded | EventEffect::Nothing => {}
        }
        let (Some((plan, step)), Some(mark)) = (place, event.mark()) else {
            return;
        };
        self.waits.remove(&(plan, step));
        if mark != StepMark::Running && event.action.is_some() {
            self.waits.retain(|_, wait| match &wait.what {
                What::Event(waits) => waits.on != event.action,
                _ => true,
            });
        }
        let shape = self.plans.get_mut(&plan);
        if let Some(step) = shape.and_then(|shape| shape.steps.get_mut(step as usize)) {
            (step.mark, step.since) = (mark, tick);
            step.action = event.action.filter(|_| mark == StepMark::Running);
        }
    }

    fn forget_waits(&mut self, plan: u64) {
        self.waits.retain(|(other, _), _| *other != plan);
    }

    /// Returns the state as entries of a tick.
    pub fn entries(&self, tick: u64) -> impl Iterator<Item = Entry> + '_ {
        self.in_force(tick)
            .map(move |entry| Entry { tick, ..entry })
    }

    /// Returns the state as entries of a tick, except that waits and repairs have the tick in which they began.
    pub fn in_force(&self, tick: u64) -> impl Iterator<Item = Entry> + '_ {
        let facts = (!self.facts.is_empty()).then(|| What::Facts {
            added: self.facts.iter().copied().collect(),
            removed: Vec::new(),
        });
        let plans = self.plans.values().cloned().map(What::Plan);
        let whys = self.whys.iter().cloned().map(What::Why);
        let (searches, tallies) = &self.branches;
        let branches = (*searches > 0).then(|| What::Branches(*searches, tallies.clone()));
        let whats = facts.into_iter().chain(plans).chain(whys).chain(branches);
        let waits = self.waits.values().chain(self.broken.values());
        whats
            .map(move |what| Entry { tick, what })
            .chain(waits.cloned())
    }

    /// Visits all indices in it. The facts come back in a new set.
    pub fn visit(
        &mut self,
        text: &mut dyn FnMut(&mut super::TextId),
        call: &mut dyn FnMut(&mut CallId),
    ) {
        let mut facts = std::mem::take(&mut self.facts);
        while let Some(mut fact) = facts.pop_first() {
            call(&mut fact);
            self.facts.insert(fact);
        }
        for shape in self.plans.values_mut() {
            shape.visit(text, call);
        }
        for entry in self.waits.values_mut().chain(self.broken.values_mut()) {
            entry.visit(text, call);
        }
        self.whys.iter_mut().for_each(|why| why.visit(text, call));
        self.branches.1.iter_mut().for_each(|of| text(&mut of.task));
    }
}
