//! Killzone's soldiers.
#[path = "../kit/mod.rs"]
mod kit;

mod acts;
mod battle;
mod body;
mod domain;
mod headquarters;
mod judge;
mod map;
mod mind;
mod senses;
mod story;
mod talk;
mod terms;

fn main() {
    let seed = std::env::args()
        .nth(1)
        .map_or(1, |text| text.parse().unwrap());
    let linked = std::env::args().nth(2).is_some();
    let mut battle = battle::Battle::new(seed, [linked; 2]).unwrap();
    while battle.end(1800).is_none() {
        battle.step().unwrap();
        for happening in &battle.happenings {
            println!("{:6} {:?}", battle.tick, happening);
        }
    }
    println!("{:?} {:?}", battle.end(1800), battle.holds);
    for judge in &battle.judge {
        println!("{} {} {}", judge.acts, judge.unknowable, judge.outdated);
    }
}
