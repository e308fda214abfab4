//! Ranges in conditions that are checked again before a step.

use squad_htn::prelude::*;

use crate::rig::Rig;

fn plain<I>(items: I) -> I {
    items
}

htn_domain! {
    domain counted;

    agent u8;

    predicate size(=> u8);
    predicate bad(u8);

    operator warm_up(who: u8) by who {}
    operator act(who: u8, x: u8) by who {}

    method kept() if size(n) && let x: u8 in 1..n && !bad(x) { warm_up(1); act(1, x); }
    method kept_too() if size(n) && let x: u8 in self::plain(1..n) && !bad(x) {
        warm_up(1);
        act(1, x);
    }
    method any() if size(n) && let x: u8 in 1..n && !bad(x) && x != 9 { warm_up(1); act(1, 7); }
    method any_too() if size(n) && let x: u8 in self::plain(1..n) && !bad(x) && x != 9 {
        warm_up(1);
        act(1, 7);
    }
}

use counted::{Fact, Task};

/// Returns the commands of each tick if the facts change after the first action.
fn played(task: Task, before: &[Fact], after: &[Fact]) -> Vec<Vec<String>> {
    let mut rig = Rig::<counted::Domain>::new(before.iter().copied());
    rig.submit(&(), &[task], 0);
    let mut seen = vec![rig.tick(&())];
    rig.state.clear();
    for fact in after {
        rig.state.insert(*fact).unwrap();
    }
    for (id, ..) in rig.running.drain(..) {
        rig.executor.finish(id, Outcome::Success).unwrap();
    }
    seen.push(rig.tick(&()));
    seen
}

#[test]
fn number_outside_changed_range_fails_the_step() {
    use Fact::{Bad, Size};
    let afters: [&[Fact]; 6] = [
        &[Size(4), Bad(1)],
        &[Size(3), Bad(1)],
        &[Size(2), Bad(1)],
        &[Size(4), Bad(2)],
        &[Size(3), Bad(1), Bad(2)],
        &[],
    ];
    let goes_on = |task| -> Vec<bool> {
        let play = |after| played(task, &[Size(4), Bad(1)], after);
        afters
            .iter()
            .map(|after| !play(after)[1].is_empty())
            .collect()
    };
    // `x` is 2.
    let kept = [true, true, false, false, false, false];
    assert_eq!(goes_on(Task::Kept), kept);
    assert_eq!(goes_on(Task::KeptToo), kept);
    let any = [true, true, false, true, false, false];
    assert_eq!(goes_on(Task::Any), any);
    assert_eq!(goes_on(Task::AnyToo), any);
}
