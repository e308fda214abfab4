//! The page in a browser, if one is installed. A proxy adds a script to the page and gets its results.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use htn_view::{LivePage, Scene, Shape, Tone};
use serde_json::Value;

use crate::client::get;
use crate::common::{self, director, named, play};

/// Opens the page in a browser with a script, and returns the result of its async function. `None` if there is
/// no browser. `HTN_SHOTS=folder` keeps a picture.
fn run(url: &str, name: &str, script: &str) -> Option<Value> {
    run_with(url, "", name, script)
}

/// As [`run`], with a token in the address.
fn run_with(url: &str, token: &str, name: &str, script: &str) -> Option<Value> {
    let browser = common::browser::browser()?;
    let catch = "window.broken = []; addEventListener('error', e => broken.push(e.message));";
    let script = format!(
        "<script>{catch} {script}\n
         const until = async what => {{ for (let i = 0; i < 1500 && !what(); i++) await new Promise(r => setTimeout(r, 20)); if (!what()) broken.push('timeout: ' + what); }};
         told().catch(e => ({{ thrown: String(e) }})).then(all => fetch('told', {{ method: 'POST', body: JSON.stringify({{ broken, ...all }}) }}));
         </script></body>"
    );
    let page = get(url, "/").body.replace("</body>", &script);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let (sender, told) = channel();
    let proxy = Arc::new(Proxy {
        upstream: url
            .trim_start_matches("http://")
            .trim_end_matches('/')
            .to_owned(),
        page,
        done: Mutex::new(false),
        wake: Condvar::new(),
    });
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (proxy, sender) = (proxy.clone(), sender.clone());
            std::thread::spawn(move || proxy.serve(stream, &sender));
        }
    });
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let shots = std::env::var_os("HTN_SHOTS").map_or(folder.clone(), PathBuf::from);
    let mut browser = Command::new(browser)
        .args([
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--window-size=1300,1000",
        ])
        .arg(format!(
            "--user-data-dir={}",
            folder.join("profile").display()
        ))
        .arg(format!(
            "--screenshot={}",
            shots.join(format!("{name}.png")).display()
        ))
        .arg(format!("http://{address}/#token={token}"))
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let told = told.recv_timeout(Duration::from_secs(40));
    if told.is_err() {
        let _ = browser.kill();
    }
    let _ = browser.wait();
    let told = told.expect("the script has an end");
    Some(serde_json::from_str(&told).unwrap())
}

/// True once a script has reported that it is ready. One test uses it.
static IS_READY: AtomicBool = AtomicBool::new(false);

struct Proxy {
    upstream: String,
    page: String,
    done: Mutex<bool>,
    wake: Condvar,
}

impl Proxy {
    fn serve(&self, mut stream: TcpStream, told: &Sender<String>) -> Option<()> {
        let mut reader = BufReader::new(stream.try_clone().ok()?);
        let (mut head, mut length) = (Vec::new(), 0);
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).ok()?;
            let line = line.trim_end().to_owned();
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length: ") {
                length = value.parse().ok()?;
            }
            if line.is_empty() {
                break;
            }
            head.push(line);
        }
        let path = head.first()?.split(' ').nth(1)?.to_owned();
        let mut body = vec![0; length];
        reader.read_exact(&mut body).ok()?;
        match &path[..] {
            // The page ends when the script has ended: the picture shows that moment.
            "/" => {
                let (begin, end) = self.page.split_once("</html>")?;
                write!(
                    stream,
                    "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n{begin}"
                )
                .ok()?;
                let done = self.done.lock().ok()?;
                let _ = self
                    .wake
                    .wait_timeout_while(done, Duration::from_secs(40), |done| !*done);
                std::thread::sleep(Duration::from_millis(100));
                write!(stream, "</html>{end}").ok()?;
            }
            "/ready" => {
                IS_READY.store(true, Ordering::Relaxed);
                let answer =
                    "HTTP/1.1 204 No Content\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
                stream.write_all(answer.as_bytes()).ok()?;
            }
            "/told" => {
                write!(
                    stream,
                    "HTTP/1.1 204 No Content\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                )
                .ok()?;
                *self.done.lock().ok()? = true;
                self.wake.notify_all();
                told.send(String::from_utf8(body).ok()?).ok()?;
            }
            _ => {
                let mut upstream = TcpStream::connect(&self.upstream).ok()?;
                // One request per connection, because the answer is copied up to its end.
                head.retain(|line| !line.to_ascii_lowercase().starts_with("connection:"));
                head.push("Connection: close".to_owned());
                let text = format!("{}\r\n\r\n", head.join("\r\n"));
                upstream.write_all(text.as_bytes()).ok()?;
                upstream.write_all(&body).ok()?;
                std::io::copy(&mut upstream, &mut stream).ok()?;
            }
        }
        Some(())
    }
}

const HELP: &str = r##"
    const text = selector => [...document.querySelectorAll(selector)].map(e => e.textContent);
    const byId = id => document.getElementById(id);
    const press = key => dispatchEvent(new KeyboardEvent("keydown", { key }));
"##;

#[test]
fn page_follows_the_game_and_goes_back() {
    let mut feed = LivePage::new("The ward")
        .ticks_a_second(10.0)
        .serve("127.0.0.1:0")
        .unwrap();
    let url = feed.url().unwrap().to_owned();
    let is_over = Arc::new(AtomicBool::new(false));
    let over = is_over.clone();
    let game = std::thread::spawn(move || {
        let (mut director, mut recording, mut scene) = (director(2, 2), named(), Scene::new());
        let ward = Shape::rectangle((0.0, 0.0), 30.0, 10.0).label("ward");
        scene.draw(0, "ward", ward);
        let mut tick = 0;
        while !over.load(Ordering::Relaxed) {
            play(&mut director, &mut recording, 1);
            tick += 1;
            let at = Shape::mark((tick as f32, 5.0));
            scene.draw(tick, "Ada", at.tone(Tone::Friend).label("A"));
            feed.show("ward", &recording);
            feed.draw(&scene);
            std::thread::sleep(Duration::from_millis(if tick < 20 { 1 } else { 100 }));
        }
        feed
    });
    let script = format!(
        "{HELP}{}",
        r##"
        async function told() {
            const all = {};
            await until(() => ends > 0 && state === "live");
            all.early = { ends, live: byId("live").textContent };
            const first = ends;
            await until(() => ends > first + 3);
            all.grows = now === ends && following;
            byId("slider").value = 5; byId("slider").dispatchEvent(new Event("input"));
            all.back = { now, live: byId("live").textContent, plans: text(".plan header b"), where: document.querySelector("#map .mark circle").getAttribute("cx") };
            document.querySelector(".tree-open").click();
            all.boxes = text("#tree .box text");
            const view = () => byId("tree").getAttribute("viewBox").split(" ").map(Number), whole = view();
            byId("tree-in").click(); all.zoomed = view()[2] < whole[2];
            byId("tree").pan(10, 0); all.panned = true;
            byId("tree-whole").click(); all.whole = String(view()) === String(whole);
            document.querySelector("#tree .box.task").dispatchEvent(new MouseEvent("click", { bubbles: true }));
            all.why = text("#why h3"); all.closed = !byId("tree-dialog").open;
            const seen = ends;
            await until(() => ends > seen);
            all.stays = now === 5 && text("#why h3")[0] === all.why[0];
            press("End");
            const back = ends;
            await until(() => ends > back);
            all.last = { follows: now === ends, live: byId("live").textContent };
            press(" ");
            const frozen = now;
            await until(() => ends > frozen);
            all.frozen = byId("live").textContent; all.still = now === frozen;
            all.wide = document.documentElement.scrollWidth <= innerWidth;
            return all;
        }
    "##
    );
    let told = run(&url, "live-follows", &script);
    is_over.store(true, Ordering::Relaxed);
    let feed = game.join().unwrap();
    let Some(told) = told else {
        return;
    };
    feed.close().unwrap();
    assert_eq!(told["broken"], serde_json::json!([]), "{told}");
    assert_eq!(told["early"]["live"], "● live", "{told}");
    assert_eq!(told["grows"], true, "{told}");
    assert_eq!(
        (&told["back"]["now"], &told["back"]["live"]),
        (&5.into(), &"○ behind".into()),
        "{told}"
    );
    assert_eq!(told["back"]["where"], "5", "{told}");
    assert_eq!(told["back"]["plans"][0], "Plan 1: lit(Ada, Bo, patient 1)");
    let boxes = told["boxes"].as_array().unwrap();
    assert!(
        boxes.len() > 3 && boxes.contains(&"help()".into()),
        "{told}"
    );
    for key in [
        "zoomed", "panned", "whole", "closed", "stays", "still", "wide",
    ] {
        assert_eq!(told[key], true, "{key}: {told}");
    }
    let last = serde_json::json!({ "follows": true, "live": "● live" });
    assert_eq!(told["last"], last, "{told}");
    assert_eq!(told["frozen"], "○ behind", "{told}");
}

#[test]
fn page_shows_one_of_many_squads() {
    let mut feed = LivePage::new("Many").serve("127.0.0.1:0").unwrap();
    let url = feed.url().unwrap().to_owned();
    for at in 1..=100 {
        let mut recording = named();
        play(&mut director(2, 2), &mut recording, 20);
        feed.show(&format!("squad {at}"), &recording);
    }
    let script = format!(
        "{HELP}{}",
        r##"
        async function told() {
            const all = {};
            const pick = name => { byId("squad").value = name; byId("squad").dispatchEvent(new Event("input")); };
            await until(() => data.squads.length === 100);
            if (byId("squad").value === "") pick("squad 1");
            all.first = { squads: squads.length, rows: agents.length };
            pick("squad 73");
            all.second = { name: squads[0].name, agents: text(".row small").length };
            pick("");
            all.all = { squads: squads.length, rows: agents.length, drawn: text(".row").length, options: text("#squad option").length };
            return all;
        }
    "##
    );
    let Some(told) = run(&url, "live-many", &script) else {
        return;
    };
    assert_eq!(told["broken"], serde_json::json!([]), "{told}");
    assert_eq!(
        told["first"],
        serde_json::json!({ "squads": 1, "rows": 3 }),
        "{told}"
    );
    assert_eq!(told["second"]["name"], "squad 73", "{told}");
    assert_eq!(
        (&told["all"]["squads"], &told["all"]["rows"]),
        (&100.into(), &300.into()),
        "{told}"
    );
    assert_eq!(told["all"]["options"], 101, "{told}");
    assert!(told["all"]["drawn"].as_u64().unwrap() < 40, "{told}");
}

#[test]
fn page_comes_back_after_the_game_restarts() {
    let mut first = LivePage::new("First").serve("127.0.0.1:0").unwrap();
    let url = first.url().unwrap().to_owned();
    let address = url.trim_start_matches("http://").trim_end_matches('/');
    let address = address.to_owned();
    let is_shown = Arc::new(AtomicBool::new(false));
    let shown = is_shown.clone();
    let game = std::thread::spawn(move || {
        let mut recording = named();
        play(&mut director(2, 2), &mut recording, 20);
        first.show("first", &recording);
        while !IS_READY.load(Ordering::Relaxed) && !shown.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(20));
        }
        first.close().unwrap();
        // The server may take a moment to give the port back.
        let mut second = loop {
            match LivePage::new("Second").serve(&address) {
                Ok(feed) => break feed,
                Err(_) => std::thread::sleep(Duration::from_millis(20)),
            }
        };
        play(&mut director(3, 2), &mut recording, 20);
        second.show("second", &recording);
        while !shown.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(20));
        }
    });
    let script = format!(
        "{HELP}{}",
        r##"
        async function told() {
            await until(() => squads.length === 1);
            const first = squads[0].name;
            go(5);
            await fetch("ready", { method: "POST" });
            await until(() => byId("live").textContent === "ended");
            const kept = squads.length;
            await until(() => squads[0].name === "second");
            return { first, kept, now, title: byId("title").textContent, state };
        }
    "##
    );
    let told = run(&url, "live-again", &script);
    is_shown.store(true, Ordering::Relaxed);
    game.join().unwrap();
    let Some(told) = told else {
        return;
    };
    assert_eq!(told["broken"], serde_json::json!([]), "{told}");
    assert_eq!(
        (&told["first"], &told["kept"]),
        (&"first".into(), &1.into())
    );
    assert_eq!(
        (&told["title"], &told["state"]),
        (&"Second".into(), &"live".into()),
        "{told}"
    );
    assert_eq!(told["now"], 5, "it stays where the user looks: {told}");
}

#[test]
fn any_name_is_only_text() {
    let bad = common::BAD[0];
    let mut feed = LivePage::new(bad).serve("127.0.0.1:0").unwrap();
    let url = feed.url().unwrap().to_owned();
    let recording = common::bad_names();
    feed.show(bad, &recording);
    let script = format!(
        "{HELP}{}",
        r##"
        window.alert = () => broken.push("a name was run");
        async function told() {
            await until(() => squads.length === 1 && ends === 40);
            for (let tick = 1; tick <= 40; tick++) { go(tick); document.querySelector(".span")?.click(); document.querySelector(".tree-open")?.click(); byId("tree-dialog").close(); }
            return { title: byId("title").textContent, scripts: document.scripts.length };
        }
    "##
    );
    let Some(told) = run(&url, "live-names", &script) else {
        return;
    };
    assert_eq!(told["broken"], serde_json::json!([]), "{told}");
    assert_eq!(
        (&told["title"], &told["scripts"]),
        (&bad.into(), &3.into()),
        "{told}"
    );
}

#[test]
fn page_shows_why_a_squad_is_halted_and_continues_it() {
    let page = LivePage::new("The ward").ticks_a_second(10.0).control();
    let mut feed = page.serve("127.0.0.1:0").unwrap();
    let url = feed.url().unwrap().to_owned();
    let is_over = Arc::new(AtomicBool::new(false));
    let over = is_over.clone();
    let game = std::thread::spawn(move || {
        let (mut director, mut recording) = (director(2, 2), named());
        director
            .break_on(squad_htn::Break::operator("wash"))
            .unwrap();
        while !over.load(Ordering::Relaxed) {
            feed.control("ward", &mut director);
            play(&mut director, &mut recording, 1);
            feed.show("ward", &recording);
            std::thread::sleep(Duration::from_millis(20));
        }
    });
    let (site, token) = url.split_once("#token=").unwrap();
    let script = format!(
        "{HELP}{}",
        r##"
        async function told() {
            const all = {}, button = text => [...document.querySelectorAll("#halts button")].find(b => b.textContent === text);
            await until(() => !byId("halts").hidden);
            all.why = text("#halts span"); all.at = ends; all.log = text("#log .k-halt .text");
            button("one tick").click();
            await until(() => text("#halts span")[0] === "halted: step: one tick");
            all.step = ends - all.at;
            button("continue").click();
            await until(() => byId("halts").hidden);
            all.button = byId("halt").hidden;
            byId("halt").click();
            await until(() => !byId("halts").hidden);
            all.halted = text("#halts span");
            return all;
        }
    "##
    );
    let told = run_with(site, token, "live-halts", &script);
    is_over.store(true, Ordering::Relaxed);
    game.join().unwrap();
    let Some(told) = told else {
        return;
    };
    assert_eq!(told["broken"], serde_json::json!([]), "{told}");
    let why = told["why"][0].as_str().unwrap();
    assert!(why.starts_with("halted: operator wash: tick "), "{told}");
    assert_eq!(told["log"][0], told["why"][0], "{told}");
    assert_eq!(
        (&told["step"], &told["button"]),
        (&1.into(), &false.into()),
        "{told}"
    );
    assert_eq!(told["halted"][0], "halted: by the game", "{told}");
}
