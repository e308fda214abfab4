//! The live view: squads on a terminal while the game runs.
//!
//! | file | content |
//! |---|---|
//! | `feed` | [`LiveFeed`]: sends the changes of squads to a terminal or a file |
//! | `screen` | a terminal that is restored afterwards |
//! | `follow` | [`follow`]: shows the file of a game on another terminal |
//! | `watched` | the state of a squad, from its updates |
//! | `view`, `keys` | [`LiveView`]: all squads, and the selection |
//! | `panes`, `paint` | the panes as lines; colours |
//! | `error` | [`LiveError`] |
//!
//! `recording::update` finds the changes of a recording, and `recording::stream` converts them to bytes.

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
