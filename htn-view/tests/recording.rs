//! Recordings: their content, their files, and their memory limit.

mod common;
#[path = "recording/restarts.rs"]
mod restarts;

use common::{Domain, Fact, director, named, play};
use htn_view::{Ending, Recorded, Recording, SchemaError, StreamError};
use squad_htn::prelude::*;

htn_domain! {
    pub domain other;
    predicate seen(u8) [8];
    operator look(n: u8) {}
}

mod longer {
    use squad_htn::prelude::*;

    htn_domain! {
        pub domain ward;
        predicate sleepy(u8) [8];
        operator bandage(n: u8) {}
    }
}

mod changed {
    use squad_htn::prelude::*;

    htn_domain! {
        pub domain ward;
        operator bandage(n: u8) {}
    }
}

fn recorded() -> Recorded {
    let (mut director, mut recording) = (director(2, 2), named());
    play(&mut director, &mut recording, 30);
    recording.into_recorded()
}

#[test]
fn log_has_a_line_for_each_event() {
    common::expect("log.txt", &recorded().log(10.0));
}

#[test]
fn what_is_written_is_read_again() {
    let recorded = recorded();
    let bytes = recorded.to_bytes();
    let again = Recorded::read(&bytes).unwrap();
    assert_eq!(again, recorded);
    assert_eq!(again.log(10.0), recorded.log(10.0));
    assert_eq!(again.to_bytes(), bytes);
    assert_eq!(again.is_of::<Domain>(), Ok(()));
    let told = again.to_string();
    assert!(told.starts_with("ward, ticks 1 to 30: "), "{told}");
}

#[test]
fn other_domains_are_refused_by_name() {
    let error = recorded().is_of::<other::Domain>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "its domain is `ward`, not `other`; \
         help: use the build of the game that wrote it, or make a new one"
    );
    let error = recorded().is_of::<changed::ward::Domain>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "predicate `medic` is gone; \
         help: use the build of the game that wrote it, or make a new one"
    );
    let error = recorded().is_of::<longer::ward::Domain>().unwrap_err();
    let SchemaError::Gone { name, .. } = error else {
        panic!("{error}");
    };
    assert_eq!(name, "medic");
}

/// A recording of several records.
fn long() -> Recorded {
    let (mut director, mut recording) = (director(3, 40), named());
    play(&mut director, &mut recording, 200);
    recording.into_recorded()
}

/// Asserts that the recording read from a changed file is the beginning of the whole one, and reports why it ends
/// there.
fn assert_prefix(read: Result<Recorded, StreamError>, whole: &Recorded, about: &str) -> bool {
    let Ok(read) = read else { return false };
    assert!(
        matches!(read.ending(), Ending::Broken(_) | Ending::Open),
        "{about}"
    );
    assert!(
        whole.log(10.0).starts_with(read.log(10.0).trim_end()),
        "{about}"
    );
    read.len() < whole.len()
}

#[test]
fn truncated_file_keeps_what_precedes_the_cut() {
    let whole = long();
    let bytes = whole.to_bytes();
    assert!(common::records(&bytes).len() > 3, "{whole}");
    let kind = "recording";
    assert_eq!(Recorded::read(&[]), Err(StreamError::Unrecognized { kind }));
    let (mut before, mut open) = (0, 0);
    for len in (1..bytes.len()).step_by(197) {
        match Recorded::read(&bytes[..len]) {
            Err(error) => {
                let cut_off = matches!(error, StreamError::CutOff { at, .. } if at < len as u64);
                assert!(cut_off && before == 0, "{len}: {error}");
            }
            Ok(read) => {
                assert!(read.len() >= before, "{len}");
                before = read.len();
                open += usize::from(read.ending() == Ending::Open);
                assert_prefix(Ok(read), &whole, &len.to_string());
            }
        }
    }
    assert!(before > whole.len() / 2, "{before} of {}", whole.len());
    assert!(open < 3);
    let read = Recorded::read(&bytes[..bytes.len() - 6])
        .unwrap()
        .to_string();
    assert!(
        read.contains("; the recording is cut off: the record at byte "),
        "{read}"
    );
}

#[test]
fn other_versions_and_other_files_say_so() {
    let mut bytes = recorded().to_bytes();
    bytes[8] = 9;
    assert_eq!(
        Recorded::read(&bytes).unwrap_err().to_string(),
        "the recording has version 9 of the format, and this program reads version 8; \
         help: read it with the release that wrote it, or make a new one"
    );
    let error = Recorded::read(b"<!doctype html>").unwrap_err();
    assert_eq!(error.to_string(), "this is not a recording");
}

#[test]
fn a_byte_that_was_changed_is_noticed() {
    let whole = long();
    let bytes = whole.to_bytes();
    let mut kept = 0;
    for at in (12..bytes.len()).step_by(293) {
        let mut changed = bytes.clone();
        changed[at] ^= 0x41;
        kept += usize::from(assert_prefix(
            Recorded::read(&changed),
            &whole,
            &at.to_string(),
        ));
    }
    assert!(kept > bytes.len() / 293 / 2, "{kept}");
    let mut longer = bytes.clone();
    longer.push(0);
    let at = bytes.len() as u64;
    let kind = "recording";
    let damaged = Ending::Broken(StreamError::Damaged { kind, at });
    assert_eq!(Recorded::read(&longer).unwrap().ending(), damaged);
}

#[test]
fn what_makes_no_sense_is_an_error_and_never_a_panic() {
    let records = common::records(&long().to_bytes());
    let (mut refused, mut read) = (0, 0);
    for record in 0..records.len() {
        for at in (0..records[record].len()).step_by(151) {
            for byte in [0x00, 0x7f, 0xff] {
                let mut changed = records.clone();
                changed[record][at] = byte;
                let recorded = Recorded::read(&common::stream(&changed));
                match &recorded {
                    Ok(recorded) if recorded.ending() == Ending::Ended => read += 1,
                    Ok(_) | Err(_) => refused += 1,
                }
                // A file that can be read can be drawn.
                if let Ok(recorded) = recorded {
                    let _ = (recorded.log(10.0), recorded.timeline(10.0));
                }
            }
        }
    }
    assert!(refused > 50 && read > 50, "{refused} {read}");
}

#[test]
fn full_recording_forgets_entries_but_not_results() {
    let mut director = director(3, 4);
    let mut all = named();
    let mut some = named().limit(100_000);
    let mut running: Vec<(u64, ActionId)> = Vec::new();
    for tick in 1..=1500u64 {
        // A value that is never twice the same.
        let state = director.state_mut();
        state.retain(|fact| !matches!(fact, Fact::Marked(_)));
        state.insert(Fact::Marked(tick as f32)).unwrap();
        if tick % 10 == 0 {
            state.insert(Fact::Wounded(1 + tick as u16 % 7)).unwrap();
        }
        running.retain(|(since, id)| {
            if tick < since + 3 {
                return true;
            }
            let _ = director.finish(*id, Outcome::Success);
            false
        });
        for command in director.tick(&(), Budget::steps(100_000)) {
            if let Command::Start { id, .. } = command {
                running.push((tick, id));
            }
        }
        all.tick(&director);
        some.tick(&director);
    }
    assert_eq!(all.forgotten(), 0);
    assert!(some.forgotten() > 1000, "{some:?}");
    assert!(*some.ticks().start() > 1000);
    let (all, some) = (all.into_recorded(), some.into_recorded());
    // A file is smaller than what it takes in memory.
    assert!(some.to_bytes().len() < 100_000);
    assert!(all.to_bytes().len() > 3 * some.to_bytes().len());
    let told = some.to_string();
    assert!(told.contains("older ones were forgotten"), "{told}");
    // The rest of the log is the end of the whole log.
    let (whole, rest) = (all.log(10.0), some.log(10.0));
    let first = format!("{:>8.2} ", *some.ticks().start() as f64 / 10.0);
    let own = rest.lines().skip_while(|line| !line.starts_with(&first));
    let own: Vec<&str> = own.collect();
    assert!(own.len() > 20, "{rest}");
    let end: Vec<&str> = whole.lines().rev().take(own.len() - 5).collect();
    assert_eq!(rest.lines().rev().take(end.len()).collect::<Vec<_>>(), end);
    assert_eq!(Recorded::read(&some.to_bytes()).unwrap().log(10.0), rest);
    // A fact that was added before that, and removed after it, has ended.
    assert_eq!(facts_at_the_end(&some), facts_at_the_end(&all));
}

/// Returns the number of facts that hold at the end.
fn facts_at_the_end(recorded: &Recorded) -> usize {
    let page = htn_view::Report::new("").squad("", recorded).to_html();
    let (_, data) = page
        .split_once("id=\"data\">")
        .expect("the page has its data");
    let (data, _) = data.split_once("</script>").expect("the data ends");
    let data: serde_json::Value = serde_json::from_str(data).expect("it is JSON");
    let facts = data["squads"][0]["facts"].as_array().expect("it is a list");
    let holds = |fact: &&serde_json::Value| fact[3].is_null();
    facts.iter().filter(holds).count()
}

#[test]
fn a_mission_of_five_hundred_agents() {
    let mut director = common::crowd(500);
    let mut recording = Recording::<Domain>::new();
    long_play(&mut director, &mut recording, 520);
    let recorded = recording.into_recorded();
    let timeline = recorded.timeline(30.0);
    // All of them did something, most of them at once.
    let tracks = timeline.matches("\"thread_name\",\"args\":{\"name\":\"Medic(");
    assert!(tracks.count() >= 500);
    assert_eq!(timeline.matches("\"cat\":\"action\"").count(), 500);
    assert!(timeline.contains("\"name\":\"plans 400\""));
    assert!(recorded.len() > 3000, "{recorded}");
    assert_eq!(Recorded::read(&recorded.to_bytes()).unwrap(), recorded);
}

/// Everything takes so long that all are at it before the first has finished.
fn long_play(director: &mut common::Director, recording: &mut Recording<Domain>, ticks: u64) {
    for _ in 1..=ticks {
        let _ = director.tick(&(), Budget::steps(1_000_000));
        recording.tick(director);
    }
}

#[test]
fn any_name_is_kept_as_it_is() {
    let recorded = common::bad_names().into_recorded();
    let again = Recorded::read(&recorded.to_bytes()).unwrap();
    assert_eq!(again, recorded);
    let page = htn_view::Report::new("").squad("", &again).to_html();
    let log = again.log(10.0);
    // In a text, a line stays a line.
    assert_eq!(log.lines().count(), page_log(&page));
    assert!(!log.contains('\u{202e}'), "{log}");
    let shown = [
        "\"'`</script><script>alert(1)</script>&amp;",
        "🙂U+202Ecilam\\",
        "שלום עולם",
        "aU+000AbU+0009{c}[d]--> e;|#quot;",
    ];
    for name in shown {
        assert!(log.contains(name), "{name}: {log}");
    }
}

/// Returns the number of log lines of a page.
fn page_log(page: &str) -> usize {
    let (_, data) = page.split_once("id=\"data\">").unwrap();
    let (data, _) = data.split_once("</script>").unwrap();
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    data["squads"][0]["log"].as_array().unwrap().len()
}

#[test]
fn recording_counts_events_dropped_by_executor() {
    let limits = Limits {
        events: 4,
        plans: 64,
        ..Limits::default()
    };
    let mut director = common::Director::with_limits(common::Task::HelpEverybody, limits);
    director.set_settings(director.settings().interval(1));
    for n in 1..=40 {
        for fact in [Fact::Medic(common::Medic(n)), Fact::Wounded(n)] {
            director.state_mut().insert(fact).unwrap();
        }
    }
    let mut recording = Recording::<Domain>::new();
    let (mut missed, mut running) = (0, Vec::new());
    for _ in 0..60 {
        let ended: Vec<ActionId> = running.split_off(running.len().min(20));
        for id in ended {
            let _ = director.finish(id, Outcome::Success);
        }
        for command in director.tick(&(), Budget::steps(1_000_000)) {
            if let Command::Start { id, .. } = command {
                running.push(id);
            }
        }
        missed += director.executor().events_missed();
        recording.tick(&director);
    }
    assert!(missed > 0, "there was room for all of them");
    let told = recording.to_string();
    assert!(
        told.ends_with(&format!(
            "{missed} events were more than the executor has room for"
        )),
        "{told}"
    );
    let log = recording.log(10.0);
    assert!(
        log.contains("events are missing: there was no room for them"),
        "{log}"
    );
    assert_eq!(
        Recorded::read(&recording.to_bytes()).unwrap().to_string(),
        told
    );
}
