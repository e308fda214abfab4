//! Small buildings with a few people, and a record of all events.

use squad_htn::{ActionId, Command, Event};

use crate::brain::Slice;
use crate::domain::squad::{Action, Domain, Fact, Task};
use crate::mission::{Mission, Turn};
use crate::player::{Order, Player};
use crate::sim::{Map, Mode, PersonId, RoomId, Spot, Temper, World};

pub const ASH: PersonId = PersonId(0);
pub const BECK: PersonId = PersonId(1);
pub const COLE: PersonId = PersonId(2);
pub const DUNN: PersonId = PersonId(3);
pub const SQUAD: [PersonId; 4] = [ASH, BECK, COLE, DUNN];

/// Three rooms in a row. The squad starts on the left.
const ROW: &str = "
##############################
#.........#........#.........#
#.........#........#.........#
#....E....+...M....+....B....#
#.........#........#.........#
#.........#........#.........#
##############################
";

/// One room, divided by a screen with a gap in the middle.
const SCREEN: &str = "
#####################
#.........=.........#
#.........=.........#
#....E....=.........#
#...................#
#.........=.........#
#.........=.........#
#####################
";

pub const ENTRANCE: RoomId = RoomId(0);
pub const MIDDLE: RoomId = RoomId(1);
pub const BACK: RoomId = RoomId(2);

/// A mission with a record of its turns.
pub struct Stage {
    pub mission: Mission,
    pub turns: Vec<Turn>,
}

/// The setup of a stage before the first tick.
pub struct Setting {
    pub world: World,
    pub orders: Vec<(u32, Order)>,
    pub slice: Slice,
}

impl Setting {
    pub fn row() -> Setting {
        Setting::on(ROW, &["Entrance", "Middle", "Back"])
    }

    pub fn screen() -> Setting {
        Setting::on(SCREEN, &["Entrance"])
    }

    fn on(drawing: &str, rooms: &[&str]) -> Setting {
        let map = Map::read("stage", drawing, rooms).expect("a map");
        Setting {
            world: World::empty(map, 1),
            orders: Vec::new(),
            slice: Slice::Steps(1_000),
        }
    }

    /// Adds the order to clear the building.
    pub fn clear(mut self) -> Setting {
        self.orders.push((1, Order::Clear));
        self
    }

    pub fn order(mut self, tick: u32, order: Order) -> Setting {
        self.orders.push((tick, order));
        self
    }

    /// Adds a suspect at a column and row.
    pub fn suspect(&mut self, place: (i32, i32), temper: Temper, mode: Mode) -> PersonId {
        let spot = self.world.map.spot_at(place.0, place.1);
        self.world.add_suspect(spot, temper, mode)
    }

    /// Kills all but the first `count` officers.
    pub fn squad_of(mut self, count: usize) -> Setting {
        for officer in &mut self.world.officers[count..] {
            officer.health = 0;
        }
        self
    }

    pub fn begin(self) -> Stage {
        let mission =
            Mission::new(self.world, Player::with(self.orders), self.slice).expect("the facts fit");
        Stage {
            mission,
            turns: Vec::new(),
        }
    }
}

impl Stage {
    pub fn step(&mut self) {
        let turn = self.mission.step().expect("the facts fit");
        self.turns.push(turn);
    }

    pub fn run(&mut self, ticks: u32) {
        (0..ticks).for_each(|_| self.step());
    }

    /// Runs until a condition holds. Panics if that takes too long.
    #[track_caller]
    pub fn run_until(&mut self, what: &str, mut holds: impl FnMut(&Stage) -> bool) {
        for _ in 0..3_000 {
            if holds(self) {
                return;
            }
            self.step();
        }
        for plan in self.mission.brain.director.executor().plans() {
            println!("{plan}");
        }
        panic!("never {what}\n{}", self.story());
    }

    #[track_caller]
    pub fn run_to_the_end(&mut self) {
        self.run_until("ended", |stage| stage.mission.end().is_some());
    }

    pub fn holds(&self, fact: Fact) -> bool {
        self.mission.brain.director.state().contains(fact)
    }

    pub fn mode(&self, whom: PersonId) -> Mode {
        self.mission.world.suspects[whom.index() - SQUAD.len()].mode
    }

    /// Returns the started actions with their ticks.
    pub fn starts(&self) -> Vec<(u32, ActionId, Action)> {
        let commands = self
            .turns
            .iter()
            .flat_map(|turn| turn.traffic.commands.iter().map(move |c| (turn.tick, *c)));
        let starts = commands.filter_map(|(tick, command)| match command {
            Command::Start { id, action, .. } => Some((tick, id, action)),
            Command::Stop { .. } => None,
        });
        starts.collect()
    }

    /// Returns the first action of a kind, with its tick and identifier.
    pub fn first(&self, kind: impl Fn(Action) -> bool) -> Option<(u32, ActionId, Action)> {
        self.starts()
            .into_iter()
            .find(|&(_, _, action)| kind(action))
    }

    pub fn has_begun(&self, kind: impl Fn(Action) -> bool) -> bool {
        self.first(kind).is_some()
    }

    /// Returns the tick in which the squad stopped the action.
    pub fn stopped(&self, action: ActionId) -> Option<u32> {
        self.turns.iter().find_map(|turn| {
            let stop = |command: &Command<Domain>| matches!(command, Command::Stop { id, .. } if *id == action);
            turn.traffic.commands.iter().any(stop).then_some(turn.tick)
        })
    }

    /// Returns the tick in which the world reported the end of the action.
    pub fn finished(&self, action: ActionId) -> Option<u32> {
        self.turns.iter().find_map(|turn| {
            let reported = turn.traffic.finished.iter().any(|&(id, _)| id == action);
            reported.then_some(turn.tick)
        })
    }

    pub fn ended(&self, action: ActionId) -> Option<u32> {
        self.finished(action).or(self.stopped(action))
    }

    pub fn events(&self) -> impl Iterator<Item = &Event<Domain>> {
        self.turns.iter().flat_map(|turn| &turn.traffic.events)
    }

    /// Returns true if a step of this kind was done.
    pub fn did(&self, kind: impl Fn(Task) -> bool) -> bool {
        self.events()
            .any(|event| matches!(event, Event::Started { task, .. } if kind(*task)))
    }

    /// Returns the transcript so far.
    pub fn story(&self) -> String {
        let map = &self.mission.world.map;
        let lines: Vec<String> = self
            .turns
            .iter()
            .flat_map(|turn| crate::transcript::lines(map, turn))
            .map(|line| line.show(false))
            .collect();
        lines.join("\n")
    }

    /// Asserts that no reservations are left after all plans have ended.
    #[track_caller]
    pub fn assert_nothing_kept(&self) {
        assert_eq!(self.mission.brain.reservations(), [], "{}", self.story());
    }

    pub fn spot(&self, place: (i32, i32)) -> Spot {
        self.mission.world.map.spot_at(place.0, place.1)
    }
}
