//! Events, with the names of values.

use htn_core::domain::Domain;
use htn_core::{Event, EventDetail, FailureCause, NoPlanReason, Unmet, WaitFor};

use super::entry::{RecordedEvent, TextId};
use super::recorder::Recording;

impl<D: Domain> Recording<D> {
    /// Returns a condition with the names of its values.
    fn unmet(&mut self, unmet: Unmet) -> String {
        let mut text = match unmet.condition() {
            "" => "a condition (enable the feature `texts` to see it)".to_owned(),
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

    pub(super) fn recorded_event(&mut self, event: &Event<D>) -> RecordedEvent {
        let (step, task, action) = event.parts();
        let mut recorded = RecordedEvent {
            kind: event.kind(),
            plan: event.plan().map_or(0, |plan| plan.number()),
            step: step.map(|step| step as u32),
            task: task.map(|task| self.task(task)),
            action: action.map(|action| action.number()),
            why: None,
            held: false,
            on: None,
            agent: None,
            number: 0,
            stopped: false,
        };
        match event.detail() {
            EventDetail::Nothing => {}
            EventDetail::Steps(steps) => recorded.number = steps as u64,
            EventDetail::NoPlan(mut reason) => {
                if let NoPlanReason::TooSoon { until } = &mut reason {
                    *until = self.clock.translate(*until);
                }
                recorded.why = Some(self.text(&reason.to_string()));
            }
            EventDetail::Lost(full) => {
                recorded.why = Some(self.text(&format!("effects not applied: {full}")));
            }
            EventDetail::Failure(why) => {
                recorded.why = Some(self.failure(why));
                recorded.stopped = why == FailureCause::Stopped;
            }
            EventDetail::Wait(until) => self.wait(until, &mut recorded),
            EventDetail::ReplacedBy(plan) => recorded.number = plan.number(),
            EventDetail::Abandoned(reason, used_up) => {
                recorded.why = Some(self.text(&reason.explain(used_up).to_string()));
            }
        }
        recorded
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

    fn wait(&mut self, until: WaitFor<D>, recorded: &mut RecordedEvent) {
        let text = match until {
            WaitFor::Finished {
                agent,
                action,
                doing,
            } => {
                let (agent, doing) = (self.agent(agent), self.task(doing));
                (recorded.agent, recorded.on) = (Some(agent), Some(action.number()));
                let (agent, doing) = (self.recorded.text(agent), self.recorded.show(doing));
                format!("{agent} has finished {doing}")
            }
            WaitFor::Released {
                agent,
                action,
                doing,
            } => {
                let (agent, doing) = (self.agent(agent), self.task(doing));
                (recorded.agent, recorded.on) = (Some(agent), Some(action.number()));
                recorded.held = true;
                let (agent, doing) = (self.recorded.text(agent), self.recorded.show(doing));
                format!("{doing} has ended (`block_on` holds {agent})")
            }
            WaitFor::Ended { action, doing } => {
                let doing = self.task(doing);
                recorded.on = Some(action.number());
                format!("{} has ended", self.recorded.show(doing))
            }
            WaitFor::Holds { condition, after } => {
                let (condition, after) = (self.unmet(condition), self.task(after));
                let after = self.recorded.show(after);
                format!("{after} has ended, which may establish {condition}")
            }
            WaitFor::Sensed { condition, tick } => {
                let (condition, tick) = (self.unmet(condition), self.clock.translate(tick));
                format!("the sensors report {condition} (timeout at tick {tick})")
            }
            WaitFor::Answered { condition } => {
                format!("the game answers {}", self.unmet(condition))
            }
            WaitFor::Yielded { agent, plan } => {
                let agent = self.agent(agent);
                recorded.agent = Some(agent);
                format!(
                    "plan {plan}, which has precedence, has used {}",
                    self.recorded.text(agent)
                )
            }
            other => other.to_string(),
        };
        recorded.why = Some(self.text(&text));
    }
}
