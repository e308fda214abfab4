//! The context of a tick: every part of an engine may read it, and no phase of a tick changes it.

use alloc::sync::Arc;

use super::clock::Clock;
use super::plans::plan_record::PlanRecord;
use super::plans::sizes::DomainSizes;
use super::wake::inputs::DomainInputs;
use crate::model::limits::{CheckedLimits, Limits};
use crate::model::pool::Memory;
use crate::model::settings::Repair;
use crate::search::machine::QueryMachine;
use crate::tables::Tables;

/// The domain and the limits of an engine, which never change.
#[derive(Clone)]
struct Setup {
    tables: &'static Tables,
    /// True if an operator engages agents: otherwise no condition above a step is checked again.
    has_agents: bool,
    /// The predicates of which conditions read single words, as bits.
    asked: u64,
    /// The limits that the memory was allocated for.
    limits: Limits,
    /// The limits that were requested.
    checked: CheckedLimits,
    memory: Memory,
    inputs: Arc<DomainInputs>,
}

/// The settings of an engine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub sensor_timeout: u32,
    /// 0 disables it.
    pub stall_timeout: u32,
    /// The repair policy of a director. `None` if the game repairs plans, from the root.
    pub repair: Option<Repair>,
    pub max_repairs: u32,
}

impl Settings {
    const INITIAL: Settings = Settings {
        sensor_timeout: 2,
        stall_timeout: 0,
        repair: None,
        max_repairs: u32::MAX,
    };

    /// Returns the number of repairs that a plan may have, if it has had them and the search for the last one did not fail.
    pub fn exhausted_repairs(&self, plan: &PlanRecord) -> Option<u32> {
        let allowed = match self.repair? {
            Repair::Abandon => 0,
            Repair::Subtree | Repair::Replan => self.max_repairs,
        };
        (plan.repair.count >= allowed && !plan.repair.unrepairable).then_some(allowed)
    }
}

/// The setup, the settings and the clock.
///
/// Invariant: the phases of a tick only read it. Settings change and ticks are counted between them.
#[derive(Clone)]
pub(crate) struct TickContext {
    setup: Setup,
    pub settings: Settings,
    pub clock: Clock,
}

impl TickContext {
    pub fn new(
        tables: &'static Tables,
        inputs: Arc<DomainInputs>,
        limits: Limits,
        memory: Memory,
    ) -> TickContext {
        let checked = CheckedLimits::new(limits);
        TickContext {
            setup: Setup {
                tables,
                has_agents: tables.has_agents(),
                asked: tables.asked_by_word(),
                limits: checked.usable(),
                checked,
                memory,
                inputs,
            },
            settings: Settings::INITIAL,
            clock: Clock::START,
        }
    }

    #[inline]
    pub fn tables(&self) -> &'static Tables {
        self.setup.tables
    }

    #[inline]
    pub fn has_agents(&self) -> bool {
        self.setup.has_agents
    }

    /// Returns the predicates of which conditions read single words, as bits.
    pub fn asked(&self) -> u64 {
        self.setup.asked
    }

    /// Returns the limits that the memory was allocated for.
    pub fn limits(&self) -> &Limits {
        &self.setup.limits
    }

    /// Returns the limits that were requested.
    pub fn requested_limits(&self) -> Limits {
        self.setup.checked.requested
    }

    /// Returns how many bytes could not be allocated, if memory was short.
    pub fn missing_bytes(&self) -> Option<usize> {
        self.setup.checked.missing_bytes
    }

    pub fn memory(&self) -> Memory {
        self.setup.memory
    }

    /// Returns the inputs of the conditions of the domain.
    #[inline]
    pub fn inputs(&self) -> &DomainInputs {
        &self.setup.inputs
    }

    #[cfg(feature = "serde")]
    pub fn shared_inputs(&self) -> Arc<DomainInputs> {
        self.setup.inputs.clone()
    }

    /// Returns a machine that evaluates conditions for such an engine.
    pub fn machine(&self) -> QueryMachine {
        let sizes = DomainSizes::of(self.tables());
        QueryMachine::new(self.tables(), sizes.for_queries(self.limits()))
    }

    /// Returns the number of the last tick.
    #[inline]
    pub fn now(&self) -> u64 {
        self.clock.now()
    }

    /// Returns true if the sensors may still report the effects of a step that succeeded in the given tick.
    #[inline]
    pub fn waits_for_sensors(&self, ended: u64) -> bool {
        ended + u64::from(self.settings.sensor_timeout) > self.now()
    }

    /// Returns the tick in which a plan that last moved in the given tick is stalled; `None` if plans never are.
    pub fn stalls_at(&self, moved: u64) -> Option<u64> {
        let timeout = u64::from(self.settings.stall_timeout);
        (timeout > 0).then_some(moved + timeout)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repairs_are_exhausted_at_the_limit_of_the_policy() {
        let mut plan = PlanRecord::FREE;
        plan.repair.count = 2;
        let exhausted = |repair, max_repairs, plan: &PlanRecord| {
            let settings = Settings {
                repair,
                max_repairs,
                ..Settings::INITIAL
            };
            settings.exhausted_repairs(plan)
        };
        assert_eq!(exhausted(Some(Repair::Subtree), 2, &plan), Some(2));
        assert_eq!(exhausted(Some(Repair::Replan), 3, &plan), None);
        assert_eq!(exhausted(Some(Repair::Abandon), 3, &plan), Some(0));
        assert_eq!(exhausted(None, 2, &plan), None, "the game repairs it");
        plan.repair.unrepairable = true;
        assert_eq!(exhausted(Some(Repair::Subtree), 2, &plan), None);
    }
}
