//! The command line.

use crate::brain::Slice;
use crate::sim::{MAPS, TICKS_A_SECOND};

/// The parsed options of `squad`.
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
    /// The HTML report to write.
    pub report: Option<String>,
    /// The SVG graph of the domain to write, with the branches that the mission tried.
    pub graph: Option<String>,
    /// The tick to explain.
    pub explain: Option<u32>,
    /// Shows the mission on the terminal as it happens.
    pub live: bool,
    /// Takes over changes of the domain while the mission runs.
    pub reload: bool,
    /// The address at which a page shows the mission as it happens.
    pub page: Option<String>,
    /// The breakpoints, as text.
    pub breaks: Vec<String>,
    /// The journal to write.
    pub journal: Option<String>,
    /// The journal to replay instead of playing a mission.
    pub replay: Option<String>,
    /// The save to write, and the tick after which it is written.
    pub save: Option<(String, u32)>,
    /// The save to resume.
    pub load: Option<String>,
}

/// The parsed command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Invocation {
    Run(Box<Args>),
    Help,
}

/// Parses the arguments without the program's name.
pub fn parse(words: impl IntoIterator<Item = String>) -> Result<Invocation, String> {
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
        reload: false,
        page: None,
        breaks: Vec::new(),
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
            "--reload",
            "--no-colour",
            "--no-color",
        ];
        if let (true, Some(value)) = (takes_none.contains(&option.as_str()), &value) {
            return Err(format!("`{option}` takes no value: remove `{value}`"));
        }
        let inline = value.clone();
        let mut value = || {
            let given = value.take().or_else(|| words.next());
            given.ok_or(format!("`{option}` needs a value"))
        };
        match option.as_str() {
            "-h" | "--help" => return Ok(Invocation::Help),
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
            "--reload" => {
                needs_feature("reload", &option, "--live")?;
                args.reload = true;
            }
            "--page" => {
                needs_feature("live-page", &option, "")?;
                // Only as `--page=ADDRESS`: without a value, any free port.
                args.page = Some(inline.unwrap_or_else(|| "127.0.0.1:0".to_owned()));
            }
            "--break" => args.breaks.push(value()?),
            "--journal" => args.journal = Some(value()?),
            "--replay" => args.replay = Some(value()?),
            "--map" => {
                args.map = value()?;
                if !MAPS.contains(&args.map.as_str()) {
                    return Err(format!(
                        "unknown map `{}`: use one of {}",
                        args.map,
                        MAPS.join(", ")
                    ));
                }
            }
            _ => return Err(format!("unknown option `{option}`")),
        }
        given.push(option);
    }
    let allowed_with_replay = [
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
        .filter(|option| !allowed_with_replay.contains(&option.as_str()));
    if let (Some(_), Some(option)) = (&args.replay, others.next()) {
        return Err(format!(
            "`--replay` cannot be combined with `{option}`: use it with `--report`, `--explain` or `--quiet`"
        ));
    }
    args.save = match (save, at) {
        (Some(file), Some(tick)) => Some((file, tick)),
        (None, None) => None,
        (Some(_), None) => {
            return Err("`--save` needs `--at TIME`, for example `--at 1:05.2`".to_owned());
        }
        (None, Some(_)) => return Err("`--at` needs `--save FILE`".to_owned()),
    };
    if args.load.is_some() {
        let in_the_save = ["--seed", "--map", "--slice", "--micros"];
        let conflicts = |option: &&String| in_the_save.contains(&option.as_str());
        if let Some(option) = given.iter().find(conflicts) {
            return Err(format!(
                "`{option}` cannot be combined with `--load`: the save determines it"
            ));
        }
        if args.journal.is_some() {
            return Err(
                "`--journal` cannot be combined with `--load`: a journal starts with the mission"
                    .to_owned(),
            );
        }
    }
    if args.explain.is_some() && (args.save.is_some() || args.load.is_some()) {
        return Err(
            "`--explain` cannot be combined with `--save` or `--load`: it plays a mission from the start"
                .to_owned(),
        );
    }
    let drawn = args.report.is_some() || args.graph.is_some();
    if args.explain.is_some() && args.journal.is_some() {
        return Err("`--explain` cannot be combined with `--journal`".to_owned());
    }
    if args.page.is_none() && !args.breaks.is_empty() {
        return Err("`--break` needs `--page`, which continues the squad".to_owned());
    }
    if args.page.is_some() && (args.live || args.explain.is_some()) {
        return Err("`--page` cannot be combined with `--live` or `--explain`".to_owned());
    }
    if args.explain.is_some() && (args.live || drawn) {
        return Err(
            "`--explain` cannot be combined with `--live`, `--report` or `--graph`".to_owned(),
        );
    }
    Ok(Invocation::Run(Box::new(args)))
}

/// Parses a time as printed in the transcript, `1:05.2`, or in seconds, and returns its tick.
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
    tick().ok_or_else(|| format!("`{option}` needs a time like 1:05.2, not `{value}`"))
}

/// Returns an error with the right command if the program was built without `feature`.
fn needs_feature(feature: &str, option: &str, value: &str) -> Result<(), String> {
    let enabled = match feature {
        "explain" => cfg!(feature = "explain"),
        "reload" => cfg!(feature = "reload"),
        "json" => cfg!(feature = "json"),
        _ => cfg!(feature = "live-page"),
    };
    if enabled {
        return Ok(());
    }
    let command =
        format!("cargo run --release --features {feature} --example squad -- {option} {value}");
    Err(format!(
        "`{option}` needs the feature `{feature}`: {}",
        command.trim_end()
    ))
}

/// Parses a number without a sign.
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
A squad of four clears a building. One planning domain controls it in a small simulation.

usage: squad [options]

  --seed N        random seed of suspects and combat             (default: 56)
  --map NAME      office, house, warehouse, or random            (default: office)
  --ticks N       stop after N ticks of 1/10 s                   (default: 12000)
  --map-every N   print the map every N ticks
  --slice N       search steps per tick                          (default: 1000)
  --micros N      microseconds of search per tick instead; the time at which plans
                  are found then depends on the machine
  --report FILE   write an interactive report of the mission as HTML;
                  with the feature `explain` it also answers why not
  --graph FILE    write the graph of the domain as SVG, with how often the mission tried
                  and chose each branch; needs the feature `explain`
  --explain TIME  print only why the squad acts as it does at TIME, for example 1:05.2;
                  needs the feature `explain`
  --journal FILE  write a journal of the mission: all inputs of the squad's director,
                  for --replay
  --replay FILE   replay a journal instead of playing a mission and compare the results;
                  with --report, write its report; with --explain, print why the search
                  at that time returns its result
  --save FILE --at TIME
                  save the mission as JSON at TIME, for example 1:05.2, and continue;
                  needs the feature `json`
  --load FILE     resume a saved mission; needs the feature `json`
  --live          show map, officers and plans on the terminal: q quits, space pauses,
                  + and - change the speed
  --reload        read the domain again whenever a file in examples/squad/domain is saved;
                  needs the feature `reload`, and is best used with --live
  --page          serve a page that shows the mission in a browser as it happens, in real
                  time, and print its address; needs the feature `live-page`.
                  --page=ADDRESS for another address than 127.0.0.1 and any free port
  --break WHAT    halt the mission when something happens, until the page continues it;
                  needs --page. For example `branch squad_tactical clear`, `operator cover`,
                  `event failed`, `when cleared`. Can be given several times
  --plans         print the tree of each plan when it is found
  --no-colour     print without colours, like NO_COLOR
  -q, --quiet     print only the summary
  -h, --help      print this help

On the map, officers are the first letters of their names. Suspects are ? hiding, ! armed,
h hands up, c cuffed, x on the floor. Doors are + closed, ' open. Cleared rooms are dotted.
The map is printed each time a room is cleared.";
