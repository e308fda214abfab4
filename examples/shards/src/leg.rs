//! The journal of a squad on one shard: its save on arrival, all inputs, and its save on departure.
//!
//! A leg begins in the middle of a mission, where a journal of the library cannot begin.

use std::io;

use serde::{Deserialize, Serialize};
use squad_htn::ActionId;

use crate::domain::{Place, Ring};
use crate::squad::Squad;

/// An input of a director, given by the game.
#[derive(Clone, Serialize, Deserialize)]
pub enum Input {
    Finish(ActionId),
    Goal(Place),
}

#[derive(Serialize, Deserialize)]
pub struct Leg {
    pub number: u32,
    pub hop: u32,
    /// The squad on arrival.
    pub from: Vec<u8>,
    /// For each tick, the inputs and the actions that began.
    ticks: Vec<(Vec<Input>, Vec<ActionId>)>,
    /// The squad on departure.
    pub to: Vec<u8>,
}

impl Leg {
    pub fn new(number: u32, hop: u32, from: Vec<u8>) -> Leg {
        Leg {
            number,
            hop,
            from,
            ticks: Vec::new(),
            to: Vec::new(),
        }
    }

    pub fn record(&mut self, inputs: Vec<Input>, begun: &[ActionId]) {
        self.ticks.push((inputs, begun.to_vec()));
    }

    /// Plays the leg again. `Err` describes the first difference.
    pub fn replay(&self, ring: Ring) -> Result<usize, String> {
        let about = format!("squad {}, leg {}", self.number, self.hop);
        let mut squad =
            Squad::from_bytes(&self.from).map_err(|error| format!("{about}: {error}"))?;
        for (tick, (inputs, begun)) in self.ticks.iter().enumerate() {
            // The countdown of the running actions is part of the save, but it is no input.
            squad.count_down();
            if squad.apply(ring, inputs).begun != *begun {
                return Err(format!("{about}: other commands in tick {tick}"));
            }
        }
        let to = squad
            .to_bytes()
            .map_err(|error| format!("{about}: {error}"))?;
        if to != self.to {
            return Err(format!("{about}: another squad departs"));
        }
        Ok(self.ticks.len())
    }
}

/// Appends a leg to the bytes of a file.
pub fn write(leg: &Leg, out: &mut Vec<u8>) -> Result<(), postcard::Error> {
    let bytes = postcard::to_allocvec(leg)?;
    out.extend((bytes.len() as u32).to_le_bytes());
    out.extend(bytes);
    Ok(())
}

/// Reads all legs of a file. The last one may be incomplete if the process was killed.
pub fn read_all(mut bytes: &[u8]) -> io::Result<Vec<Leg>> {
    let mut legs = Vec::new();
    while let Some((size, rest)) = bytes.split_first_chunk::<4>() {
        let Some((leg, rest)) = rest.split_at_checked(u32::from_le_bytes(*size) as usize) else {
            break;
        };
        legs.push(postcard::from_bytes(leg).map_err(io::Error::other)?);
        bytes = rest;
    }
    Ok(legs)
}
