//! The live view, as a game and as a person see it.

mod common;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

use common::{Domain, director, named, play};
use htn_view::ratatui::Terminal;
use htn_view::ratatui::backend::TestBackend;
use htn_view::ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use htn_view::ratatui::style::Color;
use htn_view::{LiveError, LiveFeed, LiveFollower, LiveView, Recording, follow};
use squad_htn::prelude::*;

fn press(view: &mut LiveView, code: KeyCode) -> ControlFlow<()> {
    view.key(KeyEvent::new(code, KeyModifiers::NONE))
}

/// The view of a squad after so many ticks.
fn view(ticks: u64) -> LiveView {
    let mut recording = named();
    play(&mut director(3, 4), &mut recording, ticks);
    let mut view = LiveView::new();
    view.show("ward", &recording);
    view
}

#[test]
fn a_screen() {
    let mut view = view(20);
    println!("{}", view.to_text(80, 24));
    println!("{}", view.to_text(120, 40));
}
