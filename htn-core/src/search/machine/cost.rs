//! What the plan costs, and what it may.

#[derive(Clone, Copy, Debug)]
pub(crate) struct Costs {
    /// What the plan costs so far.
    pub so_far: f32,
    /// What it must stay below; NaN where it may cost whatever it does.
    pub bound: f32,
}

impl Costs {
    /// Nothing so far, and no bound.
    pub const NONE: Costs = Costs {
        so_far: 0.0,
        bound: f32::NAN,
    };

    /// Adds the price of a step: false where the plan would cost too much.
    #[inline(always)]
    pub fn add(&mut self, price: f32) -> bool {
        let cost = self.so_far + price;
        let affordable = self.affords(cost);
        if affordable {
            self.so_far = cost;
        }
        affordable
    }

    /// Whether a plan may cost this. What is no number is too much where there is a bound at all.
    #[inline(always)]
    pub fn affords(self, cost: f32) -> bool {
        self.bound.is_nan() || cost < self.bound
    }
}
