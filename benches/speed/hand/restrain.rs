//! Restraining with arrays: the nearest pair of a squad member and a suspect, then the nearest partner.

/// A step of the plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    Reserve(u16),
    Free(u16),
    Restrain(u16, u16),
    Complement(u16, u16),
    GlobalBlock(u16),
}

/// A problem. Actors are numbered as in the domain; flags and distances are by number.
#[derive(Clone, Default)]
pub struct Restrain {
    pub squad: Vec<u16>,
    pub surrendered: Vec<u16>,
    pub enemy: Vec<bool>,
    pub dead: Vec<bool>,
    pub restrained: Vec<bool>,
    pub reserved: Vec<bool>,
    pub following_order: Vec<bool>,
}

impl Restrain {
    /// Plans; `reserved` is as before afterwards.
    pub fn solve(&mut self, limit: f32, distance: impl Fn(u16, u16) -> f32, plan: &mut Vec<Step>) {
        plan.clear();
        let mut best = (f32::INFINITY, 0, 0);
        for &target in &self.surrendered {
            let t = target as usize;
            if !self.enemy[t] || self.dead[t] || self.restrained[t] || self.reserved[t] {
                continue;
            }
            for &squad in &self.squad {
                let d = distance(squad, target);
                if !self.reserved[squad as usize] && d < limit && d < best.0 {
                    best = (d, squad, target);
                }
            }
        }
        let (_, squad, target) = best;
        if squad == 0 {
            return;
        }
        let mut nearest = (f32::INFINITY, 0);
        for &partner in &self.squad {
            let p = partner as usize;
            if partner == squad || self.following_order[p] || self.reserved[p] {
                continue;
            }
            let d = distance(partner, target);
            if d < limit && d < nearest.0 {
                nearest = (d, partner);
            }
        }
        let partner = nearest.1;
        let mut all = [squad, partner, target];
        let involved = if partner == 0 {
            all[1] = target;
            &all[..2]
        } else {
            &all[..]
        };
        for &who in involved {
            self.reserved[who as usize] = true;
            plan.push(Step::Reserve(who));
        }
        plan.push(Step::Restrain(squad, target));
        if partner != 0 {
            plan.push(Step::Complement(partner, target));
        }
        plan.push(Step::GlobalBlock(squad));
        for &who in involved {
            self.reserved[who as usize] = false;
            plan.push(Step::Free(who));
        }
    }
}
