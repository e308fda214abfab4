//! The four squad behaviours: tasks made up of several actions, written by hand, each announced by its line. And what
//! happens where an order and somebody's own goals conflict.

use squad_htn::htn_part;

htn_part! {
    pub(super) part squad {
        predicate member(Who) [SQUAD.len()];
        predicate rank(Who => u8) [SQUAD.len()];
        predicate squad_goal(Goal => weight: f32) [8];
        /// What an order weighs: a goal of his own that weighs more is a reason to break off.
        predicate order_weight(=> f32);
        /// Where the squad is to go on patrol.
        predicate advance_to(=> Node);
        /// Where the player may be.
        predicate area(Node) [8];
        predicate searched(Node) [8];

        // The books: where somebody is ordered to go, who is engaged in what the squad does, who lays fire, who is after a goal of
        // his own and what that weighs, and which places somebody looks into.
        predicate order(Who => Node) [SQUAD.len()];
        predicate engaged(Who) [SQUAD.len()];
        predicate firing(Who) [SQUAD.len()];
        predicate alone(Who => weight: f32) [SQUAD.len()];
        predicate claimed(Node) [8];

        internal operator engage(who: Who) { if !engaged(who); add engaged(who); undo dismiss(who); }
        internal operator dismiss(who: Who) { delete engaged(who); }
        internal operator open_fire(who: Who) { if !firing(who); add firing(who); undo cease_fire(who); }
        internal operator cease_fire(who: Who) { delete firing(who); }
        internal operator carried_out(who: Who) { delete order(who, _); }
        internal operator go_alone(who: Who, weight: f32) {
            if !alone_for_more(who, weight);
            add alone(who, weight);
            undo come_back(who, weight);
        }
        internal operator come_back(who: Who, weight: f32) { delete alone(who, weight); }
        internal operator claim(who: Who, spot: Node) { if !claimed(spot); add claimed(spot); undo unclaim(who, spot); }
        internal operator unclaim(_who: Who, spot: Node) { delete claimed(spot); }

        axiom alone_for_more(who: Who, weight: f32) { alone(who, other) && other >= weight }
        axiom beyond_orders(who: Who) { alone(who, weight) && order_weight(orders) && weight > orders }
        /// He does what he is told, and leaves a goal of his own for it that weighs less.
        axiom fit(who: Who) { member(who) && !beyond_orders(who) }
        axiom unengaged(who: Who) { fit(who) && !engaged(who) }
        /// One of the others in the same behaviour.
        axiom comrade(of: Who, who: Who) { engaged(who) && fit(who) && who != of }
        axiom vacant(spot: Node) { cover(spot) && !order(_, spot) && !at(_, spot) }
        /// A cover that is nearer to the player than he is now, and not in his lap.
        axiom better_cover(who: Who, spot: Node, way: f32) {
            at(who, here) && player_at(there) && vacant(spot)
                && level.distance(spot, there) + 1.0 < level.distance(here, there)
                && level.distance(spot, there) > MELEE
                && let way: f32 = level.distance(here, spot)
        }

        // What a behaviour begins with is one question each: what it does itself, giving orders, makes the answer another one, and so
        // nobody expects it to stay so.
        axiom others_are_exposed(gunner: Who) {
            !order(_, _) && !firing(_) && unengaged(who) && who != gunner && !in_cover(who) && vacant(_)
        }
        axiom others_can_advance(gunner: Who) {
            !order(_, _) && !firing(_) && unengaged(who) && who != gunner && better_cover(who, _, _)
        }

        /// Heard by all; nobody waits for it.
        operator say(who: Who, line: Line) by who { busy false; cost 0.0; }
        /// By order of the squad: no list of actions has walking for a soldier.
        operator move_to(who: Who, to: Node) by who {
            start delete in_cover(who);
            success add at(who, to);
            success add in_cover(who) for cover(to);
        }
        /// Until told to stop.
        operator guard(who: Who, ward: Ward) by who {}
        operator face_back(who: Who) by who {}

        // ——— orders and goals of one's own ———

        /// A goal of a member's own that weighs more than orders.
        pub method lead()
            if fit(who) && order_weight(orders) && goal(who, goal, weight) && weight > orders
            sort by weight desc
        {
            on_his_own(who, goal, weight);
        }
        /// What the squad wants.
        pub method lead() if squad_goal(goal, weight) && weight > 0.0 sort by weight desc { behave(goal); }
        /// Whoever has nothing to do for the squad does as he likes.
        pub method lead()
            if unengaged(who) && !alone(who, _) && goal(who, goal, weight) && weight > 0.0
            sort by weight desc
        {
            on_his_own(who, goal, weight);
        }

        method on_his_own(who: Who, goal: Goal, weight: f32) {
            stop_action(who);           // whatever he was told to do: that plan is repaired without him
            go_alone(who, weight);
            at_will(who, goal, weight);
            come_back(who, weight);
        }
        method at_will(who: Who, goal: Goal, weight: f32) {
            branch now if free_for(who, weight) { pursue(who, goal); }
            branch called_up {}
        }
        axiom free_for(who: Who, weight: f32) { beyond_orders(who) && alone(who, weight) }
            else { !engaged(who) && alone(who, weight) }

        /// Begins what he has to do for the squad.
        method call_up(who: Who) {
            stop_action(who);           // a goal of his own that weighs less
            engage(who);
        }

        method behave(goal: Goal) if goal == Goal::KillEnemy && order(who, spot) && unengaged(who) {
            carry_out(who, spot);
        }
        method behave(goal: Goal) if goal == Goal::KillEnemy && order(_, _) && !firing(_) { take_over_fire(); }
        /// All are where they were sent: the fire can end.
        method behave(goal: Goal) if goal == Goal::KillEnemy && firing(gunner) && !order(_, _) { finish_action(gunner); }
        method behave(goal: Goal) if goal == Goal::KillEnemy && player_at(_) { get_to_cover(); }
        method behave(goal: Goal) if goal == Goal::KillEnemy && player_at(_) { advance_cover(); }
        method behave(goal: Goal) if goal == Goal::KillEnemy && player_nearby() && !player_at(_) { search(); }
        method behave(goal: Goal) if goal == Goal::Patrol && advance_to(place) { orderly_advance(place); }

        // ——— get to cover, advance cover ———

        /// All who are not in cover go there, while one lays suppression fire: if possible one who is in cover. Where he is not,
        /// it is his turn next time.
        method get_to_cover()
            if unengaged(gunner) && others_are_exposed(gunner) && let covered: usize = count(in_cover(gunner))
            sort by covered desc
        {
            call_up(gunner);
            say(gunner, Line::GetToCover);
            for fit(who) && who != gunner && rank(who, r) sort by r { send(who, Way::ToCover); }
            keep_firing(gunner);
            dismiss(gunner);
        }
        /// All go to cover that is closer to the player, while one lays suppression fire: the one who is closest.
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
            branch forward if way == Way::Forward && better_cover(who, spot, metres) sort by metres {
                add order(who, spot);
            }
            branch stay {}
        }

        /// Until the others are there. Where he breaks off, this is repaired to nothing, and the others go on.
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
        /// The one who fired has broken off: another one who has nowhere to go.
        method take_over_fire()
            if unengaged(other) && !order(other, _) && let covered: usize = count(in_cover(other))
            sort by covered desc
        {
            call_up(other);
            keep_firing(other);
            dismiss(other);
        }

        /// Each goes by a plan of his own, so that nobody waits for another one.
        method carry_out(who: Who, spot: Node) {
            call_up(who);
            go(who, spot);
            dismiss(who);
        }
        /// Where he breaks off, this is repaired to nothing. The order stands, and he goes on when he is back.
        method go(who: Who, spot: Node) {
            branch now if fit(who) { move_to(who, spot); carried_out(who); }
            branch later {}
        }

        // ——— orderly advance ———

        /// To some place, each guarding another, and the last one facing backwards.
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
                for comrade(last, who) && rank(who, number) sort by number { bound(who, last, place); }
                finish_action(last);
                bring_up(last, place);
            }
            /// The last one has broken off: the others go on.
            branch without_the_last {
                for comrade(last, who) && rank(who, number) sort by number { bound(who, last, place); }
            }
        }
        method bound(who: Who, last: Who, place: Node) {
            /// The next one behind him guards him; for the one before the last, somebody who is there.
            branch guarded
                if fit(who) && !at(who, place) && rank(who, r) && comrade(who, mate) && mate != last && rank(mate, m)
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

        /// A pair looks into one place. Each pair is a plan of its own, so that the squad splits up.
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
            branch one_alone if fit(one) { survey_area(one); global_block(one); add searched(place); }
            branch two_alone if fit(two) { survey_area(two); global_block(two); add searched(place); }
            branch given_up {}
        }
    }
}
