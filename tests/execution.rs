//! Tests of the executor and the director, one file per section of their specification.

mod common;

#[path = "common/restraint_domain.rs"]
mod restraint_domain;

#[path = "execution/rig.rs"]
mod rig;
#[path = "execution/squad.rs"]
mod squad;
#[path = "execution/stage.rs"]
mod stage;
#[path = "execution/steps.rs"]
mod steps;

#[path = "execution/restraint.rs"]
mod restraint;

#[path = "execution/abandoning.rs"]
mod abandoning;
#[path = "execution/bad_input.rs"]
mod bad_input;
#[path = "execution/conditions.rs"]
mod conditions;
#[path = "execution/deciding.rs"]
mod deciding;
#[path = "execution/deep.rs"]
mod deep;
#[path = "execution/director.rs"]
mod director;
#[path = "execution/effects.rs"]
mod effects;
#[path = "execution/ending.rs"]
mod ending;
#[path = "execution/figure_one.rs"]
mod figure_one;
#[path = "execution/grafting.rs"]
mod grafting;
#[path = "execution/groups.rs"]
mod groups;
#[path = "execution/growth.rs"]
mod growth;
#[path = "execution/later.rs"]
mod later;
#[path = "execution/leaving.rs"]
mod leaving;
#[path = "execution/leaving_searches.rs"]
mod leaving_searches;
#[path = "execution/mobilising.rs"]
mod mobilising;
#[path = "execution/panics.rs"]
mod panics;
#[path = "execution/polls.rs"]
mod polls;
#[path = "execution/preempting.rs"]
mod preempting;
#[path = "execution/priorities.rs"]
mod priorities;
#[path = "execution/protecting.rs"]
mod protecting;
#[path = "execution/ranges.rs"]
mod ranges;
#[path = "execution/repair.rs"]
mod repair;
#[path = "execution/repair_above.rs"]
mod repair_above;
#[path = "execution/repaired_tree.rs"]
mod repaired_tree;
#[path = "execution/repairs_of_one_tick.rs"]
mod repairs_of_one_tick;
#[path = "execution/replacing.rs"]
mod replacing;
#[path = "execution/retrying.rs"]
mod retrying;
#[path = "execution/sensing.rs"]
mod sensing;
#[path = "execution/sharing.rs"]
mod sharing;
#[path = "execution/slices.rs"]
mod slices;
#[path = "execution/starting.rs"]
mod starting;
#[path = "execution/starving.rs"]
mod starving;
#[path = "execution/status.rs"]
mod status;
#[path = "execution/strands_of_rows.rs"]
mod strands_of_rows;
#[path = "execution/synchronising.rs"]
mod synchronising;
#[path = "execution/ticks.rs"]
mod ticks;
#[path = "execution/uncommon_forms.rs"]
mod uncommon_forms;
#[path = "execution/waking.rs"]
mod waking;
#[path = "execution/when_planning.rs"]
mod when_planning;
#[path = "execution/words.rs"]
mod words;
