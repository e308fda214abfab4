//! Stands for the clock of budgets without the feature `std`: no budget has one.

#[derive(Clone, Copy)]
pub(super) enum NoClock {}

impl NoClock {
    pub fn micros(&self) -> u64 {
        match *self {}
    }

    pub fn left(&self) -> u64 {
        match *self {}
    }

    pub fn next_grant(&mut self) -> u64 {
        match *self {}
    }

    pub fn put_back(&mut self, _: u64) {
        match *self {}
    }
}
