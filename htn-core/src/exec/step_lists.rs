//! Steps of plans that are over, or are others by now, in words: to be compared with the steps of plans that are found.

#[cfg(feature = "serde")]
use alloc::vec::Vec;

use crate::model::domain::TaskCode;
use crate::model::pool::{Memory, Pool};
#[cfg(feature = "serde")]
use crate::persist::save::tasks::TaskCodec;
#[cfg(feature = "serde")]
use crate::tables::{RelId, Tables, TaskId};

/// Lists of steps with their arguments, the oldest list first, each with a note. Where there is no room for another one, the
/// oldest are forgotten.
#[derive(Clone)]
pub(crate) struct StepLists<N> {
    /// A word for each step, what it is, and its arguments behind it.
    words: Pool<u64>,
    /// The note of each list, and how many words it has.
    lists: Pool<(N, u32)>,
    most_lists: usize,
    most_words: usize,
}

impl<N: Copy> StepLists<N> {
    /// Room for so many lists, and so many words in all of them together.
    pub fn new(most_lists: usize, most_words: usize, memory: Memory) -> Self {
        StepLists {
            words: memory.pool(most_words),
            lists: memory.pool(most_lists),
            most_lists,
            most_words,
        }
    }

    /// A list behind the others. One that does not even fit by itself is not kept.
    pub fn add<'s>(&mut self, note: N, steps: impl Iterator<Item = Step<'s>> + Clone) {
        let size = words_of(steps.clone()).count();
        if self.make_room(size) {
            self.words.extend(words_of(steps));
            self.lists.push((note, size as u32));
        }
    }

    /// The same for the words of a list.
    pub fn add_words(&mut self, note: N, words: &[u64]) {
        if self.make_room(words.len()) {
            self.words.extend_from_slice(words);
            self.lists.push((note, words.len() as u32));
        }
    }

    /// Forgets the oldest lists until there is room for one of so many words; false where there never is.
    fn make_room(&mut self, size: usize) -> bool {
        if self.most_lists == 0 || size > self.most_words {
            return false;
        }
        let (mut lists, mut words) = (0, 0);
        while self.lists.len() - lists == self.most_lists
            || self.words.len() - words + size > self.most_words
        {
            words += self.lists[lists].1 as usize;
            lists += 1;
        }
        self.lists.drain(..lists);
        self.words.drain(..words);
        true
    }

    /// Keeps the lists with these notes only.
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

    /// All of them, with their words.
    pub fn iter(&self) -> impl Iterator<Item = (N, &[u64])> {
        let mut rest = &self.words[..];
        self.lists.iter().map(move |(note, size)| {
            let (words, behind) = rest.split_at(*size as usize);
            rest = behind;
            (*note, words)
        })
    }

    /// The notes of the lists that have just these steps.
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

/// What a step does, and its arguments.
pub(crate) type Step<'s> = (TaskCode, &'s [u64]);

fn words_of<'s>(steps: impl Iterator<Item = Step<'s>>) -> impl Iterator<Item = u64> {
    steps.flat_map(|(code, args)| {
        let (kind, number) = match code {
            TaskCode::Task(task) => (0, task.0),
            TaskCode::Add(rel) => (1, rel.0),
            TaskCode::Delete(rel) => (2, rel.0),
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

/// The steps that the words of a list stand for.
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
            1 => (TaskCode::Add(RelId(number)), columns()),
            _ => (TaskCode::Delete(RelId(number)), columns()),
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

    /// Lists of one step, which are told apart by its number.
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
    fn the_oldest_are_forgotten() {
        let all: [&[u64]; 4] = [&[1], &[2], &[3, 3, 3], &[4]];
        assert_eq!(notes(&lists(2, 100, &all)), [2, 3], "two lists");
        assert_eq!(notes(&lists(9, 6, &all)), [2, 3], "six words");
        assert_eq!(notes(&lists(9, 8, &all)), [1, 2, 3], "eight words");
        assert_eq!(
            notes(&lists(9, 3, &all)),
            [3],
            "what never fits takes no other's place"
        );
        assert!(lists(0, 100, &all).is_empty());
    }

    #[test]
    fn what_is_kept_moves_up() {
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
