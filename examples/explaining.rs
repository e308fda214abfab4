//! Explaining search results: `cargo run --features explain --example explaining`.
//!
//! A squad should restrain two suspects but does nothing. The example explains the
//! reason and removes it, explains why one officer was chosen rather than another, traces a search, and describes the domain.

use std::error::Error;

use squad_htn::Domain as _;
use squad_htn::explain::{Explainer, given};
use squad_htn::prelude::*;
use squad_htn::trace::{Ring, TraceEvent, TraceKind};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
enum Who {
    Ash,
    Beck,
    Cole,
    Ivo,
    Jana,
}

use Who::{Ash, Beck, Cole, Ivo, Jana};

/// The positions of all people, in metres along a street.
struct Street([f32; 5]);

impl Street {
    fn distance(&self, a: Who, b: Who) -> f32 {
        (self.0[a as usize] - self.0[b as usize]).abs()
    }
}

htn_domain! {
    domain arrest(street: &Street);

    agent Who;

    predicate officer(Who) [8];
    predicate surrendered(Who) [8];
    predicate armed(Who) [8];
    predicate reserved(Who) [8];
    predicate cuffs(Who => u8) [8];

    /// A suspect or officer whom no other plan uses.
    axiom available(who: Who) { officer(who) && !reserved(who) }

    internal operator reserve(who: Who) {
        if !reserved(who);
        add reserved(who);
        undo free(who);
    }
    internal operator free(who: Who) { delete reserved(who); }

    operator walk_to(who: Who, target: Who) by who {}

    /// Takes a pair of handcuffs.
    operator cuff(who: Who, target: Who) by who {
        if cuffs(who, pairs) && pairs > 0;
        success add cuffs(who, pairs - 1);
        success delete surrendered(target);
    }

    /// Keeps a weapon on a suspect.
    operator cover(who: Who, target: Who) by who {}

    pub method restrain() {
        branch nearest
            if surrendered(target) && available(who)
                && let d: f32 = street.distance(who, target) && d < 30.0
            sort by d
        {
            reserve(who);
            walk_to(who, target);
            approach(who, target);
            cuff(who, target);
            free(who);
        }
    }

    method approach(who: Who, target: Who) {
        branch covered
            if armed(target) && available(partner) && partner != who
                && street.distance(partner, target) < 30.0
        {
            cover(partner, target);
            global_block(who);
            finish_action(partner);
        }
        branch alone if !armed(target) {}
    }
}

use arrest::{Domain, Fact, State, Task};

fn main() -> Result<(), Box<dyn Error>> {
    let mut street = Street([0.0, 35.0, 60.0, 100.0, 104.5]);
    let officers = [Ash, Beck, Cole].map(Fact::Officer);
    let suspects = [
        Fact::Surrendered(Ivo),
        Fact::Surrendered(Jana),
        Fact::Armed(Ivo),
    ];
    let pairs = [(Ash, 1), (Beck, 2), (Cole, 0)].map(|(who, pairs)| Fact::Cuffs(who, pairs));
    let mut state = State::from_facts(officers.into_iter().chain(suspects).chain(pairs))?;

    headline("Two suspects have surrendered, but the squad has no plan. Why?");
    print!("{}", state.explain(&street, Task::Restrain)?);

    headline("The suspects come nearer. There is still no plan.");
    street.0[Cole as usize] = 80.0;
    street.0[Beck as usize] = 60.0;
    print!("{}", state.explain(&street, Task::Restrain)?);

    headline("Cole gets a pair of handcuffs. Now there is a plan. Why this one?");
    state.insert(Fact::Cuffs(Cole, 1))?;
    print!("{}", state.explain(&street, Task::Restrain)?);

    headline("Why does Beck not restrain Ivo? Why not Ash? And what if Cole were reserved?");
    let why_not = |state: &State, who| {
        let values = [given("who", who), given("target", Ivo)];
        state.why_not(&street, Task::Restrain, "nearest", values)
    };
    println!("{}", why_not(&state, Beck)?);
    println!("{}", why_not(&state, Ash)?);
    let mut later = state.clone();
    later.insert(Fact::Reserved(Cole))?;
    println!("{:#}", why_not(&later, Cole)?);

    headline("The search for Jana, without Ivo, step by step: the last 40 events");
    state.remove(Fact::Surrendered(Ivo));
    let mut ring = Ring::<Domain>::new(40);
    let traced = Explainer::new(&state, &street).trace(Task::Restrain, 1, &mut ring)?;
    let shown = ring
        .events()
        .filter(|event| event.kind <= TraceKind::Branch);
    shown.for_each(|event: &TraceEvent<Domain>| println!("{event}"));
    println!("{} earlier events were overwritten", ring.lost());
    let steps = traced.plans.first().map_or(0, Vec::len);
    println!("the plan has {steps} steps");

    headline("The description of the domain");
    let domain = Domain::describe().ok_or("the domain is too large")?;
    let restrain = domain.task("restrain").ok_or("unknown task `restrain`")?;
    for branch in &restrain.methods[0].branches {
        println!(
            "branch {} in {}, line {}:",
            branch.name, domain.file, branch.line
        );
        for conjunct in &branch.condition {
            println!("  line {}: {}", conjunct.line, conjunct.text);
        }
        println!("  sorted by {}", branch.sort);
    }
    Ok(())
}

fn headline(text: &str) {
    println!("\n— {text}\n");
}
