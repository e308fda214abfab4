//! `count`, `sum`, `min` and `max`, on the right side of a `let`.

use squad_htn::prelude::*;

htn_domain! {
    domain supply;

    predicate soldier(u8);
    predicate ammo(u8 => u32);

    operator attack(with: usize) {}
    operator share(rounds: u32, least: u32, most: u32) {}
    operator wait() {}

    pub method decide() {
        branch attack
            if let armed: usize = count(soldier(who) && ammo(who, n) && n >= 10)
                && let all: usize = count(soldier(_))
                && 2 * armed > all
        {
            attack(armed);
        }
        branch share
            if let rounds: u32 = sum(n; ammo(_, n))
                && rounds > 0
                && let least: u32 = min(n; ammo(_, n))
                && let most: u32 = max(n; ammo(_, n))
        {
            share(rounds, least, most);
        }
        branch nothing_left { wait(); }
    }
}

use supply::{Fact, Planner, State, Task};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut planner = Planner::new();
    for ammo in [[30, 12, 0], [30, 5, 0], [0, 0, 0]] {
        let soldiers = (1..=3).map(Fact::Soldier);
        let rounds = (1..=3).zip(ammo).map(|(who, n)| Fact::Ammo(who, n));
        let state = State::from_facts(soldiers.chain(rounds))?;
        let plan = planner
            .find(&state, &(), Task::Decide)?
            .expect("there is always something");
        print!("{ammo:?}: {plan}");
    }
    Ok(())
}
