//! The predicates that the steps of a plan write, and when.

/// The first and the last step of a plan that write a predicate, by predicate.
#[derive(Clone, Debug)]
pub(super) struct Writes {
    /// The predicates that any step writes.
    pub any: u64,
    first: [u32; 64],
    last: [u32; 64],
}

impl Writes {
    pub fn new() -> Writes {
        Writes {
            any: 0,
            first: [0; 64],
            last: [0; 64],
        }
    }

    pub fn clear(&mut self) {
        self.any = 0;
    }

    /// Records that a step writes these predicates. Steps come in order.
    pub fn note(&mut self, step: u32, predicates: u64) {
        for predicate in ones(predicates) {
            if self.any & 1 << predicate == 0 {
                self.first[predicate] = step;
            }
            self.last[predicate] = step;
        }
        self.any |= predicates;
    }

    /// Returns a state before the first later write of these predicates, if a step from `steps` on writes one of them.
    /// No write lies between that state and `steps`, but it need not be the last such state.
    #[inline]
    pub fn first_after(&self, steps: u32, predicates: u64) -> Option<u32> {
        let (mut first, mut again) = (u32::MAX, false);
        for predicate in ones(predicates & self.any) {
            first = first.min(self.first[predicate]);
            again |= self.last[predicate] >= steps;
        }
        let open = if first < steps {
            0
        } else {
            first.wrapping_add(1)
        };
        again.then_some(open)
    }
}

/// Iterates over the numbers of the set bits.
#[inline]
fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let at = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (at < 64).then_some(at)
    })
}
