//! Entities of another world: what saves and clones of facts and tasks are mapped by.

use bevy_ecs::entity::EntityMapper;
use htn_core::domain::{Row, TaskCode};
use htn_core::tables::Param;
use squad_htn::Term;

use crate::agent::AgentTerm;
use crate::domain::SquadDomain;

/// A fact with other entities for its agents: those of a world that it is loaded into. `None` where one of them can't be an
/// [agent](crate::Agent::new). Agents that are part of other values, such as `Target::Who(agent)`, stay as they are: match those
/// facts before, and use that [`Agent`](crate::Agent) is `MapEntities`.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use bevy_ecs::entity::EntityHashMap;
/// # use bevy_squad_htn::prelude::*;
/// # htn_domain! {
/// #     pub domain patrol;
/// #     agent Agent;
/// #     predicate post(Agent => u8) [8];
/// #     operator walk(who: Agent, to: u8) by who {}
/// # }
/// # impl SquadDomain for patrol::Domain {
/// #     type Eyes = ();
/// #     fn context(eyes: &()) -> &() { eyes }
/// # }
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use bevy_squad_htn::map_fact;
/// use patrol::{Domain, Fact, State};
///
/// # let mut world = World::new();
/// # let [saved, loaded] = [(); 2].map(|()| Agent::new(world.spawn_empty().id()).expect("it is one of the first"));
/// let before = State::from_facts([Fact::Post(saved, 3)])?;
/// // From entities of the world that was saved to those of the one that is loaded.
/// let mut mapper = EntityHashMap::default();
/// mapper.insert(saved.entity(), loaded.entity());
/// let facts = before.facts().filter_map(|fact| map_fact::<Domain>(fact, &mut mapper));
/// assert_eq!(State::from_facts(facts)?, State::from_facts([Fact::Post(loaded, 3)])?);
/// # Ok(())
/// # }
/// ```
pub fn map_fact<D: SquadDomain>(fact: D::Fact, mapper: &mut impl EntityMapper) -> Option<D::Fact> {
    let mut row = Row::new();
    let rel = D::fact_to_row(fact, &mut row);
    let relation = D::tables().relations.get(usize::from(rel.0))?;
    map_row::<D>(relation.columns, &mut row, mapper)?;
    Some(D::fact_from_row(rel, &row))
}

/// A task with other entities for its agents, as with [`map_fact`].
pub fn map_task<D: SquadDomain>(task: D::Task, mapper: &mut impl EntityMapper) -> Option<D::Task> {
    let mut row = Row::new();
    let code = D::task_to_row(task, &mut row);
    let tables = D::tables();
    let params = match code {
        TaskCode::Task(task) => tables.tasks.get(usize::from(task.0))?.params,
        TaskCode::Add(rel) | TaskCode::Delete(rel) => {
            tables.relations.get(usize::from(rel.0))?.columns
        }
    };
    map_row::<D>(params, &mut row, mapper)?;
    Some(D::task_from_row(code, &row))
}

fn map_row<D: SquadDomain>(
    params: &[Param],
    row: &mut Row,
    mapper: &mut impl EntityMapper,
) -> Option<()> {
    let agents = params.iter().zip(row).filter(|(param, _)| param.agent);
    for (_, word) in agents {
        let entity = mapper.get_mapped(D::Agent::from_word(*word).entity());
        *word = D::Agent::from_entity(entity)?.to_word();
    }
    Some(())
}
