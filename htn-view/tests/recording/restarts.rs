//! Recordings of a clock that goes back, and calls that come in another order than the documentation says.

use htn_view::{Recorded, Recording, Report};
use squad_htn::prelude::*;

use crate::common::{Director, Domain, director, named, play};

/// Writes the recording and reads it again. Every output must be the same as before.
fn check(recording: &Recording<Domain>) -> String {
    let read = Recorded::read(&recording.to_bytes()).expect("it can be read");
    let log = recording.log(10.0);
    assert_eq!(read.log(10.0), log);
    assert_eq!(read.ticks(), recording.ticks());
    assert_eq!(read.restarts().count(), recording.restarts().count());
    assert_eq!(read.timeline(10.0), recording.timeline(10.0));
    assert_eq!(read.repairs(), recording.repairs());
    let page = |of: &Recorded| Report::new("").squad("", of).to_html();
    assert_eq!(page(&read), page(recording));
    log
}

fn tick(director: &mut Director, recording: &mut Recording<Domain>, times: usize) {
    for _ in 0..times {
        let _ = director.tick(&(), Budget::steps(100_000));
        recording.tick(director);
    }
}

#[test]
fn rollback_begins_a_segment_that_can_be_read() {
    let (mut director, mut recording) = (director(2, 2), named());
    tick(&mut director, &mut recording, 5);
    let earlier = director.clone();
    tick(&mut director, &mut recording, 8);
    director = earlier;
    tick(&mut director, &mut recording, 8);
    let log = check(&recording);
    assert_eq!(recording.ticks(), 1..=21);
    assert_eq!(recording.restarts().collect::<Vec<_>>(), [14]);
    let marker = "    1.40  director   the clock restarted: a new segment begins at tick 6\n";
    assert!(log.contains(marker), "{log}");
}

#[test]
fn rollback_by_one_tick_is_noticed_by_its_events() {
    let (mut director, mut recording) = (director(2, 2), named());
    let before = director.clone();
    tick(&mut director, &mut recording, 1);
    // The clone repeats that tick with nothing to do.
    let mut other = before;
    other.state_mut().clear();
    tick(&mut other, &mut recording, 1);
    assert_eq!(recording.restarts().collect::<Vec<_>>(), [2]);
    check(&recording);
}

#[test]
fn next_mission_goes_on_in_the_same_recording() {
    let (mut recording, mut alone) = (named(), named());
    for _mission in 0..3 {
        play(&mut director(2, 2), &mut recording, 30);
    }
    play(&mut director(2, 2), &mut alone, 30);
    let log = check(&recording);
    assert_eq!(recording.ticks(), 1..=90);
    assert_eq!(recording.restarts().collect::<Vec<_>>(), [31, 61]);
    // The log of each mission is that of a mission alone.
    let told = |log: &str| -> Vec<String> {
        let lines = log.lines().filter(|line| !line.contains("Lights!"));
        lines.map(|line| line[10..].to_owned()).collect()
    };
    let all = told(&log);
    let missions: Vec<_> = all
        .split(|line| line.contains("the clock restarted"))
        .collect();
    assert_eq!(missions, vec![told(&alone.log(10.0)); 3]);
    let actions = |recording: &Recording<Domain>| {
        let timeline = recording.timeline(10.0);
        timeline.matches("\"cat\":\"action\"").count()
    };
    assert_eq!(actions(&recording), 3 * actions(&alone));
    assert_eq!(recording.repairs().len(), 3 * alone.repairs().len());
}

/// Plans and actions end where the clock restarts. The plans of the clone are shown again.
#[test]
fn plans_and_actions_end_with_their_segment() {
    let (mut director, mut recording) = (director(2, 2), named());
    tick(&mut director, &mut recording, 4);
    let earlier = director.clone();
    tick(&mut director, &mut recording, 4);
    director = earlier;
    tick(&mut director, &mut recording, 4);
    check(&recording);
    let page = Report::new("").squad("", &recording).to_html();
    let (_, data) = page.split_once("id=\"data\">").unwrap();
    let (data, _) = data.split_once("</script>").unwrap();
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    let squad = &data["squads"][0];
    assert_eq!(squad["restarts"], serde_json::json!([9]));
    let plans = squad["plans"].as_array().unwrap();
    let first: Vec<_> = plans.iter().filter(|plan| plan["id"] == 1).collect();
    assert_eq!(first.len(), 2, "{plans:?}");
    assert_eq!(first[0]["to"], 9);
    assert_eq!(first[0]["words"], "cut off: the clock restarted");
    assert_eq!(first[1]["from"], 9);
    assert_eq!(first[1]["words"], "");
    assert_eq!(first[1]["versions"].as_array().unwrap().len(), 1);
    let actions = squad["actions"].as_array().unwrap();
    let ended = |action: &&serde_json::Value| action[3] == 4 && action[2] == 9;
    assert!(actions.iter().any(|action| ended(&action)), "{actions:?}");
}

#[test]
fn calls_in_any_order_lose_nothing_else() {
    let mut orders = Vec::new();
    for order in 0..3 {
        let (mut director, mut recording) = (director(2, 2), named());
        recording.note("before", "the first tick");
        for _ in 0..12 {
            let _ = director.tick(&(), Budget::steps(100_000));
            #[cfg(feature = "explain")]
            recording.explain(&director, &()).unwrap();
            recording.note("a", "note");
            if order > 0 {
                recording.tick(&director);
            }
            // Twice for one tick is once.
            if order != 1 {
                recording.tick(&director);
            }
        }
        let log = check(&recording);
        assert_eq!(recording.restarts().count(), 0);
        assert_eq!(recording.ticks(), 1..=12);
        let other = |line: &&str| !line.contains("note") && !line.contains("the first tick");
        let lines: Vec<String> = log.lines().filter(other).map(str::to_owned).collect();
        orders.push(lines);
    }
    let (mut director, mut recording) = (director(2, 2), named());
    tick(&mut director, &mut recording, 12);
    let alone: Vec<String> = recording.log(10.0).lines().map(str::to_owned).collect();
    assert_eq!(orders, [alone.clone(), alone.clone(), alone]);
}

#[test]
fn late_recording_shows_the_plans_that_run() {
    let (mut director, mut recording) = (director(2, 2), named());
    for _ in 0..5 {
        let _ = director.tick(&(), Budget::steps(100_000));
    }
    recording.note("before", "the first tick");
    tick(&mut director, &mut recording, 3);
    assert_eq!(recording.ticks(), 6..=8);
    let timeline = recording.timeline(10.0);
    assert!(timeline.contains("\"name\":\"plan 1: "), "{timeline}");
    check(&recording);
}

#[cfg(feature = "compiled")]
#[test]
fn coverage_counts_the_plans_of_all_segments() {
    let count = |recording: &Recording<Domain>| {
        let mut coverage = htn_view::Coverage::of::<Domain>().unwrap();
        assert!(coverage.recording(recording));
        let taken = coverage.branches().iter().map(|branch| branch.taken);
        (coverage.plans(), taken.collect::<Vec<_>>())
    };
    let (mut recording, mut alone) = (named(), named());
    play(&mut director(2, 2), &mut alone, 30);
    for _mission in 0..2 {
        play(&mut director(2, 2), &mut recording, 30);
    }
    let (plans, taken) = count(&alone);
    let twice = taken.iter().map(|taken| 2 * taken).collect();
    assert_eq!(count(&recording), (2 * plans, twice));
    // A rollback that changes nothing brings no plan that was not there before.
    let (mut director, mut recording) = (director(2, 2), named());
    tick(&mut director, &mut recording, 5);
    let (earlier, before) = (director.clone(), count(&recording));
    tick(&mut director, &mut recording, 3);
    assert_eq!(count(&recording), before);
    director = earlier;
    tick(&mut director, &mut recording, 1);
    assert_eq!(recording.restarts().count(), 1);
    assert_eq!(count(&recording), before);
}

#[test]
fn any_calls_give_a_recording_that_can_be_read() {
    let full = std::env::var_os("HTN_FULL").is_some();
    for seed in 0..if full { 1_000 } else { 10 } {
        let played = std::panic::catch_unwind(|| play_randomly(seed));
        assert!(played.is_ok(), "seed {seed}");
    }
}

/// Ticks, notes, explanations, rollbacks and new directors, in any order.
fn play_randomly(seed: u64) {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut random = move |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    };
    let mut recording = named();
    if random(2) == 0 {
        recording = recording.limit(1 << 16);
    }
    let mut squad = director(2, 2);
    let mut clones = vec![squad.clone()];
    #[cfg(feature = "live")]
    let (mut view, mut late) = (htn_view::LiveView::new(), htn_view::LiveView::new());
    for call in 0..120 {
        match random(12) {
            0..5 => {
                let commands: Vec<_> = squad.tick(&(), Budget::steps(random(200))).collect();
                for command in commands {
                    if let (Command::Start { id, .. }, 0..2) = (command, random(4)) {
                        let outcome = [Outcome::Success, Outcome::Failure][random(2) as usize];
                        let _ = squad.finish(id, outcome);
                    }
                }
                if random(8) > 0 {
                    recording.tick(&squad);
                }
            }
            5 => recording.tick(&squad),
            #[cfg(feature = "explain")]
            6 => recording.explain(&squad, &()).unwrap(),
            7 => recording.note("who", &format!("says {}", random(5))),
            8 => clones.push(squad.clone()),
            9 => squad = clones[random(clones.len() as u64) as usize].clone(),
            10 => squad = director(1 + random(3) as u16, random(4) as u16),
            _ => {
                let wounded = crate::common::Fact::Wounded(random(4) as u16);
                let _ = squad.state_mut().insert(wounded);
            }
        }
        #[cfg(feature = "live")]
        if random(3) == 0 {
            view.show("ward", &recording);
            let _ = view.to_text(80, 24);
        }
        if call % 30 == 29 {
            check(&recording);
        }
    }
    // A view that followed the whole recording has the same plans as a new one.
    #[cfg(feature = "live")]
    {
        view.show("ward", &recording);
        late.show("ward", &recording);
        let plans = |view: &mut htn_view::LiveView| {
            let text = view.to_text(160, 60);
            let (_, plans) = text.split_once(" plans: ").unwrap();
            plans.split_once(' ').unwrap().0.to_owned()
        };
        assert_eq!(plans(&mut view), plans(&mut late));
    }
}
