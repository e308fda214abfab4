//! A small domain with everything that a save can hold, and a mission of it.

use core::task::Poll;

use htn_view::Recording;
use serde::{Deserialize, Serialize};
use squad_htn::journal::JournalOptions;
use squad_htn::prelude::*;

/// A guard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Term, Serialize, Deserialize)]
pub struct Guard(pub u8);

/// A room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Term, Serialize, Deserialize)]
pub enum Room {
    /// The first room.
    Lobby,
    /// The second room.
    Vault,
    /// The third room.
    Yard,
}

/// The game: a pure function of its arguments, so that twins see the same.
pub struct Game;

impl Game {
    fn distance(&self, who: Guard, to: Room) -> f32 {
        f32::from(who.0 % 7) + to as u8 as f32
    }

    fn path(&self, who: Guard, to: Room) -> Poll<Option<u32>> {
        match who.0 % 5 {
            4 => Poll::Pending,
            3 => Poll::Ready(None),
            _ => Poll::Ready(Some(to as u32)),
        }
    }
}

htn_domain! {
    /// Guards of a museum.
    pub domain patrol(game: &Game);

    agent Guard;

    predicate on_duty(Guard) [4];
    predicate next(Room => to: Room) [3];
    predicate at(Guard => room: Room) [4];
    predicate alarm(Room) [3];
    predicate reserved(Guard) [4];
    predicate rounds(=> u8);

    axiom free(who: Guard) { on_duty(who) && !reserved(who) }

    internal operator reserve(who: Guard) {
        if !reserved(who);
        add reserved(who);
        undo release_guard(who);
    }
    internal operator release_guard(who: Guard) { delete reserved(who); }

    operator walk(who: Guard, to: Room) by who {
        while !alarm(Room::Lobby);
        success add at(who, to);
    }
    operator search(who: Guard, room: Room) by who { sensed delete alarm(room); }
    operator call_out(who: Guard) by who { busy false; }

    pub method watch() {
        branch alarm
            if alarm(room) && free(who) && free(other) && other != who
            sort by game.distance(who, room)
        {
            reserve(who);
            reserve(other);
            call_out(who);
            walk(who, room);
            block_on(other, who);
            search(other, room);
            global_block(other);
            release_guard(who);
            release_guard(other);
        }
        branch round
            if free(who) && at(who, room) && next(room, to)
                && let Some(length): Option<u32> = poll game.path(who, to)
            sort by length
        {
            reserve(who);
            leg(who, to);
            release_guard(who);
            later watch();
        }
        branch rest { add rounds(0); }
    }

    method leg(who: Guard, to: Room) {
        unordered {
            { call_out(who); }
            { walk(who, to); now search(who, to); }
        }
    }
}

use patrol::{Action, Director, Fact, Task};

/// A director, and the actions that run.
pub struct Mission {
    director: Director,
    running: Vec<(ActionId, u32)>,
    tick: u32,
}

impl Mission {
    /// Continues a mission. Actions that run in it are never reported.
    pub fn of(director: Director) -> Mission {
        Mission {
            director,
            running: Vec::new(),
            tick: 0,
        }
    }

    /// Begins a mission with three guards.
    pub fn new() -> Mission {
        let mut director = Director::new(Task::Watch).interval(5).stall_timeout(40);
        let rooms = [Room::Lobby, Room::Vault, Room::Yard];
        let mut facts = vec![Fact::Alarm(Room::Yard)];
        for (guard, room) in (0..3).zip(rooms) {
            facts.push(Fact::OnDuty(Guard(guard)));
            facts.push(Fact::At(Guard(guard), room));
            facts.push(Fact::Next(room, rooms[(usize::from(guard) + 1) % 3]));
        }
        for fact in facts {
            director.state_mut().insert(fact).expect("the facts fit");
        }
        Mission::of(director)
    }

    /// Runs a tick. Returns its commands and events as texts.
    pub fn tick(&mut self) -> Vec<String> {
        self.tick += 1;
        let mut texts = Vec::new();
        let mut begun = Vec::new();
        for command in self.director.tick(&Game, Budget::steps(300)) {
            texts.push(command.to_string());
            match command {
                Command::Start { id, action, .. } => {
                    let length = if let Action::Walk { .. } = action {
                        4
                    } else {
                        2
                    };
                    begun.push((id, self.tick + length));
                }
                Command::Stop { id, .. } => self.running.retain(|(running, _)| *running != id),
            }
        }
        self.running.append(&mut begun);
        texts.extend(self.director.events().map(|event| event.to_string()));
        let (tick, director) = (self.tick, &mut self.director);
        self.running.retain(|&(id, end)| {
            let is_over = end <= tick;
            if is_over {
                let outcome = if tick % 7 == 0 {
                    Outcome::Failure
                } else {
                    Outcome::Success
                };
                // The engine may have ended it in this tick.
                let _ = director.finish(id, outcome);
            }
            !is_over
        });
        texts
    }
}

impl Default for Mission {
    fn default() -> Mission {
        Mission::new()
    }
}

/// The files of a mission.
pub struct Streams {
    /// A save at the end of the mission, in postcard's bytes.
    pub save: Vec<u8>,
    /// That save in JSON.
    pub json: String,
    /// The journal.
    pub journal: Vec<u8>,
    /// The recording.
    pub recording: Vec<u8>,
}

/// Runs a mission of that many ticks.
pub fn streams(ticks: u32) -> Streams {
    let mut mission = Mission::new();
    let options = JournalOptions::new().about("fuzz").with_events();
    mission
        .director
        .keep_journal(options)
        .expect("a new director can keep a journal");
    let mut recording = Recording::new();
    let mut journal = Vec::new();
    for tick in 0..ticks {
        mission.tick();
        recording.tick(&mission.director);
        if tick % 9 == 8 {
            recording.note("a note", "for the log");
            let _ = mission
                .director
                .state_mut()
                .insert(Fact::Alarm(Room::Vault));
        }
        if let Some(kept) = mission.director.journal_mut() {
            kept.write_to(&mut journal)
                .expect("a journal can be written to memory");
        }
    }
    Streams {
        save: postcard::to_allocvec(&mission.director).expect("a mission can be saved"),
        json: serde_json::to_string(&mission.director).expect("a mission can be saved"),
        journal,
        recording: recording.into_recorded().to_bytes(),
    }
}
