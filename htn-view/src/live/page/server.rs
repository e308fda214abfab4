//! The HTTP server of the page.

use std::io::{self, Write};
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::TryRecvError;
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use chunked_transfer::Encoder;
use tiny_http::{Header, Method, Request, Response, Server};

use super::control::{Control, Requests, Token};
use super::hub::{Hub, Message, Position};
use crate::json::Json;
use crate::live::error::LiveError;
use crate::live::feed::{Inbox, PAUSE};
use crate::report;

/// The interval between two batches of changes.
const PUBLISH: Duration = Duration::from_millis(100);
/// After this time without news, a browser gets an empty comment, so that one that has left is noticed.
const QUIET: Duration = Duration::from_secs(2);
/// The time that browsers have to get the last changes.
const FAREWELL: Duration = Duration::from_millis(500);
/// The maximum number of requests that are answered at once, besides the streams of browsers.
const ANSWERS: usize = 32;

/// The maximum length of a request to control a squad. The server reads as much at once.
const BODY: usize = 1_024;

/// Headers of every answer: the page may not be kept, framed, or read by other sites.
const HEADERS: [(&str, &str); 5] = [
    ("Cache-Control", "no-store"),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
];

/// The server and its archive.
pub(super) struct PageServer {
    server: Arc<Server>,
    site: Arc<Site>,
}

/// The data of all requests.
struct Site {
    hub: Arc<Hub>,
    /// The names by which browsers may address the page, besides those of this machine.
    hosts: Vec<String>,
    /// The token of those who may control squads, and the list of their requests.
    control: Option<(Token, Arc<Requests>)>,
    /// The number of requests that are being answered.
    answers: AtomicUsize,
}

impl PageServer {
    pub fn new(
        listener: TcpListener,
        hub: Arc<Hub>,
        hosts: Vec<String>,
        control: Option<(Token, Arc<Requests>)>,
    ) -> io::Result<PageServer> {
        let server = Server::from_listener(listener, None).map_err(io::Error::other)?;
        Ok(PageServer {
            server: Arc::new(server),
            site: Arc::new(Site {
                hub,
                hosts,
                control,
                answers: AtomicUsize::new(0),
            }),
        })
    }

    /// Serves until the sender ends.
    pub fn run(self, inbox: &Inbox) -> Result<(), LiveError> {
        let (server, site) = (self.server.clone(), self.site.clone());
        let thread = Builder::new().name(String::from("htn-view page"));
        let thread = thread.spawn(move || {
            while let Ok(request) = server.recv() {
                accept(&site, request);
            }
        });
        let thread = thread.map_err(LiveError::Thread)?;
        let hub = &self.site.hub;
        let mut published = Instant::now();
        loop {
            match inbox.take() {
                Ok(news) => hub.take(news),
                Err(TryRecvError::Empty) => thread::sleep(PAUSE),
                Err(TryRecvError::Disconnected) => break,
            }
            if published.elapsed() >= PUBLISH {
                hub.publish();
                published = Instant::now();
            }
        }
        hub.end(FAREWELL);
        self.server.unblock();
        // A panic has printed its own message.
        let _ = thread.join();
        Ok(())
    }
}

/// Answers a request on a thread of its own, because its reader may be slow.
fn accept(site: &Arc<Site>, request: Request) {
    if site.answers.fetch_add(1, Ordering::AcqRel) >= ANSWERS {
        site.answers.fetch_sub(1, Ordering::AcqRel);
        // The server answers a dropped request with an error.
        return;
    }
    let site = site.clone();
    let thread = Builder::new().name(String::from("htn-view page"));
    let started = thread.spawn(move || {
        let answers = Answering(&site.answers);
        site.answer(request, answers);
    });
    // Without a thread, the request was dropped. The number of answers is then too high by one.
    drop(started);
}

/// A request that is being answered.
struct Answering<'s>(&'s AtomicUsize);

impl Drop for Answering<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

impl Site {
    fn answer(&self, request: Request, answering: Answering<'_>) {
        if !self.allows_host(&request) {
            let text = "unknown host; help: open the page at the address that the game prints, or \
                        allow this name with `LivePage::host`";
            return refuse(request, 403, text, None);
        }
        let path = request.url().split(['?', '#']).next().unwrap_or("");
        let is_read = matches!(request.method(), Method::Get | Method::Head);
        match path {
            "/" | "/events" if !is_read => {
                refuse(
                    request,
                    405,
                    "only GET is allowed here",
                    Some(("Allow", "GET, HEAD")),
                );
            }
            "/" => send(request, self.page()),
            "/events" => self.stream(request, answering),
            "/control" => self.control(request),
            _ => refuse(
                request,
                404,
                "nothing is here; help: the page is at `/`",
                None,
            ),
        }
    }

    /// Returns true if the browser addresses the page by a name of this machine, or by an allowed one. Another site cannot
    /// read the page through a name of its own that leads to this machine.
    fn allows_host(&self, request: &Request) -> bool {
        let Some(host) = header(request, "Host") else {
            return false;
        };
        let name = match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
            _ => host,
        };
        let name = name.to_ascii_lowercase();
        ["localhost", "127.0.0.1", "[::1]"].contains(&&*name) || self.hosts.contains(&name)
    }

    /// Puts a request into the list. The token is in a header that other sites cannot send.
    fn control(&self, mut request: Request) {
        let Some((token, requests)) = &self.control else {
            let text = "squads cannot be controlled; help: allow it with `LivePage::control`";
            return refuse(request, 404, text, None);
        };
        if *request.method() != Method::Post {
            return refuse(
                request,
                405,
                "only POST is allowed here",
                Some(("Allow", "POST")),
            );
        }
        if !header(&request, "X-Token").is_some_and(|text| token.is(text)) {
            let text = "wrong token; help: open the page at the address that the game prints";
            return refuse(request, 403, text, None);
        }
        if request.body_length().is_none_or(|length| length > BODY) {
            return refuse(request, 413, "the request is too long", None);
        }
        let mut body = String::new();
        if request.as_reader().read_to_string(&mut body).is_err() {
            return refuse(request, 400, "the request is no text", None);
        }
        match Control::parse(&body) {
            None => {
                let text = "unknown request; help: `halt`, `resume`, `tick` or `event`, and the squad in a second line";
                refuse(request, 400, text, None);
            }
            Some((control, squad)) if requests.add(squad, control) => {
                send(
                    request,
                    answer(200, String::from("ok\n"), "text/plain; charset=utf-8"),
                );
            }
            Some(_) => refuse(request, 503, "the game does not carry out requests", None),
        }
    }

    fn page(&self) -> Response<io::Cursor<Vec<u8>>> {
        let (title, rate) = self.hub.heading();
        let mut json = Json::default();
        json.object(|json| {
            json.key("live").number(1);
            json.key("title").string(&title);
            json.key("rate").float(rate);
            for tick in ["begins", "ends"] {
                json.key(tick).number(0);
            }
            for list in ["squads", "texts"] {
                json.key(list).list([], |_, ()| {});
            }
        });
        let page = report::page(&title, "; connect-src 'self'", &json.into_text());
        answer(200, page, "text/html; charset=utf-8")
    }

    /// Sends the changes as events until the browser or the game ends.
    fn stream(&self, request: Request, answering: Answering<'_>) {
        if *request.http_version() < (1, 1) {
            return refuse(request, 505, "HTTP/1.1 is needed", None);
        }
        let Some(browser) = self.hub.join() else {
            let text = "too many browsers; help: close another page, or allow more with `LivePage::clients`";
            return refuse(request, 503, text, None);
        };
        // Browsers have a limit of their own.
        drop(answering);
        let mut at = header(&request, "Last-Event-ID").and_then(Position::parse);
        let is_head = *request.method() == Method::Head;
        let mut writer = request.into_writer();
        let mut sent = || -> io::Result<()> {
            // The server's own answers have a length or are sent when they are complete.
            write!(
                writer,
                "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n"
            )?;
            for (name, value) in HEADERS {
                write!(writer, "{name}: {value}\r\n")?;
            }
            write!(writer, "Transfer-Encoding: chunked\r\n\r\n")?;
            writer.flush()?;
            if is_head {
                return Ok(());
            }
            let mut events = Encoder::new(&mut *writer);
            loop {
                match browser.next(at, QUIET) {
                    Message::Whole(position, whole) => {
                        event(&mut events, "whole", position, &whole)?;
                        at = Some(position);
                    }
                    Message::News(news) => {
                        for (position, batch) in news {
                            event(&mut events, "news", position, &batch)?;
                            at = Some(position);
                        }
                    }
                    Message::Nothing => events.write_all(b":\n\n")?,
                    Message::End => return events.write_all(b"event: end\ndata:\n\n"),
                }
                events.flush()?;
                // The encoder flushes only itself.
                events.get_mut().flush()?;
            }
        };
        // Errors mean that the browser has left.
        let _ = sent();
        let _ = writer.flush();
    }
}

fn event(writer: &mut dyn Write, name: &str, at: Position, data: &str) -> io::Result<()> {
    write!(writer, "event: {name}\nid: {}\ndata: ", at.id())?;
    // The encoder recurses for each of its chunks.
    for piece in data.as_bytes().chunks(4_096) {
        writer.write_all(piece)?;
    }
    writer.write_all(b"\n\n")
}

fn header<'r>(request: &'r Request, name: &'static str) -> Option<&'r str> {
    let mut headers = request.headers().iter();
    let header = headers.find(|header| header.field.equiv(name))?;
    Some(header.value.as_str())
}

fn answer(status: u16, text: String, kind: &str) -> Response<io::Cursor<Vec<u8>>> {
    let mut response = Response::from_data(text.into_bytes())
        .with_status_code(status)
        .with_chunked_threshold(usize::MAX);
    for (name, value) in HEADERS.into_iter().chain([("Content-Type", kind)]) {
        // Constants are valid.
        if let Ok(header) = Header::from_bytes(name, value) {
            response.add_header(header);
        }
    }
    response
}

fn refuse(request: Request, status: u16, text: &str, more: Option<(&str, &str)>) {
    let mut response = answer(status, format!("{text}\n"), "text/plain; charset=utf-8");
    if let Some(Ok(header)) = more.map(|(name, value)| Header::from_bytes(name, value)) {
        response.add_header(header);
    }
    send(request, response);
}

fn send(request: Request, response: Response<io::Cursor<Vec<u8>>>) {
    // The browser has left.
    let _ = request.respond(response);
}
