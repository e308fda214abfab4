//! A table of all beliefs: where each soldier believes each enemy to be.

use crate::battle::Battle;
use crate::domain::soldier::Fact;
use crate::map::name;
use crate::paint::{Colour, Paint};
use crate::terms::{Foe, Side, Soldier};

const WIDE: usize = 9;

/// Returns the table of a side: one row per soldier, one column per enemy.
pub fn table(battle: &Battle, side: Side, paint: Paint) -> String {
    let foes: Vec<Foe> = side.other().soldiers().map(Soldier::as_foe).collect();
    let mut text = format!("{:9}", side.name());
    for foe in &foes {
        text += &format!(" {:WIDE$}", format!("{foe:?}"));
    }
    text = text.trim_end().to_owned() + "\n";
    text += &format!("{:9}", "(actual)");
    for foe in &foes {
        let enemy = foe.soldier();
        let truth = if battle.body(enemy).lives() {
            name(battle.place(enemy))
        } else {
            "dead"
        };
        text += &format!(" {:WIDE$}", truth);
    }
    text = text.trim_end().to_owned() + "\n";
    for who in battle.alive(side) {
        let mut row = format!("{:9}", who.name());
        for foe in &foes {
            row += " ";
            row += &cell(battle, who, *foe, paint);
        }
        text += row.trim_end();
        text += "\n";
    }
    text
}

fn cell(battle: &Battle, who: Soldier, foe: Foe, paint: Paint) -> String {
    let (mind, enemy) = (&battle.minds[who.index()], foe.soldier());
    let lives = battle.body(enemy).lives();
    if mind.director.state().contains(Fact::Killed(foe)) {
        return paint.apply(Colour::Faint, &format!("{:WIDE$}", "dead"));
    }
    let Some((place, claim)) = mind.believes(foe) else {
        return paint.apply(Colour::Faint, &format!("{:WIDE$}", "."));
    };
    let right = lives && battle.place(enemy) == place;
    // A mark for each soldier who passed the claim on.
    let hands = "'".repeat(claim.hands.into());
    let mark = if right { "" } else { "!" };
    let text = format!("{:WIDE$}", format!("{}{hands}{mark}", name(place)));
    let colour = match (right, claim.hands) {
        (false, _) => Colour::Wrong,
        (true, 0) => Colour::Plain,
        (true, _) => Colour::Reported,
    };
    paint.apply(colour, &text)
}
