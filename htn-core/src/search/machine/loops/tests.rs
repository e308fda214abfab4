//! Loops that the search detects, compared with a walk over all frames above.

use super::super::agenda::Agenda;
use super::super::choice::Undoing;
use super::super::protections::Protections;
use super::*;
use crate::model::limits::Limits;
use crate::model::plan::NodeRecord;
use crate::tables::Tables;
use alloc::vec::Vec;

/// A place at which the search can continue: a frame, and the frame that ends the walk upwards.
#[derive(Clone, Copy)]
struct Place {
    at: u32,
    base: u32,
    /// The place that continues when all strands that it waits for have ended.
    owner: Option<usize>,
    /// The number of strands that this place waits for.
    waits: u32,
    over: bool,
}

#[derive(Clone)]
struct Choice {
    frames: usize,
    trail: u32,
    places: Vec<Place>,
}

struct Search {
    loops: Loops,
    frames: Vec<Frame>,
    slots: Vec<u64>,
    facts: Vec<u64>,
    trail: Trail,
    store: Store,
    places: Vec<Place>,
    choices: Vec<Choice>,
    seed: u64,
}

const ROOM: usize = 4_000;

impl Search {
    fn new(seed: u64) -> Search {
        let mut loops = Loops::none();
        loops.prepare(ROOM);
        loops.forget();
        Search {
            loops,
            frames: Vec::new(),
            slots: Vec::new(),
            facts: Vec::new(),
            trail: Trail::new(4 * ROOM),
            store: Store::for_search(&[]),
            places: alloc::vec![Place {
                at: NONE,
                base: NONE,
                owner: None,
                waits: 0,
                over: false,
            }],
            choices: Vec::new(),
            seed,
        }
    }

    fn below(&mut self, n: u64) -> u64 {
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005);
        self.seed = self.seed.wrapping_add(1_442_695_040_888_963_407);
        (self.seed >> 33) % n
    }

    fn push(&mut self, task: u16, parent: u32, arg: u64, facts: u64) -> u32 {
        self.slots.push(arg);
        self.facts.push(facts);
        let strand = Frame::of_strand(0, parent, self.slots.len() as u32 - 1, 0, 0);
        self.frames.push(match task {
            u16::MAX => strand,
            task => Frame {
                node: NodeRecord {
                    task: TaskId(task),
                    ..strand.node
                },
                ..strand
            },
        });
        self.frames.len() as u32 - 1
    }

    /// Begins a task at a place and returns whether it was refused. It must be refused if the walk finds the same task above.
    fn begin(&mut self, place: usize) -> bool {
        let parent = self.places[place].at;
        let (task, arg, facts) = (self.below(3) as u16, self.below(3), self.below(4));
        let mut above = parent;
        let mut expected = None;
        while let Some(frame) = self.frames.get(above as usize) {
            let (word, over) = (
                self.slots[frame.node.words as usize],
                self.facts[above as usize],
            );
            if frame.node.task == TaskId(task) && word == arg && over == facts {
                expected = expected.or(Some(above));
            }
            above = frame.node.parent;
        }
        let begun = Begun {
            task: TaskId(task),
            args: &[arg],
            facts,
            parent,
        };
        let (frames, slots) = (&self.frames, &self.slots);
        let found = self.loops.begin(&begun, frames, slots, &mut self.trail);
        assert_eq!(found, Ok(expected), "{} frames", self.frames.len());
        if expected.is_none() {
            self.places[place].at = self.push(task, parent, arg, facts);
        }
        expected.is_some()
    }

    fn open_strands(&mut self, place: usize) {
        let parent = self.places[place].at;
        for _ in 0..2 + self.below(2) {
            let base = self.push(u16::MAX, parent, 0, 0);
            self.places[place].waits += 1;
            self.places.push(Place {
                at: base,
                base,
                owner: Some(place),
                waits: 0,
                over: false,
            });
        }
    }

    fn end(&mut self, place: usize) {
        let Place {
            at, base, owner, ..
        } = self.places[place];
        if at != base {
            self.places[place].at = self.frames[at as usize].node.parent;
        } else if let Some(owner) = owner {
            self.places[place].over = true;
            self.places[owner].waits -= 1;
        }
    }

    fn fail(&mut self) {
        let Some(choice) = self.choices.pop() else {
            return;
        };
        let mut granted = i64::MAX;
        let others = &mut Undoing {
            agenda: &mut Agenda::new(0),
            loops: &mut self.loops,
            protections: &mut Protections::new(&Tables::EMPTY, &Limits::compact()),
        };
        self.store
            .undo_within(&mut self.trail, choice.trail, &mut granted, others);
        self.frames.truncate(choice.frames);
        self.slots.truncate(choice.frames);
        self.facts.truncate(choice.frames);
        self.places = choice.places;
    }

    fn act(&mut self) -> bool {
        let open: Vec<usize> = (0..self.places.len())
            .filter(|at| !self.places[*at].over && self.places[*at].waits == 0)
            .collect();
        let place = open[self.below(open.len() as u64) as usize];
        match self.below(12) {
            0 => self.open_strands(place),
            1..=3 => self.end(place),
            4 => self.choices.push(Choice {
                frames: self.frames.len(),
                trail: self.trail.mark(),
                places: self.places.clone(),
            }),
            5 => self.fail(),
            _ => return self.begin(place),
        }
        false
    }
}

#[test]
fn a_task_is_refused_just_where_it_is_above_itself() {
    let mut refused = 0;
    for seed in 0..300 {
        let mut search = Search::new(seed);
        while search.frames.len() < 400 && !search.seed.is_multiple_of(1_009) {
            refused += u32::from(search.act());
        }
    }
    assert!(refused > 1_000, "{refused}");
}
