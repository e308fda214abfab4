#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

// Not for games: an example that saves needs these, and other examples should not compile them.
#[cfg(feature = "json")]
#[doc(hidden)]
pub use {serde, serde_json};

/// The version of `ratatui` that a [`LiveView`] works with.
#[cfg(feature = "live")]
pub use ratatui;

#[cfg(feature = "graph")]
mod coverage;
mod escape;
#[cfg(feature = "graph")]
mod graph;
mod json;
#[cfg(feature = "feed")]
mod live;
mod names;
mod page;
mod recording;
mod repairs;
mod report;
mod scene;
mod story;
mod timeline;
mod tree;

#[cfg(feature = "graph")]
pub use coverage::{Coverage, CoverageError, Covered};
pub use escape::escape_xml;
#[cfg(feature = "graph")]
pub use graph::Graph;
pub use htn_core::container::{Ending, StreamError};
pub use htn_core::schema::{SchemaError, SchemaPart};
#[cfg(feature = "live-page")]
pub use live::LivePage;
#[cfg(feature = "feed")]
pub use live::{LiveError, LiveFeed};
#[cfg(feature = "live")]
pub use live::{LiveFollower, LiveView, follow};
pub use names::Value;
pub use page::Page;
pub use recording::{Recorded, Recording};
pub use repairs::{Change, PlanDiffState, RepairedPlan, TreeLine};
pub use report::Report;
pub use scene::{Point, Scene, Shape, Tone};
