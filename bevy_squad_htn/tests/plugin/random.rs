//! Random episodes: agents, squads and orders come and go, or are disabled for a while, whatever happens. `HTN_FULL=1` plays 10,000, `HTN_SEED=n` one.

use crate::common;

use bevy_app::prelude::*;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bevy_squad_htn::prelude::*;
use common::*;

/// Numbers that look random: splitmix64.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((x ^ (x >> 31)) % sides.max(1) as u64) as usize
    }

    fn pick(&mut self, among: &[Entity]) -> Option<Entity> {
        among.get(self.roll(among.len())).copied()
    }
}

/// The entities of an episode; some may have been despawned.
#[derive(Default)]
struct Cast {
    squads: Vec<Entity>,
    agents: Vec<Entity>,
    orders: Vec<Entity>,
}

fn something_happens(app: &mut App, cast: &mut Cast, dice: &mut Dice) {
    cast.orders = story(app).orders.keys().copied().collect();
    let live: Vec<Entity> = running(app).into_iter().map(|(order, _)| order).collect();
    let (squad, agent) = (dice.pick(&cast.squads), dice.pick(&cast.agents));
    let order = dice.pick(&live);
    let what = dice.roll(50);
    let amount = dice.roll(6) as i32;
    let world = app.world_mut();
    match (what, squad, agent, order) {
        (0..=9, _, _, Some(order)) => world.trigger(Finish::success(order)),
        (10..=12, _, _, Some(order)) => world.trigger(Finish::failure(order)),
        // Also those that are over.
        (13, ..) => {
            if let Some(order) = dice.pick(&cast.orders) {
                world.trigger(Finish::success(order));
            }
        }
        (14 | 15, _, _, Some(order)) => {
            world.despawn(order);
        }
        (16, _, _, Some(order)) => {
            world.entity_mut(order).remove::<Order<Domain>>();
        }
        (17..=19, _, Some(agent), _) => {
            let _ = world.try_despawn(agent);
        }
        (20, Some(squad), ..) => {
            let _ = world.try_despawn(squad);
        }
        (21, Some(squad), ..) => {
            if let Ok(mut squad) = world.get_entity_mut(squad) {
                squad.remove::<Squad<Domain>>();
            }
        }
        (22, ..) => {
            let squad = common::squad(app, [Fact::Loot(amount), Fact::Loot(7)]);
            cast.squads.push(squad);
        }
        (23 | 24, Some(squad), ..) if world.get_entity(squad).is_ok() => {
            cast.agents.push(member(app, squad, amount));
        }
        (25 | 26, Some(squad), Some(agent), _) if world.get_entity(squad).is_ok() => {
            if let Ok(mut agent) = world.get_entity_mut(agent) {
                agent.insert(MemberOf(squad));
            }
        }
        (27, _, Some(agent), _) => {
            if let Ok(mut agent) = world.get_entity_mut(agent) {
                agent.remove::<MemberOf>();
            }
        }
        (28 | 29, Some(squad), ..) => {
            if let Ok(mut squad) = world.get_entity_mut(squad) {
                squad.insert(Paused);
            }
        }
        (30 | 31, Some(squad), ..) => {
            if let Ok(mut squad) = world.get_entity_mut(squad) {
                squad.remove::<Paused>();
            }
        }
        (32 | 33, Some(squad), ..) => {
            let mut squads = world.resource_mut::<Squads<Domain>>();
            if let Some(director) = squads.get_mut(squad) {
                let _ = director.state_mut().insert(Fact::Loot(amount));
                director.replan_now();
            }
        }
        (34, _, Some(agent), _) => {
            if let Ok(mut agent) = world.get_entity_mut(agent) {
                agent.insert(UnderFire);
            }
        }
        (35, _, Some(agent), _) => {
            if let Ok(mut agent) = world.get_entity_mut(agent) {
                agent.remove::<UnderFire>();
            }
        }
        (36, Some(squad), ..) => {
            if let Some(mut settings) = world.get_mut::<SquadSettings>(squad) {
                settings.interval = 1 + amount as u32;
            }
        }
        (38, Some(squad), ..) => {
            if let Ok(mut squad) = world.get_entity_mut(squad) {
                squad.insert(Squad::<Domain>::new(Task::Plunder));
            }
        }
        (39 | 40, Some(squad), ..) => {
            let mut squads = world.resource_mut::<Squads<Domain>>();
            if let Some(director) = squads.get_mut(squad)
                && !director.state_mut().remove(Fact::Alarm)
            {
                let _ = director.state_mut().insert(Fact::Alarm);
            }
        }
        (41 | 42, _, Some(entity), _) | (43, _, _, Some(entity)) | (44, Some(entity), _, _) => {
            if let Ok(mut entity) = world.get_entity_mut(entity) {
                entity.insert(Disabled);
            }
        }
        (45, _, Some(entity), _) | (46, _, _, Some(entity)) | (47 | 48, Some(entity), _, _) => {
            if let Ok(mut entity) = world.get_entity_mut(entity) {
                entity.remove::<Disabled>();
            }
        }
        (49, Some(squad), Some(agent), _) => {
            // In one go.
            if let Ok(mut agent) = world.get_entity_mut(agent) {
                agent.remove::<(Disabled, MemberOf)>();
            }
            if let Ok(mut squad) = world.get_entity_mut(squad) {
                squad.remove::<(Disabled, Paused)>();
            }
            if world.get_entity(squad).is_ok() {
                cast.agents
                    .push(world.spawn((Disabled, MemberOf(squad))).id());
            }
        }
        // An order for an agent that was despawned without notice.
        (37, Some(squad), Some(agent), _) if world.get_entity(agent).is_err() => {
            world.resource_mut::<Story>().ghosts.insert(agent);
            let mut squads = world.resource_mut::<Squads<Domain>>();
            if let Some(director) = squads.get_mut(squad) {
                let _ = director
                    .state_mut()
                    .insert(Fact::Raider(common::agent(agent)));
            }
        }
        _ => {}
    }
}

/// Plays an episode and returns the log.
fn play(seed: u64, threads: bool) -> Vec<String> {
    let dice = &mut Dice(seed);
    let plugin = SquadHtnPlugin::new(Update).threads(threads).turn(50);
    let mut app = app_with(plugin);
    app.insert_resource(SquadBudget::Steps([100, 1_000, 10_000][dice.roll(3)]));
    app.world_mut().resource_mut::<Story>().quick_shouts = dice.roll(2) == 0;
    let mut cast = Cast::default();
    for _ in 0..1 + dice.roll(4) {
        let squad = squad(&mut app, (0..3).map(Fact::Loot));
        cast.squads.push(squad);
        for _ in 0..dice.roll(5) {
            let at = dice.roll(10) as i32;
            cast.agents.push(member(&mut app, squad, at));
        }
    }
    let is_calm = dice.roll(3) == 0;
    for _ in 0..40 {
        for _ in 0..dice.roll(if is_calm { 2 } else { 6 }) {
            something_happens(&mut app, &mut cast, dice);
        }
        app.update();
        check(&mut app);
    }
    for squad in cast.squads {
        let _ = app.world_mut().try_despawn(squad);
    }
    check_bare(&mut app);
    app.update();
    story(&app).lines.clone()
}

fn seeds() -> std::ops::Range<u64> {
    let one = std::env::var("HTN_SEED")
        .ok()
        .and_then(|seed| seed.parse().ok());
    match one {
        Some(seed) => seed..seed + 1,
        None if std::env::var_os("HTN_FULL").is_some() => 0..10_000,
        None => 0..100,
    }
}

#[test]
fn every_order_starts_once_and_ends_once() {
    let (mut begun, mut ended) = (0, [0; 4]);
    for seed in seeds() {
        println!("seed {seed}");
        let lines = play(seed, true);
        begun += lines
            .iter()
            .filter(|line| line.contains(" begins "))
            .count();
        let ends = ["(Running)", "(Succeeded)", "(Failed)", "(Stopped)"];
        for (count, end) in ended.iter_mut().zip(ends) {
            *count += lines.iter().filter(|line| line.ends_with(end)).count();
        }
        // Again with one thread.
        if seed % 4 == 0 {
            assert_eq!(lines, play(seed, false), "seed {seed}");
        }
    }
    println!("{begun} begun; running, succeeded, failed, stopped: {ended:?}");
    if seeds().count() > 1 {
        assert_eq!(begun, ended.iter().sum::<usize>());
        assert!(
            ended.iter().all(|count| *count > begun / 100),
            "{begun}: {ended:?}"
        );
    }
}
