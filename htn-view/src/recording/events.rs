//! Events, with the names of values.

use htn_core::domain::Domain;
use htn_core::{Event, FailureCause, NoPlanReason, Unmet, WaitFor};

use super::entry::{EventKind, Happened, TextId, WaitKind};
use super::recorder::Recording;

impl<D: Domain> Recording<D> {
    /// A condition with the names of its values.
    fn unmet(&mut self, unmet: Unmet) -> String {
        let mut text = match unmet.condition() {
            "" => "a condition".to_owned(),
            written => format!("`{written}`"),
        };
        for (at, binding) in unmet.bindings().enumerate() {
            let value = self.interner.bound(&mut self.recorded.tables, binding);
            let joint = if at == 0 { " with" } else { "," };
            let value = self.recorded.text(value);
            text.push_str(&format!("{joint} {} = {value}", binding.name));
        }
        text
    }

    pub(super) fn happened(&mut self, event: &Event<D>) -> Happened {
        let plan = event.plan().map_or(0, |plan| plan.number());
        let new = |kind| Happened::new(kind, plan);
        match *event {
            Event::Planned { steps, .. } => Happened {
                number: steps as u64,
                ..new(EventKind::Planned)
            },
            Event::NoPlan { reason, .. } => {
                let reason = match reason {
                    NoPlanReason::TooSoon { until } => NoPlanReason::TooSoon {
                        until: self.clock.translate(until),
                    },
                    reason => reason,
                };
                Happened {
                    why: Some(self.text(&reason.to_string())),
                    ..new(EventKind::NoPlan)
                }
            }
            Event::Started {
                step, task, action, ..
            } => Happened {
                step: Some(step as u32),
                task: Some(self.task(task)),
                action: action.map(|action| action.number()),
                ..new(EventKind::Started)
            },
            Event::Finished {
                step,
                task,
                action,
                lost,
                ..
            } => Happened {
                step: Some(step as u32),
                task: Some(self.task(task)),
                action: action.map(|action| action.number()),
                why: lost.map(|full| self.text(&format!("effects are lost: {full}"))),
                ..new(EventKind::Finished)
            },
            Event::Failed {
                step,
                task,
                action,
                why,
                ..
            } => Happened {
                step: Some(step as u32),
                task: Some(self.task(task)),
                action: action.map(|action| action.number()),
                why: Some(self.failure(why)),
                stopped: why == FailureCause::Stopped,
                ..new(EventKind::Failed)
            },
            Event::Waits { waiting, .. } => {
                let mut happened = self.waits(waiting.until, new(EventKind::Waits));
                happened.step = Some(waiting.step as u32);
                happened.task = Some(self.task(waiting.task));
                happened
            }
            Event::NeedsRepair { at, .. } => Happened {
                task: at.map(|task| self.task(task)),
                ..new(EventKind::NeedsRepair)
            },
            Event::Repaired { at, .. } => Happened {
                task: at.map(|task| self.task(task)),
                ..new(EventKind::Repaired)
            },
            Event::Replaced { by, .. } => Happened {
                number: by.number(),
                ..new(EventKind::Replaced)
            },
            Event::Completed { .. } => new(EventKind::Completed),
            Event::Abandoned { .. } => {
                // As the event tells it, which may say more than the reason alone.
                let told = event.to_string();
                let why = told.split_once("abandoned because ");
                let why = self.text(why.map_or(&told[..], |(_, why)| why));
                Happened {
                    why: Some(why),
                    ..new(EventKind::Abandoned)
                }
            }
            _ => Happened {
                why: Some(self.text(&event.to_string())),
                ..new(EventKind::Other)
            },
        }
    }

    fn failure(&mut self, why: FailureCause) -> TextId {
        let text = match why {
            FailureCause::While(unmet) => {
                format!("`while`: {} no longer holds", self.unmet(unmet))
            }
            FailureCause::Condition(unmet) => format!("{} does not hold", self.unmet(unmet)),
            other => other.to_string(),
        };
        self.text(&text)
    }

    fn waits(&mut self, until: WaitFor<D>, mut happened: Happened) -> Happened {
        let (kind, text) = match until {
            WaitFor::Finished {
                agent,
                action,
                doing,
            } => {
                let (agent, doing) = (self.agent(agent), self.task(doing));
                (happened.agent, happened.on) = (Some(agent), Some(action.number()));
                let (agent, doing) = (self.recorded.text(agent), self.recorded.show(doing));
                (WaitKind::Action, format!("{agent} has finished {doing}"))
            }
            WaitFor::Released {
                agent,
                action,
                doing,
            } => {
                let (agent, doing) = (self.agent(agent), self.task(doing));
                (happened.agent, happened.on) = (Some(agent), Some(action.number()));
                let (agent, doing) = (self.recorded.text(agent), self.recorded.show(doing));
                let text = format!("{doing} has ended, for which {agent} is held");
                (WaitKind::Held, text)
            }
            WaitFor::Ended { action, doing } => {
                let doing = self.task(doing);
                happened.on = Some(action.number());
                let text = format!("{} has ended", self.recorded.show(doing));
                (WaitKind::Action, text)
            }
            WaitFor::Holds { condition, after } => {
                let (condition, after) = (self.unmet(condition), self.task(after));
                let after = self.recorded.show(after);
                (
                    WaitKind::Condition,
                    format!("{after} has ended, for {condition}"),
                )
            }
            WaitFor::Sensed { condition, tick } => {
                let (condition, tick) = (self.unmet(condition), self.clock.translate(tick));
                let text = format!("the sensors report {condition}, at most until tick {tick}");
                (WaitKind::Condition, text)
            }
            WaitFor::Yielded { agent, plan } => {
                let agent = self.agent(agent);
                happened.agent = Some(agent);
                let text = format!("plan {plan} has had {}", self.recorded.text(agent));
                (WaitKind::Claim, text)
            }
            WaitFor::Repaired => (WaitKind::Repair, "the plan is repaired".to_owned()),
            other => (WaitKind::Condition, other.to_string()),
        };
        happened.wait = Some(kind);
        happened.why = Some(self.text(&text));
        happened
    }
}
