//! Building a base with arrays. A building is counted when it is built.

use crate::domains::rts::rts::{Fact, Task};
use crate::domains::rts::{Kind, Map, Site, Unit};

/// A step of the plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    Construct(u16, u16, Kind),
    Gather(u16, u16),
    Wait,
    Grow,
}

impl Step {
    pub fn of(task: Task) -> Step {
        match task {
            Task::Construct { who, site, kind } => Step::Construct(who.0, site.0, kind),
            Task::Gather { who, from } => Step::Gather(who.0, from.0),
            Task::Wait => Step::Wait,
            Task::Grow => Step::Grow,
            other => panic!("{other}"),
        }
    }
}

/// A problem. Units and sites are numbered as in the domain.
#[derive(Clone, Default)]
pub struct Base {
    workers: Vec<u16>,
    /// By unit.
    busy: Vec<bool>,
    minerals: u32,
    supply: u32,
    free: Vec<u16>,
    /// By kind, finished ones only.
    built: [u32; 6],
    /// The site, and the amount that is left there.
    patches: Vec<(u16, u32)>,
    wanted: Vec<(Kind, u32)>,
    requires: Vec<(Kind, Kind)>,
}

impl Base {
    pub fn new(facts: impl Iterator<Item = Fact>) -> Base {
        let mut base = Base::default();
        for fact in facts {
            match fact {
                Fact::Worker(unit) => {
                    base.workers.push(unit.0);
                    base.busy
                        .resize(base.busy.len().max(usize::from(unit.0) + 1), false);
                }
                Fact::Minerals(minerals) => base.minerals = minerals,
                Fact::Supply(supply) => base.supply = supply,
                Fact::FreeSite(site) => base.free.push(site.0),
                Fact::Patch(site, left) => base.patches.push((site.0, left)),
                Fact::Wanted(kind, count) => base.wanted.push((kind, count)),
                Fact::Requires(kind, other) => base.requires.push((kind, other)),
                Fact::Busy(_) | Fact::Building(..) | Fact::Finished(_) => {
                    panic!("{fact}: a base begins idle and empty")
                }
            }
        }
        base
    }

    pub fn copy_from(&mut self, other: &Base) {
        self.busy.copy_from_slice(&other.busy);
        self.minerals = other.minerals;
        self.supply = other.supply;
        self.free.clear();
        self.free.extend_from_slice(&other.free);
        self.built = other.built;
        self.patches.copy_from_slice(&other.patches);
    }

    pub fn develop(&mut self, map: &Map, plan: &mut Vec<Step>) {
        plan.clear();
        loop {
            if self.supply < 4 && self.wanted.iter().any(|&wanted| self.lacks(wanted)) {
                self.build(Kind::Depot, map, plan);
                continue;
            }
            let mut next: Option<Kind> = None;
            for &(kind, count) in &self.wanted {
                if self.lacks((kind, count))
                    && self.unlocked(kind)
                    && next.is_none_or(|next| kind.priority() < next.priority())
                {
                    next = Some(kind);
                }
            }
            match next {
                Some(kind) => self.build(kind, map, plan),
                None => return,
            }
        }
    }

    fn lacks(&self, (kind, count): (Kind, u32)) -> bool {
        self.built[kind as usize] < count
    }

    fn unlocked(&self, kind: Kind) -> bool {
        self.requires
            .iter()
            .all(|&(needs, other)| needs != kind || self.built[other as usize] > 0)
    }

    fn build(&mut self, kind: Kind, map: &Map, plan: &mut Vec<Step>) {
        while !self.construct(kind, map, plan) {
            if !self.gather(map, plan) {
                self.busy.fill(false);
                plan.push(Step::Wait);
            }
        }
    }

    /// On the site that is nearest to the base, by the worker that is nearest to the site.
    fn construct(&mut self, kind: Kind, map: &Map, plan: &mut Vec<Step>) -> bool {
        if self.minerals < kind.cost() {
            return false;
        }
        let mut nearest = (f32::INFINITY, usize::MAX);
        for (at, &site) in self.free.iter().enumerate() {
            let distance = map.distance_from_base(Site(site));
            if distance < nearest.0 {
                nearest = (distance, at);
            }
        }
        let (_, at) = nearest;
        if at == usize::MAX {
            return false;
        }
        let site = self.free[at];
        let mut nearest = (f32::INFINITY, u16::MAX);
        for &who in &self.workers {
            if !self.busy[usize::from(who)] {
                let distance = map.walk(Unit(who), Site(site));
                if distance < nearest.0 {
                    nearest = (distance, who);
                }
            }
        }
        let (_, who) = nearest;
        if who == u16::MAX {
            return false;
        }
        self.minerals -= kind.cost();
        self.supply -= kind.supply();
        self.free.remove(at);
        self.built[kind as usize] += 1;
        self.busy[usize::from(who)] = true;
        plan.push(Step::Construct(who, site, kind));
        if kind == Kind::Depot {
            self.supply += 8;
            plan.push(Step::Grow);
        }
        true
    }

    /// The nearest pair of an idle worker and a patch that has something left.
    fn gather(&mut self, map: &Map, plan: &mut Vec<Step>) -> bool {
        let mut nearest = (f32::INFINITY, u16::MAX, 0);
        for &who in &self.workers {
            if self.busy[usize::from(who)] {
                continue;
            }
            for (at, &(site, left)) in self.patches.iter().enumerate() {
                if left >= 50 {
                    let distance = map.walk(Unit(who), Site(site));
                    if distance < nearest.0 {
                        nearest = (distance, who, at);
                    }
                }
            }
        }
        let (_, who, at) = nearest;
        if who == u16::MAX {
            return false;
        }
        self.patches[at].1 -= 50;
        self.minerals += 50;
        self.busy[usize::from(who)] = true;
        plan.push(Step::Gather(who, self.patches[at].0));
        true
    }
}
