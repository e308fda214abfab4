//! The first difference between a journal and its replay.

use alloc::string::{String, ToString};
use core::fmt;

use super::lines::Seen;
use super::tick::Tick;

/// The first difference between a journal and its replay. It prints as "the same until tick 740, then `plan 3 started
/// cover(Ash, spot 9)` instead of `plan 3 started cover(Beck, spot 9)`". The [module](super) has an example.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Difference {
    /// Its tick.
    pub tick: u64,
    /// The recorded event or command that differs. `None` if there is an additional one now, or if the journal was recorded
    /// without events.
    pub was: Option<String>,
    /// The event or command of the replay. `None` if there is one less.
    pub now: Option<String>,
    /// True if the journal has the events of that tick.
    pub is_known: bool,
}

impl Difference {
    /// Prints the difference with a time before the tick: "the same until 1:14.0 (tick 740), then …".
    pub fn at(&self, ticks_a_second: u32) -> impl fmt::Display + '_ {
        Timed(self, ticks_a_second)
    }

    /// Compares the events and commands of a tick, or its commands only.
    pub(super) fn of(
        tick: u64,
        given: &Tick<'_>,
        seen: &Seen,
        commands_only: bool,
    ) -> Option<Difference> {
        let same_events = commands_only || given.events == seen.events.digest;
        if same_events && given.commands == seen.commands.digest {
            return None;
        }
        let now = if same_events {
            &seen.commands.lines
        } else {
            &seen.events.lines
        };
        let were = given
            .lines
            .as_ref()
            .map(|lines| &lines[usize::from(same_events)][..]);
        let had_some = if same_events {
            given.commands.is_some()
        } else {
            given.events.is_some()
        };
        // A tick without a digest had no events.
        let is_known = were.is_some() || !had_some;
        let were = were.unwrap_or(&[]);
        let same = were.iter().zip(now).take_while(|(was, now)| *was == now);
        let same = same.count();
        Some(Difference {
            tick,
            was: were.get(same).map(ToString::to_string),
            now: now.get(same).cloned(),
            is_known,
        })
    }

    fn write(&self, when: fmt::Arguments<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the same until {when}, then ")?;
        match (&self.was, &self.now, self.is_known) {
            (Some(was), Some(now), _) => write!(f, "`{now}` instead of `{was}`"),
            (Some(was), None, _) => write!(f, "no more `{was}`"),
            (None, Some(now), true) => write!(f, "additional `{now}`"),
            (None, Some(now), false) => write!(
                f,
                "something else, beginning with `{now}` (the journal was recorded without events)"
            ),
            (None, None, _) => f.write_str(
                "nothing, where the journal has something (it was recorded without events)",
            ),
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(format_args!("tick {}", self.tick), f)
    }
}

struct Timed<'a>(&'a Difference, u32);

impl fmt::Display for Timed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Timed(difference, ticks_a_second) = self;
        let (tick, a_second) = (difference.tick, u64::from(*ticks_a_second).max(1));
        let (seconds, rest) = (tick / a_second, tick % a_second);
        let tenths = rest * 10 / a_second;
        let (minutes, seconds) = (seconds / 60, seconds % 60);
        difference.write(
            format_args!("{minutes}:{seconds:02}.{tenths} (tick {tick})"),
            f,
        )
    }
}
