//! The live page, as programs with a plain socket and as a browser see it.

#[path = "live_page/browser.rs"]
mod browser;
#[path = "live_page/client.rs"]
mod client;
mod common;

use std::time::Duration;

use client::{Events, get, merge, request};
use common::{Domain, director, named, play};
use htn_view::{LiveError, LiveFeed, LivePage, Recording, Scene, Shape, Tone};
use serde_json::Value;

/// A page that shows a squad after this many ticks. Browsers see it already.
fn page(ticks: u64) -> (LiveFeed, Recording<Domain>) {
    let mut feed = LivePage::new("The ward")
        .ticks_a_second(10.0)
        .serve("127.0.0.1:0")
        .unwrap();
    let mut recording = named();
    play(&mut director(3, 4), &mut recording, ticks);
    feed.show("ward", &recording);
    Events::open(feed.url().unwrap(), None).whole(has_squads(1));
    (feed, recording)
}

fn has_squads(count: usize) -> impl Fn(&Value) -> bool {
    move |whole| whole["squads"].as_array().unwrap().len() == count
}

fn lines(whole: &Value, squad: usize) -> usize {
    whole["squads"][squad]["log"].as_array().unwrap().len()
}

/// Removes what only batches have.
fn cleaned(mut whole: Value) -> Value {
    for squad in whole["squads"].as_array_mut().unwrap() {
        let squad = squad.as_object_mut().unwrap();
        squad.remove("at");
        squad.remove("whole");
    }
    whole
}

#[test]
fn page_is_served_by_itself_and_nothing_else_is() {
    let (feed, _) = page(5);
    let url = feed.url().unwrap();
    let answer = get(url, "/");
    assert_eq!(answer.status, 200);
    assert!(answer.body.starts_with("<!doctype html>"));
    assert!(answer.body.contains("connect-src 'self'"));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    assert!(answer.header("access-control-allow-origin").is_none());
    for path in [
        "/nothing",
        "/Cargo.toml",
        "/../Cargo.toml",
        "/%2e%2e/x",
        "//",
        "/events/",
    ] {
        assert_eq!(get(url, path).status, 404, "{path}");
    }
    for path in ["/", "/events"] {
        let answer = request(url, "POST", path, &[("Host", "localhost")], "x");
        assert_eq!(answer.status, 405, "{path}");
        assert_eq!(answer.header("allow"), Some("GET, HEAD"));
    }
}

#[test]
fn other_host_names_are_refused() {
    let (feed, _) = page(5);
    let url = feed.url().unwrap();
    let of = |host: &str, path: &str| request(url, "GET", path, &[("Host", host)], "").status;
    for host in [
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example:80",
        "",
        "[::1",
        "localhost:x",
    ] {
        for path in ["/", "/events", "/nothing"] {
            assert_eq!(of(host, path), 403, "`{host}`");
        }
    }
    // The port does not matter: it may be forwarded.
    for host in [
        "localhost",
        "LOCALHOST:9",
        "127.0.0.1:80",
        "[::1]:80",
        "[::1]",
    ] {
        assert_eq!(of(host, "/"), 200, "`{host}`");
    }
    assert_eq!(request(url, "GET", "/", &[], "").status, 403, "no host");
    let feed = LivePage::new("")
        .host("DevBox.local")
        .serve("127.0.0.1:0")
        .unwrap();
    let allowed = [("Host", "devbox.local:80")];
    let answer = request(feed.url().unwrap(), "GET", "/", &allowed, "");
    assert_eq!(answer.status, 200);
}

#[test]
fn late_browser_gets_what_is_kept() {
    let (feed, recording) = page(30);
    let mut events = Events::open(feed.url().unwrap(), None);
    let (name, _, whole) = events.next().unwrap();
    assert_eq!(name, "whole");
    assert_eq!(
        (&whole["title"], &whole["ends"]),
        (&"The ward".into(), &30.into())
    );
    assert_eq!(whole["squads"][0]["name"], "ward");
    assert_eq!(lines(&whole, 0), recording.log(10.0).lines().count());
    // The whole is the data of a report, except for spans that are open.
    let report = htn_view::Report::new("The ward").ticks_a_second(10.0);
    let report = report.squad("ward", &recording).to_html();
    let (_, data) = report.split_once("id=\"data\">").unwrap();
    let data: Value = serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap();
    for key in ["facts", "searches", "log", "whys", "restarts"] {
        let shown = |data: &Value| data["squads"][0][key].as_array().unwrap().len();
        assert_eq!(shown(&whole), shown(&data), "{key}");
    }
    assert_eq!(data["begins"], whole["begins"]);
}

/// A browser that has followed the game has the same as one that comes at the end.
#[test]
fn changes_lead_to_the_whole() {
    let mut feed = LivePage::new("The ward").serve("127.0.0.1:0").unwrap();
    let url = feed.url().unwrap().to_owned();
    let mut events = Events::open(&url, None);
    let (_, _, mut whole) = events.next().unwrap();
    assert_eq!(whole["squads"].as_array().unwrap().len(), 0);
    let mut recordings = [named(), named()];
    let mut directors = [director(3, 4), director(2, 6)];
    let mut batches = 0;
    let last = |recording: &Recording<Domain>| *recording.ticks().end();
    for round in 0..12 {
        for (at, recording) in recordings.iter_mut().enumerate().take(1 + round / 3) {
            play(&mut directors[at], recording, 4);
            recording.note("The game", "goes on");
            feed.show(["Alpha", "Bravo"][at], recording);
        }
        // Each round becomes a batch of its own.
        while whole["squads"][0]["tick"] != last(&recordings[0]) {
            let (name, _, news) = events.next().unwrap();
            assert_eq!(name, "news");
            merge(&mut whole, &news);
            batches += 1;
        }
    }
    while whole["squads"][1]["tick"] != last(&recordings[1]) {
        let (_, _, news) = events.next().unwrap();
        merge(&mut whole, &news);
    }
    assert!(batches >= 12);
    let (_, _, late) = Events::open(&url, None).next().unwrap();
    assert_eq!(cleaned(whole), cleaned(late));
}

#[test]
fn browser_that_comes_back_continues_where_it_was() {
    let (mut feed, mut recording) = page(10);
    let url = feed.url().unwrap().to_owned();
    let mut stays = Events::open(&url, None);
    let mut events = Events::open(&url, None);
    let (_, id, _) = events.next().unwrap();
    stays.next().unwrap();
    drop(events);
    recording.note("The game", "continues");
    feed.show("ward", &recording);
    let (name, news_id, _) = stays.next().unwrap();
    assert_eq!(name, "news");
    let (name, id_again, news) = Events::open(&url, Some(&id)).next().unwrap();
    assert_eq!((&name[..], &id_again), ("news", &news_id));
    assert_eq!(news["squads"][0]["log"].as_array().unwrap().len(), 1);
    // The id of another run, of the future, or none at all.
    let (run, number) = id.split_once('-').unwrap();
    let other = format!("{:x}-{number}", u64::from_str_radix(run, 16).unwrap() ^ 1);
    for id in [
        &other[..],
        &format!("{run}-999999"),
        "nonsense",
        "-",
        "1-",
        &format!("{run}-x"),
    ] {
        let (name, _, _) = Events::open(&url, Some(id)).next().unwrap();
        assert_eq!(name, "whole", "{id}");
    }
}

#[test]
fn game_does_not_wait_for_slow_readers() {
    let mut feed = LivePage::new("The ward").serve("127.0.0.1:0").unwrap();
    let url = feed.url().unwrap().to_owned();
    // They read nothing.
    let slow: Vec<Events> = (0..4).map(|_| Events::open(&url, None)).collect();
    let (mut director, mut recording) = (common::crowd(60), Recording::<Domain>::new());
    for _ in 0..40 {
        for _ in 0..10 {
            let _ = director.tick(&(), squad_htn::Budget::steps(1_000));
            recording.tick(&director);
            for n in 1..=25 {
                let tick = director.executor().ticks();
                let text = "is talkative ".repeat(80);
                recording.note(&format!("medic {n}"), &format!("{text} {tick} {n}"));
            }
            feed.show("ward", &recording);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let written = recording.len() * 1_000;
    assert!(written > 10_000_000, "more than sockets hold: {written}");
    let (name, _, whole) = Events::open(&url, None).next().unwrap();
    assert_eq!(name, "whole");
    assert!(whole["ends"].as_u64().unwrap() > 0);
    // One that reads again gets everything, whatever it has missed.
    let mut late = slow.into_iter().next().unwrap();
    let mut at = Value::Null;
    while at != 400 {
        let (_, _, data) = late.next().unwrap();
        at = data["ends"].clone();
    }
    assert!(feed.is_open());
    drop(late);
    feed.close().unwrap();
}

#[test]
fn full_page_forgets_the_oldest() {
    let mut feed = LivePage::new("The ward")
        .keep(1 << 17)
        .serve("127.0.0.1:0")
        .unwrap();
    let url = feed.url().unwrap().to_owned();
    let mut watching = Events::open(&url, None);
    let (_, _, mut whole) = watching.next().unwrap();
    let mut recording = Recording::<Domain>::new().limit(1 << 16);
    let mut director = director(4, 6);
    let mut tick = 0;
    let mut scene = Scene::new();
    for _ in 0..30 {
        for _ in 0..60 {
            let _ = director
                .state_mut()
                .insert(common::Fact::Wounded(1 + tick % 9));
            play(&mut director, &mut recording, 1);
            for n in 0..5 {
                recording.note("The game", &format!("note {n} of {tick}"));
            }
            tick += 1;
            scene.draw(tick.into(), "Ada", Shape::mark((f32::from(tick), 0.0)));
            feed.show("ward", &recording);
            feed.draw(&scene);
        }
        let ends = *recording.ticks().end();
        while whole["squads"][0]["tick"] != ends {
            // So that the last tick is sent, too.
            recording.note("The game", "goes on");
            feed.show("ward", &recording);
            let (name, _, data) = watching.next().unwrap();
            match &name[..] {
                "whole" => whole = data,
                _ => merge(&mut whole, &data),
            }
        }
    }
    assert!(recording.forgotten() > 0);
    let (_, _, late) = Events::open(&url, None).next().unwrap();
    let squad = &late["squads"][0];
    assert!(squad["forgotten"].as_u64().unwrap() > 0);
    assert!(late["begins"].as_u64().unwrap() > 1);
    let facts = |whole: &Value| whole["squads"][0]["facts"].as_array().unwrap().len();
    assert_eq!(facts(&whole), facts(&late));
    let states = late["scene"]["shapes"][0]["states"].as_array().unwrap();
    assert!(states.len() < usize::from(tick), "{}", states.len());
    assert_eq!(states.last().unwrap()[0], tick);
}

#[test]
fn hundred_squads_are_on_one_page() {
    let mut feed = LivePage::new("Many").serve("127.0.0.1:0").unwrap();
    let url = feed.url().unwrap().to_owned();
    let mut watching = Events::open(&url, None);
    let (_, _, mut whole) = watching.next().unwrap();
    let mut squads: Vec<_> = (0..100).map(|_| (director(2, 3), named())).collect();
    for _ in 0..30 {
        for (at, (director, recording)) in squads.iter_mut().enumerate() {
            play(director, recording, 1);
            feed.show(&format!("squad {at}"), recording);
        }
    }
    feed.gone("squad 7");
    let done = |whole: &Value| {
        let squads = whole["squads"].as_array().unwrap();
        let ends = squads
            .iter()
            .filter(|squad| squad["tick"].as_u64() >= Some(21));
        ends.count() == 100 && squads.iter().filter(|squad| squad["gone"] == 1).count() == 1
    };
    while !done(&whole) {
        let (name, _, news) = watching.next().unwrap();
        assert_eq!(name, "news");
        merge(&mut whole, &news);
    }
    assert_eq!(whole["squads"][7]["gone"], 1);
    let (_, _, late) = Events::open(&url, None).next().unwrap();
    assert_eq!(late["squads"].as_array().unwrap().len(), 100);
    assert_eq!(cleaned(late), cleaned(whole));
}

/// Of squads that were removed, the latest are kept.
#[test]
fn removed_squads_make_room() {
    let mut feed = LivePage::new("Many").serve("127.0.0.1:0").unwrap();
    let url = feed.url().unwrap().to_owned();
    let recording = {
        let mut recording = named();
        play(&mut director(2, 3), &mut recording, 5);
        recording
    };
    for at in 0..40 {
        feed.show(&format!("squad {at}"), &recording);
        feed.gone(&format!("squad {at}"));
    }
    feed.show("squad 39", &recording);
    let names = |whole: &Value| -> Vec<(String, bool)> {
        let squads = whole["squads"].as_array().unwrap().iter();
        squads
            .map(|squad| {
                (
                    squad["name"].as_str().unwrap().to_owned(),
                    squad["gone"] == 1,
                )
            })
            .collect()
    };
    let last = ("squad 39".to_owned(), false);
    let found = names(&Events::open(&url, None).whole(|whole| names(whole).last() == Some(&last)));
    assert_eq!(found.len(), 16, "{found:?}");
    assert_eq!(found.last(), Some(&("squad 39".to_owned(), false)));
    assert_eq!(found[0], ("squad 24".to_owned(), true));
}

#[test]
fn too_many_browsers_are_refused() {
    let feed = LivePage::new("").clients(2).serve("127.0.0.1:0").unwrap();
    let url = feed.url().unwrap().to_owned();
    let mut two: Vec<Events> = (0..2).map(|_| Events::open(&url, None)).collect();
    for events in &mut two {
        events.next().unwrap();
    }
    let refused = get(&url, "/events");
    assert_eq!(refused.status, 503);
    assert_eq!(
        refused.body.trim(),
        "too many browsers; help: close another page, or allow more with `LivePage::clients`"
    );
    // The page itself is still there.
    assert_eq!(get(&url, "/").status, 200);
    drop(two);
    // The server notices soon that they have left.
    for attempt in 0.. {
        if Events::open(&url, None).next().is_some() {
            break;
        }
        assert!(attempt < 600);
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn end_of_the_game_ends_the_stream() {
    let (feed, _) = page(10);
    let mut events = Events::open(feed.url().unwrap(), None);
    assert_eq!(events.next().unwrap().0, "whole");
    feed.close().unwrap();
    let mut last = events.next();
    while let Some((name, ..)) = &last
        && name == "news"
    {
        last = events.next();
    }
    assert_eq!(last.unwrap().0, "end");
    assert!(events.next().is_none());
}

#[test]
fn addresses_that_cannot_be_served_are_errors() {
    let (feed, _) = page(1);
    let url = feed.url().unwrap();
    let taken = url.trim_start_matches("http://").trim_end_matches('/');
    let error = |address: &str| LiveFeed::serve(address).unwrap_err().to_string();
    let in_use = error(taken);
    assert!(
        in_use.starts_with(&format!("cannot serve the live page at `{taken}`: ")),
        "{in_use}"
    );
    assert!(
        in_use.ends_with("help: use another port, or port 0 for any free one"),
        "{in_use}"
    );
    for address in [
        "127.0.0.1",
        "nonsense",
        "no.such.host.invalid:80",
        "127.0.0.1:99999",
        "",
    ] {
        let error = error(address);
        assert!(
            error.starts_with(&format!("cannot serve the live page at `{address}`: ")),
            "{error}"
        );
        assert!(
            error.contains("help: use an address of this machine with a port"),
            "{error}"
        );
    }
    assert_eq!(
        error("0.0.0.0:0"),
        "other machines can reach `0.0.0.0:0`; help: use `127.0.0.1:0`, or allow it with `LivePage::host` and the name by \
         which they reach it"
    );
    let open = LivePage::new("")
        .host("devbox.local")
        .serve("0.0.0.0:0")
        .unwrap();
    assert!(open.url().is_some());
    assert!(matches!(
        LiveFeed::serve(taken),
        Err(LiveError::Address { .. })
    ));
}

#[test]
fn scene_is_followed() {
    let (mut feed, _) = page(5);
    let url = feed.url().unwrap().to_owned();
    let mut scene = Scene::new();
    scene.draw(
        0,
        "ward",
        Shape::rectangle((0.0, 0.0), 30.0, 10.0).label("ward"),
    );
    scene.draw(
        1,
        "Ada",
        Shape::mark((1.0, 5.0)).tone(Tone::Friend).label("A"),
    );
    feed.draw(&scene);
    let mut events = Events::open(&url, None);
    let (_, _, mut data) = events.next().unwrap();
    while data["scene"].is_null() {
        (_, _, data) = events.next().unwrap();
    }
    assert_eq!(data["scene"]["shapes"].as_array().unwrap().len(), 2);
    scene.draw(2, "Ada", Shape::mark((2.0, 5.0)));
    scene.erase(3, "Ada");
    scene.forget(2);
    feed.draw(&scene);
    let (name, _, news) = events.next().unwrap();
    assert_eq!(name, "news");
    let shapes = news["scene"]["shapes"].as_array().unwrap();
    assert_eq!(shapes.len(), 1);
    // The second shape, from its second state on.
    assert_eq!((&shapes[0][0], &shapes[0][1]), (&1.into(), &1.into()));
    assert_eq!(shapes[0][2]["states"].as_array().unwrap().len(), 2);
    assert_eq!(shapes[0][2]["states"][1], serde_json::json!([3, null]));
    // Another scene replaces the map.
    let mut other = Scene::new();
    other.draw(4, "hall", Shape::rectangle((0.0, 0.0), 3.0, 1.0));
    feed.draw(&other);
    let (_, _, news) = events.next().unwrap();
    assert_eq!(news["scene"]["whole"], 1);
    assert_eq!(news["scene"]["shapes"].as_array().unwrap().len(), 1);
}

#[test]
fn any_name_is_safe() {
    let mut feed = LivePage::new(common::BAD[0]).serve("127.0.0.1:0").unwrap();
    let url = feed.url().unwrap().to_owned();
    let recording = common::bad_names();
    feed.show(common::BAD[3], &recording);
    let page = get(&url, "/").body;
    assert_eq!(
        (
            page.matches("<script").count(),
            page.matches("</script").count()
        ),
        (2, 2)
    );
    let mut events = Events::open(&url, None);
    let whole = events.whole(has_squads(1));
    assert_eq!(whole["squads"][0]["domain"], "ward");
}

fn ask(url: &str, token: &str, body: &str) -> (u16, String) {
    let headers = [("Host", "localhost"), ("X-Token", token)];
    let answer = request(url, "POST", "/control", &headers, body);
    (answer.status, answer.body.trim().to_owned())
}

#[test]
fn squads_are_controlled_only_with_the_token() {
    let (feed, _) = page(1);
    let (status, why) = ask(feed.url().unwrap(), "", "halt\nward");
    assert_eq!(status, 404);
    assert_eq!(
        why,
        "squads cannot be controlled; help: allow it with `LivePage::control`"
    );
    let feed = LivePage::new("").control().serve("127.0.0.1:0").unwrap();
    let (url, token) = feed.url().unwrap().split_once("#token=").unwrap();
    assert!(token.len() == 32 && token.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let other = LivePage::new("").control().serve("127.0.0.1:0").unwrap();
    assert!(!other.url().unwrap().ends_with(token), "each has its own");
    let long = format!("{token}0");
    for wrong in ["", &token[1..], &token.replace(&token[..1], "g"), &long] {
        let (status, why) = ask(url, wrong, "halt\nward");
        assert_eq!(status, 403, "`{wrong}`");
        assert_eq!(
            why,
            "wrong token; help: open the page at the address that the game prints"
        );
    }
    let of = |body: &str| ask(url, token, body).0;
    assert_eq!(of("halt\nward"), 200);
    assert_eq!((of("halt"), of("walk\nward"), of("\n")), (400, 400, 400));
    assert_eq!(of(&"x".repeat(1_025)), 413);
    assert_eq!(
        request(url, "GET", "/control", &[("Host", "localhost")], "").status,
        405
    );
    let evil = [("Host", "evil.example"), ("X-Token", token)];
    assert_eq!(
        request(url, "POST", "/control", &evil, "halt\nward").status,
        403
    );
    // A game that does not carry them out.
    let full = (0..100).find(|_| of("halt\nward") == 503);
    assert!(full.is_some(), "requests are bounded");
}

#[test]
fn requests_halt_step_and_continue_a_squad() {
    let mut feed = LivePage::new("").control().serve("127.0.0.1:0").unwrap();
    let url = feed.url().unwrap().to_owned();
    let (url, token) = url.split_once("#token=").unwrap();
    let mut director = director(2, 2);
    let mut tick = |feed: &mut LiveFeed| {
        feed.control("ward", &mut director);
        for command in director.tick(&(), squad_htn::Budget::steps(1_000)) {
            if let squad_htn::Command::Start { id, .. } = command {
                director.finish(id, squad_htn::Outcome::Success).unwrap();
            }
        }
        (director.executor().ticks(), director.halted().is_some())
    };
    assert_eq!(tick(&mut feed), (1, false));
    assert_eq!(ask(url, token, "halt\nother").0, 200);
    assert_eq!(tick(&mut feed), (2, false), "another squad");
    assert_eq!(ask(url, token, "halt\nward").0, 200);
    assert_eq!(tick(&mut feed), (2, true));
    assert_eq!(ask(url, token, "tick\nward").0, 200);
    assert_eq!(tick(&mut feed), (3, true));
    assert_eq!(tick(&mut feed), (3, true));
    assert_eq!(ask(url, token, "event\nward").0, 200);
    while !tick(&mut feed).1 {}
    assert_eq!(ask(url, token, "resume\nward").0, 200);
    assert!(!tick(&mut feed).1);
}
