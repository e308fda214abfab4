//! Answers of the domain's Rust expressions: what is news of them in a tick, and how that is written.
//!
//! Most questions are answered as they were in the tick before, and nothing is written of those.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::frames::{ANSWERS, record};
use super::names::write_words;
use super::tick::Counted;
use crate::bytes::{In, Out, Read, Senseless};
use crate::tape::{Known, Played, Run, Tape};

/// The answers of a tick, and those that were told.
#[derive(Debug)]
pub(super) struct Answers {
    /// While the squad is at work, it is in the deck of its host.
    pub tape: Option<Box<Tape>>,
    known: Known,
    /// How many are kept of a tick, and of how many questions it is known what was told last.
    most: usize,
}

impl Answers {
    pub fn new(most: usize) -> Answers {
        Answers {
            tape: Some(Box::new(Tape::new(most))),
            known: Known::default(),
            most,
        }
    }

    /// The record by which a journal says that it has answers.
    pub fn begin() -> Out {
        write_news(Before::Holds, &Counted::default())
    }

    /// The record of what is news in a tick, where anything is; and how many answers there was no room for.
    pub fn end_tick(&mut self) -> (Option<Out>, u64) {
        let Answers { tape, known, most } = self;
        let Some(tape) = tape else {
            return (None, 0);
        };
        let lost = tape.lost();
        let before = match known.len() > *most {
            _ if lost > 0 => Before::Unknown,
            true => Before::Forgotten,
            false => Before::Holds,
        };
        if before.is_forgotten() {
            known.clear();
        }
        let mut news = Counted::default();
        for (hash, runs) in tape.questions() {
            if !known.says(hash, runs.clone()) {
                news.push(|out| write_question(out, hash, runs, before));
            }
        }
        known.take_over(tape);
        tape.clear();
        let is_news = before.is_forgotten() || news.count > 0;
        (is_news.then(|| write_news(before, &news)), lost)
    }
}

/// What becomes of the answers that were told before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Holds,
    /// They were too many to be kept in mind.
    Forgotten,
    /// Nor are those here all that there were: the game is asked for what is not here, and when they have been given.
    Unknown,
}

impl Before {
    fn is_forgotten(self) -> bool {
        self != Before::Holds
    }

    /// Whether the last answer is given as often as it is asked for. Then it does not matter how often it was.
    fn goes_on(self) -> bool {
        self != Before::Unknown
    }
}

fn write_news(before: Before, questions: &Counted) -> Out {
    let mut out = record(ANSWERS);
    out.number(match before {
        Before::Holds => 0,
        Before::Forgotten => 1,
        Before::Unknown => 2,
    });
    questions.append(&mut out);
    out
}

fn write_question<'a>(
    out: &mut Out,
    hash: u64,
    runs: impl Iterator<Item = Run<'a>> + Clone,
    before: Before,
) {
    out.0.extend_from_slice(&hash.to_le_bytes());
    out.number(runs.clone().count() as u64);
    let mut runs = runs.peekable();
    while let Some(run) = runs.next() {
        if runs.peek().is_some() || !before.goes_on() {
            out.number(run.times);
        }
        write_words(out, run.words);
    }
}

/// What is news before a tick that is played.
pub(super) struct News {
    before: Before,
    questions: Vec<Question>,
}

/// The answers of a question in order, with how often each is given; 0 for as often as it is asked for.
type Question = (u64, Vec<(u64, Vec<u64>)>);

impl News {
    pub fn read(bytes: &[u8]) -> Read<News> {
        let mut from = In(bytes);
        let before = match from.number()? {
            0 => Before::Holds,
            1 => Before::Forgotten,
            2 => Before::Unknown,
            _ => return Err(Senseless),
        };
        let news = News {
            before,
            questions: from.list(|from| read_question(from, before))?,
        };
        match from.0.is_empty() {
            true => Ok(news),
            false => Err(Senseless),
        }
    }
}

fn read_question(from: &mut In<'_>, before: Before) -> Read<Question> {
    let hash = from.take(8)?.first_chunk().ok_or(Senseless)?;
    let count = from.count()?;
    if count == 0 {
        return Err(Senseless);
    }
    let runs = (1..=count).map(|number| {
        let times = match number == count && before.goes_on() {
            true => 0,
            false => from.number()?.max(1),
        };
        Ok((times, from.list(In::number)?))
    });
    Ok((u64::from_le_bytes(*hash), runs.collect::<Read<_>>()?))
}

impl Played {
    /// Before a tick in which answers are news.
    pub(super) fn begin_tick(&mut self, news: &News) {
        if news.before.is_forgotten() {
            self.known.clear();
        }
        self.tape = Tape::read();
        for (hash, runs) in &news.questions {
            for (times, words) in runs {
                self.tape.push(*hash, *times, words);
            }
        }
    }

    /// After a tick: what was said last is known.
    pub(super) fn end_tick(&mut self) {
        self.known.take_over(&self.tape);
        self.tape.clear();
    }
}
