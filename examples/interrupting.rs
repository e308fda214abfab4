//! `stop_action`: a plan interrupts an action of another plan and uses its agent. The other plan is repaired without
//! him.

#[path = "chart/mod.rs"]
mod chart;

use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
struct Actor(u8);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
struct Load(u8);

htn_domain! {
    domain camp;

    agent Actor;

    predicate soldier(Actor);
    predicate load(Load);
    predicate intruder(Actor);
    /// A soldier with work. Fights ignore this, because they interrupt work.
    predicate working(Actor);
    /// A load that is being carried.
    predicate taken(Load);
    /// A soldier in a fight. Work tests this.
    predicate fighting(Actor);
    /// An intruder who is being fought.
    predicate met(Actor);

    internal operator take_on(who: Actor, what: Load) {
        if !working(who) && !taken(what);
        add working(who), taken(what);
        undo put_down(who, what);
    }
    internal operator put_down(who: Actor, what: Load) { delete working(who), taken(what); }
    operator carry(who: Actor, what: Load) by who { success delete load(what); }

    internal operator stand_to(who: Actor, enemy: Actor) {
        if !fighting(who) && !met(enemy);
        add fighting(who), met(enemy);
        undo stand_down(who, enemy);
    }
    internal operator stand_down(who: Actor, enemy: Actor) { delete fighting(who), met(enemy); }
    operator fight(who: Actor, enemy: Actor) by who { success delete intruder(enemy); }

    pub method duty() {
        branch defend if intruder(enemy) && !met(enemy) && soldier(who) && !fighting(who) {
            stop_action(who); // first, because all other steps wait until he is free
            stand_to(who, enemy);
            fight(who, enemy);
            global_block(who);
            stand_down(who, enemy);
        }
        branch work if load(what) && !taken(what) { bring(what); }
    }

    method bring(what: Load) if soldier(who) && !working(who) && !fighting(who) {
        take_on(who, what);
        carry(who, what);
        global_block(who);
        put_down(who, what);
    }
}

use camp::{Action, Director, Fact, Task};

/// Returns the actor and the duration of an action in ticks.
fn actor_and_ticks(action: Action) -> (Actor, u32) {
    match action {
        Action::Carry { who, .. } => (who, 10),
        Action::Fight { who, .. } => (who, 6),
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut director = Director::new(Task::Duty).interval(3);
    let facts = [
        Fact::Soldier(Actor(1)),
        Fact::Soldier(Actor(2)),
        Fact::Load(Load(1)),
    ];
    for fact in facts {
        director.state_mut().insert(fact)?;
    }

    let mut chart = chart::Chart::default();
    let mut running: Vec<(ActionId, Action, u32)> = Vec::new();
    for tick in 1..=24 {
        chart.tick();
        for (id, action, _) in running.extract_if(.., |run| run.2 == tick) {
            director.finish(id, Outcome::Success)?;
            chart.end(action, true);
        }
        if tick == 6 {
            director.state_mut().insert(Fact::Intruder(Actor(9)))?;
            director.replan_now();
        }
        for command in director.tick(&(), Budget::steps(100)) {
            match command {
                Command::Start { id, action, .. } => {
                    let (who, ticks) = actor_and_ticks(action);
                    chart.begin(format!("{who:?}"), action);
                    running.push((id, action, tick + ticks));
                }
                Command::Stop { id, action, .. } => {
                    chart.end(action, false);
                    running.retain(|run| run.0 != id);
                }
            }
        }
        for event in director.events() {
            println!("{event}");
        }
    }
    print!("\n{chart}");
    assert!(
        director
            .state()
            .facts()
            .eq([Actor(1), Actor(2)].map(Fact::Soldier))
    );
    Ok(())
}
