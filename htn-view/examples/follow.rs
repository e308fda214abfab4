//! Shows what the squads of a running game do, from the file that its `LiveFeed` writes:
//!
//! ```sh
//! cargo run -p htn-view --features live --example follow -- mission.live
//! cargo run -p htn-view --features live --example follow -- mission.live --once   # the current state, as text
//! ```

use std::process::ExitCode;

use htn_view::{LiveError, LiveFollower, follow};

const USAGE: &str = "follow FILE [--once]: shows the file that a `LiveFeed` of htn-view writes";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (flags, files): (Vec<&String>, Vec<&String>) = arguments
        .iter()
        .partition(|argument| argument.starts_with("--"));
    let done = match (&files[..], &flags[..]) {
        ([path], []) => follow(path),
        ([path], [once]) if *once == "--once" => print_once(path),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// All of it as text.
fn print_once(path: &str) -> Result<(), LiveError> {
    let bytes = std::fs::read(path).map_err(|error| LiveError::File {
        path: path.into(),
        error,
    })?;
    let mut follower = LiveFollower::new();
    follower.read(&bytes)?;
    print!("{}", follower.view_mut().to_text(100, 30));
    match follower.pending() {
        0 => {}
        pending => eprintln!("the file ends in the middle of something: {pending} bytes are left"),
    }
    Ok(())
}
