//! Timelines: they satisfy Chrome's trace format, and agree with the recording.

mod common;

use std::collections::BTreeMap;

use common::{director, named, play};
use serde_json::Value;

fn timeline() -> String {
    let (mut director, mut recording) = (director(2, 2), named());
    play(&mut director, &mut recording, 30);
    recording.timeline(10.0)
}

fn events(timeline: &str) -> Vec<Value> {
    let trace: Value = serde_json::from_str(timeline).unwrap();
    trace["traceEvents"].as_array().unwrap().clone()
}

type Track = (u64, u64);

fn track(event: &Value) -> Track {
    let number = |key: &str| event[key].as_u64().expect("a number");
    (number("pid"), number("tid"))
}

fn time(event: &Value) -> f64 {
    let time = event["ts"].as_f64().expect("a time");
    assert!(time >= 0.0, "{event}");
    time
}

/// Returns the required and the optional keys of an event, as in the sections of "Trace Event Format". Viewers ignore unknown
/// keys silently, so there must be no others.
fn keys(phase: &str) -> (&'static [&'static str], &'static [&'static str]) {
    match phase {
        "M" => (&["ph", "pid", "tid", "name", "args"], &[]),
        "X" => (
            &["ph", "pid", "tid", "name", "cat", "ts", "dur", "args"],
            &["cname"],
        ),
        "s" => (&["ph", "pid", "tid", "name", "cat", "id", "ts"], &[]),
        "f" => (&["ph", "pid", "tid", "name", "cat", "id", "ts", "bp"], &[]),
        "C" => (&["ph", "pid", "tid", "name", "ts", "args"], &[]),
        "i" => (&["ph", "pid", "tid", "name", "cat", "ts", "s"], &[]),
        other => panic!("unknown phase {other}"),
    }
}

/// Names of colours that `chrome://tracing` knows; it throws an error at others.
const COLOURS: [&str; 5] = ["good", "bad", "terrible", "grey", "yellow"];

#[derive(Default)]
struct Seen {
    slices: BTreeMap<Track, Vec<(f64, f64)>>,
    named: BTreeMap<Track, String>,
    processes: BTreeMap<u64, String>,
    flows: BTreeMap<u64, Vec<(String, f64, Track, String)>>,
    used: Vec<Track>,
    last: BTreeMap<(Track, String), f64>,
}

/// Asserts the requirements of the format and of Perfetto's importer.
fn validate(timeline: &str) {
    let trace: Value = serde_json::from_str(timeline).expect("it is JSON");
    let whole = trace.as_object().expect("the object form");
    for key in whole.keys() {
        let known = ["traceEvents", "displayTimeUnit", "otherData"];
        assert!(known.contains(&&key[..]), "{key}");
    }
    assert!(["ms", "ns"].contains(&whole["displayTimeUnit"].as_str().unwrap()));
    let others = whole["otherData"].as_object().unwrap();
    assert!(others.values().all(Value::is_string), "{others:?}");
    let mut seen = Seen::default();
    for event in whole["traceEvents"].as_array().expect("a list") {
        seen.event(event);
    }
    seen.tracks_have_names();
    seen.slices_nest();
    seen.flows_have_both_ends();
}

impl Seen {
    fn event(&mut self, event: &Value) {
        let place = track(event);
        let phase = event["ph"].as_str().expect("a phase");
        let name = event["name"].as_str().expect("a name");
        let (must, may) = keys(phase);
        let has = event.as_object().unwrap();
        for key in must {
            assert!(has.contains_key(*key), "without {key}: {event}");
        }
        for key in has.keys() {
            let known = must.contains(&&key[..]) || may.contains(&&key[..]);
            assert!(known, "with {key}: {event}");
        }
        if has.contains_key("cat") {
            let category = event["cat"].as_str().unwrap();
            assert!(!category.is_empty() && !category.contains(','), "{event}");
        }
        if let Some(colour) = has.get("cname") {
            assert!(COLOURS.contains(&colour.as_str().unwrap()), "{event}");
        }
        match phase {
            "M" => return self.metadata(name, place, event),
            "X" => {
                let length = event["dur"].as_f64().expect("a length");
                assert!(length > 0.0 && length.is_finite(), "{event}");
                assert!(event["args"].is_object());
                let slice = (time(event), time(event) + length);
                self.slices.entry(place).or_default().push(slice);
            }
            "s" | "f" => {
                let id = event["id"].as_u64().expect("a number");
                // Both ends are found by name, category and id.
                let key = format!("{name} {}", event["cat"]);
                let end = (phase.to_owned(), time(event), place, key);
                self.flows.entry(id).or_default().push(end);
                assert!(phase == "s" || event["bp"] == "e", "{event}");
            }
            "C" => {
                let series = event["args"].as_object().expect("series");
                assert!(!series.is_empty() && series.values().all(Value::is_number));
            }
            _ => assert!(["g", "p", "t"].contains(&event["s"].as_str().unwrap())),
        }
        if phase != "C" && !(phase == "i" && event["s"] == "p") {
            self.used.push(place);
        }
        assert!(self.processes.contains_key(&place.0), "{event}");
        // In a track, slices, counters and instants come in the order of time.
        if let "X" | "C" | "i" = phase {
            let kind = match phase {
                "X" => format!("X {}", event["cat"]),
                other => other.to_owned(),
            };
            let last = self.last.insert((place, kind), time(event));
            assert!(last.is_none_or(|last| last <= time(event)), "{event}");
        }
    }

    fn metadata(&mut self, name: &str, place: Track, event: &Value) {
        match name {
            "process_name" | "thread_name" => {
                let told = event["args"]["name"].as_str().expect("a name").to_owned();
                assert!(!told.is_empty(), "{event}");
                let before = match name {
                    "process_name" => self.processes.insert(place.0, told),
                    _ => self.named.insert(place, told),
                };
                assert_eq!(before, None, "named twice: {event}");
            }
            "process_sort_index" | "thread_sort_index" => {
                assert!(event["args"]["sort_index"].is_u64(), "{event}");
            }
            other => panic!("unknown metadata {other}"),
        }
    }

    fn tracks_have_names(&self) {
        for place in &self.used {
            assert!(self.named.contains_key(place), "{place:?} has no name");
        }
        for (process, thread) in self.named.keys() {
            assert!(self.processes.contains_key(process));
            // Perfetto's importer takes thread 0 of a process for the idle thread of a machine.
            assert!(*thread > 0 && *process > 0, "{process} {thread}");
            // Both are 32 bits wide there.
            assert!(u32::try_from(*thread).is_ok());
        }
    }

    /// Slices of a track lie inside one another or apart: the ends match the beginnings.
    fn slices_nest(&mut self) {
        for (place, slices) in &mut self.slices {
            slices.sort_by(|a, b| a.0.total_cmp(&b.0).then(b.1.total_cmp(&a.1)));
            let mut open: Vec<f64> = Vec::new();
            for (from, to) in slices {
                open.retain(|end| *end > *from + 0.001);
                let inside = open.last().is_none_or(|end| *to <= *end + 0.001);
                assert!(inside, "slices of {place:?} overlap at {from}");
                open.push(*to);
            }
        }
    }

    /// A flow has one beginning and one end, in that order, each inside of a slice of its track.
    fn flows_have_both_ends(&self) {
        for (id, flow) in &self.flows {
            let [(s, from, out, key), (f, to, into, same)] = &flow[..] else {
                panic!("flow {id} has {} ends", flow.len());
            };
            assert!(
                s == "s" && f == "f" && from <= to && key == same,
                "flow {id}"
            );
            for (at, place) in [(from, out), (to, into)] {
                let mut around = self.slices[place].iter();
                let inside = around.any(|(begin, end)| begin <= at && at < end);
                assert!(inside, "flow {id} is bound to nothing at {at}");
            }
        }
    }
}

#[test]
fn it_is_a_trace() {
    validate(&timeline());
    common::expect("timeline.json", &timeline());
}

/// That what validates can fail: each of these mistakes is found.
#[test]
fn mistakes_in_a_trace_are_found() {
    let trace = timeline();
    let mistakes = [
        ("\"ph\":\"f\"", "\"ph\":\"s\""),
        ("\"bp\":\"e\"", "\"bp\":\"x\""),
        ("\"dur\":", "\"dura\":"),
        ("\"ts\":0,", "\"ts\":-1,"),
        ("\"name\":\"process_name\"", "\"name\":\"process_nam\""),
        ("\"thread_name\"", "\"thread_sort_index\""),
        ("\"cname\":\"grey\"", "\"cname\":\"mauve\""),
        ("\"id\":1,", "\"id\":77,"),
    ];
    for (right, wrong) in mistakes {
        let changed = trace.replacen(right, wrong, 1);
        if changed == trace {
            continue;
        }
        let found = std::panic::catch_unwind(|| validate(&changed));
        assert!(found.is_err(), "{wrong} was not found");
    }
    let changes = mistakes.iter().filter(|(right, _)| trace.contains(right));
    assert!(changes.count() >= 6);
}

#[test]
fn hundreds_of_agents_are_a_trace() {
    let (mut director, mut recording) = (common::crowd(200), htn_view::Recording::new());
    play(&mut director, &mut recording, 220);
    validate(&recording.timeline(30.0));
}

#[test]
fn wait_is_linked_to_the_action_that_ended() {
    let events = events(&timeline());
    let names = |phase: &str| {
        let of_phase = events.iter().filter(|event| event["ph"] == phase);
        of_phase.collect::<Vec<_>>()
    };
    let (starts, ends) = (names("s"), names("f"));
    assert!(!starts.is_empty());
    let tracks: Vec<&str> = events
        .iter()
        .filter(|event| event["name"] == "thread_name")
        .filter_map(|event| event["args"]["name"].as_str())
        .collect();
    assert_eq!(
        tracks,
        ["Ada", "Ada waits", "Bo", "plans 1", "plans 2", "searches"]
    );
    // Ada begins in the tick in which Bo has washed: first, after the repair, and with the other patient.
    let (ada, bo) = (32, 64);
    for time in [500_000, 1_200_000, 1_800_000] {
        let to_ada = |end: &&&Value| end["ts"] == time && end["tid"] == ada;
        let end = ends.iter().find(to_ada).expect("an arrow to Ada");
        let start = starts.iter().find(|start| start["id"] == end["id"]);
        assert_eq!(start.unwrap()["tid"], bo);
    }
    let has = |category: &str, name: &str| {
        events
            .iter()
            .any(|event| event["cat"] == category && event["name"] == name)
    };
    assert!(has("action", "bandage(Ada, patient 1)"));
    assert!(has("repair", "is repaired"));
    assert!(has("search", "repair of plan 1"));
    assert!(has("note", "The game: “Lights!”"));
}

#[test]
fn any_name_is_safe() {
    let timeline = common::bad_names().timeline(10.0);
    validate(&timeline);
    assert!(!timeline.contains("<script"));
    let tracks = events(&timeline);
    for name in &common::BAD[1..3] {
        let named = tracks.iter().any(|event| event["args"]["name"] == **name);
        assert!(named, "{name}");
    }
}

#[test]
fn any_length_of_a_tick_will_do() {
    let (mut director, mut recording) = (director(2, 2), named());
    play(&mut director, &mut recording, 30);
    for ticks in [60.0, 1e9, 0.0, -1.0, f64::NAN, f64::INFINITY] {
        let trace: Value = serde_json::from_str(&recording.timeline(ticks)).unwrap();
        assert!(trace["traceEvents"].is_array(), "{ticks}");
    }
    validate(&recording.timeline(60.0));
}
