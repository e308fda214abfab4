//! The pursuit of goals. All characters share these methods. A method fails for a character who lacks its actions; the planner then
//! tries the next method, and finally the next goal.

use squad_htn::htn_part;

htn_part! {
    pub(super) part goals {
        /// Pursues the weightiest goal for which there is a plan.
        pub method live(who: Who) {
            branch by_weight if goal(who, goal, weight) && weight > 0.0 sort by weight desc {
                pursue(who, goal);
            }
        }

        // ——— one method per goal ———

        method pursue(who: Who, goal: Goal) if goal == Goal::Survive { survive(who); }
        method pursue(who: Who, goal: Goal) if goal == Goal::KillEnemy && player_at(_) {
            kill_enemy(who);
        }
        method pursue(who: Who, goal: Goal) if goal == Goal::Patrol { patrol(who); }
        method pursue(who: Who, goal: Goal) if goal == Goal::Dodge && under_fire(who) {
            dodge(who);
        }
        method pursue(who: Who, goal: Goal) if goal == Goal::Cover && exposed(who) {
            find_cover(who);
        }
        method pursue(who: Who, goal: Goal) if goal == Goal::Ambush && player_nearby() {
            lie_in_ambush(who);
        }
        method pursue(who: Who, goal: Goal) if goal == Goal::Investigate && disturbance(place) {
            investigate(who, place);
        }
        method pursue(who: Who, goal: Goal) if goal == Goal::Idle { pass_the_time(who); }

        // ——— survive ———

        method survive(who: Who) if under_fire(who) { dodge(who); }
        method survive(who: Who) if exposed(who) { find_cover(who); }

        method dodge(who: Who) if in_cover(who) { dodge_covered(who); }
        method dodge(who: Who) if room_to_roll(who) { dodge_roll(who); }
        method dodge(who: Who) { dodge_roll_paranoid(who); }
        method dodge(who: Who) { dodge_shuffle(who); }

        /// Walks to the nearest cover, which only some characters can.
        method find_cover(who: Who)
            if at(who, here) && cover(spot) && spot != here
            sort by level.distance(here, spot)
        {
            goto_node(who, spot);
        }

        // ——— kill enemy ———

        method kill_enemy(who: Who) if close(who) { attack_melee(who); }
        method kill_enemy(who: Who) if close(who) { on_foot(who); attack_melee_uncloaked(who); }
        method kill_enemy(who: Who) { attack_from_ambush(who); }
        method kill_enemy(who: Who) { on_foot(who); attack_lunge_uncloaked(who); }
        method kill_enemy(who: Who) if in_cover(who) { from_cover(who); }
        method kill_enemy(who: Who) if player_in_cover() { flush_out_with_grenade(who); }
        method kill_enemy(who: Who) if at(who, here) && view(here) {
            make_ready(who);
            attack_from_view(who);
        }
        method kill_enemy(who: Who) if player_in_cover() {
            make_ready(who);
            suppression_fire(who);
        }
        method kill_enemy(who: Who) if distance_to_player(who, metres) && metres > FAR {
            make_ready(who);
            attack_crouch(who);
        }
        method kill_enemy(who: Who) if player_at(there) { run_down(who, there); }
        method kill_enemy(who: Who) { make_ready(who); attack(who); }

        method from_cover(who: Who) if under_fire(who) {
            make_ready(who);
            blind_fire_from_cover(who);
        }
        method from_cover(who: Who) if player_in_cover() { attack_grenade_from_cover(who); }
        method from_cover(who: Who) if clear_shot(who) { make_ready(who); attack_from_cover(who); }
        method from_cover(who: Who) if player_in_cover() {
            make_ready(who);
            suppression_fire_from_cover(who);
        }
        method from_cover(who: Who) if sees_player(who) {
            make_ready(who);
            uncover(who);
            attack(who);
        }

        method run_down(who: Who, there: Node) {
            on_foot(who);
            if at(who, here) && blocked(here, there) { traverse_blocked_door(who, here, there); }
            lope_to_target_uncloaked(who, there);
            attack_melee_uncloaked(who);
        }

        method on_foot(who: Who) { if mounted(who) { dismount_node_uncloaked(who); } }

        method make_ready(who: Who) {
            branch ready if loaded(who) {}
            branch not_yet {
                if !drawn(who) { draw_weapon(who); }
                if rounds(who, 0) { reload(who); }
            }
        }
        method reload(who: Who) {
            branch covered if in_cover(who) { reload_covered(who); }
            branch in_the_open { reload_crouch(who); }
        }

        // ——— ambush, investigate, patrol, idle ———

        method lie_in_ambush(who: Who) if at(who, here) && ambush(here) {
            if !mounted(who) { mount_node_uncloaked(who); }
        }

        method investigate(who: Who, place: Node) {
            branch near if at(who, here) && level.distance(here, place) <= NEARBY {
                inspect_disturbance(who, place);
            }
            branch far { look_at_disturbance(who, place); }
        }

        method patrol(who: Who) if at(who, here) && smart_object(here) && !used(here) {
            use_object(who, here);
        }
        method patrol(who: Who) if at(who, here) && link(here, next) { goto_node(who, next); }
        method patrol(who: Who) if at(who, here) && link(here, next) {
            on_foot(who);
            traverse_link_uncloaked(who, next);
        }
        method patrol(who: Who) { put_away(who); survey_area(who); }

        method use_object(who: Who, here: Node) {
            branch on_the_wall if mounted(who) { use_smart_object_node_mounted(who, here); }
            branch on_the_ground { use_smart_object_node(who, here); }
        }
        method put_away(who: Who) {
            if drawn(who) && can(who, Act::HolsterWeapon) { holster_weapon(who); }
        }

        method pass_the_time(who: Who) if disturbance(_) { animate(who); }
        method pass_the_time(who: Who) { idle(who); }
    }
}
