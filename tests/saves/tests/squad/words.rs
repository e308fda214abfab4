//! The terms of the example in a save, by their words. How the example itself writes them is up to its feature `json`.

use crate::sim::{DoorId, PersonId, RoomId, Spot};
use crate::terms::{Line, Role, Team};

saves::by_words! { PersonId RoomId DoorId Spot Line Role Team }
