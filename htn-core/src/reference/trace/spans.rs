//! Traces for subscribers of the crate `tracing`.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use core::fmt::Write;

/// The version of the crate that [`Spans`] reports to.
pub use tracing;
use tracing::{Level, Span, event, span};

use super::Sink;
use super::event::{Port, TraceEvent, TraceKind};
use crate::model::domain::Domain;

/// Reports a search to the subscriber of the crate `tracing`: a span `search` for all of it, a span `task` for each task that is called, and
/// an event for everything that happens, inside the span of its task. All of them are of the level `DEBUG`, conjuncts and axioms of
/// the level `TRACE`. The [module](https://docs.rs/squad-htn/latest/squad_htn/trace/) has an example.
pub struct Spans {
    search: Span,
    /// The span of each open box: a task has its own, anything else that of its task.
    open: BTreeMap<u64, Span>,
}

impl Spans {
    /// Creates the spans of one search, which has this name.
    pub fn new(name: &str) -> Spans {
        Spans {
            search: span!(Level::DEBUG, "search", name),
            open: BTreeMap::new(),
        }
    }
}

impl<D: Domain> Sink<D> for Spans {
    fn event(&mut self, event: &TraceEvent<D>) {
        let around = self.open.get(&event.parent).unwrap_or(&self.search).clone();
        if event.port == Port::Call {
            let inside = match event.task {
                Some(task) => {
                    let name = task.to_string();
                    span!(parent: &around, Level::DEBUG, "task", name, id = event.id)
                }
                None => around,
            };
            self.open.insert(event.id, inside);
        }
        let Some(span) = self.open.get(&event.id) else {
            return;
        };
        let mut bindings = String::new();
        for (number, binding) in event.bindings.iter().enumerate() {
            let before = if number == 0 { "" } else { ", " };
            // Writing to a string fails only if the `Debug` of a value does.
            let _ = write!(bindings, "{before}{binding}");
        }
        let (port, kind, TraceEvent { name, line, .. }) = (event.port, event.kind, event);
        match kind {
            TraceKind::Conjunct | TraceKind::Axiom | TraceKind::Clause => {
                event!(parent: span, Level::TRACE, ?port, ?kind, name, line, bindings);
            }
            _ => event!(parent: span, Level::DEBUG, ?port, ?kind, name, line, bindings),
        }
        if event.port == Port::Fail {
            self.open.remove(&event.id);
        }
    }
}
