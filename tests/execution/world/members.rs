//! A domain whose plans choose their agents among the current members.

use squad_htn::prelude::*;

use crate::squad::Actor;

htn_domain! {
    /// Members pick targets, in pairs if there are two members.
    pub domain members;
    agent Actor;

    predicate open();
    predicate alert();
    predicate member(Actor) [8];
    predicate reserved(Actor) [8];
    predicate target(u8 => u8) [8];
    predicate taken(u8) [8];
    predicate way(u8) [8];
    predicate blocked(u8) [8];
    predicate marked(u8) [8];
    predicate downed(u8) [8];
    predicate near(Actor) [8];
    predicate acting(u8, Actor) [16];

    internal operator reserve(who: Actor, t: u8) {
        if !reserved(who) && !taken(t);
        add reserved(who), taken(t);
        undo release(who, t);
    }
    internal operator release(who: Actor, t: u8) { delete reserved(who), taken(t); }
    internal operator enlist(who: Actor) {
        if !reserved(who);
        add reserved(who);
        undo dismiss(who);
    }
    internal operator dismiss(who: Actor) { delete reserved(who); }

    operator cry(who: Actor) by who { busy false; }
    operator walk(who: Actor, way: u8) by who {
        if !blocked(way);
        while !alert();
        start add acting(1, who);
        finish delete acting(1, who);
        sensed add near(who);
    }
    operator look(who: Actor, t: u8) by who {
        start add acting(2, who);
        finish delete acting(2, who);
        sensed add marked(t);
    }
    operator shoot(who: Actor, t: u8) by who {
        if marked(t) && near(who);
        start add acting(3, who);
        finish delete acting(3, who), near(who);
        sensed add downed(t);
    }
    operator storm(a: Actor, b: Actor, t: u8) by a, b {
        if near(a);
        start add acting(4, a);
        finish delete acting(4, a);
        success delete near(a);
        failure delete near(b);
        sensed add downed(t);
    }
    operator watch(who: Actor) by who {
        start add acting(5, who);
        finish delete acting(5, who);
    }

    pub method raid() if open() { engage(); }

    method engage() {
        branch pair
            if target(t, d) && !downed(t) && !taken(t) && member(a) && !reserved(a)
                && member(b) && !reserved(b) && a != b
            sort by d
        {
            reserve(a, t);
            enlist(b);
            strike(a, b, t);
            dismiss(b);
            release(a, t);
        }
        branch alone
            if target(t, d) && !downed(t) && !taken(t) && member(a) && !reserved(a)
            sort by d
        {
            reserve(a, t);
            approach(a);
            fire(a, t);
            global_block(a);
            release(a, t);
        }
    }

    method strike(a: Actor, b: Actor, t: u8) {
        branch together if !marked(t) {
            cry(a);
            unordered { approach(a); approach(b); }
            storm(a, b, t);
        }
        branch covered {
            let w = choose();
            watch(b);
            walk(a, w);
            fire(a, t);
            finish_action(b);
            block_on(b, a);
        }
    }

    method choose() -> u8 if way(w) && !blocked(w) sort by w desc { return w; }

    method approach(who: Actor) {
        branch there if near(who) {}
        branch on_foot if way(w) && !blocked(w) { walk(who, w); }
    }

    method fire(a: Actor, t: u8) {
        branch seen if marked(t) { shoot(a, t); }
        branch unseen { look(a, t); shoot(a, t); }
    }
}

use members::{Action, Fact};

/// Returns the agents that an action engages.
pub fn engaged(action: Action) -> Vec<Actor> {
    match action {
        Action::Cry { .. } => vec![],
        Action::Storm { a, b, .. } => vec![a, b],
        Action::Walk { who, .. }
        | Action::Look { who, .. }
        | Action::Shoot { who, .. }
        | Action::Watch { who } => vec![who],
    }
}

/// Returns the fact that the sensors see if an action has succeeded.
pub fn sensed(action: Action) -> Option<Fact> {
    match action {
        Action::Walk { who, .. } => Some(Fact::Near(who)),
        Action::Look { t, .. } => Some(Fact::Marked(t)),
        Action::Shoot { t, .. } | Action::Storm { t, .. } => Some(Fact::Downed(t)),
        Action::Cry { .. } | Action::Watch { .. } => None,
    }
}

/// Returns the fact that exists while an action runs.
pub fn acting(action: Action) -> Option<Fact> {
    match action {
        Action::Cry { .. } => None,
        Action::Walk { who, .. } => Some(Fact::Acting(1, who)),
        Action::Look { who, .. } => Some(Fact::Acting(2, who)),
        Action::Shoot { who, .. } => Some(Fact::Acting(3, who)),
        Action::Storm { a, .. } => Some(Fact::Acting(4, a)),
        Action::Watch { who } => Some(Fact::Acting(5, who)),
    }
}
