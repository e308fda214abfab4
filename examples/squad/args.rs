//! The command line.

use crate::brain::Slice;
use crate::sim::{MAPS, TICKS_A_SECOND};

/// What the user asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Args {
    pub seed: u64,
    pub map: String,
    pub ticks: u32,
    pub quiet: bool,
    pub plans: bool,
    pub colour: bool,
    pub map_every: u32,
    pub slice: Slice,
    /// The file that a page about the mission is written to.
    pub report: Option<String>,
    /// The tick at which to say why the squad does what it does, and to end.
    pub explain: Option<u32>,
}

/// What to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wish {
    Run(Args),
    Help,
}

/// Reads the arguments, without the program's name.
pub fn parse(words: impl IntoIterator<Item = String>) -> Result<Wish, String> {
    let mut args = Args {
        seed: 56,
        map: "office".to_owned(),
        ticks: 12_000,
        quiet: false,
        plans: false,
        colour: true,
        map_every: 0,
        slice: Slice::Steps(1_000),
        report: None,
        explain: None,
    };
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        let (option, mut value) = match word.split_once('=') {
            Some((option, value)) => (option.to_owned(), Some(value.to_owned())),
            None => (word, None),
        };
        let takes_none = [
            "-h",
            "--help",
            "-q",
            "--quiet",
            "--plans",
            "--no-colour",
            "--no-color",
        ];
        if let (true, Some(value)) = (takes_none.contains(&option.as_str()), &value) {
            return Err(format!("`{option}` takes no value, and has `{value}`"));
        }
        let mut value = || {
            let given = value.take().or_else(|| words.next());
            given.ok_or(format!("`{option}` needs a value"))
        };
        match option.as_str() {
            "-h" | "--help" => return Ok(Wish::Help),
            "-q" | "--quiet" => args.quiet = true,
            "--plans" => args.plans = true,
            "--no-colour" | "--no-color" => args.colour = false,
            "--seed" => args.seed = number(&option, value()?)?,
            "--ticks" => args.ticks = number(&option, value()?)?,
            "--map-every" => args.map_every = number(&option, value()?)?,
            "--slice" => args.slice = Slice::Steps(number(&option, value()?)?),
            "--micros" => args.slice = Slice::Micros(number(&option, value()?)?),
            "--report" => args.report = Some(value()?),
            "--explain" if !cfg!(feature = "explain") => {
                return Err(format!(
                    "`{option}` needs a feature: cargo run --release --features explain --example squad -- {option} TIME"
                ));
            }
            "--explain" => args.explain = Some(tick(&option, &value()?)?),
            "--map" => {
                args.map = value()?;
                if !MAPS.contains(&args.map.as_str()) {
                    return Err(format!(
                        "there is no map `{}`; there are {}",
                        args.map,
                        MAPS.join(", ")
                    ));
                }
            }
            _ => return Err(format!("unknown option `{option}`")),
        }
    }
    Ok(Wish::Run(args))
}

fn number<T: std::str::FromStr>(option: &str, value: String) -> Result<T, String> {
    value
        .parse()
        .map_err(|_| format!("`{option}` needs a number, not `{value}`"))
}

/// The tick of a time as the transcript prints it: `1:23.4`, or seconds.
fn tick(option: &str, time: &str) -> Result<u32, String> {
    let read = || {
        let (minutes, seconds) = time.split_once(':').unwrap_or(("0", time));
        let (seconds, tenths) = seconds.split_once('.').unwrap_or((seconds, "0"));
        let minutes: u32 = minutes.parse().ok()?;
        let seconds: u32 = seconds.parse().ok()?;
        let tenths: u32 = tenths.parse().ok().filter(|tenths| *tenths < 10)?;
        let seconds = minutes.checked_mul(60)?.checked_add(seconds)?;
        seconds.checked_mul(TICKS_A_SECOND)?.checked_add(tenths)
    };
    read().ok_or_else(|| format!("`{option}` needs a time like `1:23.4`, not `{time}`"))
}

/// The text of `--help`.
pub const HELP: &str = "\
A squad of four clears a building: one planning domain, carried out in a small simulation.

usage: squad [options]

  --seed N        people, their tempers and their luck           (default: 56)
  --map NAME      office, house, warehouse, or random            (default: office)
  --ticks N       give up after so many ticks of 1/10 s          (default: 12000)
  --map-every N   draw the map every N ticks
  --slice N       search steps a tick                            (default: 1000)
  --micros N      microseconds of searching a tick instead; what
                  is found when then depends on the machine
  --report FILE   write a page that shows the whole mission: HTML, for a browser
  --explain TIME  why the squad does what it does then, like 1:23.4 (with the feature `explain`)
  --plans         the tree of each plan, as it is found
  --no-colour     none, though it is a terminal (so does NO_COLOR)
  -q, --quiet     only the summary
  -h, --help      this text

On the map: officers are the first letters of their names; suspects are ? hiding, ! armed,
h hands up, c in cuffs, x on the floor; doors are + closed, ' open; rooms that are clear are
dotted. It is drawn whenever a room is taken.";
