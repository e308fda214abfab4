//! The world state that all characters share, and the kinds of the level's nodes.

use squad_htn::htn_part;

htn_part! {
    pub(super) part facts {
        // ——— characters, as data ———

        /// An action that the character has.
        predicate can(Who, Act) [160];
        predicate goal(Who, Goal => weight: f32) [64];

        // ——— the world ———

        /// The player is nearby, at a known or unknown place.
        predicate player_nearby();
        /// The player's place, if it is known.
        predicate player_at(=> Node);
        predicate player_in_cover();
        predicate disturbance(Node) [8];

        // ——— nodes ———

        predicate link(from: Node, to: Node) [16];
        predicate cover(Node) [16];
        /// A node with a view of most of the level.
        predicate view(Node) [4];
        predicate smart_object(Node) [8];
        predicate used(Node) [8];
        /// A wall that can be climbed.
        predicate mount(Node) [4];
        /// A place to wait for an enemy on a wall.
        predicate ambush(Node) [4];
        /// A way with a door that has to be forced.
        predicate blocked(from: Node, to: Node) [8];
        /// A way that is closed for good.
        predicate barred(from: Node, to: Node) [8];

        // ——— each character ———

        predicate at(Who => Node) [8];
        predicate under_fire(Who) [8];
        predicate room_to_roll(Who) [8];
        predicate sees_player(Who) [8];
        /// From behind cover.
        predicate clear_shot(Who) [8];
        predicate in_cover(Who) [8];
        predicate mounted(Who) [8];
        predicate drawn(Who) [8];
        predicate rounds(Who => u8) [8];
        predicate grenades(Who => u8) [8];

        axiom distance_to_player(who: Who, metres: f32) {
            at(who, here) && player_at(there) && let metres: f32 = level.distance(here, there)
        }
        axiom close(who: Who) { distance_to_player(who, metres) && metres <= MELEE }
        axiom exposed(who: Who) { sees_player(who) && !in_cover(who) }
        axiom loaded(who: Who) { drawn(who) && rounds(who, n) && n > 0 }
    }
}
