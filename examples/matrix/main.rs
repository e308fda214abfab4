mod domain;
mod terms;
mod town;
use squad_htn::Portfolio;
use squad_htn::prelude::*;
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let town = town::Town;
    let state = domain::State::from_facts(town.facts())?;
    let mut planner = domain::Planner::new();
    let t = std::time::Instant::now();
    let mut p = Portfolio::new(
        30,
        std::env::args().nth(1).map_or(0.2, |a| a.parse().unwrap()),
    );
    let r = planner.find_different(
        &state,
        &town,
        domain::Task::Seize,
        &mut p,
        Budget::unlimited(),
    );
    println!(
        "{r:?} {} of {} in {:?} {}",
        p.plans().len(),
        p.offered(),
        t.elapsed(),
        planner.stats()
    );
    for plan in p.plans() {
        let t = std::time::Instant::now();
        let s = plan.schedule(&state, &town)?;
        println!(
            "{} {} steps {} {:?}",
            plan.cost(),
            s.end(),
            plan.len(),
            t.elapsed()
        );
    }
    let s = p.plans()[0].schedule(&state, &town)?;
    println!(
        "{s}\n{}",
        s.matrix(
            2.0,
            &terms::Unit::ALL,
            |u| format!("{u:?}"),
            |t| t.name().into()
        )?
    );
    Ok(())
}
