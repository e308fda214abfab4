// A domain with most constructs, and its types. Every primitive type and every name of the prelude has its path, so that a
// module can have items with these names. `htn-lang` lists the names that the expansions use.

#[derive(
    ::core::clone::Clone,
    ::core::marker::Copy,
    ::core::cmp::PartialEq,
    ::core::fmt::Debug,
    ::squad_htn::Term,
)]
pub struct Crew(pub ::core::primitive::u8);

#[derive(
    ::core::clone::Clone,
    ::core::marker::Copy,
    ::core::cmp::PartialEq,
    ::core::fmt::Debug,
    ::squad_htn::Term,
)]
pub struct Spot {
    pub column: ::core::primitive::u8,
    pub line: ::core::primitive::u16,
}

#[derive(
    ::core::clone::Clone,
    ::core::marker::Copy,
    ::core::cmp::PartialEq,
    ::core::fmt::Debug,
    ::squad_htn::Term,
)]
pub enum Goal {
    Nowhere,
    Near(Spot),
    Far { spot: Spot, from: Crew },
}

#[derive(
    ::core::clone::Clone,
    ::core::marker::Copy,
    ::core::cmp::PartialEq,
    ::core::fmt::Debug,
    ::squad_htn::Term,
)]
pub enum Mood {
    Calm,
    Wild,
}

pub struct World(pub [::core::primitive::u8; 2]);

impl World {
    fn half(&self, of: Level) -> ::core::option::Option<Level> {
        match of % 2 {
            0 => ::core::option::Option::Some(of / 2),
            _ => ::core::option::Option::None,
        }
    }
    fn price(&self, of: Level) -> ::core::primitive::f32 {
        of as ::core::primitive::f32
    }
}

pub type Level = ::core::primitive::u8;
pub type Amount = ::core::primitive::usize;

::squad_htn::htn_domain! {
    /// A domain among names of all kinds.
    pub domain shadowed(world: &World);
    agent Crew;
    predicate level(Level) [4 + 4];
    predicate pair(Level, Level);
    predicate triple(Level, Level, Level);
    predicate latest(=> Level);
    predicate follows(before: Level => Level);
    predicate mood(Crew => Mood, Goal);
    predicate alarm();

    axiom linked(x: Level, y: Level) { pair(x, y) }
    axiom linked(x: Level, y: Level) { pair(x, z) && linked(z, y) }
    axiom either(x: Level) { level(x) } else { latest(x) }
    axiom quiet() { !alarm() }

    internal operator claim(x: Level) { if !triple(x, x, x); add triple(x, x, x); undo unclaim(x); }
    internal operator unclaim(x: Level) { delete triple(x, x, x); cost 0.0; }

    operator tell(who: Crew, x: Level, y: Level) by who {
        if follows(x, y) && mood(who, m, _) && m == Mood::Calm sort by (x, world.price(y)) desc;
        while quiet();
        start add latest(y);
        success add alarm() for pair(y, y);
        sensed add mood(who, Mood::Wild, Goal::Nowhere);
        cost world.price(x);
        duration world.price(x) + 1.0;
        busy x != y;
    }

    pub method all() {
        branch best
            if level(x) && linked(x, y) && follows(x, _) && !triple(x, y, _) && pair(_, y)
                && let n: Amount = count(pair(_, k) && either(k)) && n > 0
                && let m: Level = max(world.price(k) as Level; level(k)) && m > 0
                && let l: Level = sum(k; level(k)) && l >= m
                && let k: Level in world.0 && k > 0 && let j: Level in 0..k
                && let Some(h): Option<Level> = world.half(j) && h <= k
                && forall(level(z) => first(pair(z, w) sort by w) || latest(z))
                && mood(who, _, _)
            sort by (k, y) desc
        {
            claim(x);
            let z = choose(x);
            tell(who, x, y);
            for pair(p, q) sort by q { add triple(p, q, x); }
            while follows(z, u) && u > 200 { delete follows(z, u); }
            if alarm() { delete alarm(); } else { block_on(who, who); }
            unordered { global_block(who); { let t: Level = x + 1; raise(t); } }
            unclaim(x);
        }
        branch otherwise {}
    }
    method choose(x: Level) -> Level { return x; }
    method raise(x: Level) if x > 0 { add level(x); }
}
