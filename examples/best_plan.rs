//! The cheapest plan instead of the first one: in one call, and over several frames with a better plan now and then.

use squad_htn::prelude::*;

htn_domain! {
    domain travel;

    predicate at(=> u8);
    predicate road(u8, u8, km: u32);

    operator drive(to: u8, km: u32) { add at(to); cost km as f32; }

    pub method go(to: u8) {
        branch is_there if at(to) {}
        branch drives if at(here) && road(here, next, km) { drive(next, km); go(to); }
    }
}

use travel::{Fact, Planner, State, Task};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let roads = [(1, 2, 10), (2, 5, 90), (1, 3, 20), (3, 4, 20), (4, 5, 20)];
    let roads = roads.map(|(from, to, km)| Fact::Road(from, to, km));
    let state = State::from_facts(roads.into_iter().chain([Fact::At(1)]))?;
    let mut planner = Planner::new();
    let task = Task::Go { to: 5 };

    let first = planner.find(&state, &(), task)?.expect("there is a way");
    print!("the first plan costs {}:\n{first}", first.cost());

    let best = planner
        .find_best(&state, &(), task, Budget::unlimited())?
        .expect("there is a way");
    print!("the best plan costs {}:\n{}", best.plan.cost(), best.plan);
    assert!(best.proven && best.plan.cost() == 60.0);

    // The game may use the best plan so far at any time.
    planner.start_best(&state, task);
    for frame in 1.. {
        match planner.resume(&(), Budget::steps(8))? {
            Progress::Found => {
                let plan = planner.plan().expect("it was found");
                println!("frame {frame}: a plan that costs {}", plan.cost());
            }
            Progress::NoPlan => {
                println!("frame {frame}: there is no better one");
                break;
            }
            Progress::Paused | Progress::Waiting => {}
        }
    }
    Ok(())
}
