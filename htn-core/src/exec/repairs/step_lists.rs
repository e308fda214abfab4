//! Lists of the steps of former plans, to compare with the steps of plans that are found.

#[cfg(feature = "serde")]
use alloc::vec::Vec;

use crate::model::domain::TaskCode;
use crate::model::pool::{Memory, Pool};
#[cfg(feature = "serde")]
use crate::persist::save::tasks::TaskCodec;
#[cfg(feature = "serde")]
use crate::tables::{FactVerb, RelId, Tables, TaskId};

/// Lists of steps with their arguments, the oldest list first, each with a note.
///
/// Invariant: `words` has the words of the lists in their order. If memory is short, the oldest lists are removed.
#[derive(Clone)]
pub(crate) struct StepLists<N> {
    /// For each step a word with its code, followed by its arguments.
    words: Pool<u64>,
    /// The note of each list, and its number of words.
    lists: Pool<(N, u32)>,
    max_lists: usize,
    max_words: usize,
}

impl<N: Copy> StepLists<N> {
    /// Reserves memory for this many lists, and this many words in all of them.
    pub fn new(max_lists: usize, max_words: usize, memory: Memory) -> Self {
        StepLists {
            words: memory.pool(max_words),
            lists: memory.pool(max_lists),
            max_lists,
            max_words,
        }
    }

    /// Appends a list, unless it does not fit even if it is the only one.
    pub fn add<'s>(&mut self, note: N, steps: impl Iterator<Item = Step<'s>> + Clone) {
        let size = words_of(steps.clone()).count();
        if self.make_room(size) {
            self.words.extend(words_of(steps));
            self.lists.push((note, size as u32));
        }
    }

    /// Appends a list by its words.
    pub fn add_words(&mut self, note: N, words: &[u64]) {
        if self.make_room(words.len()) {
            self.words.extend_from_slice(words);
            self.lists.push((note, words.len() as u32));
        }
    }

    /// Removes the oldest lists until a list of `size` words fits. Returns false if it never fits.
    fn make_room(&mut self, size: usize) -> bool {
        if self.max_lists == 0 || size > self.max_words {
            return false;
        }
        let (mut lists, mut words) = (0, 0);
        while self.lists.len() - lists == self.max_lists
            || self.words.len() - words + size > self.max_words
        {
            words += self.lists[lists].1 as usize;
            lists += 1;
        }
        self.lists.drain(..lists);
        self.words.drain(..words);
        true
    }

    /// Removes the lists whose notes `keeps` rejects.
    pub fn retain(&mut self, keeps: impl Fn(N) -> bool) {
        let (words, mut from, mut to) = (&mut self.words, 0, 0);
        self.lists.retain(|(note, size)| {
            let (start, size) = (from, *size as usize);
            from += size;
            let keeps = keeps(*note);
            if keeps {
                words.copy_within(start..from, to);
                to += size;
            }
            keeps
        });
        words.truncate(to);
    }

    pub fn is_empty(&self) -> bool {
        self.lists.is_empty()
    }

    /// Returns the lists with their notes and words.
    pub fn iter(&self) -> impl Iterator<Item = (N, &[u64])> {
        let mut rest = &self.words[..];
        self.lists.iter().map(move |(note, size)| {
            let (words, behind) = rest.split_at(*size as usize);
            rest = behind;
            (*note, words)
        })
    }

    /// Returns the notes of the lists with exactly these steps.
    pub fn same<'s>(
        &self,
        steps: impl Iterator<Item = Step<'s>> + Clone,
    ) -> impl Iterator<Item = N> {
        let is_same = move |words: &[u64]| words_of(steps.clone()).eq(words.iter().copied());
        self.iter()
            .filter_map(move |(note, words)| is_same(words).then_some(note))
    }

    pub fn bytes(&self) -> usize {
        self.words.bytes() + self.lists.bytes()
    }
}

/// The code of a step, and its arguments.
pub(crate) type Step<'s> = (TaskCode, &'s [u64]);

fn words_of<'s>(steps: impl Iterator<Item = Step<'s>>) -> impl Iterator<Item = u64> {
    steps.flat_map(|(code, args)| {
        let (kind, number) = match code {
            TaskCode::Task(task) => (0, task.0),
            TaskCode::Fact(verb, rel) => (1 + verb as u64, rel.0),
        };
        let code = kind << 16 | u64::from(number);
        core::iter::once(code).chain(args.iter().copied())
    })
}

/// Lists in a save.
#[cfg(feature = "serde")]
impl<N: Copy> StepLists<N> {
    /// Returns the lists with their steps.
    pub fn snapshot<T: TaskCodec>(&self, tables: &'static Tables) -> Vec<(N, Vec<T>)> {
        let steps = |words| {
            let steps = steps_of(tables, words);
            steps.map(|(code, args)| T::new(code, args)).collect()
        };
        self.iter()
            .map(|(note, words)| (note, steps(words)))
            .collect()
    }

    /// Adds the lists of a snapshot.
    pub fn restore<T: TaskCodec>(&mut self, lists: &[(N, Vec<T>)]) {
        for (note, steps) in lists {
            let steps = steps.iter().map(|step| (step.code(), step.words()));
            self.add(*note, steps);
        }
    }
}

/// Decodes the steps of a list.
#[cfg(feature = "serde")]
fn steps_of<'s>(tables: &'static Tables, mut words: &'s [u64]) -> impl Iterator<Item = Step<'s>> {
    core::iter::from_fn(move || {
        let (code, rest) = words.split_first()?;
        let number = *code as u16;
        let columns = || tables.relations[usize::from(number)].columns;
        let (code, params) = match code >> 16 {
            0 => {
                let task = &tables.tasks[usize::from(number)];
                (TaskCode::Task(TaskId(number)), task.params)
            }
            verb => {
                let verb = FactVerb::of_number(verb as usize - 1)?;
                (TaskCode::Fact(verb, RelId(number)), columns())
            }
        };
        let (args, behind) = rest.split_at(params.len());
        words = behind;
        Some((code, args))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::TaskId;

    /// Lists of one step, with the notes 0, 1, 2, …
    fn lists(most: usize, words: usize, args: &[&[u64]]) -> StepLists<usize> {
        let mut lists = StepLists::new(most, words, Memory::Reserved);
        for (note, args) in args.iter().enumerate() {
            lists.add(note, step(args));
        }
        lists
    }

    fn step(args: &[u64]) -> impl Iterator<Item = Step<'_>> + Clone {
        core::iter::once((TaskCode::Task(TaskId(7)), args))
    }

    fn notes(lists: &StepLists<usize>) -> alloc::vec::Vec<usize> {
        lists.iter().map(|(note, _)| note).collect()
    }

    #[test]
    fn oldest_lists_make_room_for_new_ones() {
        let all: [&[u64]; 4] = [&[1], &[2], &[3, 3, 3], &[4]];
        assert_eq!(notes(&lists(2, 100, &all)), [2, 3], "two lists");
        assert_eq!(notes(&lists(9, 6, &all)), [2, 3], "six words");
        assert_eq!(notes(&lists(9, 8, &all)), [1, 2, 3], "eight words");
        assert_eq!(
            notes(&lists(9, 3, &all)),
            [3],
            "a list that never fits removes no other"
        );
        assert!(lists(0, 100, &all).is_empty());
    }

    #[test]
    fn retained_lists_keep_their_steps() {
        let mut lists = lists(9, 100, &[&[1], &[2, 2], &[], &[3]]);
        lists.retain(|note| note != 1);
        assert_eq!(notes(&lists), [0, 2, 3]);
        let same = |args: &[u64]| lists.same(step(args)).collect::<alloc::vec::Vec<_>>();
        assert_eq!(
            (same(&[1]), same(&[]), same(&[3])),
            (vec_of(0), vec_of(2), vec_of(3))
        );
        assert!(same(&[2, 2]).is_empty() && same(&[1, 1]).is_empty());
    }

    fn vec_of(note: usize) -> alloc::vec::Vec<usize> {
        alloc::vec![note]
    }
}
