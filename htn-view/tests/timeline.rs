//! Timelines: that they are what Chrome's trace format asks for, and say what happened.

mod common;

use std::collections::{BTreeMap, HashMap};

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

/// What the format asks for: "Trace Event Format", the sections of each phase.
fn validate(timeline: &str) {
    let mut slices: BTreeMap<Track, Vec<(f64, f64)>> = BTreeMap::new();
    let mut named: Vec<Track> = Vec::new();
    let mut flows: HashMap<u64, Vec<(String, f64, Track)>> = HashMap::new();
    for event in events(timeline) {
        let place = track(&event);
        assert!(event["name"].is_string(), "{event}");
        match event["ph"].as_str().expect("a phase") {
            "M" => match event["name"].as_str().unwrap() {
                "process_name" | "thread_name" => {
                    assert!(event["args"]["name"].is_string(), "{event}");
                    named.push(place);
                }
                "process_sort_index" | "thread_sort_index" => {
                    assert!(event["args"]["sort_index"].is_u64(), "{event}");
                }
                other => panic!("unknown metadata {other}"),
            },
            "X" => {
                let (from, length) = (time(&event), event["dur"].as_f64().unwrap());
                assert!(length > 0.0, "{event}");
                assert!(event["cat"].is_string() && event["args"].is_object());
                slices.entry(place).or_default().push((from, from + length));
            }
            phase @ ("s" | "f") => {
                let id = event["id"].as_u64().unwrap();
                let flow = (phase.to_owned(), time(&event), place);
                flows.entry(id).or_default().push(flow);
                assert!(event["cat"].is_string());
                assert!(phase == "s" || event["bp"] == "e");
            }
            "C" => assert!(time(&event) >= 0.0 && event["args"]["steps"].is_u64()),
            "i" => assert!(time(&event) >= 0.0 && event["s"] == "p", "{event}"),
            other => panic!("unknown phase {other}"),
        }
    }
    for (place, slices) in &mut slices {
        assert!(named.contains(place), "the track {place:?} has no name");
        slices.sort_by(|a, b| a.0.total_cmp(&b.0).then(b.1.total_cmp(&a.1)));
        let mut open: Vec<f64> = Vec::new();
        for (from, to) in slices {
            open.retain(|end| *end > *from + 0.001);
            let inside = open.last().is_none_or(|end| *to <= *end + 0.001);
            assert!(inside, "slices of {place:?} overlap at {from}");
            open.push(*to);
        }
    }
    for (id, flow) in flows {
        let [(s, from, out), (f, to, into)] = &flow[..] else {
            panic!("flow {id} has {} ends", flow.len());
        };
        assert!(s == "s" && f == "f" && from <= to, "flow {id}");
        for (at, place) in [(from, out), (to, into)] {
            let mut around = slices[place].iter();
            let inside = around.any(|(begin, end)| begin <= at && at < end);
            assert!(inside, "flow {id} is bound to nothing at {at}");
        }
    }
}

#[test]
fn it_is_a_trace() {
    validate(&timeline());
    common::expect("timeline.json", &timeline());
}

#[test]
fn what_waited_is_bound_to_what_ended() {
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
