//! A thousand squads of four on one budget: the time of a frame and the longest wait for a search. The first argument
//! is the number of squads, the second the number of frames.

use std::time::{Duration, Instant};

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_squad_htn::prelude::*;

#[derive(Component)]
struct Position(i32);

/// The part of the world that conditions read.
#[derive(SystemParam)]
struct View<'w, 's> {
    positions: Query<'w, 's, &'static Position>,
}

impl View<'_, '_> {
    fn distance(&self, who: Agent, place: i32) -> i32 {
        let at = self.positions.get(who.entity());
        at.map_or(i32::MAX, |at| (at.0 - place).abs())
    }
}

htn_domain! {
    domain city(view: &View<'_, '_>);
    agent Agent;
    predicate guard(Agent) [4];
    predicate busy(Agent) [4];
    predicate post(i32) [8];
    predicate watched(i32) [8];

    internal operator reserve(who: Agent, post: i32) {
        if !busy(who) && !watched(post);
        add busy(who), watched(post);
        undo free(who, post);
    }
    internal operator free(who: Agent, post: i32) { delete busy(who), watched(post); }
    operator walk(who: Agent, to: i32) by who {}
    operator watch(who: Agent, post: i32) by who {}

    /// Two guards walk together to the place nearest to them.
    pub method patrol() {
        branch pair
            if post(p) && !watched(p) && guard(a) && !busy(a) && guard(b) && a != b && !busy(b)
                && post(q) && p != q && !watched(q)
            sort by view.distance(a, p) + view.distance(b, q)
        {
            reserve(a, p); reserve(b, q);
            unordered { { walk(a, p); watch(a, p); } { walk(b, q); watch(b, q); } }
            global_block(a); global_block(b);
            free(a, p); free(b, q);
        }
    }
}
use city::{Action, Domain, Fact, Task};

impl SquadDomain for Domain {
    type Params = View<'static, 'static>;
    fn context<'c>(params: &'c View<'_, '_>) -> &'c View<'c, 'c> {
        params
    }
    fn member(who: Agent) -> Option<Fact> {
        Some(Fact::Guard(who))
    }
}

/// The limits of such a squad.
const LIMITS: Limits = Limits::compact()
    .depth(16)
    .steps(24)
    .bindings(1_024)
    .trail(512)
    .sort(4_096)
    .choices(64)
    .checks(64)
    .tasks(48)
    .plans(2)
    .events(64);

/// The remaining time of an order.
#[derive(Component)]
struct Left(i32);

fn begin(
    event: On<Add<Order<Domain>>>,
    orders: Query<&Order<Domain>>,
    view: View,
    mut clock: ResMut<Clock>,
    mut commands: Commands,
) {
    if let Ok(order) = orders.get(event.entity) {
        let left = match order.action() {
            Action::Walk { who, to } => 1 + view.distance(who, to) / 2,
            Action::Watch { post, .. } => 20 + post % 7,
        };
        commands.entity(event.entity).insert(Left(left));
        clock.orders += 1;
    }
}

fn act(
    mut orders: Query<(Entity, &Order<Domain>, &mut Left)>,
    mut positions: Query<&mut Position>,
    mut commands: Commands,
) {
    for (entity, order, mut left) in &mut orders {
        left.0 -= 1;
        if left.0 <= 0 {
            if let Action::Walk { who, to } = order.action()
                && let Ok(mut at) = positions.get_mut(who.entity())
            {
                at.0 = to;
            }
            commands.trigger(Finish::success(entity));
        }
    }
}

/// The start and duration of the squads' tick, and the number of its orders.
#[derive(Resource, Default)]
struct Clock {
    orders: usize,
    began: Option<Instant>,
    ticks: Vec<Duration>,
}

fn begin_tick(mut clock: ResMut<Clock>) {
    clock.began = Some(Instant::now());
}

fn end_tick(mut clock: ResMut<Clock>) {
    if let Some(began) = clock.began.take() {
        clock.ticks.push(began.elapsed());
    }
}

/// The results.
pub struct Played {
    /// The time of each frame.
    frames: Vec<Duration>,
    /// The part of it that squads used.
    ticks: Vec<Duration>,
    /// The number of orders.
    pub orders: usize,
    /// The number of searches.
    pub searches: u64,
    /// The longest wait for a turn to search, in frames.
    pub longest_wait: u64,
    bytes: usize,
}

/// Plays some frames.
pub fn play(squads: usize, frames: usize, budget: SquadBudget, threads: bool) -> Played {
    let mut app = App::new();
    let plugin = SquadHtnPlugin::<Domain>::new(Update)
        .limits(LIMITS)
        .threads(threads);
    app.add_plugins(plugin)
        .insert_resource(budget)
        .init_resource::<Clock>()
        .add_observer(begin)
        .add_systems(Update, act.after(SquadSystems::Orders))
        .add_systems(
            Update,
            begin_tick
                .after(SquadSystems::Sense)
                .before(SquadSystems::Tick),
        )
        .add_systems(
            Update,
            end_tick
                .after(SquadSystems::Tick)
                .before(SquadSystems::Orders),
        );
    for number in 0..squads as i32 {
        let posts = (0..5).map(|post| Fact::Post(number * 3 + post * 11 % 40));
        let squad = Squad::<Domain>::new(Task::Patrol).facts(posts);
        let squad = app.world_mut().spawn(squad).id();
        for member in 0..4 {
            let at = Position(number * 3 + member * 9);
            app.world_mut().spawn((at, MemberOf(squad)));
        }
    }
    let mut times = Vec::new();
    for _ in 0..frames {
        let began = Instant::now();
        app.update();
        times.push(began.elapsed());
    }
    let squads = app.world().resource::<Squads<Domain>>();
    let usages = squads.iter().filter_map(|(squad, _)| squads.usage(squad));
    let longest_wait = usages
        .map(|usage| usage.longest_wait.max(usage.waits))
        .max();
    let clock = app.world().resource::<Clock>();
    Played {
        frames: times,
        ticks: clock.ticks.clone(),
        orders: clock.orders,
        searches: squads.iter().map(|(_, director)| director.answers()).sum(),
        longest_wait: longest_wait.unwrap_or(0),
        bytes: squads.scheduler().bytes(),
    }
}

/// The mean and the worst, in milliseconds. The first frames, in which all memory is new, do not count.
fn millis(mut times: Vec<Duration>) -> (f64, f64) {
    let times = times.split_off((times.len() / 10).min(30));
    let sum: Duration = times.iter().sum();
    let worst = times.iter().max().copied().unwrap_or_default();
    let millis = |time: Duration| time.as_secs_f64() * 1e3;
    (millis(sum) / times.len().max(1) as f64, millis(worst))
}

fn main() {
    let mut numbers = std::env::args()
        .skip(1)
        .map(|number| number.parse::<usize>());
    let (Ok(squads), Ok(frames)) = (
        numbers.next().unwrap_or(Ok(1_000)),
        numbers.next().unwrap_or(Ok(600)),
    ) else {
        eprintln!(
            "usage: thousand_squads [SQUADS [FRAMES]], two whole numbers; 1000 and 600 unless given"
        );
        std::process::exit(2);
    };
    println!("{squads} squads of four, {frames} frames; times in ms a frame, mean and worst\n");
    println!(
        "budget           threads    squads        all of Bevy    orders  searches  longest wait"
    );
    let budgets = [
        (SquadBudget::Micros(1_000), "1 ms"),
        (SquadBudget::Steps(20_000), "20,000 steps"),
        (SquadBudget::Steps(2_000), "2,000 steps"),
    ];
    let mut bytes = 0;
    for (budget, name) in budgets {
        for threads in [true, false] {
            let played = play(squads, frames, budget, threads);
            bytes = played.bytes;
            let (tick, worst_tick) = millis(played.ticks);
            let (frame, worst_frame) = millis(played.frames);
            println!(
                "{name:<15}  {:<7}  {tick:>5.2} {worst_tick:>6.2}    {frame:>5.2} {worst_frame:>6.2}    {:>8}  {:>8}  {:>5} frames",
                if threads { "all" } else { "one" },
                played.orders,
                played.searches,
                played.longest_wait,
            );
        }
    }
    println!("\nthe squads take {:.1} MB", bytes as f64 / 1e6);
}
