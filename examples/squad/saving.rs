//! Saves of missions: `--save FILE --at TIME` and `--load FILE`.

use htn_view::serde::{Deserialize, Serialize};
use htn_view::serde_json;

use crate::brain::{Brain, SavedBrain, Slice};
use crate::mission::Mission;
use crate::player::Player;
use crate::sim::{self, SavedWorld, World};

/// A saved mission. The building and the player's orders are derived from the map's name and the seed.
#[derive(Serialize, Deserialize)]
#[serde(crate = "htn_view::serde", deny_unknown_fields)]
struct SavedMission {
    map: String,
    seed: u64,
    slice: Slice,
    world: SavedWorld,
    squad: SavedBrain,
}

/// A loaded mission, with its map's name and seed.
pub struct Loaded {
    pub map: String,
    pub seed: u64,
    pub mission: Mission,
}

/// Serialises a mission. Loading restarts the squad's search, so saving restarts it too: both missions then stay equal.
pub fn save(map: &str, seed: u64, mission: &mut Mission) -> Result<String, String> {
    mission.brain.director.restart_search();
    let saved = SavedMission {
        map: map.to_owned(),
        seed,
        slice: mission.slice,
        world: mission.world.save(),
        squad: mission.brain.save(),
    };
    serde_json::to_string(&saved).map_err(|error| error.to_string())
}

/// Restores a mission, or describes the first error in the text.
pub fn load(text: &str) -> Result<Loaded, String> {
    let saved: SavedMission = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let SavedMission {
        map, seed, slice, ..
    } = saved;
    let world = World::load(sim::load(&map, seed)?, saved.world)?;
    let player = Player::meddling(&world, seed);
    let brain = Brain::load(&world, saved.squad)?;
    let mission = Mission::resumed(world, brain, player, slice);
    Ok(Loaded { map, seed, mission })
}
