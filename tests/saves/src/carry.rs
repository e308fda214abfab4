//! Saving and loading again, in either format.

use serde::de::DeserializeOwned;
use serde::{Deserializer, Serialize};
use squad_htn::save::{LoadTerms, SaveTerms};
use squad_htn::{Director, Executor, Planner, SquadScheduler, State};

/// The formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// For people.
    Json,
    /// Small.
    Postcard,
}

/// A type that can be saved, and loaded with its former limits.
pub trait Carry: Serialize + Sized {
    /// As [`serde::Deserialize`], with the limits that this one has.
    fn load<'de, D: Deserializer<'de>>(&self, deserializer: D) -> Result<Self, D::Error>;

    /// Returns its visible state between two ticks.
    fn seen(&self) -> String;

    /// Makes searches in progress start again, as they do after loading.
    fn restart(&mut self) {}

    /// Saved and loaded.
    fn carried(&self, format: Format) -> Self {
        match format {
            Format::Json => {
                let text = crate::json(self);
                let mut deserializer = serde_json::Deserializer::from_str(&text);
                let loaded = self.load(&mut deserializer);
                loaded.unwrap_or_else(|error| panic!("{error}: {text}"))
            }
            Format::Postcard => {
                let bytes = crate::saved(self);
                let mut deserializer = postcard::Deserializer::from_bytes(&bytes);
                // The errors of postcard have no text. Those of JSON have one.
                let loaded = self.load(&mut deserializer).ok();
                loaded.unwrap_or_else(|| {
                    self.carried(Format::Json);
                    panic!("it was saved so: {}", crate::json(self))
                })
            }
        }
    }
}

impl<D: SaveTerms + LoadTerms> Carry for Executor<D> {
    fn load<'de, De: Deserializer<'de>>(&self, deserializer: De) -> Result<Self, De::Error> {
        Executor::deserialize_with_limits(deserializer, self.limits())
    }

    fn seen(&self) -> String {
        let plans = self.plans().map(|plan| {
            let steps: Vec<_> = plan.steps().collect();
            format!("{plan}: {steps:?}\n{}", plan.plan())
        });
        plans.collect()
    }
}

impl<D: SaveTerms + LoadTerms> Carry for Planner<D> {
    fn load<'de, De: Deserializer<'de>>(&self, deserializer: De) -> Result<Self, De::Error> {
        Planner::deserialize_with_limits(deserializer, self.limits())
    }

    fn seen(&self) -> String {
        format!("{self} {:?}", self.plan())
    }
}

impl<D: SaveTerms + LoadTerms> Carry for Director<D> {
    fn load<'de, De: Deserializer<'de>>(&self, deserializer: De) -> Result<Self, De::Error> {
        Director::deserialize_with_limits(deserializer, self.executor().limits())
    }

    fn seen(&self) -> String {
        let (stats, steps) = (self.search_stats(), self.search_steps());
        let (searching, answers) = (self.searching(), self.answers());
        let executor = self.executor().seen();
        format!(
            "{searching:?} {stats} {steps:?} {answers} {}\n{executor}",
            self.is_due()
        )
    }

    fn restart(&mut self) {
        self.restart_search();
    }
}

impl<D: SaveTerms + LoadTerms> Carry for SquadScheduler<D> {
    fn load<'de, De: Deserializer<'de>>(&self, deserializer: De) -> Result<Self, De::Error> {
        SquadScheduler::deserialize_with_limits(deserializer, self.limits())
    }

    fn seen(&self) -> String {
        let squads = self.squads().map(|(id, squad)| {
            let (usage, paused) = (self.usage(id), self.is_paused(id));
            format!("squad {id}: {usage:?} {paused:?} {}", squad.seen())
        });
        format!("frame {}\n{}", self.frames(), squads.collect::<String>())
    }

    fn restart(&mut self) {
        self.restart_searches();
    }
}

impl<D: SaveTerms + LoadTerms> Carry for State<D>
where
    State<D>: DeserializeOwned,
{
    fn load<'de, De: Deserializer<'de>>(&self, deserializer: De) -> Result<Self, De::Error> {
        serde::Deserialize::deserialize(deserializer)
    }

    fn seen(&self) -> String {
        self.to_string()
    }
}
