//! What is known: the one world state that all characters share, and what the level's nodes are.

use squad_htn::htn_part;

htn_part! {
    pub(super) part facts {
        // ——— characters, as data ———

        /// An action of a character's list.
        predicate can(Who, Act) [160];
        predicate goal(Who, Goal => weight: f32) [64];

        // ——— the world ———

        /// The player is about; where, may not be known.
        predicate player_nearby();
        /// Where he is, where that is known.
        predicate player_at(=> Node);
        predicate player_in_cover();
        predicate disturbance(Node) [8];

        // ——— nodes ———

        predicate link(from: Node, to: Node) [16];
        predicate cover(Node) [16];
        /// Somebody who stands there sees most of the level.
        predicate view(Node) [4];
        predicate smart_object(Node) [8];
        predicate used(Node) [8];
        /// A wall that can be climbed, and a place to wait for somebody there.
        predicate mount(Node) [4];
        predicate ambush(Node) [4];
        /// A door that has to be forced on the way; a way that there is not.
        predicate blocked(from: Node, to: Node) [8];
        predicate barred(from: Node, to: Node) [8];

        // ——— each character ———

        predicate at(Who => Node) [8];
        predicate under_fire(Who) [8];
        predicate room_to_roll(Who) [8];
        predicate sees_player(Who) [8];
        /// From behind his cover.
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
