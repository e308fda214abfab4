//! Traces with the crate `tracing`: a subscriber that records spans and events.
//!
//! `cargo test --features tracing --test spans`
#![cfg(feature = "tracing")]

use std::fmt::{Debug, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use squad_htn::prelude::*;
use squad_htn::trace::Spans;
use squad_htn::trace::tracing::field::{Field, Visit};
use squad_htn::trace::tracing::span::{Attributes, Id, Record};
use squad_htn::trace::tracing::{Event, Metadata, Subscriber, subscriber};

htn_domain! {
    domain doors;
    predicate open(u8);
    internal operator go(door: u8) {}
    pub method enter() {
        branch through if open(door) && door > 1 { go(door); }
    }
}

static LINES: Mutex<Vec<String>> = Mutex::new(Vec::new());
static SPANS: AtomicU64 = AtomicU64::new(0);

struct Fields(String);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        // Lines depend on the text above the domain.
        if field.name() != "line" {
            write!(self.0, " {}={value:?}", field.name()).expect("it is a string");
        }
    }
}

fn keep(line: String) {
    LINES.lock().expect("no thread panicked").push(line);
}

struct Collector;

impl Subscriber for Collector {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }
    fn new_span(&self, of: &Attributes<'_>) -> Id {
        let id = SPANS.fetch_add(1, Ordering::SeqCst) + 1;
        let mut fields = Fields(String::new());
        of.record(&mut fields);
        let parent = of.parent().map_or(0, Id::into_u64);
        keep(format!(
            "span {id} in {parent}: {}{}",
            of.metadata().name(),
            fields.0
        ));
        Id::from_u64(id)
    }
    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, event: &Event<'_>) {
        let mut fields = Fields(String::new());
        event.record(&mut fields);
        let parent = event.parent().map_or(0, Id::into_u64);
        keep(format!(
            "{} in {parent}:{}",
            event.metadata().level(),
            fields.0
        ));
    }
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

#[test]
fn search_and_tasks_are_spans_with_event_decisions() {
    use doors::{Fact, State, Task};
    subscriber::set_global_default(Collector).expect("there is none yet");
    let state = State::from_facts([Fact::Open(1), Fact::Open(2)]).expect("they fit");
    let found = state.trace(&(), Task::Enter, &mut Spans::new("doors"));
    assert_eq!(
        found.expect("an existing task").plans,
        [[Task::Go { door: 2 }]]
    );
    let lines = LINES.lock().expect("no thread panicked");
    let all: Vec<&str> = lines.iter().map(String::as_str).collect();
    assert_eq!(
        all[..9],
        [
            r#"span 1 in 0: search name="doors""#,
            r#"span 2 in 1: task name="enter()" id=1"#,
            r#"DEBUG in 2: port=Call kind=Task name="enter" bindings="""#,
            r#"DEBUG in 2: port=Call kind=Method name="enter" bindings="""#,
            r#"DEBUG in 2: port=Call kind=Branch name="through" bindings="""#,
            r#"TRACE in 2: port=Call kind=Conjunct name="open(door)" bindings="""#,
            r#"TRACE in 2: port=Exit kind=Conjunct name="open(door)" bindings="door = 1""#,
            r#"TRACE in 2: port=Call kind=Conjunct name="door > 1" bindings="door = 1""#,
            r#"TRACE in 2: port=Fail kind=Conjunct name="door > 1" bindings="door = 1""#,
        ]
    );
    assert!(
        all.iter()
            .any(|line| line.starts_with(r#"span 3 in 2: task name="go(2)""#)),
        "{all:#?}"
    );
    let last = r#"DEBUG in 2: port=Exit kind=Task name="enter" bindings="""#;
    assert_eq!(all[all.len() - 1], last);
}
