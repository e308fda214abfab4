//! The domain of the tests, and a small game around it.

use squad_htn::prelude::*;
use squad_htn::reload::{ReloadError, ReloadedDomain, Source};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Term)]
pub struct Guard(pub u8);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub struct Post(pub u8);

/// The context: distances, and the posts that are dark.
pub struct Game {
    pub dark: Vec<Post>,
}

impl Game {
    pub const DAY: Game = Game { dark: Vec::new() };

    pub fn distance(&self, who: Guard, to: Post) -> f32 {
        (f32::from(who.0) - f32::from(to.0)).abs() * 10.0
    }

    pub fn is_dark(&self, post: Post) -> bool {
        self.dark.contains(&post)
    }

    pub fn strength(&self, who: Guard) -> u32 {
        u32::from(who.0) + 1
    }
}

pub const FAR: f32 = 400.0;

htn_domain! {
    pub domain watch(game: &Game);
    agent Guard;
    predicate guard(Guard) [8];
    predicate post(Post) [8];
    predicate taken(Post => Guard) [8];
    predicate closed(Post) [8];
    predicate level(u32) [4];
    predicate done(Guard, Post) [32];

    axiom free(p: Post) { post(p) && !taken(p, _) && !closed(p) }

    operator walk(who: Guard, to: Post) by who { cost game.distance(who, to); }
    operator stand(who: Guard, at: Post) by who { if !closed(at); success add done(who, at); }
    operator rest(who: Guard) by who {}
    internal operator take(who: Guard, p: Post) {
        if !taken(p, _);
        add taken(p, who);
        undo leave(p);
    }
    internal operator leave(p: Post) { delete taken(p, _); }

    /// Guards a post.
    pub method watch() {
        branch near
            if guard(who) && !taken(_, who) && free(p) && game.distance(who, p) < FAR
            sort by game.distance(who, p)
        {
            take(who, p);
            go(who, p);
            leave(p);
        }
        branch idle if guard(who) && level(n) && n > 1 { rest(who); }
    }

    method go(who: Guard, p: Post) {
        branch dark if game.is_dark(p) { walk(who, p); stand(who, p); stand(who, p); }
        branch light { walk(who, p); stand(who, p); }
    }

    pub method strongest() if level(n) && guard(who) && game.strength(who) > n { rest(who); }
}

pub use watch::{Action, Director, Domain, Fact, Planner, State, Task};

/// The text of this file.
pub const TEXT: &str = include_str!("game.rs");

/// Loads the domain with a change of its text, which must be there once.
pub fn changed(from: &str, to: &str) -> Result<ReloadedDomain<Domain>, ReloadError> {
    assert_eq!(TEXT.matches(from).count(), 1, "{from}");
    load(TEXT.replace(from, to))
}

pub fn load(text: String) -> Result<ReloadedDomain<Domain>, ReloadError> {
    Source::compiled::<Domain>()?.load_text(text)
}

pub fn facts() -> [Fact; 4] {
    [
        Fact::Guard(Guard(1)),
        Fact::Guard(Guard(2)),
        Fact::Post(Post(2)),
        Fact::Post(Post(7)),
    ]
}

/// A director with guards and posts, and the actions that it has started.
#[derive(Clone)]
pub struct Squad {
    pub director: Director,
    pub running: Vec<(ActionId, Action)>,
    pub story: Vec<String>,
}

impl Squad {
    pub fn new() -> Squad {
        let mut director = Director::new(Task::Watch).interval(1);
        for fact in facts() {
            director.state_mut().insert(fact).expect("there is room");
        }
        Squad {
            director,
            running: Vec::new(),
            story: Vec::new(),
        }
    }

    pub fn tick(&mut self, game: &Game) {
        for command in self.director.tick(game, Budget::unlimited()) {
            match command {
                Command::Start { id, action, .. } => self.running.push((id, action)),
                Command::Stop { id, .. } => self.running.retain(|(other, _)| *other != id),
            }
        }
        self.story
            .extend(self.director.events().map(|event| event.to_string()));
    }

    /// Ends the actions that run.
    pub fn finish(&mut self) {
        for (id, _) in std::mem::take(&mut self.running) {
            self.director.finish(id, Outcome::Success).expect("it runs");
        }
    }

    pub fn told(&self, text: &str) -> bool {
        self.story.iter().any(|event| event.contains(text))
    }
}
