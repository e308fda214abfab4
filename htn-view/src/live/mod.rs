//! Live views: squads on a terminal or in a browser while the game runs.
//!
//! | file | content |
//! |---|---|
//! | `feed` | [`LiveFeed`]: sends the changes of squads to a terminal, a file or a browser |
//! | `screen` | a terminal that is restored afterwards |
//! | `follow` | [`follow`]: shows the file of a game on another terminal |
//! | `watched` | the state of a squad, from its updates |
//! | `view`, `keys` | [`LiveView`]: all squads, and the selection |
//! | `panes`, `paint` | the panes as lines; colours |
//! | `page` | [`LivePage`]: the page in a browser, and its server |
//! | `error` | [`LiveError`] |
//!
//! `recording::update` finds the changes of a recording, and `recording::stream` converts them to bytes.

mod error;
mod feed;
#[cfg(feature = "live")]
mod follow;
#[cfg(feature = "live")]
mod keys;
#[cfg(feature = "live-page")]
mod page;
#[cfg(feature = "live")]
mod paint;
#[cfg(feature = "live")]
mod panes;
#[cfg(feature = "live")]
mod screen;
#[cfg(feature = "live")]
mod view;
#[cfg(feature = "live")]
mod watched;

pub use error::LiveError;
pub use feed::LiveFeed;
#[cfg(feature = "live")]
pub use follow::{LiveFollower, follow};
#[cfg(feature = "live-page")]
pub use page::LivePage;
#[cfg(feature = "live")]
pub use view::LiveView;
