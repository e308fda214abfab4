"""Writes the crate that is measured, from the files of the repository."""

import pathlib
import re
import shutil

MANIFEST = """\
[package]
name = "app"
version = "0.0.0"
edition = "2024"

[workspace]

# The tests of the repository ask for these.
[features]
default = ["explain", "json", "serde", "reference", "texts", "std"]
explain = []
json = []
serde = []
reference = []
texts = []
std = []

[dependencies]
squad-htn = {{ path = "{root}", features = ["explain", "json", "reference"] }}
htn-lang = {{ path = "{root}/htn-lang" }}
htn-view = {{ path = "{root}/htn-view" }}
"""

TOP = """\
use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub struct Actor(pub u16);

pub struct Game { positions: [f32; 8] }

impl Game {
    fn distance(&self, a: Actor, b: Actor) -> f32 {
        (self.positions[usize::from(a.0)] - self.positions[usize::from(b.0)]).abs()
    }
}

htn_domain! {
    pub domain big(game: &Game);
    agent Actor;
    predicate squad_member(Actor) [8];
    predicate surrendered(Actor) [32];
    predicate restrained(Actor) [32];
    predicate reserved(Actor) [40];
    internal operator reserve(who: Actor) { if !reserved(who); add reserved(who); undo free(who); }
    internal operator free(who: Actor) { delete reserved(who); }
    operator restrain(who: Actor, target: Actor) by who { sensed add restrained(target); }
    operator cover(who: Actor, target: Actor) by who {}
    pub method root() {
"""

METHOD = """\
    /// Work number %(n)d.
    method work%(n)d(who: Actor, target: Actor) {
        branch with_cover
            if squad_member(partner) && partner != who && !reserved(partner)
                && let d: f32 = game.distance(partner, target) && d < %(n)d.5
            sort by d
        {
            reserve(partner);
            cover(partner, target);
            restrain(who, target);
            global_block(who);
            finish_action(partner);
            free(partner);
        }
        branch alone if !restrained(target) { restrain(who, target); global_block(who); }
        branch over {}
    }
"""

END = """\
    method work%(n)d(who: Actor, target: Actor) {
        restrain(who, target);
    }
}

fn main() {
    let game = Game { positions: [0.0; 8] };
    let mut director = big::Director::new(big::Task::Root);
    director.state_mut().insert(big::Fact::SquadMember(Actor(1))).unwrap();
    director.tick(&game, Budget::micros(200)).for_each(drop);
}
"""


def large_domain(methods):
    """A domain with this many methods, of three branches each."""
    call = "        branch b%d if surrendered(target) && squad_member(who) && !reserved(who) { work%d(who, target); }\n"
    branches = "".join(call % (n, n) for n in range(methods))
    works = "".join(METHOD % {"n": n} for n in range(methods - 1))
    return TOP + branches + "    }\n" + works + END % {"n": methods - 1}


def write(repository, folder):
    """Writes the crate, and returns the files with domains or parts."""
    repository, folder = pathlib.Path(repository), pathlib.Path(folder)
    readme = (repository / "README.md").read_text(encoding="utf-8")
    program = re.search(r"```rust\n(.*?)```", readme, re.S).group(1)
    (folder / "src/bin").mkdir(parents=True)
    (folder / "src/main.rs").write_text(program, encoding="utf-8")
    for methods in (30, 100):
        path = folder / f"src/bin/methods{methods}.rs"
        path.write_text(large_domain(methods), encoding="utf-8")
    # The programs that `tests/ui` expects not to compile are not domains.
    for name in ("examples", "tests", "benches"):
        shutil.copytree(repository / name, folder / name, ignore=shutil.ignore_patterns("ui", "random", "saves"))
    (folder / "Cargo.toml").write_text(MANIFEST.format(root=repository), encoding="utf-8")
    shutil.copy(repository / "Cargo.lock", folder / "Cargo.lock")
    files = sorted(folder.rglob("*.rs"))
    return [file for file in files if re.search(r"htn_(domain|part)!", file.read_text(encoding="utf-8"))]
