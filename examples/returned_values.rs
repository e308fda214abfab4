//! Methods that return a value to their caller.

use squad_htn::prelude::*;

htn_domain! {
    domain tools;

    predicate tool(u8, weight: u32);
    predicate broken(u8);

    operator take(tool: u8) {}
    operator repair(tool: u8) { if broken(tool); delete broken(tool); }
    operator work(tool: u8, weight: u32) {}

    pub method job() {
        let tool = ready_tool();
        let weight: u32 = weight_of(tool);
        work(tool, weight);
    }

    method ready_tool() -> u8 if tool(t, w) sort by w {
        take(t);
        if broken(t) { repair(t); }
        return t;
    }

    method weight_of(tool: u8) -> u32 if tool(tool, w) { return w * 10; }
}

use tools::{Fact, Planner, State, Task};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let state = State::from_facts([Fact::Tool(1, 7), Fact::Tool(2, 3), Fact::Broken(2)])?;
    let mut planner = Planner::new();
    let plan = planner
        .find(&state, &(), Task::Job)?
        .expect("there are tools");
    print!("{plan}");
    assert_eq!(
        plan.tasks().last(),
        Some(Task::Work {
            tool: 2,
            weight: 30
        })
    );
    Ok(())
}
