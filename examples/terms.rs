//! Terms: any `Copy` type of up to 64 bits can be a column, and so can tuples and `Option`s of such types.

use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
struct Unit(u32);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
enum Stance {
    Standing,
    Prone,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
enum Target {
    Nothing,
    Unit(Unit),
    Cell { x: u8, y: u8 },
}

impl Target {
    fn unit(self) -> Option<Unit> {
        if let Target::Unit(unit) = self {
            Some(unit)
        } else {
            None
        }
    }
}

/// A generational handle, as another library may define it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Entity {
    index: u32,
    generation: u32,
}

impl Term for Entity {
    const BITS: u32 = 64;

    fn to_word(self) -> u64 {
        u64::from(self.generation) << 32 | u64::from(self.index)
    }

    fn from_word(word: u64) -> Self {
        Entity {
            index: word as u32,
            generation: (word >> 32) as u32,
        }
    }
}

htn_domain! {
    domain aiming;

    predicate aims_at(Unit => Target);
    predicate stance(Unit => Stance);
    predicate body(Unit => Entity);
    predicate seen(Unit => Option<(u8, u8)>);

    operator shoot(who: Unit, at: Entity) {}
    operator stand(who: Unit) { add stance(who, Stance::Standing); }

    pub method fire(who: Unit)
        if aims_at(who, target) && let Some(unit): Option<Unit> = target.unit()
            && body(unit, entity)
    {
        if stance(who, Stance::Prone) { stand(who); }
        shoot(who, entity);
        delete seen(unit, _);
        add seen(unit, None);
    }
}

use aiming::{Fact, Planner, State, Task};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut state = State::from_facts([
        Fact::AimsAt(Unit(1), Target::Unit(Unit(2))),
        Fact::Stance(Unit(1), Stance::Prone),
        Fact::Body(
            Unit(2),
            Entity {
                index: 40,
                generation: 3,
            },
        ),
    ])?;
    let mut planner = Planner::new();
    let task = Task::Fire { who: Unit(1) };
    print!("{}", planner.find(&state, &(), task)?.expect("a plan"));
    for target in [Target::Cell { x: 1, y: 2 }, Target::Nothing] {
        state.insert(Fact::AimsAt(Unit(1), target))?;
        assert!(planner.find(&state, &(), task)?.is_none());
    }
    Ok(())
}
