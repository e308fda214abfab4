//! Executors in a save: by what they hold, not by where it lies.
//!
//! | file | what it does |
//! |---|---|
//! | `content` | what is in a save |
//! | `write` | makes it of an engine |
//! | `cancelled` | the facts that cancelling every plan would leave |
//! | `read`, `plan` | take it up in a new one |
//! | `map` | an executor whose handles mean something else |

mod cancelled;
mod content;
mod map;
mod plan;
mod read;
mod write;

use core::marker::PhantomData;

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub(crate) use content::{ExecutorContent, LiveContent, StateContent};

use super::Executor;
use crate::model::limits::Limits;
use crate::persist::save::envelope;
use crate::persist::save::tasks::SavedTask;
use crate::persist::save::terms::{LoadTerms, SaveTerms};

const EXECUTOR: &str = "executor";

/// An executor and its settings. A director saves its executor without them: it has settings of its own.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ExecutorSave<T> {
    sensor_timeout: u32,
    stall_timeout: u32,
    executor: ExecutorContent<T>,
}

/// Everything that it holds: plans with how each step stands, actions, holds, barriers, repairs that were found, what the game
/// called since the last tick, and its settings. Ids stay what they are. The events and commands of the last tick are not
/// saved: look at them before.
///
/// An error where an expression of the game has panicked in the last tick, and that was not gone on with.
impl<D: SaveTerms> Serialize for Executor<D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let settings = self.engine.cx.settings;
        let executor = self.engine.content::<SavedTask<D>>();
        let content = ExecutorSave {
            sensor_timeout: settings.sensor_timeout,
            stall_timeout: settings.stall_timeout,
            executor: executor.map_err(S::Error::custom)?,
        };
        envelope::save::<D, S>(EXECUTOR, &content, serializer)
    }
}

/// With [`Limits::default`]; see [`deserialize_with_limits`](Executor::deserialize_with_limits).
impl<'de, D: LoadTerms> Deserialize<'de> for Executor<D> {
    fn deserialize<De: Deserializer<'de>>(deserializer: De) -> Result<Self, De::Error> {
        Self::deserialize_with_limits(deserializer, Limits::default())
    }
}

impl<D: LoadTerms> Executor<D> {
    /// An executor that was saved, with limits of its own.
    ///
    /// # Errors
    ///
    /// It is no save of an executor of this domain, or what it holds does not fit: then the error names the limit.
    pub fn deserialize_with_limits<'de, De: Deserializer<'de>>(
        deserializer: De,
        limits: Limits,
    ) -> Result<Self, De::Error> {
        let save = PhantomData::<ExecutorSave<SavedTask<D>>>;
        let save = envelope::load::<D, De, _>(EXECUTOR, save, deserializer)?;
        let mut executor = Executor::with_limits(limits);
        let engine = &mut executor.engine;
        engine.set_sensor_timeout(save.sensor_timeout);
        engine.set_stall_timeout(save.stall_timeout);
        let restored = engine.restore(&save.executor);
        restored.map_err(De::Error::custom)?;
        engine.check_busy(D::busy_of).map_err(De::Error::custom)?;
        Ok(executor)
    }
}
