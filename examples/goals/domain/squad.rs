//! The four squad behaviours: hand-written tasks of several actions, each announced by a voice line; and the resolution of
//! conflicts between orders and a member's own goals.

use squad_htn::htn_part;

htn_part! {
    pub(super) part squad {
        predicate member(Who) [SQUAD.len()];
        predicate rank(Who => u8) [SQUAD.len()];
        predicate squad_goal(Goal => weight: f32) [8];
        /// The weight of orders. A member interrupts his order for an own goal that weighs more.
        predicate order_weight(=> f32);
        /// The destination of a patrol.
        predicate advance_to(=> Node);
        /// A place where the player may be.
        predicate area(Node) [8];
        predicate searched(Node) [8];

        // Records of plans: the destination ordered for a member, members engaged in a behaviour, the member who lays fire, members who
        // pursue an own goal with its weight, and places that a pair is searching.
        predicate order(Who => Node) [SQUAD.len()];
        predicate engaged(Who) [SQUAD.len()];
        predicate firing(Who) [SQUAD.len()];
        predicate alone(Who => weight: f32) [SQUAD.len()];
        predicate claimed(Node) [8];

        internal operator engage(who: Who) {
            if !engaged(who);
            add engaged(who);
            undo dismiss(who);
        }
        internal operator dismiss(who: Who) { delete engaged(who); }
        internal operator open_fire(who: Who) {
            if !firing(who);
            add firing(who);
            undo cease_fire(who);
        }
        internal operator cease_fire(who: Who) { delete firing(who); }
        internal operator carried_out(who: Who) { delete order(who, _); }
        internal operator go_alone(who: Who, weight: f32) {
            if !alone_for_more(who, weight);
            add alone(who, weight);
            undo come_back(who, weight);
        }
        internal operator come_back(who: Who, weight: f32) { delete alone(who, weight); }
        internal operator claim(who: Who, spot: Node) {
            if !claimed(spot);
            add claimed(spot);
            undo unclaim(who, spot);
        }
        internal operator unclaim(_who: Who, spot: Node) { delete claimed(spot); }

        axiom alone_for_more(who: Who, weight: f32) { alone(who, other) && other >= weight }
        axiom beyond_orders(who: Who) {
            alone(who, weight) && order_weight(orders) && weight > orders
        }
        /// A member who follows orders, because no own goal weighs more.
        axiom fit(who: Who) { member(who) && !beyond_orders(who) }
        axiom unengaged(who: Who) { fit(who) && !engaged(who) }
        /// Another member in the same behaviour.
        axiom comrade(of: Who, who: Who) { engaged(who) && fit(who) && who != of }
        axiom vacant(spot: Node) { cover(spot) && !order(_, spot) && !at(_, spot) }
        /// A cover nearer to the player than the member is now, but out of reach of a blow.
        axiom better_cover(who: Who, spot: Node, way: f32) {
            at(who, here) && player_at(there) && vacant(spot)
                && level.distance(spot, there) + 1.0 < level.distance(here, there)
                && level.distance(spot, there) > MELEE
                && let way: f32 = level.distance(here, spot)
        }

        // Each of these axioms is a single condition of a behaviour. The behaviour's own orders change its result, so it is not expected
        // to hold for the rest of the plan.
        axiom others_are_exposed(gunner: Who) {
            !order(_, _) && !firing(_) && unengaged(who) && who != gunner && !in_cover(who)
                && vacant(_)
        }
        axiom others_can_advance(gunner: Who) {
            !order(_, _) && !firing(_) && unengaged(who) && who != gunner && better_cover(who, _, _)
        }

        /// A voice line. It keeps no member busy.
        operator say(who: Who, line: Line) by who { busy false; cost 0.0; }
        /// Walks by order of the squad. Walking is not in the soldier's list of actions.
        operator move_to(who: Who, to: Node) by who {
            start delete in_cover(who);
            success add at(who, to);
            success add in_cover(who) for cover(to);
        }
        /// Guards another member until it is stopped.
        operator guard(who: Who, ward: Ward) by who {}
        /// Faces backwards until it is stopped.
        operator face_back(who: Who) by who {}

        // ——— orders and own goals ———

        /// Pursues an own goal that weighs more than orders.
        pub method lead()
            if fit(who) && order_weight(orders) && goal(who, goal, weight) && weight > orders
            sort by weight desc
        {
            on_his_own(who, goal, weight);
        }
        /// Pursues a goal of the squad.
        pub method lead() if squad_goal(goal, weight) && weight > 0.0 sort by weight desc {
            behave(goal);
        }
        /// Lets an idle member pursue an own goal.
        pub method lead()
            if unengaged(who) && !alone(who, _) && goal(who, goal, weight) && weight > 0.0
            sort by weight desc
        {
            on_his_own(who, goal, weight);
        }

        method on_his_own(who: Who, goal: Goal, weight: f32) {
            stop_action(who); // his part in a squad plan, which is repaired without him
            go_alone(who, weight);
            at_will(who, goal, weight);
            come_back(who, weight);
        }
        method at_will(who: Who, goal: Goal, weight: f32) {
            branch now if free_for(who, weight) { pursue(who, goal); }
            branch called_up {}
        }
        axiom free_for(who: Who, weight: f32) {
            beyond_orders(who) && alone(who, weight)
        } else {
            !engaged(who) && alone(who, weight)
        }

        /// Engages a member in a behaviour.
        method call_up(who: Who) {
            stop_action(who); // an own goal that weighs less
            engage(who);
        }

        method behave(goal: Goal)
            if goal == Goal::KillEnemy && order(who, spot) && unengaged(who)
        {
            carry_out(who, spot);
        }
        method behave(goal: Goal) if goal == Goal::KillEnemy && order(_, _) && !firing(_) {
            take_over_fire();
        }
        /// All members have arrived: the suppression fire can end.
        method behave(goal: Goal) if goal == Goal::KillEnemy && firing(gunner) && !order(_, _) {
            finish_action(gunner);
        }
        method behave(goal: Goal) if goal == Goal::KillEnemy && player_at(_) { get_to_cover(); }
        method behave(goal: Goal) if goal == Goal::KillEnemy && player_at(_) { advance_cover(); }
        method behave(goal: Goal) if goal == Goal::KillEnemy && player_nearby() && !player_at(_) {
            search();
        }
        method behave(goal: Goal) if goal == Goal::Patrol && advance_to(place) {
            orderly_advance(place);
        }

        // ——— get to cover, advance cover ———

        /// All members in the open go to cover while one lays suppression fire, preferably one in cover. A gunner in the open
        /// goes to cover in the next round.
        method get_to_cover()
            if unengaged(gunner) && others_are_exposed(gunner)
                && let covered: usize = count(in_cover(gunner))
            sort by covered desc
        {
            call_up(gunner);
            say(gunner, Line::GetToCover);
            for fit(who) && who != gunner && rank(who, r) sort by r { send(who, Way::ToCover); }
            keep_firing(gunner);
            dismiss(gunner);
        }
        /// All members go to cover closer to the player while the closest one lays suppression fire.
        method advance_cover()
            if unengaged(gunner) && others_can_advance(gunner) && distance_to_player(gunner, metres)
            sort by metres
        {
            call_up(gunner);
            say(gunner, Line::AdvanceCover);
            for fit(who) && who != gunner && rank(who, r) sort by r { send(who, Way::Forward); }
            keep_firing(gunner);
            dismiss(gunner);
        }
        method send(who: Who, way: Way) {
            branch to_cover
                if way == Way::ToCover && !in_cover(who) && at(who, here) && vacant(spot)
                sort by level.distance(here, spot)
            {
                add order(who, spot);
            }
            branch forward
                if way == Way::Forward && better_cover(who, spot, metres)
                sort by metres
            {
                add order(who, spot);
            }
            branch stay {}
        }

        /// Fires until the others have arrived. If the gunner leaves, a repair chooses the empty branch, and the others continue.
        method keep_firing(gunner: Who) {
            branch from_cover if fit(gunner) && in_cover(gunner) {
                make_ready(gunner);
                open_fire(gunner);
                suppression_fire_from_cover(gunner);
                cease_fire(gunner);
            }
            branch in_the_open if fit(gunner) {
                make_ready(gunner);
                open_fire(gunner);
                suppression_fire(gunner);
                cease_fire(gunner);
            }
            branch broken_off {}
        }
        /// Replaces a gunner who has left by a member without an order.
        method take_over_fire()
            if unengaged(other) && !order(other, _) && let covered: usize = count(in_cover(other))
            sort by covered desc
        {
            call_up(other);
            keep_firing(other);
            dismiss(other);
        }

        /// Walks as ordered. Each member has a plan of his own, so that none waits for another.
        method carry_out(who: Who, spot: Node) {
            call_up(who);
            go(who, spot);
            dismiss(who);
        }
        /// Walks to cover. If he leaves, a repair chooses the empty branch; the order remains, and he continues when he is back.
        method go(who: Who, spot: Node) {
            branch now if fit(who) { move_to(who, spot); carried_out(who); }
            branch later {}
        }

        // ——— orderly advance ———

        /// Advances to a place one by one, each guarded by another, with the last member facing backwards.
        method orderly_advance(place: Node)
            if unengaged(who) && !at(who, place) && unengaged(last) && last != who && rank(last, r)
            sort by r desc
        {
            for unengaged(all) { call_up(all); }
            advance_before(last, place);
            for engaged(all) { dismiss(all); }
        }
        method advance_before(last: Who, place: Node) {
            branch in_order if fit(last) && comrade(last, first) && rank(first, r) sort by r {
                say(first, Line::OrderlyAdvance);
                face_back(last);
                for comrade(last, who) && rank(who, number) sort by number {
                    bound(who, last, place);
                }
                finish_action(last);
                bring_up(last, place);
            }
            /// The last member has left: the others continue.
            branch without_the_last {
                for comrade(last, who) && rank(who, number) sort by number {
                    bound(who, last, place);
                }
            }
        }
        method bound(who: Who, last: Who, place: Node) {
            /// He is guarded by the next member behind him, or else by one who has arrived.
            branch guarded
                if fit(who) && !at(who, place) && rank(who, r) && comrade(who, mate) && mate != last
                    && rank(mate, m)
                    && let ahead: u8 = u8::from(m < r)
                sort by (ahead, m)
            {
                guard(mate, Ward(who));
                move_to(who, place);
                global_block(who);
                finish_action(mate);
            }
            branch alone if fit(who) && !at(who, place) { move_to(who, place); global_block(who); }
            branch without_him {}
        }
        method bring_up(last: Who, place: Node) {
            branch guarded if fit(last) && !at(last, place) && comrade(last, mate) {
                guard(mate, Ward(last));
                move_to(last, place);
                global_block(last);
                finish_action(mate);
            }
            branch without_him {}
        }

        // ——— search ———

        /// A pair searches one place. Each pair has a plan of its own, so the squad splits up.
        method search()
            if unengaged(one) && rank(one, i) && unengaged(two) && rank(two, j) && i < j
                && at(one, here) && area(place) && !searched(place) && !claimed(place)
            sort by (i, j, level.distance(here, place))
        {
            call_up(one); call_up(two); claim(one, place);
            say(one, Line::Search);
            move_to(one, place);
            move_to(two, place);
            global_block(one);
            global_block(two);
            look_around(one, two, place);
            unclaim(one, place); dismiss(one); dismiss(two);
        }
        method look_around(one: Who, two: Who, place: Node) {
            branch guarded if fit(one) && fit(two) {
                guard(two, Ward(one));
                survey_area(one);
                global_block(one);
                finish_action(two);
                add searched(place);
            }
            branch one_alone if fit(one) {
                survey_area(one);
                global_block(one);
                add searched(place);
            }
            branch two_alone if fit(two) {
                survey_area(two);
                global_block(two);
                add searched(place);
            }
            branch given_up {}
        }
    }
}
