//! The live view: squads on a terminal while the game runs.
//!
//! | file | what it does |
//! |---|---|
//! | `feed` | [`LiveFeed`]: what a game holds; sends what is new to a terminal or a file |
//! | `screen` | a terminal, which is as it was afterwards |
//! | `follow` | [`follow`]: what a game writes, on the terminal of somebody else |
//! | `watched` | how a squad stands, as far as updates tell |
//! | `view`, `keys` | [`LiveView`]: all squads, and what is looked at |
//! | `panes`, `paint` | the panes as lines; colours |
//! | `error` | [`LiveError`] |
//!
//! What is new in a recording is found by `recording::update`, and is bytes in `recording::stream`.

mod error;
mod feed;
mod follow;
mod keys;
mod paint;
mod panes;
mod screen;
mod view;
mod watched;

pub use error::LiveError;
pub use feed::LiveFeed;
pub use follow::{LiveFollower, follow};
pub use view::LiveView;
