//! Which predicates the steps of a plan write, and when.

/// By predicate: the first and the last step of a plan that write it.
#[derive(Clone, Debug)]
pub(super) struct Writes {
    /// The predicates that are written at all.
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

    /// A step, behind all that were noted before it, writes these predicates.
    pub fn note(&mut self, step: u32, predicates: u64) {
        for predicate in ones(predicates) {
            if self.any & 1 << predicate == 0 {
                self.first[predicate] = step;
            }
            self.last[predicate] = step;
        }
        self.any |= predicates;
    }

    /// Where one of these predicates is written after so many steps: a state before which none of them has been written
    /// since. That is not the last such state where they had been written earlier too.
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

/// The numbers of the bits that are set.
#[inline]
fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let at = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (at < 64).then_some(at)
    })
}
