//! The squads of a process, and the protocol that hands them over.
//!
//! A hand-over has three messages. The owner sends the squad as a query and stops it; the receiver stores it and accepts; the
//! owner deletes it and confirms; the receiver starts it. So at most one of the two runs it at any time. If a process dies:
//!
//! | the dead one | when | result |
//! |---|---|---|
//! | receiver | before the owner has its answer | the owner runs the squad on |
//! | receiver | later | the squad is lost with its owner, the receiver |
//! | owner | after the receiver has accepted | the receiver starts the squad |
//! | owner | earlier | the squad is lost with its owner |
//!
//! An unanswered query is repeated. The receiver recognises the number of the hop and accepts again without a second copy.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::domain::{Place, Ring, WIDTH};
use crate::leg::{self, Leg};
use crate::squad::Squad;
use crate::wire::{Answer, Handover, Wire};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// Every squad whose number is a multiple of this keeps a journal.
const JOURNALS: u32 = 8;

pub struct Shard {
    number: u16,
    ring: Ring,
    wire: Wire,
    squads: BTreeMap<u32, Squad>,
    /// Squads that are stopped until the receiver answers.
    leaving: Vec<Leaving>,
    /// Squads that were accepted, until their former owner confirms or dies.
    arriving: BTreeMap<u32, Arriving>,
    /// The last hop of each squad that was accepted here.
    hops: BTreeMap<u32, u32>,
    /// Lines for the log, which is written before any message is sent.
    lines: String,
    log: File,
    legs: File,
    pub figures: Figures,
}

struct Leaving {
    squad: Squad,
    to: u16,
    message: Vec<u8>,
    query: Option<Handover>,
}

struct Arriving {
    squad: Squad,
    from: u16,
    /// When its owner stopped it, in microseconds of the machine's clock.
    stopped: u64,
}

/// Measured values.
#[derive(Default)]
pub struct Figures {
    pub handovers: u64,
    pub bytes: u64,
    /// Microseconds between the last tick at the old owner and the start at the new one.
    pub pauses: Vec<u64>,
}

impl Shard {
    /// Opens the shard with its share of the squads. `log` names its files.
    pub fn open(number: u16, shards: u16, port: u16, squads: u32, log: &str) -> Result<Shard> {
        let ring = Ring { shards };
        let mut shard = Shard {
            number,
            ring,
            wire: Wire::open(number, port)?,
            squads: BTreeMap::new(),
            leaving: Vec::new(),
            arriving: BTreeMap::new(),
            hops: BTreeMap::new(),
            lines: String::new(),
            log: File::create(format!("{log}.log"))?,
            legs: File::create(format!("{log}.legs"))?,
            figures: Figures::default(),
        };
        for squad in (0..squads).filter(|squad| squad % u32::from(shards) == u32::from(number)) {
            let at = Place(number * WIDTH + (squad / u32::from(shards)) as u16 % WIDTH);
            shard.start(Squad::new(squad, at)?)?;
        }
        shard.flush()?;
        Ok(shard)
    }

    /// Returns true if all other shards live.
    pub fn is_complete(&mut self) -> bool {
        self.wire.update();
        self.wire.alive.len() + 1 == usize::from(self.ring.shards)
    }

    /// Returns true if no squad is between two shards.
    pub fn is_quiet(&self) -> bool {
        self.leaving.is_empty() && self.arriving.is_empty()
    }

    /// Starts a squad that this shard owns.
    fn start(&mut self, mut squad: Squad) -> Result<()> {
        let (number, hop) = (squad.number, squad.hop);
        if number % JOURNALS == 0 {
            squad.leg = Some(Leg::new(number, hop, squad.to_bytes()?));
        }
        let _ = writeln!(self.lines, "start {number} {hop}");
        self.squads.insert(number, squad);
        Ok(())
    }

    /// Plays a tick of all squads. Those that cross a border leave.
    pub fn tick(&mut self) -> Result<()> {
        let mut crossing = Vec::new();
        for (number, squad) in &mut self.squads {
            let events = squad.tick(self.ring);
            for id in events.ended {
                let _ = writeln!(self.lines, "end {number} {id}");
            }
            for id in events.begun {
                let _ = writeln!(self.lines, "begin {number} {id}");
            }
            let to = squad
                .place()
                .map_or(self.number, |place| self.ring.shard(place));
            // A search in progress is not saved, so it may end first.
            if to != self.number && self.wire.alive.contains(&to) && !squad.is_searching() {
                crossing.push((*number, to));
            }
        }
        for (number, to) in crossing {
            if let Some(squad) = self.squads.remove(&number) {
                self.leave(squad, to)?;
            }
        }
        Ok(())
    }

    fn leave(&mut self, mut squad: Squad, to: u16) -> Result<()> {
        self.end_leg(&mut squad)?;
        squad.hop += 1;
        let mut message = now().to_le_bytes().to_vec();
        message.extend(squad.to_bytes()?);
        self.figures.bytes += message.len() as u64;
        self.leaving.push(Leaving {
            squad,
            to,
            message,
            query: None,
        });
        Ok(())
    }

    /// Writes the journal of a squad that departs.
    fn end_leg(&mut self, squad: &mut Squad) -> Result<()> {
        if let Some(mut leg) = squad.leg.take() {
            leg.to = squad.to_bytes()?;
            let mut bytes = Vec::new();
            leg::write(&leg, &mut bytes)?;
            self.legs.write_all(&bytes)?;
        }
        Ok(())
    }

    /// Handles all messages, and the deaths of other shards.
    pub fn communicate(&mut self) -> Result<()> {
        self.flush()?;
        self.wire.update();
        self.receive()?;
        while let Some((number, hop)) = self.wire.next_confirmation() {
            if self
                .arriving
                .get(&number)
                .is_some_and(|it| it.squad.hop == hop)
            {
                self.admit(number)?;
            }
        }
        // After the confirmations: the owner may have sent one before it died.
        let orphans = self
            .arriving
            .iter()
            .filter(|(_, it)| !self.wire.alive.contains(&it.from));
        let orphans: Vec<u32> = orphans.map(|(number, _)| *number).collect();
        for number in orphans {
            self.admit(number)?;
        }
        self.hand_over()?;
        self.flush()
    }

    /// Stores and accepts the squads that other shards hand over.
    fn receive(&mut self) -> Result<()> {
        while let Some((from, message, query)) = self.wire.next_squad() {
            let Some((stopped, bytes)) = message.split_first_chunk::<8>() else {
                continue;
            };
            let squad = Squad::from_bytes(bytes)?;
            let last = self.hops.get(&squad.number).copied();
            if last.is_none_or(|last| last < squad.hop) {
                self.hops.insert(squad.number, squad.hop);
                let stopped = u64::from_le_bytes(*stopped);
                let _ = writeln!(self.lines, "accept {} {}", squad.number, squad.hop);
                let number = squad.number;
                self.arriving.insert(
                    number,
                    Arriving {
                        squad,
                        from,
                        stopped,
                    },
                );
            } else if last != Some(squad.hop) {
                continue;
            }
            self.flush()?;
            self.wire.accept(&query)?;
        }
        Ok(())
    }

    /// Starts a squad whose former owner has given it up.
    fn admit(&mut self, number: u32) -> Result<()> {
        if let Some(arrived) = self.arriving.remove(&number) {
            self.figures
                .pauses
                .push(now().saturating_sub(arrived.stopped));
            self.start(arrived.squad)?;
        }
        Ok(())
    }

    /// Sends the squads that leave, and gives up those that were accepted.
    fn hand_over(&mut self) -> Result<()> {
        for mut leaving in std::mem::take(&mut self.leaving) {
            let (number, hop) = (leaving.squad.number, leaving.squad.hop);
            match leaving.query.as_ref().map(Handover::answer) {
                Some(Answer::Accepted) => {
                    self.figures.handovers += 1;
                    let _ = writeln!(self.lines, "gone {number} {hop}");
                    self.flush()?;
                    self.wire.confirm(leaving.to, number, hop)?;
                }
                Some(Answer::Pending) if self.wire.alive.contains(&leaving.to) => {
                    self.leaving.push(leaving);
                }
                _ if !self.wire.alive.contains(&leaving.to) => {
                    let _ = writeln!(self.lines, "stay {number} {hop}");
                    self.start(leaving.squad)?;
                }
                _ => {
                    leaving.query = Some(self.wire.hand_over(leaving.to, &leaving.message)?);
                    self.leaving.push(leaving);
                }
            }
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        self.log.write_all(self.lines.as_bytes())?;
        self.lines.clear();
        Ok(())
    }

    /// Writes which squads are here, with their running actions.
    pub fn close(mut self) -> Result<Figures> {
        for (_, mut squad) in std::mem::take(&mut self.squads) {
            self.end_leg(&mut squad)?;
            let _ = write!(self.lines, "hold {} {}", squad.number, squad.hop);
            for id in squad.running() {
                let _ = write!(self.lines, " {id}");
            }
            self.lines.push('\n');
        }
        self.flush()?;
        Ok(self.figures)
    }
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_micros() as u64)
}
