//! Where a replay is not what the journal says.

use alloc::string::{String, ToString};
use core::fmt;

use super::lines::Seen;
use super::tick::Tick;

/// What differs first between a journal and its replay: "the same until tick 740, then `plan 3 started cover(Ash, spot 9)`
/// instead of `plan 3 started cover(Beck, spot 9)`".
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Difference {
    /// The tick in which it is.
    pub tick: u64,
    /// The line of that tick, an event or a command, that is not the same, as it was. `None` where there is one more now, or
    /// where the journal was kept without its events.
    pub was: Option<String>,
    /// As it is now. `None` where there is one less.
    pub now: Option<String>,
    /// Whether the journal knows how it was.
    pub is_known: bool,
}

impl Difference {
    /// With times instead of ticks: "the same until 1:14.0 (tick 740), then …".
    pub fn at(&self, ticks_a_second: u32) -> impl fmt::Display + '_ {
        Timed(self, ticks_a_second)
    }

    /// What differs in a tick: events and commands, or commands only.
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
        // Where nothing happened, that is known.
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

    fn tell(&self, when: fmt::Arguments<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the same until {when}, then ")?;
        match (&self.was, &self.now, self.is_known) {
            (Some(was), Some(now), _) => write!(f, "`{now}` instead of `{was}`"),
            (Some(was), None, _) => write!(f, "no more `{was}`"),
            (None, Some(now), true) => write!(f, "`{now}` besides"),
            (None, Some(now), false) => write!(
                f,
                "something else than before, beginning with `{now}` (the journal was kept without its events)"
            ),
            (None, None, _) => {
                f.write_str("nothing where something was (the journal was kept without its events)")
            }
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tell(format_args!("tick {}", self.tick), f)
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
        difference.tell(
            format_args!("{minutes}:{seconds:02}.{tenths} (tick {tick})"),
            f,
        )
    }
}
