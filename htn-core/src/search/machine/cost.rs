//! The cost of the plan and its bound.

/// The cost of the plan so far, and the cost that it must stay below.
#[derive(Clone, Copy, Debug)]
pub(super) struct Costs {
    pub so_far: f32,
    /// NaN if there is no bound.
    pub bound: f32,
}

impl Costs {
    /// No cost and no bound.
    pub const NONE: Costs = Costs {
        so_far: 0.0,
        bound: f32::NAN,
    };

    /// Adds the price of a step. Returns false, and adds nothing, if the plan would reach the bound.
    #[inline(always)]
    pub fn add(&mut self, price: f32) -> bool {
        let cost = self.so_far + price;
        let is_affordable = self.affords(cost);
        if is_affordable {
            self.so_far = cost;
        }
        is_affordable
    }

    /// Returns true if a plan may have this cost. NaN is too much if there is a bound.
    #[inline(always)]
    pub fn affords(self, cost: f32) -> bool {
        self.bound.is_nan() || cost < self.bound
    }
}
