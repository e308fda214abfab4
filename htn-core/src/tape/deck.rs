//! What stands between the functions of a domain and the game: where tapes are recorded and played.

use alloc::boxed::Box;
use core::cell::{Cell, RefCell};
use core::mem::swap;

use super::{Played, Tape};
use crate::host::Expression;
use crate::solve::Sink;
use crate::tables::Type;

/// Where tapes are recorded and played. Without one in it, the game is asked and that is all.
pub struct Deck {
    types: &'static [Type],
    is_on: Cell<bool>,
    inside: RefCell<Inside>,
}

#[derive(Default)]
struct Inside {
    played: Option<Box<Played>>,
    /// Records of the search that is under way, and of the tick.
    search: Option<Box<Tape>>,
    tick: Option<Box<Tape>>,
}

impl Deck {
    /// One for a domain of these types, without tapes.
    pub(crate) fn new(types: &'static [Type]) -> Deck {
        Deck {
            types,
            is_on: Cell::new(false),
            inside: RefCell::default(),
        }
    }

    /// Itself, where there is a tape in it.
    pub(crate) fn if_on(&self) -> Option<&Deck> {
        self.is_on.get().then_some(self)
    }

    /// Exchanges the tape that the search is recorded on.
    #[cfg(feature = "serde")]
    pub(crate) fn swap_search(&self, tape: &mut Option<Box<Tape>>) {
        self.change(|inside| swap(&mut inside.search, tape));
    }

    /// Exchanges the tape that the tick is recorded on.
    pub(crate) fn swap_tick(&self, tape: &mut Option<Box<Tape>>) {
        self.change(|inside| swap(&mut inside.tick, tape));
    }

    /// Exchanges what is given again.
    pub(crate) fn swap_played(&self, played: &mut Option<Box<Played>>) {
        self.change(|inside| swap(&mut inside.played, played));
    }

    fn change(&self, change: impl FnOnce(&mut Inside)) {
        if let Ok(mut inside) = self.inside.try_borrow_mut() {
            change(&mut inside);
            let tapes = [inside.search.is_some(), inside.tick.is_some()];
            self.is_on
                .set(inside.played.is_some() || tapes.contains(&true));
        }
    }

    /// An answer that is on a tape: `read` makes one of words, where they are one.
    fn kept<T>(&self, hash: u64, read: impl FnOnce(&[u64]) -> Option<T>) -> Option<T> {
        let mut inside = self.inside.try_borrow_mut().ok()?;
        inside.played.as_mut()?.answer(hash, read)
    }

    /// Records an answer.
    fn note(&self, hash: u64, words: &[u64]) {
        if let Ok(mut inside) = self.inside.try_borrow_mut() {
            let Inside { search, tick, .. } = &mut *inside;
            for tape in [search, tick].into_iter().flatten() {
                tape.note(hash, words);
            }
        }
    }

    /// A word, where it is one of this type.
    fn value(&self, ty: u16, word: u64) -> Option<u64> {
        let ty = self.types.get(usize::from(ty))?;
        (ty.is_value)(word).then_some(word)
    }

    // Nothing is borrowed while the game is asked, which may do anything.

    #[cold]
    pub(crate) fn test(
        &self,
        of: &Expression,
        slots: &[u64],
        ask: &mut dyn FnMut() -> bool,
    ) -> bool {
        let hash = of.question(slots, self.types);
        let kept = self.kept(hash, |words| match words {
            [0] => Some(false),
            [1] => Some(true),
            _ => None,
        });
        let answer = kept.unwrap_or_else(ask);
        self.note(hash, &[answer.into()]);
        answer
    }

    #[cold]
    pub(crate) fn word(&self, of: &Expression, slots: &[u64], ask: &mut dyn FnMut() -> u64) -> u64 {
        let hash = of.question(slots, self.types);
        let kept = self.kept(hash, |words| match *words {
            [word] => self.value(of.ty, word),
            _ => None,
        });
        let answer = kept.unwrap_or_else(ask);
        self.note(hash, &[answer]);
        answer
    }

    #[cold]
    pub(crate) fn option(
        &self,
        of: &Expression,
        slots: &[u64],
        ask: &mut dyn FnMut() -> Option<u64>,
    ) -> Option<u64> {
        let hash = of.question(slots, self.types);
        let kept = self.kept(hash, |words| match *words {
            [] => Some(None),
            [word] => self.value(of.ty, word).map(Some),
            _ => None,
        });
        let answer = kept.unwrap_or_else(ask);
        self.note(hash, answer.as_slice());
        answer
    }

    #[cold]
    pub(crate) fn cost(&self, of: &Expression, slots: &[u64], ask: &mut dyn FnMut() -> f32) -> f32 {
        let hash = of.question(slots, self.types);
        let kept = self.kept(hash, |words| match *words {
            [bits] => u32::try_from(bits).ok().map(f32::from_bits),
            _ => None,
        });
        let answer = kept.unwrap_or_else(ask);
        self.note(hash, &[answer.to_bits().into()]);
        answer
    }

    #[cold]
    pub(crate) fn span(
        &self,
        of: &Expression,
        slots: &[u64],
        ask: &mut dyn FnMut() -> [u64; 2],
    ) -> [u64; 2] {
        let hash = of.question(slots, self.types);
        let kept = self.kept(hash, |words| match *words {
            [first, 0] => Some([first, 0]),
            [first, count] => {
                let last = first.checked_add(count - 1)?;
                self.value(of.ty, first).and(self.value(of.ty, last))?;
                Some([first, count])
            }
            _ => None,
        });
        let answer = kept.unwrap_or_else(ask);
        self.note(hash, &answer);
        answer
    }

    #[cold]
    pub(crate) fn key(
        &self,
        of: &Expression,
        slots: &[u64],
        out: &mut [u64],
        ask: &mut dyn FnMut(&mut [u64]),
    ) {
        let hash = of.question(slots, self.types);
        let kept = self.kept(hash, |words| {
            let fits = words.len() == out.len();
            fits.then(|| out.copy_from_slice(words))
        });
        if kept.is_none() {
            ask(out);
        }
        self.note(hash, out);
    }

    #[cold]
    pub(crate) fn items(
        &self,
        of: &Expression,
        slots: &[u64],
        out: &mut Sink<'_>,
        ask: &mut dyn FnMut(&mut Sink<'_>),
    ) {
        let hash = of.question(slots, self.types);
        let kept = self.kept(hash, |words| {
            let mut all = words.iter();
            if !all.all(|word| self.value(of.ty, *word).is_some()) {
                return None;
            }
            // One that does not fit is told by the sink.
            let _all = words.iter().all(|word| out.push(*word));
            Some(())
        });
        if kept.is_none() {
            ask(out);
        }
        match out.refused() {
            None => self.note(hash, out.taken()),
            // With the one that did not fit, so that it does not fit again.
            Some(word) => self.note(hash, &[out.taken(), &[word]].concat()),
        }
    }
}
