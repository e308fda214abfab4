//! A small game like the one of the README, over ten thousand ticks: suspects surrender and
//! flee, actions take time and fail, and officers are shot and replaced.

use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
struct Actor(u16);

#[derive(Default)]
struct Game {
    seed: u64,
    tick: u64,
    running: Vec<(ActionId, arrests::Action, u64)>,
}

impl Game {
    fn distance(&self, a: Actor, b: Actor) -> f32 {
        f32::from((a.0 * 37 % 50).abs_diff(b.0 * 37 % 50))
    }

    fn dice(&mut self, sides: u64) -> u64 {
        self.seed = self
            .seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.seed >> 33) % sides
    }
}

htn_domain! {
    domain arrests(game: &Game);

    agent Actor;

    predicate officer(Actor) [8];
    predicate surrendered(Actor) [64];
    predicate restrained(Actor) [64];
    predicate reserved(Actor) [64];

    axiom free(who: Actor) { officer(who) && !reserved(who) }

    internal operator reserve(who: Actor) {
        if !reserved(who);
        add reserved(who);
        undo release(who);
    }
    internal operator release(who: Actor) { delete reserved(who); }

    operator shout(who: Actor, at: Actor) by who { busy false; }
    operator cover(who: Actor, target: Actor) by who {}
    operator restrain(who: Actor, target: Actor) by who {
        while surrendered(target);
        sensed add restrained(target);
    }

    pub method arrest()
        if surrendered(target) && !restrained(target) && !reserved(target) && free(who)
        sort by game.distance(who, target)
    {
        reserve(who); reserve(target);
        shout(who, target);
        cuff(who, target);
        release(who); release(target);
    }

    method cuff(who: Actor, target: Actor) {
        branch with_cover if free(partner) && partner != who {
            reserve(partner);
            cover(partner, target);
            restrain(who, target);
            global_block(who);
            finish_action(partner);
            release(partner);
        }
        branch alone { restrain(who, target); global_block(who); }
    }
}

use arrests::{Action, Director, Fact, Task, rows};

/// One frame of the game.
fn frame(game: &mut Game, director: &mut Director) -> Result<(), Box<dyn std::error::Error>> {
    game.tick += 1;
    let (now, actor) = (game.tick, Actor(game.dice(40) as u16 + 10));
    match game.dice(60) {
        0 => drop(director.state_mut().insert(Fact::Surrendered(actor))?),
        1 => drop(director.state_mut().remove(Fact::Surrendered(actor))),
        2 => {
            // Led away by others: facts are updated before the director is notified.
            director.state_mut().remove_agent(actor);
            director.agent_left(actor);
        }
        3 => {
            // Shot, and replaced by another officer.
            let officer = Actor(game.dice(6) as u16);
            director.state_mut().remove_agent(officer);
            director.agent_left(officer);
            let relief = Actor(game.dice(6) as u16);
            director.state_mut().insert(Fact::Officer(relief))?;
        }
        _ => {}
    }
    for (id, action, _) in game.running.extract_if(.., |run| run.2 <= now) {
        let outcome = if (game.seed ^ now) % 5 < 1 {
            Outcome::Failure
        } else {
            Outcome::Success
        };
        director.finish(id, outcome)?;
        if let (Action::Restrain { target, .. }, Outcome::Success) = (action, outcome) {
            director.state_mut().insert(Fact::Restrained(target))?;
        }
    }
    for command in director.tick(game, Budget::steps(300)) {
        match command {
            Command::Start {
                id,
                action: Action::Shout { .. },
                ..
            } => director.finish(id, Outcome::Success)?,
            Command::Start {
                id,
                action: action @ Action::Cover { .. },
                ..
            } => game.running.push((id, action, u64::MAX)),
            Command::Start { id, action, .. } => {
                let takes = 20 + game.dice(60);
                game.running.push((id, action, now + takes));
            }
            Command::Stop { id, .. } => game.running.retain(|run| run.0 != id),
        }
    }
    Ok(())
}

/// Checks that no action runs twice, no agent is stuck, and no reservation outlives its plan.
fn judge(director: &Director) {
    let (executor, now) = (director.executor(), director.executor().ticks());
    let plans: Vec<Vec<Task>> = executor
        .plans()
        .map(|plan| plan.tasks().collect())
        .collect();
    for (at, plan) in plans.iter().enumerate() {
        assert!(!plans[..at].contains(plan), "tick {now}: twice: {plan:?}");
    }
    for who in (0..50).map(Actor) {
        if let Some(doing) = executor.doing(who) {
            assert!(
                now - doing.since < 200,
                "tick {now}: {who:?} is stuck: {doing}"
            );
        }
        assert!(!executor.is_busy(who) || executor.doing(who).is_some());
    }
    for who in rows::reserved(director.state()) {
        let named = plans
            .iter()
            .flatten()
            .any(|task| task.agents().any(|other| other == who));
        assert!(named, "tick {now}: {who:?} is reserved for nobody");
    }
}

#[test]
fn long_game_leaks_no_actions_or_reservations() {
    for (seed, retry) in [(1, Retry::Same), (2, Retry::Other), (3, Retry::Other)] {
        let mut game = Game {
            seed,
            ..Game::default()
        };
        let mut director = Director::new(Task::Arrest).interval(20).retry(retry);
        for officer in (0..4).map(Actor) {
            director
                .state_mut()
                .insert(Fact::Officer(officer))
                .expect("it fits");
        }
        let (mut arrests, mut repaired) = (0, 0);
        for _ in 0..10_000 {
            frame(&mut game, &mut director).expect("the game goes on");
            judge(&director);
            for event in director.events() {
                arrests += usize::from(matches!(event, Event::Completed { .. }));
                repaired += usize::from(matches!(event, Event::Repaired { .. }));
            }
        }
        assert!(
            arrests > 50 && repaired > 20,
            "{arrests} arrests, {repaired} repaired"
        );
    }
}
