//! The agents that steps of live plans name, the steps that wait for them, and what keeps them busy.

pub(super) mod actions;
pub(super) mod claims;
pub(super) mod deadlock_check;

use super::indices::{ActionSlot, AgentSlot, HoldSlot, MentionSlot, PlanSlot, StepIndex};
use super::slab::{Chain, Link, Reusable, Slab};
use crate::model::pool::{Memory, Pool};

/// An occurrence of an agent in a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mention {
    pub agent: AgentSlot,
    pub plan: PlanSlot,
    pub step: StepIndex,
    /// The next group of steps of the plan that names the agent.
    pub next_group: Option<StepIndex>,
    /// Links [`Agent::turns`] while it is the turn of the step, and [`Agent::unengaged`] while the step is a running action
    /// that does not engage the agent.
    link: Link<MentionSlot>,
}

impl Reusable<MentionSlot> for Mention {
    fn next_free(&mut self) -> &mut Option<MentionSlot> {
        &mut self.link.after
    }
}

/// An agent that steps of live plans name.
#[derive(Clone, Copy, Debug)]
struct Agent {
    word: u64,
    /// The number of its mentions.
    mentions: u32,
    /// The next agent in the same bucket.
    next: Option<AgentSlot>,
    engaged_by: Option<ActionSlot>,
    /// The holds on it, in the order in which they came.
    holds: Chain<HoldSlot>,
    /// The mentions of it by steps whose turn it is.
    turns: Chain<MentionSlot>,
    /// The mentions of it by actions that run and do not engage it, in the order in which they started.
    unengaged: Chain<MentionSlot>,
    /// Its last mention in a survey, and the number of that survey.
    last: Option<MentionSlot>,
    survey: u64,
}

impl Reusable<AgentSlot> for Agent {
    fn next_free(&mut self) -> &mut Option<AgentSlot> {
        &mut self.next
    }
}

/// An agent that a `block_on` holds until an action ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hold {
    pub agent: AgentSlot,
    /// The action that ends the hold.
    pub action: ActionSlot,
    /// The step that is the `block_on`.
    pub plan: PlanSlot,
    pub step: StepIndex,
    /// The number of holds before it.
    #[cfg_attr(
        not(feature = "serde"),
        expect(dead_code, reason = "the order of holds in a save")
    )]
    number: u64,
    /// True if the agent left since the last tick.
    agent_left: bool,
    // The links of the holds of its plan, of its agent and of its action.
    in_plan: Link<HoldSlot>,
    of_agent: Link<HoldSlot>,
    of_action: Link<HoldSlot>,
}

impl Reusable<HoldSlot> for Hold {
    fn next_free(&mut self) -> &mut Option<HoldSlot> {
        &mut self.in_plan.after
    }
}

/// The reason why an agent is busy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Busy {
    /// An action engages it.
    Engaged(ActionSlot),
    /// A `block_on` holds it until this action ends.
    Held(ActionSlot),
}

/// The initial number of buckets.
const FEWEST_BUCKETS: usize = 8;

/// The agents that steps of live plans name, and what keeps each of them busy.
///
/// Invariant: an agent is here as long as a mention names it. Each mention is in at most one chain of its agent, and each
/// hold in three chains: of its plan, its agent and its action.
#[derive(Clone)]
pub(super) struct AgentTable {
    agents: Slab<AgentSlot, Agent>,
    mentions: Slab<MentionSlot, Mention>,
    holds: Slab<HoldSlot, Hold>,
    /// By the hash of an agent's word: the first agent, see [`AgentSlot::to_word`]. A power of two, or none yet.
    buckets: Pool<u32>,
    survey: u64,
    /// The number of the next hold.
    next_hold: u64,
}

impl AgentTable {
    /// Reserves memory for the given numbers of mentions and holds.
    pub fn new(mentions: usize, holds: usize, memory: Memory) -> AgentTable {
        let mut agents = AgentTable {
            agents: Slab::new(mentions, memory),
            mentions: Slab::new(mentions, memory),
            holds: Slab::new(holds, memory),
            buckets: Pool::new(0),
            survey: 0,
            next_hold: 0,
        };
        if memory == Memory::Reserved {
            agents.spread(mentions);
        }
        agents
    }

    /// Allocates the buckets for a number of agents, and redistributes the agents.
    fn spread(&mut self, agents: usize) {
        let count = agents.next_power_of_two().max(FEWEST_BUCKETS);
        let mut buckets = Pool::new(count);
        buckets.resize(count, 0);
        let former = core::mem::replace(&mut self.buckets, buckets);
        for first in former.iter() {
            let mut next = AgentSlot::from_word(*first);
            while let Some(slot) = next {
                next = self.agents[slot].next;
                self.put(slot);
            }
        }
    }

    /// Adds an agent to its bucket.
    fn put(&mut self, slot: AgentSlot) {
        let bucket = self.bucket(self.agents[slot].word);
        self.agents[slot].next = AgentSlot::from_word(self.buckets[bucket]);
        self.buckets[bucket] = AgentSlot::to_word(Some(slot));
    }

    fn bucket(&self, word: u64) -> usize {
        // The high bits of the product are well mixed. Without buckets, the result is out of range.
        let shift = (self.buckets.len() as u64).leading_zeros() + 1;
        (word.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (shift & 63)) as usize
    }

    /// Returns an agent that a step names.
    pub fn find(&self, word: u64) -> Option<AgentSlot> {
        let first = AgentSlot::from_word(*self.buckets.get(self.bucket(word))?);
        let mut all = core::iter::successors(first, |slot| self.agents[*slot].next);
        all.find(|slot| self.agents[*slot].word == word)
    }

    /// Returns the word that an agent is in facts and arguments.
    pub fn word(&self, slot: AgentSlot) -> u64 {
        self.agents[slot].word
    }

    #[inline]
    pub fn mention(&self, slot: MentionSlot) -> &Mention {
        &self.mentions[slot]
    }

    /// Returns the agent that a mention names.
    #[inline]
    pub fn named(&self, slot: MentionSlot) -> AgentSlot {
        self.mentions[slot].agent
    }

    /// Returns what keeps an agent busy: an action that engages it, or else the first hold.
    #[inline]
    pub fn busy_with(&self, agent: AgentSlot) -> Option<Busy> {
        let agent = &self.agents[agent];
        match agent.engaged_by {
            Some(action) => Some(Busy::Engaged(action)),
            None => {
                let hold = agent.holds.first?;
                Some(Busy::Held(self.holds[hold].action))
            }
        }
    }

    /// Returns the action that engages an agent.
    pub fn engaged_by(&self, agent: AgentSlot) -> Option<ActionSlot> {
        self.agents[agent].engaged_by
    }

    /// Records that an action engages an agent. `None` ends it.
    pub fn set_engaged(&mut self, agent: AgentSlot, action: Option<ActionSlot>) {
        self.agents[agent].engaged_by = action;
    }

    /// Returns the holds on an agent, in the order in which they came.
    pub fn holds_on(&self, agent: AgentSlot) -> impl Iterator<Item = &Hold> {
        self.hold_slots_on(agent).map(|slot| &self.holds[slot])
    }

    fn hold_slots_on(&self, agent: AgentSlot) -> impl Iterator<Item = HoldSlot> {
        let first = self.agents[agent].holds.first;
        core::iter::successors(first, |slot| self.holds[*slot].of_agent.after)
    }

    pub fn hold(&self, slot: HoldSlot) -> &Hold {
        &self.holds[slot]
    }

    /// Returns the next hold of the same plan.
    pub fn after(&self, hold: HoldSlot) -> Option<HoldSlot> {
        self.holds[hold].in_plan.after
    }

    /// Adds a hold, also to the chains of its plan and its action.
    pub fn add_hold(
        &mut self,
        (plan, step): (PlanSlot, StepIndex),
        agent: AgentSlot,
        action: ActionSlot,
        in_plan: &mut Chain<HoldSlot>,
        of_action: &mut Chain<HoldSlot>,
    ) {
        let slot = self.holds.add(Hold {
            agent,
            action,
            plan,
            step,
            number: self.next_hold,
            agent_left: false,
            in_plan: Link::NONE,
            of_agent: Link::NONE,
            of_action: Link::NONE,
        });
        self.next_hold += 1;
        let rows = self.holds.rows_mut();
        in_plan.push(rows, |hold| &mut hold.in_plan, slot);
        of_action.push(rows, |hold| &mut hold.of_action, slot);
        let of_agent = &mut self.agents[agent].holds;
        of_agent.push(rows, |hold| &mut hold.of_agent, slot);
    }

    /// Removes a hold, also from the chains of its plan and its action.
    pub fn remove_hold(
        &mut self,
        slot: HoldSlot,
        in_plan: &mut Chain<HoldSlot>,
        of_action: &mut Chain<HoldSlot>,
    ) {
        let hold = self.holds[slot];
        let rows = self.holds.rows_mut();
        in_plan.remove(rows, |hold| &mut hold.in_plan, slot);
        of_action.remove(rows, |hold| &mut hold.of_action, slot);
        let of_agent = &mut self.agents[hold.agent].holds;
        of_agent.remove(rows, |hold| &mut hold.of_agent, slot);
        let ended = Hold {
            agent_left: false,
            ..hold
        };
        self.holds.give_back(slot, ended);
    }

    /// Renumbers the step of a hold.
    pub fn renumber_hold(&mut self, slot: HoldSlot, step: StepIndex) {
        self.holds[slot].step = step;
    }

    /// Marks the first hold on an agent that is not marked yet, because the agent left.
    pub fn mark_next_hold(&mut self, agent: AgentSlot) -> Option<HoldSlot> {
        let is_new = |slot: &HoldSlot| !self.holds[*slot].agent_left;
        let slot = self.hold_slots_on(agent).find(is_new)?;
        self.holds[slot].agent_left = true;
        Some(slot)
    }

    /// Returns true if the agent of a hold left since the last tick.
    pub fn hold_lost_agent(&self, slot: HoldSlot) -> bool {
        self.holds[slot].agent_left
    }

    /// Adds a mention: a step names an agent.
    pub fn add_mention(&mut self, plan: PlanSlot, step: StepIndex, word: u64) -> MentionSlot {
        let agent = self.find(word).unwrap_or_else(|| self.add(word));
        self.agents[agent].mentions += 1;
        self.mentions.add(Mention {
            agent,
            plan,
            step,
            next_group: None,
            link: Link::NONE,
        })
    }

    fn add(&mut self, word: u64) -> AgentSlot {
        let slot = self.agents.add(Agent {
            word,
            mentions: 0,
            next: None,
            engaged_by: None,
            holds: Chain::EMPTY,
            turns: Chain::EMPTY,
            unengaged: Chain::EMPTY,
            last: None,
            survey: 0,
        });
        if self.agents.reached() > self.buckets.len() {
            self.spread(self.agents.reached());
        }
        self.put(slot);
        slot
    }

    /// Removes a mention, which must not be in a chain.
    pub fn forget(&mut self, slot: MentionSlot) {
        let mention = self.mentions[slot];
        self.mentions.give_back(slot, mention);
        let agent = &mut self.agents[mention.agent];
        agent.mentions -= 1;
        if agent.mentions == 0 {
            self.remove(mention.agent);
        }
    }

    fn remove(&mut self, slot: AgentSlot) {
        let agent = self.agents[slot];
        let bucket = self.bucket(agent.word);
        match AgentSlot::from_word(self.buckets[bucket]) {
            Some(first) if first != slot => {
                let mut before = first;
                while let Some(next) = self.agents[before].next.filter(|next| *next != slot) {
                    before = next;
                }
                self.agents[before].next = agent.next;
            }
            _ => self.buckets[bucket] = AgentSlot::to_word(agent.next),
        }
        self.agents.give_back(slot, agent);
    }

    /// Renumbers the step of a mention.
    pub fn renumber(&mut self, slot: MentionSlot, step: StepIndex) {
        self.mentions[slot].step = step;
    }

    /// Lists a mention: it is the turn of its step.
    pub fn begin_turn(&mut self, slot: MentionSlot) {
        let agent = &mut self.agents[self.mentions[slot].agent];
        let rows = self.mentions.rows_mut();
        agent.turns.push(rows, |mention| &mut mention.link, slot);
    }

    /// Removes a mention from the list: its step has started, or its plan has ended.
    pub fn end_turn(&mut self, slot: MentionSlot) {
        let agent = &mut self.agents[self.mentions[slot].agent];
        let rows = self.mentions.rows_mut();
        agent.turns.remove(rows, |mention| &mut mention.link, slot);
    }

    /// Returns the mentions of an agent by steps whose turn it is.
    pub fn turns(&self, agent: AgentSlot) -> impl Iterator<Item = &Mention> {
        let first = self.agents[agent].turns.first;
        let slots = core::iter::successors(first, |slot| self.mentions[*slot].link.after);
        slots.map(|slot| &self.mentions[slot])
    }

    /// Records that an action which does not engage the agent of this mention runs, or no longer does.
    pub fn set_unengaged(&mut self, slot: MentionSlot, runs: bool) {
        let unengaged = &mut self.agents[self.mentions[slot].agent].unengaged;
        let rows = self.mentions.rows_mut();
        if runs {
            unengaged.push(rows, |mention| &mut mention.link, slot);
        } else {
            unengaged.remove(rows, |mention| &mut mention.link, slot);
        }
    }

    /// Returns the latest mention of an agent by a running action that does not engage it.
    pub fn latest_unengaged(&self, agent: AgentSlot) -> Option<&Mention> {
        let last = self.agents[agent].unengaged.last?;
        Some(&self.mentions[last])
    }

    /// Begins to survey the mentions of a plan.
    pub fn begin_survey(&mut self) {
        self.survey = self.survey.wrapping_add(1);
    }

    /// Surveys a mention by a step of the group that begins at `lead`; `lead_of` returns the lead of a step. If an earlier
    /// group of the plan names the same agent, links its mention to this group and returns true.
    pub fn survey(
        &mut self,
        slot: MentionSlot,
        lead: StepIndex,
        lead_of: impl Fn(StepIndex) -> StepIndex,
    ) -> bool {
        let (survey, agent) = (self.survey, &mut self.agents[self.mentions[slot].agent]);
        let last = agent.last.replace(slot);
        let last = last.filter(|_| agent.survey == survey);
        agent.survey = survey;
        self.mentions[slot].next_group = None;
        match last {
            Some(last) if lead_of(self.mentions[last].step) != lead => {
                self.mentions[last].next_group = Some(lead);
                true
            }
            _ => false,
        }
    }

    pub fn bytes(&self) -> usize {
        let rows = self.agents.bytes() + self.mentions.bytes() + self.holds.bytes();
        rows + self.buckets.bytes()
    }
}

#[cfg(feature = "serde")]
impl AgentTable {
    /// Returns the holds of these plans, in the order in which they came.
    pub fn holds_of(
        &self,
        plans: impl Iterator<Item = Chain<HoldSlot>>,
    ) -> alloc::vec::Vec<HoldSlot> {
        let of_plan =
            |plan: Chain<HoldSlot>| core::iter::successors(plan.first, |slot| self.after(*slot));
        let mut holds: alloc::vec::Vec<_> = plans.flat_map(of_plan).collect();
        holds.sort_unstable_by_key(|slot| self.holds[*slot].number);
        holds
    }

    /// Marks a hold whose agent left.
    pub fn mark_hold(&mut self, slot: HoldSlot) {
        self.holds[slot].agent_left = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_are_kept_while_a_mention_names_them() {
        let mut agents = AgentTable::new(4, 4, Memory::Reserved);
        let (plan, step) = (PlanSlot::new(0), StepIndex::FIRST);
        let first = agents.add_mention(plan, step, 70);
        let second = agents.add_mention(plan, step.following(), 70);
        assert_eq!(agents.named(first), agents.named(second));
        agents.forget(first);
        assert_eq!(agents.find(70), Some(agents.named(second)));
        agents.forget(second);
        assert_eq!(agents.find(70), None);
    }

    #[test]
    fn engagement_hides_holds_until_it_ends() {
        let mut agents = AgentTable::new(4, 4, Memory::Reserved);
        let at = (PlanSlot::new(0), StepIndex::FIRST);
        let mention = agents.add_mention(at.0, at.1, 70);
        let agent = agents.named(mention);
        let (action, other) = (ActionSlot::new(3), ActionSlot::new(5));
        let (mut in_plan, mut of_action) = (Chain::EMPTY, Chain::EMPTY);
        agents.add_hold(at, agent, action, &mut in_plan, &mut of_action);
        agents.set_engaged(agent, Some(other));
        assert_eq!(agents.busy_with(agent), Some(Busy::Engaged(other)));
        agents.set_engaged(agent, None);
        assert_eq!(agents.busy_with(agent), Some(Busy::Held(action)));
        let hold = agents.mark_next_hold(agent).expect("there is a hold");
        assert!(agents.hold_lost_agent(hold) && agents.mark_next_hold(agent).is_none());
        agents.remove_hold(hold, &mut in_plan, &mut of_action);
        assert!(in_plan.is_empty() && of_action.is_empty());
        assert_eq!(agents.busy_with(agent), None);
    }
}
