//! Entities as values of a domain.

use bevy_ecs::entity::{Entity, EntityGeneration, EntityIndex, EntityMapper, MapEntities};
#[cfg(feature = "bevy_reflect")]
use bevy_reflect::Reflect;
use htn_core::domain::NoAgent;
use squad_htn::Term;
use std::fmt;

/// The number of bits for an entity's generation.
const GENERATION_BITS: u32 = 28;

/// An entity as a value of a domain: an agent, or anything else that facts name.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_squad_htn::Agent;
/// use squad_htn::prelude::*;
///
/// #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
/// enum Target { Who(Agent), Place(u16) }
///
/// let mut world = World::new();
/// let entity = world.spawn_empty().id();
/// let agent = Agent::new(entity).expect("it is one of the first");
/// assert_eq!(agent.entity(), entity);
/// assert_eq!(Target::from_word(Target::Who(agent).to_word()), Target::Who(agent));
/// ```
///
/// Its word is `generation << 32 | index`: entities whose index is used for the first time have small words, which
/// facts are looked up by fastest. It takes 60 of 64 bits, so that an enum of up to 16 variants can contain one, as
/// above.
///
/// Bevy counts 2^32 generations of an index, but a word has 2^28. If a game has spawned and despawned an entity at the
/// same index that often (three days at a thousand times a second), [`new`](Agent::new) returns `None`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "bevy_reflect", derive(Reflect))]
#[cfg_attr(feature = "bevy_reflect", reflect(opaque))]
#[cfg_attr(feature = "bevy_reflect", reflect(Clone, PartialEq, Hash, Debug))]
pub struct Agent(Entity);

impl Agent {
    /// An agent that represents no entity: it is never spawned.
    pub const PLACEHOLDER: Agent = Agent(Entity::PLACEHOLDER);

    /// Converts an entity; `None` if its generation is 2^28 or more. [`Agent`](Self) has an example.
    pub const fn new(entity: Entity) -> Option<Agent> {
        match entity.generation().to_bits() >> GENERATION_BITS {
            0 => Some(Agent(entity)),
            _ => None,
        }
    }

    /// Returns the entity. [`Agent`](Self) has an example.
    pub const fn entity(self) -> Entity {
        self.0
    }
}

impl Term for Agent {
    const BITS: u32 = 32 + GENERATION_BITS;
    /// Change this if words get another meaning.
    const SHAPE: u64 = 0x6265_7679_0000_0001;

    fn to_word(self) -> u64 {
        u64::from(self.0.generation().to_bits()) << 32 | u64::from(self.0.index_u32())
    }

    /// Any word gives some agent, possibly [`PLACEHOLDER`](Agent::PLACEHOLDER).
    fn from_word(word: u64) -> Self {
        let generation = (word >> 32) as u32 & ((1 << GENERATION_BITS) - 1);
        let index = EntityIndex::from_raw_u32(word as u32);
        index.map_or(Agent::PLACEHOLDER, |index| {
            let generation = EntityGeneration::from_bits(generation);
            Agent(Entity::from_index_and_generation(index, generation))
        })
    }
}

impl fmt::Debug for Agent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Display for Agent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// An agent that is mapped to an entity that has [no agent](Agent::new) becomes [`PLACEHOLDER`](Agent::PLACEHOLDER).
impl MapEntities for Agent {
    fn map_entities<M: EntityMapper>(&mut self, mapper: &mut M) {
        *self = Agent::new(mapper.get_mapped(self.0)).unwrap_or(Agent::PLACEHOLDER);
    }
}

/// Serializes the word.
#[cfg(feature = "serde")]
impl serde::Serialize for Agent {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.to_word())
    }
}

/// Deserializes the word; an invalid word is an error. In a world with other entities, [map](MapEntities) it.
#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Agent {
    fn deserialize<S: serde::Deserializer<'de>>(deserializer: S) -> Result<Self, S::Error> {
        let word = u64::deserialize(deserializer)?;
        let agent = Agent::from_word(word);
        if agent.to_word() == word {
            Ok(agent)
        } else {
            Err(serde::de::Error::custom(format_args!(
                "{word} is not the word of an agent"
            )))
        }
    }
}

/// The possible `agent` types of a domain in a Bevy app: [`Agent`], or a newtype of it. For a domain without `agent`,
/// squads have no members, and actions no agents.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is the `agent` of a domain, but not an entity",
    note = "the domain says `agent Agent;`, with `use bevy_squad_htn::Agent`; a newtype of it implements `AgentTerm`"
)]
pub trait AgentTerm: Term + PartialEq {
    /// Converts an entity to an agent; `None` if it is not possible.
    fn from_entity(entity: Entity) -> Option<Self>;

    /// Returns the agent's entity.
    fn entity(self) -> Entity;
}

impl AgentTerm for Agent {
    fn from_entity(entity: Entity) -> Option<Self> {
        Agent::new(entity)
    }

    fn entity(self) -> Entity {
        self.0
    }
}

impl AgentTerm for NoAgent {
    fn from_entity(_: Entity) -> Option<Self> {
        None
    }

    fn entity(self) -> Entity {
        match self {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_ecs::entity::EntityHashMap;

    fn entity(index: u32, generation: u32) -> Entity {
        let index = EntityIndex::from_raw_u32(index).expect("it is less than the greatest");
        Entity::from_index_and_generation(index, EntityGeneration::from_bits(generation))
    }

    #[test]
    fn agents_go_there_and_back() {
        for index in [0, 1, 7, 1 << 20, u32::MAX - 1] {
            for generation in [0, 1, 2, (1 << 28) - 1] {
                let agent = Agent::new(entity(index, generation)).expect("it has room");
                let word = agent.to_word();
                assert_eq!(word, u64::from(generation) << 32 | u64::from(index));
                assert!(word < 1 << Agent::BITS);
                assert_eq!(Agent::from_word(word), agent);
                assert_eq!(agent.entity(), entity(index, generation));
            }
        }
        assert_eq!(Agent::new(entity(5, 1 << 28)), None);
        assert_eq!(Agent::new(entity(5, u32::MAX)), None);
    }

    #[test]
    fn a_word_that_is_none_does_not_panic() {
        for word in [u64::MAX, u64::from(u32::MAX), 1 << 60, 1 << 63, 12] {
            let agent = Agent::from_word(word);
            assert!(agent.to_word() < 1 << Agent::BITS);
            assert_eq!(Agent::new(agent.entity()), Some(agent));
        }
        assert_eq!(Agent::from_word(u64::from(u32::MAX)), Agent::PLACEHOLDER);
    }

    #[test]
    fn agents_are_mapped() {
        let mut agent = Agent(entity(3, 1));
        let mut mapper = EntityHashMap::default();
        mapper.insert(entity(3, 1), entity(9, 0));
        agent.map_entities(&mut mapper);
        assert_eq!(agent, Agent(entity(9, 0)));
        mapper.insert(entity(9, 0), entity(9, 1 << 30));
        agent.map_entities(&mut mapper);
        assert_eq!(agent, Agent::PLACEHOLDER);
    }

    #[cfg(feature = "serde")]
    #[test]
    fn agents_are_written_and_read() {
        use serde::Deserialize;
        use serde::de::IntoDeserializer;
        use serde::de::value::{Error, U64Deserializer};
        let read = |word: u64| {
            let word: U64Deserializer<Error> = word.into_deserializer();
            Agent::deserialize(word)
        };
        let agent = Agent(entity(3, 1));
        assert_eq!(read(agent.to_word()), Ok(agent));
        for word in [u64::MAX, 1 << 60, u64::from(u32::MAX)] {
            let error = read(word).map_err(|error| error.to_string());
            assert_eq!(error, Err(format!("{word} is not the word of an agent")));
        }
    }

    #[test]
    fn they_print_as_entities() {
        let agent = Agent(entity(3, 1));
        assert_eq!(
            (format!("{agent}"), format!("{agent:?}")),
            ("3v1".into(), "3v1".into())
        );
    }
}
