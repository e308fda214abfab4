//! Orders of the player.

use squad_htn::htn_part;

htn_part! {
    pub(super) part orders {
        method handle_orders() {
            branch cancel if ordered_cancel(who) {
                cancel_order(who);
            }
            branch go_to if ordered_goto(who, spot) && !following_order(who) {
                orders_goto(who, spot);
            }
            branch clear if ordered_clear() {
                orders_clear();
            }
        }

        method orders_clear() {
            branch said if squad_member(lead) {
                begin_mission();
                play_vo(lead, Line::Roger, false);
            }
            branch nobody_free {
                begin_mission();
            }
        }
        internal operator begin_mission() {
            delete ordered_clear();
            add clearing();
        }
        internal operator end_mission() {
            delete clearing();
            add mission_done();
        }

        /// Goes to a spot and holds it until the order is cancelled.
        method orders_goto(who: PersonId, spot: Spot) {
            take_control(who);
            play_vo(who, Line::Roger, false);
            go_to(who, spot);
            stay(who, spot);
            release_control(who);
        }
        method stay(who: PersonId, spot: Spot) {
            branch hold if ordered_goto(who, spot) {
                play_vo(who, Line::InPosition, false);
                hold(who, spot);
            }
            branch relieved {}
        }
        method cancel_order(who: PersonId) {
            branch under_way if following_order(who) {
                finish_action(who);
                drop_order(who);
                play_vo(who, Line::Roger, false);
            }
            branch not_begun {
                drop_order(who);
                release_control(who);
            }
        }
        internal operator take_control(who: PersonId) {
            if !following_order(who);
            add following_order(who);
            undo release_control(who);
        }
        internal operator release_control(who: PersonId) {
            delete following_order(who), ordered_goto(who, _);
            add squad_member(who) for !fallen(who);
        }
        internal operator drop_order(who: PersonId) {
            delete ordered_goto(who, _), ordered_cancel(who);
        }
        operator go_to(who: PersonId, spot: Spot) by who {}
        /// Holds a position. Ends only when it is stopped.
        operator hold(who: PersonId, spot: Spot) by who {}
    }
}
