//! Reports: the page by itself, and in a browser if one is installed.

mod common;

use common::browser::run;
use common::{director, named, play};
use htn_view::{Recorded, Report, Scene, Shape, Tone};

fn recorded() -> Recorded {
    let (mut director, mut recording) = (director(2, 2), named());
    play(&mut director, &mut recording, 30);
    recording.into_recorded()
}

fn scene() -> Scene {
    let mut scene = Scene::new();
    let ward = Shape::rectangle((0.0, 0.0), 30.0, 10.0).label("ward");
    scene.draw(0, "ward", ward);
    scene.draw(0, "path", Shape::line([(0.0, 5.0), (30.0, 5.0)]));
    for tick in 0..=30u16 {
        let at = (f32::from(tick), 5.0);
        scene.draw(
            tick.into(),
            "Ada",
            Shape::mark(at).tone(Tone::Friend).label("A"),
        );
    }
    scene.draw(20, "Bo", Shape::mark((f32::NAN, 1.0)));
    scene
}

fn data(page: &str) -> serde_json::Value {
    let begin = "<script type=\"application/json\" id=\"data\">";
    let (_, data) = page.split_once(begin).expect("the page has its data");
    let (data, _) = data.split_once("</script>").expect("and they end");
    serde_json::from_str(data).expect("they are JSON")
}

#[test]
fn the_page_has_everything_in_it() {
    let recorded = recorded();
    let page = Report::new("The ward").squad("ward", &recorded).to_html();
    assert!(page.starts_with("<!doctype html>"));
    for outside in ["http://", "https://", "src=", "@import", "url("] {
        let harmless = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!harmless.contains(outside), "{outside}");
    }
    assert!(!page.contains("{{"), "something was not filled in");
    let data = data(&page);
    assert_eq!(data["title"], "The ward");
    assert_eq!(data["ends"], 30);
    let squad = &data["squads"][0];
    let lines = recorded.log(60.0).lines().count();
    assert_eq!(squad["log"].as_array().unwrap().len(), lines);
    assert_eq!(squad["plans"].as_array().unwrap().len(), 2);
    // The first plan was repaired once.
    assert_eq!(squad["plans"][0]["versions"].as_array().unwrap().len(), 2);
    assert!(data.get("scene").is_none());
}

#[test]
fn two_squads_are_in_one_page() {
    let recorded = recorded();
    let report = Report::new("Both");
    let page = report.squad("Alpha", &recorded).squad("Bravo", &recorded);
    let data = data(&page.to_html());
    assert_eq!(data["squads"][1]["name"], "Bravo");
    assert_eq!(data["squads"].as_array().unwrap().len(), 2);
}

#[test]
fn a_page_without_anything_is_a_page() {
    let page = Report::new("").ticks_a_second(f64::NAN).to_html();
    assert_eq!(data(&page)["squads"].as_array().unwrap().len(), 0);
    assert_eq!(data(&page)["rate"], 60);
}

#[test]
fn any_name_is_safe() {
    let recording = common::bad_names();
    let bad = common::BAD[0];
    let mut scene = Scene::new();
    scene.draw(0, bad, Shape::mark((1.0, 1.0)).label(bad));
    let page = Report::new(bad)
        .squad(bad, &recording)
        .scene(&scene)
        .to_html();
    // Those of the page itself, and no more.
    assert_eq!(page.matches("<script").count(), 2);
    assert_eq!(page.matches("</script").count(), 2);
    let data = data(&page);
    assert_eq!(data["title"], bad);
    let texts = data["texts"].as_array().unwrap();
    for name in common::BAD {
        // Invisible letters are shown by their number.
        let shown = name.replace('\u{202e}', "U+202E").replace('\t', "U+0009");
        assert!(texts.iter().any(|text| *text == shown), "{name}");
    }
}

#[test]
fn browser_slider_moves_everything_and_click_explains() {
    let (recorded, scene) = (recorded(), scene());
    let page = Report::new("The ward").ticks_a_second(10.0);
    let page = page.squad("ward", &recorded).scene(&scene).to_html();
    let script = r##"
        const at = tick => { const s = document.getElementById("slider"); s.value = tick; s.dispatchEvent(new Event("input")); };
        const text = selector => [...document.querySelectorAll(selector)].map(e => e.textContent);
        const where = () => document.querySelector("#map .mark circle").getAttribute("cx");
        const press = key => dispatchEvent(new KeyboardEvent("keydown", { key }));
        function told() {
            const all = {};
            at(3); all.first = { where: where(), plans: text(".plan header b"), doing: text(".row .who small"), waits: text(".waits") };
            at(9); all.second = { where: where(), plans: text(".plan header b"), steps: text(".plan .item.done bdi"), failed: text(".plan .item.failed bdi"), pills: text(".pill") };
            at(30); all.last = { where: where(), plans: text("#plans .empty"), lines: document.getElementById("log-count").textContent, facts: document.getElementById("fact-count").textContent };
            at(3);
            [...document.querySelectorAll(".span.held")][0].click();
            all.why = text("#why dd");
            press("Escape"); all.closed = document.getElementById("why-card").hidden;
            press("ArrowRight"); all.key = document.getElementById("slider").value;
            press("End"); all.end = document.getElementById("slider").value;
            document.getElementById("log-kind").value = "failure"; document.getElementById("log-kind").dispatchEvent(new Event("input"));
            all.failures = text("#log .text");
            all.wide = document.documentElement.scrollWidth <= innerWidth;
            return all;
        }
    "##;
    let Some(told) = run(&page, "moves", script) else {
        return;
    };
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["broken"], serde_json::json!([]));
    assert_eq!(told["first"]["where"], "3");
    assert_eq!(told["first"]["plans"][0], "Plan 1: lit(Ada, Bo, patient 1)");
    assert_eq!(told["first"]["doing"][0], "is held");
    assert_eq!(told["first"]["doing"][1], "wash");
    assert_eq!(told["second"]["where"], "9");
    assert_eq!(told["second"]["plans"].as_array().unwrap().len(), 2);
    assert!(
        told["second"]["pills"]
            .to_string()
            .contains("repaired once")
    );
    assert_eq!(
        told["last"]["plans"][0],
        "None. Plan 2 completed at 0:02.1."
    );
    let lines = recorded.log(10.0).lines().count().to_string();
    assert_eq!(told["last"]["lines"], lines);
    let why = told["why"].to_string();
    assert!(
        why.contains("wash(Bo) has ended (`block_on` holds Ada)"),
        "{why}"
    );
    assert!(why.contains("by the branch both"), "{why}");
    assert_eq!(told["closed"], true);
    assert_eq!((&told["key"], &told["end"]), (&"4".into(), &"30".into()));
    let failures = told["failures"].as_array().unwrap();
    let failed = recorded.log(10.0).matches("failed at").count();
    assert_eq!(failures.len(), failed);
    assert_eq!(told["wide"], true, "nothing sticks out");
}

#[test]
fn in_a_browser_any_name_is_only_text() {
    let recording = common::bad_names();
    let bad = common::BAD[0];
    let mut scene = Scene::new();
    scene.draw(0, bad, Shape::mark((1.0, 1.0)).label(bad));
    let page = Report::new(bad)
        .squad(bad, &recording)
        .scene(&scene)
        .to_html();
    let script = r##"
        window.alert = () => broken.push("a name was run");
        function told() {
            const s = document.getElementById("slider");
            for (let tick = 1; tick <= 40; tick++) { s.value = tick; s.dispatchEvent(new Event("input")); document.querySelector(".span")?.click(); }
            return { title: document.getElementById("title").textContent, scripts: document.scripts.length };
        }
    "##;
    let Some(told) = run(&page, "names", script) else {
        return;
    };
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["broken"], serde_json::json!([]));
    assert_eq!(told["title"], bad);
    assert_eq!(told["scripts"], 4);
}

#[test]
fn browser_shows_long_mission_of_many_agents_fast() {
    let ticks = 20 * 60 * 60;
    let mut director = common::crowd(60);
    let mut recording = htn_view::Recording::<common::Domain>::new();
    let mut running: Vec<(u64, squad_htn::ActionId)> = Vec::new();
    for tick in 1..=ticks {
        if tick % 10 == 0 {
            let wounded = common::Fact::Wounded(1 + (tick / 10 % 60) as u16);
            director.state_mut().insert(wounded).unwrap();
        }
        running.retain(|(since, id)| {
            let over = tick >= since + 20;
            if over {
                let _ = director.finish(*id, squad_htn::Outcome::Success);
            }
            !over
        });
        for command in director.tick(&(), squad_htn::Budget::steps(1_000)) {
            if let squad_htn::Command::Start { id, .. } = command {
                running.push((tick, id));
            }
        }
        recording.tick(&director);
    }
    let page = Report::new("Long").squad("ward", &recording).to_html();
    let script = r#"
        function told() {
            const s = document.getElementById("slider"), took = [];
            for (let at = 0; at <= 40; at++) {
                s.value = 72000 * at / 40;
                const before = performance.now();
                s.dispatchEvent(new Event("input")); document.body.offsetHeight;
                took.push(performance.now() - before);
            }
            took.sort((a, b) => a - b);
            return { median: took[20], worst: took[40], lines: data.squads[0].log.length, bytes: document.getElementById("data").textContent.length };
        }
    "#;
    let Some(told) = run(&page, "long", script) else {
        return;
    };
    println!("{told}");
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["broken"], serde_json::json!([]));
    // A frame of a slow machine that does much else.
    assert!(told["median"].as_f64().unwrap() < 250.0, "{told}");
}

#[test]
fn browser_shows_two_large_squads_side_by_side() {
    let recorded = || {
        let mut director = common::crowd(300);
        let mut recording = htn_view::Recording::<common::Domain>::new();
        for _ in 0..320 {
            let _ = director.tick(&(), squad_htn::Budget::steps(1_000_000));
            recording.tick(&director);
        }
        recording.into_recorded()
    };
    let (alpha, bravo) = (recorded(), recorded());
    let report = Report::new("Both").ticks_a_second(10.0);
    let page = report.squad("Alpha", &alpha).squad("Bravo", &bravo);
    let script = r##"
        function told() {
            const text = selector => [...document.querySelectorAll(selector)].map(e => e.textContent);
            const s = document.getElementById("slider");
            s.value = 320; s.dispatchEvent(new Event("input"));
            return { rows: text(".row").length, first: text(".row .who b")[0], plans: text(".plan header b"), squads: [...new Set(text(".plan .pill.squad"))], count: document.getElementById("agent-count").textContent, wide: document.documentElement.scrollWidth <= innerWidth };
        }
    "##;
    let Some(told) = run(&page.to_html(), "both", script) else {
        return;
    };
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["broken"], serde_json::json!([]));
    assert_eq!(
        (&told["first"], &told["count"]),
        (&"Medic(1)".into(), &"600".into())
    );
    // As many rows as can be seen, and no more.
    assert!(told["rows"].as_u64().unwrap() < 40, "{told}");
    assert_eq!(told["plans"].as_array().unwrap().len(), 600);
    assert_eq!(told["squads"], serde_json::json!(["Alpha", "Bravo"]));
    assert_eq!(told["wide"], true);
}

#[test]
fn in_a_browser_a_restart_of_the_clock_is_shown() {
    let mut recording = common::named();
    for _mission in 0..2 {
        common::play(&mut common::director(2, 2), &mut recording, 30);
    }
    let page = Report::new("Two missions").ticks_a_second(10.0);
    let page = page.squad("ward", &recording).to_html();
    let script = r##"
        const at = tick => { const s = document.getElementById("slider"); s.value = tick; s.dispatchEvent(new Event("input")); };
        const text = selector => [...document.querySelectorAll(selector)].map(e => e.textContent);
        function told() {
            const all = {};
            at(5); all.first = text(".plan header b");
            at(35); all.second = text(".plan header b");
            all.marks = new Set([...document.querySelectorAll(".lane .restart")].map(e => e.style.left)).size;
            all.log = text("#log .k-restart button .text");
            document.querySelector(".plan .item.node").click();
            all.why = text("#why dd")[0];
            all.plans = text("#log-plan option").slice(1);
            return all;
        }
    "##;
    let Some(told) = run(&page, "restarts", script) else {
        return;
    };
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    // The second mission is the same as the first, with plans of its own.
    assert_eq!(told["first"], told["second"], "{told}");
    assert_eq!(told["marks"], 1, "{told}");
    let marker = "the clock restarted: a new segment begins at tick 1";
    assert_eq!(told["log"], serde_json::json!([marker]), "{told}");
    assert!(told["why"].as_str().unwrap().contains("0:03."), "{told}");
    let plans = told["plans"].as_array().unwrap();
    assert!(plans.contains(&"plan 1".into()), "{told}");
    assert!(plans.contains(&"plan 1 (segment 2)".into()), "{told}");
}
