//! `Debug` of what happened: variants and fields, as a derive would have it but for the domain, which need not have it.

use core::fmt;

use super::{Event, WaitFor, Waiting};
use crate::domain::Domain;

macro_rules! structural {
    ($type:ident { $($variant:ident { $($field:ident),* })* }) => {
        impl<D: Domain> fmt::Debug for $type<D> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $($type::$variant { $($field),* } => {
                        let mut variant = f.debug_struct(stringify!($variant));
                        $(variant.field(stringify!($field), $field);)*
                        variant.finish()
                    })*
                }
            }
        }
    };
}

structural! {
    Event {
        Planned { tick, plan, steps, cost, repeated }
        NoPlan { tick, reason, repeated }
        Started { tick, plan, step, task, action }
        Finished { tick, plan, step, task, action, lost }
        Failed { tick, plan, step, task, action, why, lost }
        Waits { tick, plan, waiting }
        NeedsRepair { tick, plan, at }
        Repaired { tick, plan, at }
        Replaced { tick, plan, by }
        Completed { tick, plan }
        Abandoned { tick, plan, reason, used_up }
    }
}

structural! {
    WaitFor {
        Finished { agent, action, doing }
        Released { agent, action, doing }
        Ended { action, doing }
        Holds { condition, after }
        Sensed { condition, tick }
        Yielded { agent, plan }
        Repaired {}
    }
}

impl<D: Domain> fmt::Debug for Waiting<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut waiting = f.debug_struct("Waiting");
        waiting.field("step", &self.step);
        waiting.field("task", &self.task);
        waiting.field("until", &self.until);
        waiting.finish()
    }
}
