//! A domain with a step of every kind, and plans written as lists of steps.

#![allow(dead_code)]

use std::fmt;

use squad_htn::prelude::*;

/// An agent: `a1`, `a2` …
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Term)]
pub struct Actor(pub u8);

impl fmt::Debug for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a{}", self.0)
    }
}

/// A place that plans can reserve and that is no agent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Term)]
pub struct Place(pub u8);

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p{}", self.0)
    }
}

/// An item that one step makes and another needs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Term)]
pub struct Item(pub u8);

impl fmt::Debug for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "i{}", self.0)
    }
}

pub const A1: Actor = Actor(1);
pub const A2: Actor = Actor(2);
pub const A3: Actor = Actor(3);
pub const P1: Place = Place(1);
pub const I1: Item = Item(1);

/// The maximum number of tokens in use at once.
pub const TOKENS: usize = 2;

/// The kind of a script line: a step, or a node with lines of its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Term)]
pub enum Kind {
    Act,
    Help,
    Joint,
    Shout,
    Make,
    Spoil,
    Need,
    Lift,
    Spot,
    Careful,
    Grab,
    Reserve,
    Free,
    Take,
    Leave,
    Nudge,
    Note,
    BlockOn,
    GlobalBlock,
    FinishAction,
    StopAction,
    Node,
    Guarded,
}

/// A script line packed into one word: tag, kind, two agents, an item or a place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Term)]
pub struct Line(pub u64);

impl Line {
    pub fn new(tag: u16, kind: Kind, a: Actor, b: Actor, thing: u8) -> Line {
        let parts = [
            u64::from(tag),
            kind.to_word(),
            a.0.into(),
            b.0.into(),
            thing.into(),
        ];
        Line(parts[0] | parts[1] << 16 | parts[2] << 24 | parts[3] << 32 | parts[4] << 40)
    }

    fn byte(self, at: u32) -> u8 {
        (self.0 >> at) as u8
    }

    pub fn tag(self) -> u16 {
        self.0 as u16
    }

    pub fn kind(self) -> Kind {
        Kind::from_word(self.byte(16).into())
    }

    pub fn a(self) -> Actor {
        Actor(self.byte(24))
    }

    pub fn b(self) -> Actor {
        Actor(self.byte(32))
    }

    pub fn item(self) -> Item {
        Item(self.byte(40))
    }

    pub fn place(self) -> Place {
        Place(self.byte(40))
    }
}

/// If `lenient`, every guard holds, so that any list of steps can be planned. The guards then count when it runs.
#[derive(Clone, Copy, Default, Debug)]
pub struct Game {
    pub lenient: bool,
}

/// The game while a plan is written that may fail.
pub const LENIENT: Game = Game { lenient: true };
/// The game while plans run.
pub const STRICT: Game = Game { lenient: false };

htn_domain! {
    /// A step of every kind. Actions count their effects, so that an effect that applies twice is noticed.
    pub domain squad(game: &Game);

    agent Actor;

    predicate reserved(Actor) [8];
    predicate taken(Place) [8];
    predicate holds(Item) [8];
    predicate token(u16) [TOKENS];
    predicate danger();
    predicate acting(u16) [64];
    predicate starts(=> u32);
    predicate ends(=> u32);
    predicate wins(=> u32);
    predicate losses(=> u32);
    predicate child(node: u16, line: Line) [256];

    internal operator reserve(who: Actor) {
        if game.lenient || !reserved(who);
        add reserved(who);
        undo free(who);
    }
    internal operator free(who: Actor) { delete reserved(who); }
    internal operator take(place: Place) {
        if game.lenient || !taken(place);
        add taken(place);
        undo leave(place);
    }
    internal operator leave(place: Place) { delete taken(place); }
    internal operator nudge(tag: u16, who: Actor) {}
    internal operator note(tag: u16) {}

    operator act(tag: u16, who: Actor) by who {
        start add acting(tag);
        start add starts(n + 1) for starts(n);
        finish delete acting(tag);
        finish add ends(n + 1) for ends(n);
        success add wins(n + 1) for wins(n);
        failure add losses(n + 1) for losses(n);
    }
    operator help(tag: u16, who: Actor, whom: Actor) by who {
        start add acting(tag);
        start add starts(n + 1) for starts(n);
        finish delete acting(tag);
        finish add ends(n + 1) for ends(n);
        success add wins(n + 1) for wins(n);
        failure add losses(n + 1) for losses(n);
    }
    operator joint(tag: u16, a: Actor, b: Actor) by a, b {
        start add acting(tag);
        start add starts(n + 1) for starts(n);
        finish delete acting(tag);
        finish add ends(n + 1) for ends(n);
        success add wins(n + 1) for wins(n);
        failure add losses(n + 1) for losses(n);
    }
    operator shout(tag: u16, who: Actor) by who {
        busy false;
        start add acting(tag);
        start add starts(n + 1) for starts(n);
        finish delete acting(tag);
        finish add ends(n + 1) for ends(n);
        success add wins(n + 1) for wins(n);
        failure add losses(n + 1) for losses(n);
    }
    operator make(tag: u16, who: Actor, item: Item) by who {
        start add acting(tag);
        start add starts(n + 1) for starts(n);
        finish delete acting(tag);
        finish add ends(n + 1) for ends(n);
        success add holds(item);
        success add wins(n + 1) for wins(n);
        failure add losses(n + 1) for losses(n);
    }
    operator spoil(tag: u16, who: Actor, item: Item) by who {
        start delete holds(item);
        start add acting(tag);
        start add starts(n + 1) for starts(n);
        finish delete acting(tag);
        finish add ends(n + 1) for ends(n);
        success add wins(n + 1) for wins(n);
        failure add losses(n + 1) for losses(n);
    }
    operator need(tag: u16, who: Actor, item: Item) by who {
        if game.lenient || holds(item);
        start add acting(tag);
        start add starts(n + 1) for starts(n);
        finish delete acting(tag);
        finish add ends(n + 1) for ends(n);
        success add wins(n + 1) for wins(n);
        failure add losses(n + 1) for losses(n);
    }
    operator lift(tag: u16, a: Actor, b: Actor, item: Item) by a, b {
        if game.lenient || holds(item);
        start add acting(tag);
        start add starts(n + 1) for starts(n);
        finish delete acting(tag);
        finish add ends(n + 1) for ends(n);
        success add wins(n + 1) for wins(n);
        failure add losses(n + 1) for losses(n);
    }
    operator spot(tag: u16, who: Actor, item: Item) by who {
        start add acting(tag);
        start add starts(n + 1) for starts(n);
        finish delete acting(tag);
        finish add ends(n + 1) for ends(n);
        success add wins(n + 1) for wins(n);
        failure add losses(n + 1) for losses(n);
        sensed add holds(item);
    }
    operator careful(tag: u16, who: Actor) by who {
        while game.lenient || !danger();
        start add acting(tag);
        start add starts(n + 1) for starts(n);
        finish delete acting(tag);
        finish add ends(n + 1) for ends(n);
        success add wins(n + 1) for wins(n);
        failure add losses(n + 1) for losses(n);
    }
    operator grab(tag: u16, who: Actor) by who {
        start add acting(tag), token(tag);
        start add starts(n + 1) for starts(n);
        finish delete acting(tag), token(tag);
        finish add ends(n + 1) for ends(n);
        success add wins(n + 1) for wins(n);
        failure add losses(n + 1) for losses(n);
    }

    /// Runs the lines of a node, in order.
    method node(node: u16) {
        for child(node, line) { play(line); }
    }
    /// Runs the lines of a node while the item exists.
    method guarded(node: u16, item: Item) if game.lenient || holds(item) {
        for child(node, line) { play(line); }
    }
    method play(line: Line) {
        branch act if line.kind() == Kind::Act { act(line.tag(), line.a()); }
        branch help if line.kind() == Kind::Help { help(line.tag(), line.a(), line.b()); }
        branch joint if line.kind() == Kind::Joint { joint(line.tag(), line.a(), line.b()); }
        branch shout if line.kind() == Kind::Shout { shout(line.tag(), line.a()); }
        branch make if line.kind() == Kind::Make { make(line.tag(), line.a(), line.item()); }
        branch spoil if line.kind() == Kind::Spoil { spoil(line.tag(), line.a(), line.item()); }
        branch need if line.kind() == Kind::Need { need(line.tag(), line.a(), line.item()); }
        branch lift if line.kind() == Kind::Lift {
            lift(line.tag(), line.a(), line.b(), line.item());
        }
        branch spot if line.kind() == Kind::Spot { spot(line.tag(), line.a(), line.item()); }
        branch careful if line.kind() == Kind::Careful { careful(line.tag(), line.a()); }
        branch grab if line.kind() == Kind::Grab { grab(line.tag(), line.a()); }
        branch reserve if line.kind() == Kind::Reserve { reserve(line.a()); }
        branch free if line.kind() == Kind::Free { free(line.a()); }
        branch take if line.kind() == Kind::Take { take(line.place()); }
        branch leave if line.kind() == Kind::Leave { leave(line.place()); }
        branch nudge if line.kind() == Kind::Nudge { nudge(line.tag(), line.a()); }
        branch note if line.kind() == Kind::Note { note(line.tag()); }
        branch block_on if line.kind() == Kind::BlockOn { block_on(line.a(), line.b()); }
        branch global_block if line.kind() == Kind::GlobalBlock { global_block(line.a()); }
        branch finish_action if line.kind() == Kind::FinishAction { finish_action(line.a()); }
        branch stop_action if line.kind() == Kind::StopAction { stop_action(line.a()); }
        branch below if line.kind() == Kind::Node { node(line.tag()); }
        branch guarded if line.kind() == Kind::Guarded { guarded(line.tag(), line.item()); }
    }
}
