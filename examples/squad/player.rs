//! The player, who gives an order now and then.

use crate::sim::{OFFICERS, PersonId, Rng, RoomId, Spot, TICKS_A_SECOND, World};

/// An order of the player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Order {
    Clear,
    /// Abandon all plans.
    CancelAll,
    /// One officer goes to a spot and holds it.
    GoTo {
        who: PersonId,
        spot: Spot,
    },
    /// End the order of an officer.
    Cancel {
        who: PersonId,
    },
    /// The player moves an officer directly.
    TakeControl {
        who: PersonId,
        walk_to: Spot,
    },
    /// Return an officer to the squad.
    GiveBack {
        who: PersonId,
    },
}

/// A list of orders with their ticks, sorted by tick.
#[derive(Clone, Debug, Default)]
pub struct Player {
    orders: Vec<(u32, Order)>,
}

impl Player {
    pub fn with(orders: Vec<(u32, Order)>) -> Player {
        Player { orders }
    }

    /// Creates a player who wants the building cleared and intervenes three times meanwhile.
    pub fn meddling(world: &World, seed: u64) -> Player {
        let mut rng = Rng::new(seed ^ 0x706C_6179);
        let mut later = |from: i32, to: i32| rng.between(from, to) as u32 * TICKS_A_SECOND;
        let (post, control, halt) = (later(25, 45), later(60, 80), later(95, 115));
        let mut rng = Rng::new(seed ^ 0x6572);
        let mut any_officer = || PersonId(rng.below(OFFICERS) as u8);
        let (posted, controlled) = (any_officer(), any_officer());
        let home = &world.map.rooms[usize::from(RoomId(0).0)].spots;
        let spot = home[home.len() / 2];
        Player::with(vec![
            (10, Order::Clear),
            (post, Order::GoTo { who: posted, spot }),
            (post + 15 * TICKS_A_SECOND, Order::Cancel { who: posted }),
            (
                control,
                Order::TakeControl {
                    who: controlled,
                    walk_to: spot,
                },
            ),
            (
                control + 10 * TICKS_A_SECOND,
                Order::GiveBack { who: controlled },
            ),
            (halt, Order::CancelAll),
            (halt + 4 * TICKS_A_SECOND, Order::Clear),
        ])
    }

    /// Returns the orders of a tick.
    pub fn orders(&self, tick: u32) -> impl Iterator<Item = Order> {
        self.orders
            .iter()
            .filter(move |(at, _)| *at == tick)
            .map(|&(_, order)| order)
    }
}
