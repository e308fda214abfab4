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
    /// The file that the graph of the domain is drawn to, with what the mission tried.
    pub graph: Option<String>,
    /// The tick at which to say why the squad does what it does.
    pub explain: Option<u32>,
    /// Show it on the terminal as it happens.
    pub live: bool,
    /// The file that a journal of the mission is written to.
    pub journal: Option<String>,
    /// The journal that is played again, instead of a mission.
    pub replay: Option<String>,
    /// The file that the mission is saved to, and the tick after which it is.
    pub save: Option<(String, u32)>,
    /// The save that the mission goes on from.
    pub load: Option<String>,
}

/// What to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wish {
    Run(Box<Args>),
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
        graph: None,
        explain: None,
        live: false,
        journal: None,
        replay: None,
        save: None,
        load: None,
    };
    let (mut save, mut at) = (None, None);
    let mut given = Vec::new();
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
            "--live",
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
            "--graph" => {
                let file = value()?;
                needs_feature("explain", &option, &file)?;
                args.graph = Some(file);
            }
            "--explain" => {
                let time = value()?;
                needs_feature("explain", &option, &time)?;
                args.explain = Some(moment(&option, &time)?);
            }
            "--save" => {
                let file = value()?;
                needs_feature("json", &option, &file)?;
                save = Some(file);
            }
            "--at" => at = Some(moment(&option, &value()?)?),
            "--load" => {
                let file = value()?;
                needs_feature("json", &option, &file)?;
                args.load = Some(file);
            }
            "--live" => args.live = true,
            "--journal" => args.journal = Some(value()?),
            "--replay" => args.replay = Some(value()?),
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
        given.push(option);
    }
    let goes_with_replay = [
        "--replay",
        "--report",
        "--explain",
        "-q",
        "--quiet",
        "--no-colour",
        "--no-color",
    ];
    let mut others = given
        .iter()
        .filter(|option| !goes_with_replay.contains(&option.as_str()));
    if let (Some(_), Some(option)) = (&args.replay, others.next()) {
        return Err(format!(
            "`--replay` plays what the journal has: it goes with `--report`, `--explain` and `--quiet`, not with `{option}`"
        ));
    }
    args.save = match (save, at) {
        (Some(file), Some(tick)) => Some((file, tick)),
        (None, None) => None,
        (Some(_), None) => return Err("`--save` needs `--at TIME`, 1:05.2 for example".to_owned()),
        (None, Some(_)) => return Err("`--at` is the time of `--save FILE`".to_owned()),
    };
    if args.load.is_some() {
        let in_the_save = ["--seed", "--map", "--slice", "--micros"];
        let told_twice = |option: &&String| in_the_save.contains(&option.as_str());
        if let Some(option) = given.iter().find(told_twice) {
            return Err(format!(
                "`--load` has all of the mission: it goes not with `{option}`"
            ));
        }
        if args.journal.is_some() {
            return Err("a journal begins with the mission: it goes not with `--load`".to_owned());
        }
    }
    if args.explain.is_some() && (args.save.is_some() || args.load.is_some()) {
        return Err(
            "`--explain` follows a mission from its beginning: it goes with neither `--save` nor `--load`"
                .to_owned(),
        );
    }
    let drawn = args.report.is_some() || args.graph.is_some();
    if args.explain.is_some() && args.journal.is_some() {
        return Err("`--explain` tells of one moment: it goes not with `--journal`".to_owned());
    }
    if args.explain.is_some() && (args.live || drawn) {
        return Err(
            "`--explain` tells of one moment: it goes with neither `--live` nor `--report` nor `--graph`"
                .to_owned(),
        );
    }
    Ok(Wish::Run(Box::new(args)))
}

/// The tick of a time as the transcript has it, `1:05.2`, or in seconds.
fn moment(option: &str, value: &str) -> Result<u32, String> {
    let tick = || {
        let (minutes, rest) = value.split_once(':').unwrap_or(("0", value));
        let (seconds, tenths) = rest.split_once('.').unwrap_or((rest, "0"));
        let (minutes, seconds) = (digits(minutes)?, digits(seconds)?);
        if value.contains(':') && seconds >= 60 || tenths.len() != 1 {
            return None;
        }
        let seconds = minutes.checked_mul(60)?.checked_add(seconds)?;
        seconds
            .checked_mul(TICKS_A_SECOND)?
            .checked_add(digits(tenths)? * TICKS_A_SECOND / 10)
    };
    tick().ok_or_else(|| {
        format!("`{option}` needs a time as the transcript has it, like 1:05.2, not `{value}`")
    })
}

/// What needs a feature is refused without it.
fn needs_feature(feature: &str, option: &str, value: &str) -> Result<(), String> {
    let (explain, json) = (cfg!(feature = "explain"), cfg!(feature = "json"));
    match if feature == "explain" { explain } else { json } {
        true => Ok(()),
        false => Err(format!(
            "`{option}` needs the feature `{feature}`: \
             cargo run --release --features {feature} --example squad -- {option} {value}"
        )),
    }
}

/// A number without a sign.
fn digits(text: &str) -> Option<u32> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| plain)
}

fn number<T: std::str::FromStr>(option: &str, value: String) -> Result<T, String> {
    value
        .parse()
        .map_err(|_| format!("`{option}` needs a number, not `{value}`"))
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
  --report FILE   write a page that shows the whole mission: HTML, for a browser;
                  built with `--features explain` it also answers why not
  --graph FILE    draw the domain, and how often the mission tried and took each branch:
                  SVG; build with `--features explain` for it
  --explain TIME  only why the squad does what it does at that time, 1:05.2 for example;
                  build with `--features explain` for it
  --journal FILE  keep a journal of the mission: all that the squad's director was given,
                  to be played again
  --replay FILE   play a journal again and compare what the squad does, instead of a mission:
                  the page of it with `--report`; with `--explain`, why the search of that
                  time comes out as it does
  --save FILE --at TIME
                  save the mission as JSON at that time, 1:05.2 for example, and go on;
                  build with `--features json` for it
  --load FILE     go on with a mission that was saved; likewise
  --live          map, officers and plans on the terminal, as it happens: q quits,
                  space pauses, + and - change the speed
  --plans         the tree of each plan, as it is found
  --no-colour     none, though it is a terminal (so does NO_COLOR)
  -q, --quiet     only the summary
  -h, --help      this text

On the map: officers are the first letters of their names; suspects are ? hiding, ! armed,
h hands up, c in cuffs, x on the floor; doors are + closed, ' open; rooms that are clear are
dotted. It is drawn whenever a room is taken.";
