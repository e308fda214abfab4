//! Recordings with reasons: why plans were found, why there was none, why a repair was as it was.

mod common;
#[cfg(feature = "live")]
#[path = "explained/composites.rs"]
mod composites;
#[cfg(feature = "live")]
#[path = "explained/hostile.rs"]
mod hostile;

use common::{Domain, Fact, Medic, ward};
use htn_view::{Coverage, Ending, Recorded, Recording, Report, StreamError};
use squad_htn::prelude::*;

/// Plays this many ticks. Each action succeeds three ticks later, except that the third fails.
fn play(director: &mut ward::Director, recording: &mut Recording<Domain>, ticks: u64) {
    play_with(director, recording, ticks, |recording, director| {
        recording
            .explain(director, &())
            .expect("it can be explained");
    });
}

fn play_with(
    director: &mut ward::Director,
    recording: &mut Recording<Domain>,
    ticks: u64,
    mut then: impl FnMut(&mut Recording<Domain>, &ward::Director),
) {
    let mut running: Vec<(u64, ActionId)> = Vec::new();
    for tick in 1..=ticks {
        running.retain(|(since, id)| {
            if tick < since + 3 {
                return true;
            }
            let outcome = match id.number() {
                3 => Outcome::Failure,
                _ => Outcome::Success,
            };
            let _ = director.finish(*id, outcome);
            false
        });
        for command in director.tick(&(), Budget::steps(100_000)) {
            match command {
                Command::Start { id, .. } => running.push((tick, id)),
                Command::Stop { id, .. } => running.retain(|(_, other)| *other != id),
            }
        }
        recording.tick(director);
        then(recording, director);
    }
}

fn explained() -> Recorded {
    let (mut director, mut recording) = (common::director(2, 2), common::named());
    play(&mut director, &mut recording, 30);
    recording.into_recorded()
}

/// The reasons of a page as text: when, about what, of which plan, whether it is the same search, and the lines.
fn reasons(recorded: &Recorded) -> String {
    let page = Report::new("").squad("", recorded).to_html();
    let (_, data) = page.split_once("id=\"data\">").unwrap();
    let (data, _) = data.split_once("</script>").unwrap();
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    let text = |number: &serde_json::Value| {
        let number = number.as_i64().unwrap();
        let text = usize::try_from(number).ok().map(|at| &data["texts"][at]);
        text.map_or("", |text| text.as_str().unwrap())
    };
    let abouts = ["planned", "no plan", "repaired", "abandoned"];
    let mut told = String::new();
    for why in data["squads"][0]["whys"].as_array().unwrap() {
        let (tick, known, plan) = (&why[0], &why[3], &why[2]);
        let about = abouts[why[1].as_u64().unwrap() as usize];
        let same = if why[4] == 1 { "the same" } else { "another" };
        told += &format!("tick {tick}, {about}, plan {plan}, facts of tick {known}, {same}\n");
        for line in why[5].as_array().unwrap() {
            let depth = line[0].as_u64().unwrap() as usize + 1;
            let line = text(&line[3]);
            told += &format!("{:width$}{line}\n", "", width = 2 * depth);
        }
    }
    told
}

#[test]
fn plans_repairs_and_no_plans_have_their_reasons() {
    let recorded = explained();
    common::expect("reasons.txt", &reasons(&recorded));
    let again = Recorded::read(&recorded.to_bytes()).unwrap();
    assert_eq!(again, recorded);
    assert_eq!(reasons(&again), reasons(&recorded));
    // They change nothing else.
    let mut without = common::named();
    play_with(&mut common::director(2, 2), &mut without, 30, |_, _| {});
    assert_eq!(recorded.log(10.0), without.log(10.0));
    assert_eq!(reasons(&without), "");
    assert!(
        !reasons(&recorded).contains("another"),
        "each is of the search that was recorded"
    );
}

#[test]
fn long_search_is_explained_by_its_initial_facts() {
    let mut director = common::director(2, 1);
    let mut recording = common::named();
    for tick in 1..=40 {
        // During the search, all medics become tired: a search that began now would find nothing.
        if tick == 3 {
            for who in [Medic(1), Medic(2)] {
                director.state_mut().insert(Fact::Tired(who)).unwrap();
            }
        }
        let _ = director.tick(&(), Budget::steps(3));
        recording.tick(&director);
        recording.explain(&director, &()).unwrap();
    }
    let reasons = reasons(&recording);
    let first = reasons.lines().next().unwrap_or_default();
    assert!(
        first.contains("planned, plan 1, facts of tick 1, the same"),
        "{reasons}"
    );
}

#[test]
fn abandoned_plan_shows_why_it_was_not_repaired() {
    let (mut director, mut recording) = (common::director(1, 1), common::named());
    for _ in 1..=20 {
        for command in director.tick(&(), Budget::steps(100_000)) {
            if let Command::Start { id, .. } = command {
                // He falls down, and no other medic is left.
                director.state_mut().insert(Fact::Tired(Medic(1))).unwrap();
                director.finish(id, Outcome::Failure).unwrap();
            }
        }
        recording.tick(&director);
        recording.explain(&director, &()).unwrap();
    }
    let reasons = reasons(&recording);
    assert!(reasons.contains("abandoned, plan 1"), "{reasons}");
    assert!(reasons.contains("tired(Ada) holds"), "{reasons}");
}

#[test]
fn full_recording_keeps_reasons_of_running_plans() {
    let (mut all, mut some) = (common::named(), common::named().limit(1 << 16));
    for recording in [&mut all, &mut some] {
        let mut director = common::director(2, 1);
        // One plan that runs to its end, while facts change.
        for tick in 1..=4_000 {
            let state = director.state_mut();
            state.retain(|fact| !matches!(fact, Fact::Marked(_)));
            state.insert(Fact::Marked(tick as f32)).unwrap();
            let _ = director.tick(&(), Budget::steps(100_000));
            recording.tick(&director);
            recording.explain(&director, &()).unwrap();
        }
    }
    assert!(some.forgotten() > 1000, "{some:?}");
    assert!(reasons(&some).contains("planned, plan 1"));
    let count = |recorded: &Recorded| {
        let mut coverage = Coverage::of::<Domain>().unwrap();
        assert!(coverage.recording(recorded));
        coverage.to_text()
    };
    assert_eq!(count(&all), count(&some));
}

#[test]
fn tried_branches_of_searches_are_counted() {
    let mut coverage = Coverage::of::<Domain>().unwrap();
    coverage.recording(&explained());
    assert_eq!(
        coverage.plans(),
        0,
        "entries of searches count instead of those of plans"
    );
    common::expect("coverage-recorded.txt", &coverage.to_string());
}

mod many {
    use squad_htn::prelude::*;

    htn_domain! {
        pub domain many;
        predicate wounded(u16) [600];
        operator bandage(patient: u16) {}
        pub method all() { for wounded(patient) { bandage(patient); } }
    }
}

#[test]
fn a_long_explanation_is_cut_and_says_so() {
    let mut director = many::many::Director::new(many::many::Task::All);
    for n in 1..=500 {
        let wounded = many::many::Fact::Wounded(n);
        director.state_mut().insert(wounded).unwrap();
    }
    let mut recording = Recording::<many::many::Domain>::new();
    let _ = director.tick(&(), Budget::steps(1_000_000));
    recording.tick(&director);
    recording.explain(&director, &()).unwrap();
    let text = reasons(&recording);
    // 500 rounds of two lines each, and two above them.
    assert!(text.contains("a plan of 500 steps"), "{text}");
    assert_eq!(text.lines().count(), 1 + 400 + 1);
    assert!(
        text.ends_with("  cut here: 602 more lines were left out\n"),
        "{text}"
    );
}

#[test]
fn damaged_files_with_reasons_are_reported() {
    let bytes = explained().to_bytes();
    for len in 1..bytes.len() {
        let ending = match Recorded::read(&bytes[..len]) {
            Ok(read) => read.ending(),
            Err(error) => Ending::Broken(error),
        };
        let cut_off = matches!(ending, Ending::Broken(StreamError::CutOff { .. }));
        assert!(cut_off || ending == Ending::Open, "{len}: {ending}");
    }
    let records = common::records(&bytes);
    let (mut refused, mut changes) = (0, 0);
    for record in 0..records.len() {
        for at in (0..records[record].len()).step_by(11) {
            let mut changed = records.clone();
            changed[record][at] ^= 0x55;
            changes += 1;
            match Recorded::read(&common::stream(&changed)) {
                // A file that can be read can be drawn and counted.
                Ok(recorded) => {
                    let _ = (recorded.log(10.0), recorded.timeline(10.0));
                    let _ = Report::new("").squad("", &recorded).to_html();
                    Coverage::of::<Domain>().unwrap().recording(&recorded);
                    refused += usize::from(recorded.ending() != Ending::Ended);
                }
                Err(error) => {
                    assert!(matches!(error, StreamError::Damaged { .. }), "{error}");
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > changes / 10, "{refused} of {changes}");
}

#[test]
fn any_name_is_safe_in_reasons() {
    let mut recording = Recording::new().names(|value| {
        let bad = value.type_name == "Medic" || value.type_name == "u16";
        bad.then(|| common::BAD[value.word as usize % 4].to_owned())
    });
    play(&mut common::director(2, 4), &mut recording, 60);
    let page = Report::new("").squad("", &recording).to_html();
    assert_eq!(page.matches("<script").count(), 2);
    let reasons = reasons(&recording);
    for name in [
        "</script><script>alert(1)",
        "🙂U+202Ecilam",
        "שלום עולם",
        "aU+000AbU+0009{c}",
    ] {
        assert!(reasons.contains(name), "{name}: {reasons}");
    }
    // A line is a line.
    assert!(
        !reasons.contains('\u{202e}') && !reasons.contains("\nb"),
        "{reasons}"
    );
}

#[test]
fn browser_click_shows_why_branch_was_chosen() {
    let recorded = explained();
    let page = Report::new("The ward").ticks_a_second(10.0);
    let page = page.squad("ward", &recorded).to_html();
    let script = r##"
        const at = tick => { const s = document.getElementById("slider"); s.value = tick; s.dispatchEvent(new Event("input")); };
        const text = selector => [...document.querySelectorAll(selector)].map(e => e.textContent);
        const click = (selector, words) => [...document.querySelectorAll(selector)].find(e => e.textContent.includes(words)).click();
        function told() {
            const all = {};
            at(3); click(".item.node", "rest_after"); all.node = text(".reasons > li, .reasons .refused > span, .reasons .chosen > span");
            click(".item", "wash(Bo)"); all.step = text(".reasons summary, .reasons .unseen");
            click(".span.held", ""); all.wait = text(".reasons .chosen summary");
            click("#log .k-plan button", "found"); all.planned = text(".reasons summary")[0];
            at(7); click("#log .k-no-plan button", ""); all.none = text(".reasons .refused > span"); all.known = text(".known");
            at(30); all.asks = text("#plans button"); document.querySelector("#plans button")?.click(); all.last = text("#why h4");
            at(10); click(".item.node", "lit"); all.repaired = text("#why h4");
            all.unfolded = text(".plan .item").length; document.querySelector(".fold").click(); all.folded = text(".plan .item").length;
            return all;
        }
    "##;
    let Some(told) = common::browser::run(&page, "reasons", script) else {
        return;
    };
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["broken"], serde_json::json!([]));
    let has = |key: &str, words: &str| {
        assert!(
            told[key].to_string().contains(words),
            "{key}: {words} is not in {told:#}"
        );
    };
    has("node", "`tired(who)` did not hold: there is no fact tired");
    has("node", "branch is_fresh");
    has("step", "branch both");
    has("step", "not evaluated, since both held: dark");
    has("wait", "branch both");
    has("planned", "help(): a plan of 8 steps");
    has("none", "there is no fact tired");
    has(
        "known",
        "Searched once more with the facts of 0:00.3 (tick 3).",
    );
    has("asks", "Why is there no plan?");
    has("last", "why there is no plan");
    has("repaired", "why it was repaired in this way");
    let count = |key: &str| told[key].as_u64().unwrap();
    assert!(count("folded") < count("unfolded"), "{told:#}");
}
