//! Tasks, voice lines and events in words.

use squad_htn::{FailureCause, Term, Value};

use crate::brain::Found;
use crate::domain::squad::Task;
use crate::player::Order;
use crate::sim::{DoorId, Happening, Map, PersonId, RoomId, Spot};
use crate::terms::{Line, Role};

/// A subject, and a statement about it.
pub type Said = (String, String);

/// Phrases about a building.
pub struct Words<'m>(pub &'m Map);

impl Words<'_> {
    /// Names a value of the domain, or returns `None` if its `Debug` form is readable.
    pub fn value(&self, value: Value<'_>) -> Option<String> {
        match value.type_name {
            "RoomId" => Some(self.room(RoomId::from_word(value.word)).to_owned()),
            "DoorId" => Some(self.door(DoorId::from_word(value.word))),
            "Spot" => Some(self.side(Spot::from_word(value.word))),
            "Line" => Some(self.line(Line::from_word(value.word))),
            _ => None,
        }
    }

    pub fn room(&self, room: RoomId) -> &str {
        self.0.room_name(room)
    }

    fn at(&self, spot: Spot) -> &str {
        self.0.room(spot).map_or("doorway", |room| self.room(room))
    }

    /// Names the part of the room that a square is in.
    pub fn side(&self, spot: Spot) -> String {
        let Some(room) = self.0.room(spot) else {
            return "doorway".to_owned();
        };
        let places = || {
            self.0.rooms[room.0 as usize]
                .spots
                .iter()
                .map(|&spot| self.0.place(spot))
        };
        let third = |at: i32, low: Option<i32>, high: Option<i32>| {
            let (low, high) = (low.unwrap_or(at), high.unwrap_or(at));
            (at - low) * 3 / (high - low + 1)
        };
        let (x, y) = self.0.place(spot);
        let across = third(x, places().map(|p| p.0).min(), places().map(|p| p.0).max());
        let down = third(y, places().map(|p| p.1).min(), places().map(|p| p.1).max());
        let side = match (down, across) {
            (0, 0) => "north-west",
            (0, 1) => "north side",
            (0, _) => "north-east",
            (1, 0) => "west side",
            (1, 1) => "middle",
            (1, _) => "east side",
            (_, 0) => "south-west",
            (_, 1) => "south side",
            (_, _) => "south-east",
        };
        format!("{}, {side}", self.room(room))
    }

    pub fn door(&self, door: DoorId) -> String {
        match self.0.doors.get(usize::from(door.0)) {
            Some(door) => {
                let [a, b] = door.sides.map(|room| self.room(room));
                format!("{a}–{b} door")
            }
            None => "unknown door".to_owned(),
        }
    }

    /// Returns the words of a voice line.
    pub fn line(&self, line: Line) -> String {
        let words = match line {
            Line::Roger => "Roger.".to_owned(),
            Line::Door(door) => format!("Stack up, {}.", self.door(door)),
            Line::GoingIn(room) => format!("Going in! {}!", capital(self.room(room))),
            Line::Clear(room) => format!("Clear! {} is clear.", capital(self.room(room))),
            Line::Contact(whom) => format!("Contact! {}!", capital(&whom.to_string())),
            Line::DontMove(_) => "Don't move! Hands where I can see them!".to_owned(),
            Line::InCustody(whom) => format!("Control, {whom} in custody."),
            Line::OfficerDown(who) => format!("Officer down! {who} is down!"),
            Line::Bandaging(who) => format!("{who}, hold still, I've got you."),
            Line::InPosition => "In position.".to_owned(),
            Line::BuildingClear => "Control, the building is clear.".to_owned(),
        };
        format!("“{words}”")
    }

    /// Describes an action of an officer. `None` for other tasks.
    pub fn act(&self, task: Task) -> Option<Said> {
        let (who, what): (PersonId, String) = match task {
            Task::PlayVo { who, line, .. } => (who, self.line(line)),
            Task::GoTo { who, spot } => (who, format!("goes to the {}", self.at(spot))),
            Task::Hold { who, spot } => (who, format!("holds the {}", self.at(spot))),
            Task::Arrive { who, .. } => (who, "moves up to the door".to_owned()),
            Task::Cover { who, .. } => (who, "covers the door".to_owned()),
            Task::Advance { who, spot, .. } => (who, format!("advances: {}", self.side(spot))),
            Task::OpenDoor { who, door } => (who, format!("opens the {}", self.door(door))),
            Task::Engage { who, target } => (who, format!("takes on {target}")),
            Task::Restrain { who, target } => (who, format!("cuffs {target}")),
            Task::RestrainComplement { who, target } | Task::CoverTarget { who, target } => {
                (who, format!("keeps a weapon on {target}"))
            }
            Task::Guard { who, target } => (who, format!("guards {target}")),
            Task::Bandage { medic, patient } => (medic, format!("bandages {patient}")),
            Task::BandageSelf { who } => (who, "bandages himself".to_owned()),
            Task::Investigate { who, body } => (who, format!("goes to look at {body}")),
            Task::Poke { who, body } => (who, format!("pokes {body}")),
            _ => return None,
        };
        Some((who.to_string(), what))
    }

    /// Names a part of a plan.
    pub fn part(&self, task: Task) -> String {
        match task {
            Task::SquadClear { far, .. } | Task::ClearRoom { far, .. } => {
                format!("clearing the {}", self.room(far))
            }
            Task::TeamArrive { door, .. } => format!("moving up to the {}", self.door(door)),
            Task::OpenUp { door, .. } => format!("opening the {}", self.door(door)),
            Task::Sweep { far, .. } => format!("sweeping the {}", self.room(far)),
            Task::CallClear { far, .. } => format!("calling the {} clear", self.room(far)),
            Task::ClearCombat { target, .. }
            | Task::CombatStartArrive { target }
            | Task::Fight { target, .. }
            | Task::TeamCombat { target, .. } => {
                format!("fighting {target}")
            }
            Task::CallOut { target, .. } => format!("calling out {target}"),
            Task::Cuff { target, .. }
            | Task::CuffTogether { target, .. }
            | Task::SquadRestrain { target, .. } => {
                format!("restraining {target}")
            }
            Task::Watch { target, .. } | Task::GuardTarget { target, .. } => {
                format!("guarding {target}")
            }
            Task::PokeAlone { body, .. }
            | Task::PokeCovered { body, .. }
            | Task::PokeDead { body, .. } => {
                format!("looking at {body}")
            }
            Task::Treat { patient: who, .. } | Task::TreatSelf { who } => format!("treating {who}"),
            Task::Stay { who, .. } | Task::OrdersGoto { who, .. } => format!("{who}'s order"),
            other => match self.act(other) {
                Some((who, what)) => format!("{who} {what}"),
                None => other.to_string(),
            },
        }
    }

    /// Summarises a plan.
    pub fn plan(&self, found: &Found) -> String {
        let with = |part: Role| {
            let joined = found.steps.iter().filter_map(|step| match *step {
                Task::Join { who, part: own } if own == part => Some(who.to_string()),
                _ => None,
            });
            joined.collect::<Vec<_>>().join(" and ")
        };
        let helper = found.steps.iter().find_map(|step| match *step {
            Task::RestrainComplement { who, .. } | Task::CoverTarget { who, .. } => Some(who),
            _ => None,
        });
        let helped = helper.map_or("alone".to_owned(), |who| format!("{who} covers"));
        match found.goal {
            Some(Task::CleanupDead { who }) => format!("continue without {who}"),
            Some(Task::HandleOrders) => order_summary(found),
            Some(Task::TeamCombat { who, target }) => format!("{who} takes on {target}"),
            Some(Task::GuardTarget { who, target }) => {
                format!("{who} guards {target} while others fight")
            }
            Some(Task::SquadRestrain { who, target }) => {
                format!("{who} restrains {target}, {helped}")
            }
            Some(Task::TeamBandage { medic, patient }) => {
                format!("{medic} treats {patient}'s wound")
            }
            Some(Task::BandageAlone { who }) => format!("{who} treats his own wound"),
            Some(Task::PokeDead { who, body }) => format!("{who} examines {body}, {helped}"),
            Some(Task::SquadClear { far, .. }) => match with(Role::Cover) {
                nobody if nobody.is_empty() => format!(
                    "clear the {}: {} alone",
                    self.room(far),
                    with(Role::Advance)
                ),
                cover => format!(
                    "clear the {}: {} in, {cover} covering",
                    self.room(far),
                    with(Role::Advance)
                ),
            },
            _ => match found.branch {
                "release_guard" => "the fight is over, relieve the guard".to_owned(),
                "report" => "report a suspect in custody".to_owned(),
                "all_clear" => "every room is clear".to_owned(),
                other => other.to_owned(),
            },
        }
    }

    /// Describes an order of the player.
    pub fn order(&self, order: Order) -> String {
        match order {
            Order::Clear => "“Clear the building.”".to_owned(),
            Order::CancelAll => "“All stop!”".to_owned(),
            Order::GoTo { who, spot } => format!("“{who}, go to the {} and hold.”", self.at(spot)),
            Order::Cancel { who } => format!("“{who}, as you were.”"),
            Order::TakeControl { who, .. } => format!("takes control of {who}"),
            Order::GiveBack { who } => format!("returns {who} to the squad"),
        }
    }

    /// Describes an event of the world. `None` for events that are not worth a line.
    pub fn happening(&self, happening: Happening) -> Option<Said> {
        let (who, what) = match happening {
            Happening::DoorOpens { .. } => return None,
            Happening::DoorJams { who, door } => {
                (who, format!("cannot open the {}", self.door(door)))
            }
            Happening::OpensFire { whom } => (whom, "opens fire".to_owned()),
            Happening::Surrenders { whom } => (whom, "puts his hands up".to_owned()),
            Happening::RunsFor { whom, room } => {
                (whom, format!("runs for the {}", self.room(room)))
            }
            Happening::Hides { whom, room } => (whom, format!("hides in the {}", self.room(room))),
            Happening::Bolts { whom } => (whom, "sees no officer and tries to escape".to_owned()),
            Happening::OfficerHit { who, by, health } => {
                (who, format!("is hit by {by} (health {health})"))
            }
            Happening::OfficerDies { who, by } => (who, format!("is shot dead by {by}")),
            Happening::SuspectHit { whom, by } => (whom, format!("is hit by {by}")),
            Happening::Falls { whom, by } => (whom, format!("is shot down by {by}")),
            Happening::WasNotDead { who, whom } => (whom, format!("is alive, {who} finds out")),
            Happening::Cuffed { who, whom } => (whom, format!("is handcuffed by {who}")),
            Happening::Bandaged { who, whom } if who == whom => (who, "is bandaged".to_owned()),
            Happening::Bandaged { who, whom } => (whom, format!("is bandaged by {who}")),
        };
        Some((who.to_string(), what))
    }

    /// Describes why a step failed.
    pub fn why(&self, why: FailureCause) -> String {
        match why {
            FailureCause::Reported => "it failed".to_owned(),
            FailureCause::While(unmet) | FailureCause::Condition(unmet) => self.unmet(unmet),
            other => other.to_string(),
        }
    }
}

fn order_summary(found: &Found) -> String {
    let order = found.steps.iter().find_map(|step| match *step {
        Task::TakeControl { who } => Some(format!("{who} follows the order")),
        Task::DropOrder { who } => Some(format!("{who}'s order ends")),
        Task::BeginMission => Some("clear the building, room by room".to_owned()),
        _ => None,
    });
    order.unwrap_or("follow the order".to_owned())
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_uppercase().chain(letters).collect()
    })
}
