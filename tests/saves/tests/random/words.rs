//! The terms of the worlds in a save: by their words.

use crate::squad::{Actor, Item, Kind, Line, Place};

saves::by_words! { Actor Item Kind Line Place }
