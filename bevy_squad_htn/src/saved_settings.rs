//! The settings of a squad in a save.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use squad_htn::{Policy, Repair, Retry};
use std::fmt::Debug;

use crate::squad::SquadSettings;

/// As [`SquadSettings`].
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SavedSettings {
    interval: u32,
    when_idle: bool,
    keep_searching: bool,
    priority: i32,
    duplicates: bool,
    max_repairs: u32,
    retry_after: Option<u32>,
    sensor_timeout: u32,
    stall_timeout: u32,
    policy: ByName<Policy>,
    repair: ByName<Repair>,
    retry: ByName<Retry>,
}

impl From<SquadSettings> for SavedSettings {
    fn from(settings: SquadSettings) -> Self {
        SavedSettings {
            interval: settings.interval,
            when_idle: settings.when_idle,
            keep_searching: settings.keep_searching,
            priority: settings.priority,
            duplicates: settings.duplicates,
            max_repairs: settings.max_repairs,
            retry_after: settings.retry_after,
            sensor_timeout: settings.sensor_timeout,
            stall_timeout: settings.stall_timeout,
            policy: ByName(settings.policy),
            repair: ByName(settings.repair),
            retry: ByName(settings.retry),
        }
    }
}

impl From<&SavedSettings> for SquadSettings {
    fn from(saved: &SavedSettings) -> Self {
        SquadSettings {
            interval: saved.interval,
            when_idle: saved.when_idle,
            keep_searching: saved.keep_searching,
            priority: saved.priority,
            duplicates: saved.duplicates,
            max_repairs: saved.max_repairs,
            retry_after: saved.retry_after,
            sensor_timeout: saved.sensor_timeout,
            stall_timeout: saved.stall_timeout,
            policy: saved.policy.0,
            repair: saved.repair.0,
            retry: saved.retry.0,
        }
    }
}

/// A choice, as what it is called.
struct ByName<T>(T);

trait Choice: Copy + Debug + 'static {
    const ALL: &'static [Self];
}

impl Choice for Policy {
    const ALL: &'static [Self] = &[Policy::Accumulate, Policy::Replace, Policy::Preempt];
}

impl Choice for Repair {
    const ALL: &'static [Self] = &[Repair::Subtree, Repair::Replan, Repair::Abandon];
}

impl Choice for Retry {
    const ALL: &'static [Self] = &[Retry::Same, Retry::Other];
}

impl<T: Choice> Serialize for ByName<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:?}", self.0))
    }
}

impl<'de, T: Choice> Deserialize<'de> for ByName<T> {
    fn deserialize<De: Deserializer<'de>>(deserializer: De) -> Result<Self, De::Error> {
        let name = String::deserialize(deserializer)?;
        let found = T::ALL.iter().find(|choice| format!("{choice:?}") == name);
        let found = found
            .ok_or_else(|| De::Error::custom(format_args!("`{name}` is none of {:?}", T::ALL)));
        found.map(|choice| ByName(*choice))
    }
}
