//! A plain client of the page.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;

/// An answer of the server.
pub struct Answer {
    pub status: u16,
    headers: Vec<(String, String)>,
    pub body: String,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        let header = self.headers.iter().find(|(other, _)| other == name)?;
        Some(&header.1)
    }
}

fn connect(url: &str) -> TcpStream {
    let address = url.trim_start_matches("http://").split('/').next().unwrap();
    let stream = TcpStream::connect(address.replace("0.0.0.0", "127.0.0.1")).unwrap();
    // A test that waits for ever is a test that fails.
    stream
        .set_read_timeout(Some(Duration::from_secs(20)))
        .unwrap();
    stream
}

fn send(stream: &mut TcpStream, method: &str, path: &str, headers: &[(&str, &str)], body: &str) {
    let mut text = format!("{method} {path} HTTP/1.1\r\n");
    for (name, value) in headers {
        text += &format!("{name}: {value}\r\n");
    }
    if !body.is_empty() {
        text += &format!("Content-Length: {}\r\n", body.len());
    }
    write!(stream, "{text}\r\n{body}").unwrap();
}

/// Reads the status and the headers.
fn head(reader: &mut impl BufRead) -> (u16, Vec<(String, String)>) {
    let mut lines = reader.lines().map_while(Result::ok);
    let status = lines.next().unwrap_or_default();
    let status = status
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok());
    let headers = lines.take_while(|line| !line.is_empty());
    let headers = headers.filter_map(|line| {
        let (name, value) = line.split_once(": ")?;
        Some((name.to_ascii_lowercase(), value.to_owned()))
    });
    (status.unwrap_or(0), headers.collect())
}

pub fn request(
    url: &str,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Answer {
    let mut stream = connect(url);
    let headers = [headers, &[("Connection", "close")]].concat();
    send(&mut stream, method, path, &headers, body);
    let mut reader = BufReader::new(stream);
    let (status, headers) = head(&mut reader);
    let mut answer = Answer {
        status,
        headers,
        body: String::new(),
    };
    let length = answer
        .header("content-length")
        .and_then(|length| length.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body).unwrap();
    answer.body = String::from_utf8(body).unwrap();
    answer
}

pub fn get(url: &str, path: &str) -> Answer {
    request(url, "GET", path, &[("Host", "localhost")], "")
}

/// The stream of events.
pub struct Events {
    reader: BufReader<TcpStream>,
    /// The decoded part that is not complete.
    text: Vec<u8>,
    /// The number of its bytes that contain no end of an event.
    searched: usize,
    status: u16,
}

impl Events {
    /// Opens the stream, as a browser with the id of its last event.
    pub fn open(url: &str, last: Option<&str>) -> Events {
        let mut stream = connect(url);
        let mut headers = vec![("Host", "localhost")];
        headers.extend(last.map(|last| ("Last-Event-ID", last)));
        send(&mut stream, "GET", "/events", &headers, "");
        Events {
            reader: BufReader::new(stream),
            text: Vec::new(),
            searched: 0,
            status: 0,
        }
    }

    /// Returns the next event: its name, id and data. `None` at the end of the stream.
    pub fn next(&mut self) -> Option<(String, String, Value)> {
        if self.status == 0 {
            let (status, headers) = head(&mut self.reader);
            self.status = status;
            if status != 200 {
                return None;
            }
            let kind = ("content-type".to_owned(), "text/event-stream".to_owned());
            assert!(headers.contains(&kind), "{headers:?}");
        }
        loop {
            let from = self.searched.min(self.text.len());
            let ends = self.text[from..].windows(2).position(|two| two == b"\n\n");
            self.searched = self.text.len().saturating_sub(1);
            if let Some(end) = ends {
                let event: Vec<u8> = self.text.drain(..from + end + 2).collect();
                self.searched = 0;
                let event = String::from_utf8(event).unwrap();
                let field = |name: &str| {
                    let lines = event.lines();
                    let mut found = lines.filter_map(|line| line.strip_prefix(name));
                    found.next().map(|value| value.trim_start().to_owned())
                };
                // Comments have no name.
                if let Some(name) = field("event:") {
                    let data = field("data:").unwrap();
                    let data = match &data[..] {
                        "" => Value::Null,
                        data => serde_json::from_str(data).unwrap(),
                    };
                    return Some((name, field("id:").unwrap_or_default(), data));
                }
                continue;
            }
            self.chunk()?;
        }
    }

    /// Reads events until the squads are enough, and returns everything then.
    pub fn whole(&mut self, enough: impl Fn(&Value) -> bool) -> Value {
        let mut whole = Value::Null;
        loop {
            let (name, _, data) = self.next().expect("the stream goes on");
            match &name[..] {
                "whole" => whole = data,
                _ => merge(&mut whole, &data),
            }
            if enough(&whole) {
                return whole;
            }
        }
    }

    /// Reads a chunk. `None` if it was the last one.
    fn chunk(&mut self) -> Option<()> {
        let mut size = String::new();
        self.reader.read_line(&mut size).ok()?;
        let size = usize::from_str_radix(size.trim(), 16)
            .ok()
            .filter(|size| *size > 0)?;
        let mut chunk = vec![0; size + 2];
        self.reader.read_exact(&mut chunk).ok()?;
        self.text.extend_from_slice(&chunk[..size]);
        Some(())
    }
}

/// Applies the changes of an event as the page does.
pub fn merge(whole: &mut Value, news: &Value) {
    for key in ["begins", "ends"] {
        whole[key] = news[key].clone();
    }
    let texts = news["texts"].as_array().unwrap();
    let from = texts[0].as_u64().unwrap() as usize;
    put(
        &mut whole["texts"],
        texts[1..]
            .iter()
            .enumerate()
            .map(|(at, text)| (from + at, text)),
    );
    for squad in news["squads"].as_array().unwrap() {
        let at = squad["at"].as_u64().unwrap() as usize;
        if squad["whole"] == 1 {
            put(&mut whole["squads"], [(at, squad)].into_iter());
            continue;
        }
        let known = &mut whole["squads"][at];
        for (key, value) in squad.as_object().unwrap() {
            match &key[..] {
                "actions" | "waits" | "plans" | "facts" | "searches" | "whys" | "log" => {
                    let items = value.as_array().unwrap().iter();
                    put(
                        &mut known[key],
                        items.map(|item| (item[0].as_u64().unwrap() as usize, &item[1])),
                    );
                }
                _ => known[key] = value.clone(),
            }
        }
    }
}

fn put<'v>(list: &mut Value, items: impl Iterator<Item = (usize, &'v Value)>) {
    let list = list.as_array_mut().unwrap();
    for (at, item) in items {
        assert!(at <= list.len(), "no item is left out");
        list.truncate(list.len().max(at));
        if at == list.len() {
            list.push(item.clone());
        } else {
            list[at] = item.clone();
        }
    }
}
