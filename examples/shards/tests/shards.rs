//! Processes that hand squads over, one of which is killed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use shards::domain::Ring;
use shards::leg;

const SHARDS: u16 = 3;
const SQUADS: u32 = 1_000;
/// Longer than any wait for a line of a shard should take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);

struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    log: PathBuf,
}

impl Process {
    fn start(number: u16, port: u16, folder: &str) -> Process {
        let log = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{folder}-{number}"));
        let mut child = Command::new(env!("CARGO_BIN_EXE_shards"))
            .args([number, SHARDS, port].map(|it| it.to_string()))
            .args([&SQUADS.to_string(), &log.display().to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a process");
        let (sender, lines) = channel();
        let output = BufReader::new(child.stdout.take().expect("its output"));
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                println!("shard {number}: {line}");
                let _ = sender.send(line);
            }
        });
        let input = child.stdin.take().expect("its input");
        Process {
            child,
            input,
            lines,
            log,
        }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the process reads its input");
    }

    fn wait_for(&self, expected: &str) {
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            if line.expect("the process prints what it waits for") == expected {
                return;
            }
        }
    }

    fn lines_of_log(&self) -> Vec<String> {
        let text = fs::read_to_string(self.log.with_extension("log")).expect("its log");
        // The last line of a killed process may be incomplete.
        let complete = text.rsplit_once('\n').map_or("", |(lines, _)| lines);
        complete.lines().map(str::to_owned).collect()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the first of some free ports. Two runs in one process use different ones.
fn free_ports(run: usize) -> u16 {
    let first = std::process::id() as usize % 150 * 2 + run;
    let tries = (20_000..60_000).step_by(97).skip(first).step_by(2);
    let is_free = |port: u16| TcpListener::bind(("127.0.0.1", port)).is_ok();
    let mut free = tries.filter(|port| (0..SHARDS).all(|number| is_free(port + number)));
    free.next().expect("free ports")
}

/// The entries of all logs about a squad.
#[derive(Default, Debug)]
struct Story {
    begun: BTreeSet<String>,
    ended: BTreeSet<String>,
    /// By hop: the shards that started the squad.
    started: BTreeMap<u32, Vec<u16>>,
    /// By hop: the shard that accepted the squad.
    accepted: BTreeMap<u32, u16>,
    /// The shards that hold it at the end, with its running actions.
    held: Vec<(u16, BTreeSet<String>)>,
}

fn stories(processes: &[(u16, Vec<String>)]) -> BTreeMap<u32, Story> {
    let mut stories: BTreeMap<u32, Story> = BTreeMap::new();
    for (shard, lines) in processes {
        for line in lines {
            let words: Vec<&str> = line.split(' ').collect();
            let story = stories
                .entry(words[1].parse().expect("a squad"))
                .or_default();
            match words[0] {
                "begin" => {
                    assert!(
                        story.begun.insert(words[2].to_owned()),
                        "begins twice: {line}"
                    );
                }
                "end" => assert!(
                    story.ended.insert(words[2].to_owned()),
                    "ends twice: {line}"
                ),
                "start" => {
                    let hop = words[2].parse().expect("a hop");
                    story.started.entry(hop).or_default().push(*shard);
                }
                "hold" => {
                    let running = words[3..].iter().map(|id| (*id).to_owned());
                    story.held.push((*shard, running.collect()));
                }
                "accept" => {
                    let hop = words[2].parse().expect("a hop");
                    let before = story.accepted.insert(hop, *shard);
                    assert_eq!(before, None, "accepted twice: {line}");
                }
                "gone" | "stay" => {}
                other => panic!("an unknown line `{other}`"),
            }
        }
    }
    stories
}

fn count(lines: &[String], word: &str) -> usize {
    lines.iter().filter(|line| line.starts_with(word)).count()
}

/// Plays with all shards, kills one of them if `killed` names it, and returns the logs.
fn play(folder: &str, killed: Option<u16>) -> Vec<(u16, Vec<String>)> {
    let port = free_ports(usize::from(killed.is_some()));
    let numbers = 0..SHARDS;
    let mut processes: Vec<Process> = numbers.map(|it| Process::start(it, port, folder)).collect();
    for process in &processes {
        process.wait_for("complete");
    }
    for process in &processes {
        process.wait_for("tick 20");
    }
    if let Some(killed) = killed {
        let process = &mut processes[usize::from(killed)];
        process.child.kill().expect("it runs");
        process.child.wait().expect("it ends");
    }
    let is_alive = |number: usize| killed.map(usize::from) != Some(number);
    let mut alive: Vec<&mut Process> = processes
        .iter_mut()
        .enumerate()
        .filter_map(|(number, process)| is_alive(number).then_some(process))
        .collect();
    for process in &alive {
        process.wait_for("tick 40");
    }
    for process in &mut alive {
        process.send("halt");
    }
    for process in &alive {
        process.wait_for("quiet");
    }
    for process in &mut alive {
        process.send("end");
        assert!(process.child.wait().expect("it ends").success());
    }
    let logs = processes.iter().map(Process::lines_of_log);
    (0..SHARDS).zip(logs).collect()
}

/// Plays all journals again.
fn replay(folder: &str) -> usize {
    let ring = Ring { shards: SHARDS };
    let mut legs = BTreeMap::new();
    for number in 0..SHARDS {
        let file =
            PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{folder}-{number}.legs"));
        let bytes = fs::read(file).expect("the journals");
        for leg in leg::read_all(&bytes).expect("whole journals") {
            leg.replay(ring).expect("the same again");
            legs.insert((leg.number, leg.hop), leg);
        }
    }
    // A leg begins where the one before it ended, except for the number of the hop.
    let mut joined = 0;
    for ((number, hop), leg) in &legs {
        if let Some(next) = legs.get(&(*number, hop + 1)) {
            let mut squad = shards::squad::Squad::from_bytes(&leg.to).expect("a squad");
            squad.hop += 1;
            assert_eq!(
                squad.to_bytes().expect("its bytes"),
                next.from,
                "squad {number}, {hop}"
            );
            joined += 1;
        }
    }
    assert!(
        joined > 10,
        "{joined} of {} legs follow another",
        legs.len()
    );
    legs.len()
}

#[test]
fn squads_survive_hand_overs() {
    let logs = play("calm", None);
    let stories = stories(&logs);
    assert_eq!(stories.len(), SQUADS as usize);
    for (number, story) in &stories {
        assert_eq!(story.held.len(), 1, "squad {number}: {story:?}");
        assert!(
            story.started.values().all(|by| by.len() == 1),
            "{number}: {story:?}"
        );
        let open: BTreeSet<String> = story.begun.difference(&story.ended).cloned().collect();
        assert_eq!(open, story.held[0].1, "squad {number}: {story:?}");
        assert!(
            story.ended.is_subset(&story.begun),
            "squad {number}: {story:?}"
        );
    }
    let gone: usize = logs.iter().map(|(_, lines)| count(lines, "gone ")).sum();
    assert!(gone > 100, "{gone} hand-overs");
    assert!(replay("calm") > 20);
}

#[test]
fn killed_shard_takes_only_its_own_squads() {
    let killed = 1;
    let logs = play("killed", Some(killed));
    let (mut left, mut lost) = (0, 0);
    for (number, story) in stories(&logs) {
        // A hop is started twice only if the receiver was killed and the owner resumed the squad.
        for by in story.started.values() {
            let living = by.iter().filter(|shard| **shard != killed).count();
            assert!(living <= 1, "squad {number}: {story:?}");
        }
        assert!(story.held.len() <= 1, "squad {number}: {story:?}");
        let Some((_, running)) = story.held.first() else {
            // It was at the killed shard last: accepted, or there from the beginning.
            let last = story.accepted.values().next_back();
            let last = last.or_else(|| story.started[&0].first());
            assert_eq!(last, Some(&killed), "squad {number}: {story:?}");
            lost += 1;
            continue;
        };
        let open: BTreeSet<String> = story.begun.difference(&story.ended).cloned().collect();
        assert_eq!(open, *running, "squad {number}: {story:?}");
        left += 1;
    }
    assert_eq!(left + lost, SQUADS);
    assert!(left > 300 && lost > 100, "{left} left, {lost} lost");
    replay("killed");
    let stayed: usize = logs.iter().map(|(_, lines)| count(lines, "stay ")).sum();
    println!("{left} squads left, {lost} lost with their shard, {stayed} stayed where they were");
}
