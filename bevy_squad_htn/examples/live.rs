//! Guards on patrol, on the terminal while the app runs: who does what and for how long, plans and their steps, facts, and what
//! happens. A squad comes later, and another one is dismissed.
//!
//! ```sh
//! cargo run -p bevy_squad_htn --features live --example live                          # on this terminal
//! cargo run -p bevy_squad_htn --features live --example live -- --file mission.live   # for another one:
//! cargo run -p htn-view --features live --example follow -- mission.live
//! cargo run -p bevy_squad_htn --features live --example live -- --frames 120          # no terminal: the last screen as text
//! ```

use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_squad_htn::prelude::*;
use bevy_squad_htn::{SquadLive, SquadLivePlugin};
use htn_view::{LiveError, LiveFeed, LiveFollower};

/// The duration of a frame on a terminal.
const FRAME: Duration = Duration::from_millis(50);
/// The default number of frames without a terminal.
const FRAMES: u64 = 120;

htn_domain! {
    /// Guards who look into noises together, one after the other.
    pub domain patrol;
    agent Agent;
    predicate guard(Agent) [8];
    predicate noise(i16) [16];
    predicate busy(Agent) [8];
    predicate claimed(i16) [16];

    internal operator reserve(a: Agent, b: Agent, at: i16) {
        if !busy(a) && !busy(b) && !claimed(at);
        add busy(a), busy(b), claimed(at);
        undo release(a, b, at);
    }
    internal operator release(a: Agent, b: Agent, at: i16) { delete busy(a), busy(b), claimed(at); }
    operator walk(who: Agent, to: i16) by who {}
    operator cover(who: Agent, mate: Agent) by who {}
    operator look_around(who: Agent, at: i16) by who { success delete noise(at); }

    pub method keep_watch() {
        /// One looks, while the other one covers him.
        branch by_two
            if noise(at) && !claimed(at) && guard(a) && !busy(a) && guard(b) && a != b && !busy(b)
        {
            reserve(a, b, at);
            walk(a, at);
            walk(b, at);
            block_on(a, b);
            look(a, b, at);
            release(a, b, at);
        }
    }
    method look(a: Agent, b: Agent, at: i16) {
        cover(b, a);
        look_around(a, at);
        global_block(a);
        finish_action(b);
    }
}
use patrol::{Action, Domain, Fact, Task};

impl SquadDomain for Domain {
    type Params = ();
    fn context(params: &()) -> &() {
        params
    }
    fn member(who: Agent) -> Option<Fact> {
        Some(Fact::Guard(who))
    }
}

/// The remaining time of an order.
#[derive(Component)]
struct Work {
    frames: u64,
    fails: bool,
}

fn begin(
    event: On<Add<Order<Domain>>>,
    orders: Query<&Order<Domain>>,
    mut commands: Commands,
) -> Result {
    let order = orders.get(event.entity)?;
    let (frames, place) = match order.action() {
        Action::Walk { to, .. } => (15 + u64::from(to.unsigned_abs()), to),
        Action::LookAround { at, .. } => (20, at),
        // Until the squad wants no more of it.
        Action::Cover { .. } => (u64::MAX, 0),
    };
    // Some ways are blocked.
    let fails = place % 7 == 3;
    commands.entity(event.entity).insert(Work { frames, fails });
    Ok(())
}

fn work(mut works: Query<(Entity, &mut Work)>, mut commands: Commands) {
    for (order, mut work) in &mut works {
        work.frames = work.frames.saturating_sub(1);
        if work.frames == 0 {
            commands.trigger(match work.fails {
                true => Finish::failure(order),
                false => Finish::success(order),
            });
        }
    }
}

/// Something is heard now and then.
fn hear(mut squads: ResMut<Squads<Domain>>, mut frame: Local<u64>) -> Result {
    *frame += 1;
    for (at, (_, squad)) in squads.iter_mut().enumerate() {
        if (*frame + 7 * at as u64).is_multiple_of(18) {
            let place = (*frame * 37 % 16) as i16;
            squad.state_mut().insert(Fact::Noise(place))?;
        }
    }
    Ok(())
}

fn spawn_squad(world: &mut World, name: &str, guards: [&str; 4]) -> Entity {
    let squad = Squad::<Domain>::new(Task::KeepWatch);
    let settings = SquadSettings {
        interval: 8,
        ..Default::default()
    };
    let squad = world.spawn((Name::new(name.to_owned()), squad, settings));
    let squad = squad.id();
    for guard in guards {
        world.spawn((Name::new(guard.to_owned()), MemberOf(squad)));
    }
    squad
}

/// The app, with two squads.
pub fn app(feed: LiveFeed) -> App {
    let mut app = App::new();
    app.add_plugins((
        SquadHtnPlugin::<Domain>::new(Update),
        SquadLivePlugin::<Domain>::new(Update),
    ))
    .insert_resource(SquadLive::new(feed))
    .insert_resource(SquadBudget::Steps(200))
    .add_observer(begin)
    .add_systems(Update, (work, hear).in_set(SquadSystems::Sense));
    spawn_squad(app.world_mut(), "Alpha", ["Ash", "Bo", "Cy", "Dee"]);
    spawn_squad(app.world_mut(), "Bravo", ["Eve", "Fay", "Gus", "Hal"]);
    app
}

/// A frame. Squads come and go.
pub fn update(app: &mut App, frame: u64) {
    match frame {
        60 => drop(spawn_squad(
            app.world_mut(),
            "Charlie",
            ["Ida", "Jo", "Kim", "Lou"],
        )),
        110 => {
            let mut names = app.world_mut().query::<(Entity, &Name)>();
            let mut names = names.iter(app.world());
            let bravo = names.find(|(_, name)| name.as_str() == "Bravo");
            if let Some((bravo, _)) = bravo {
                app.world_mut().despawn(bravo);
            }
        }
        _ => {}
    }
    app.update();
}

/// A writer for a feed without a viewer.
#[derive(Clone, Default)]
pub struct Memory(Arc<Mutex<Vec<u8>>>);

impl Memory {
    /// The bytes written.
    pub fn bytes(&self) -> Vec<u8> {
        let memory = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        memory.clone()
    }
}

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut memory = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        memory.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn close(app: &mut App) -> Result<(), LiveError> {
    let live = app.world_mut().remove_resource::<SquadLive>();
    live.map_or(Ok(()), SquadLive::close)
}

/// Plays this many frames and returns the final picture of a terminal.
pub fn last_screen(frames: u64) -> Result<String, LiveError> {
    let memory = Memory::default();
    let mut app = app(LiveFeed::writer(memory.clone())?);
    (1..=frames).for_each(|frame| update(&mut app, frame));
    close(&mut app)?;
    let mut follower = LiveFollower::new();
    follower.read(&memory.bytes())?;
    Ok(follower.view_mut().to_text(100, 30))
}

const USAGE: &str = "live [--frames NUMBER | --file PATH]";

/// An error in the arguments.
fn refuse(wrong: &str) -> ! {
    eprintln!("error: {wrong}\n{USAGE}");
    std::process::exit(2);
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let feed = match words[..] {
        [] if io::stdin().is_terminal() && io::stdout().is_terminal() => LiveFeed::terminal()?,
        [] => {
            print!("{}", last_screen(FRAMES)?);
            return Ok(());
        }
        ["--help"] => {
            println!("{USAGE}");
            return Ok(());
        }
        ["--frames", frames] => {
            let Ok(frames) = frames.parse() else {
                refuse(&format!("`--frames` needs a number, not `{frames}`"));
            };
            print!("{}", last_screen(frames)?);
            return Ok(());
        }
        ["--file", path] => {
            println!("`{path}` grows until Control-C is pressed");
            LiveFeed::file(path)?
        }
        _ => refuse(&format!("`{}` can't be understood", words.join(" "))),
    };
    let mut app = app(feed);
    let mut frame = 0;
    while app
        .world()
        .get_resource::<SquadLive>()
        .is_some_and(SquadLive::is_open)
    {
        frame += 1;
        update(&mut app, frame);
        std::thread::sleep(FRAME);
    }
    close(&mut app)?;
    Ok(())
}
