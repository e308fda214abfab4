//! The values that the steps of a group start with.

use squad_htn::prelude::*;

use crate::rig::Rig;
use crate::squad::{A1, A2, Actor};

const A3: Actor = Actor(3);

htn_domain! {
    domain lockers;
    agent Actor;

    predicate locker(u8) [8];
    predicate uses(Actor => u8) [8];
    predicate ready();
    predicate locked(Actor) [8];

    internal operator choose(who: Actor) {
        if locker(n) && !uses(who, _);
        add uses(who, n);
        undo leave(who);
    }
    internal operator leave(who: Actor) { delete uses(who, _); }
    internal operator lock(who: Actor) {
        if ready() && !locked(who);
        add locked(who);
        undo unlock(who);
    }
    internal operator unlock(who: Actor) { delete locked(who); }
    operator prepare(who: Actor) by who { success add ready(); }

    pub method go(a: Actor, b: Actor, c: Actor) {
        prepare(c);
        choose(a);
        lock(b);
    }
}

use lockers::{Fact, Task};

fn planned() -> Rig<lockers::Domain> {
    let mut rig = Rig::new([1, 2].map(Fact::Locker));
    let task = Task::Go {
        a: A1,
        b: A2,
        c: A3,
    };
    rig.submit(&(), &[task], 0);
    rig
}

#[test]
fn group_uses_planned_values_if_they_hold_again() {
    let mut rig = planned();
    rig.state.remove(Fact::Locker(1));
    rig.expect(&(), "+prepare(a3)");
    assert!(rig.state.insert(Fact::Locker(1)).is_ok());
    rig.succeed("prepare(a3)");
    rig.expect(&(), "");
    assert!(rig.state.contains(Fact::Uses(A1, 1)), "{}", rig.state);
}

#[test]
fn group_uses_other_values_if_planned_ones_fail() {
    let mut rig = planned();
    rig.expect(&(), "+prepare(a3)");
    rig.state.remove(Fact::Locker(1));
    rig.succeed("prepare(a3)");
    rig.expect(&(), "");
    assert!(rig.state.contains(Fact::Uses(A1, 2)), "{}", rig.state);
    assert!(rig.state.contains(Fact::Locked(A2)), "{}", rig.state);
}
