//! Actions of the assassin alone: ten of his fourteen. He shares the other four with the soldier.

use squad_htn::htn_part;

htn_part! {
    pub(super) part assassin {
        operator attack_melee_uncloaked(who: Who) by who {
            if can(who, Act::AttackMeleeUncloaked) && close(who) && !mounted(who);
        }
        operator attack_lunge_uncloaked(who: Who) by who {
            if can(who, Act::AttackLungeUncloaked) && !mounted(who)
                && distance_to_player(who, metres) && metres <= LUNGE;
        }
        operator attack_from_ambush(who: Who) by who {
            if can(who, Act::AttackFromAmbush) && mounted(who) && at(who, here) && ambush(here)
                && distance_to_player(who, metres) && metres <= LUNGE;
            success delete mounted(who);
        }
        /// On all fours, faster than others can run.
        operator lope_to_target_uncloaked(who: Who, to: Node) by who {
            if can(who, Act::LopeToTargetUncloaked) && !mounted(who)
                && at(who, here) && !blocked(here, to) && !barred(here, to);
            success add at(who, to);
        }
        operator traverse_blocked_door(who: Who, from: Node, to: Node) by who {
            if can(who, Act::TraverseBlockedDoor) && !mounted(who) && blocked(from, to);
            success delete blocked(from, to);
        }
        operator traverse_link_uncloaked(who: Who, to: Node) by who {
            if can(who, Act::TraverseLinkUncloaked) && !mounted(who) && at(who, here)
                && link(here, to);
            success add at(who, to);
        }

        // ——— walls ———

        operator mount_node_uncloaked(who: Who) by who {
            if can(who, Act::MountNodeUncloaked) && !mounted(who) && at(who, here) && mount(here);
            success add mounted(who);
        }
        operator dismount_node_uncloaked(who: Who) by who {
            if can(who, Act::DismountNodeUncloaked) && mounted(who);
            success delete mounted(who);
        }
        operator use_smart_object_node_mounted(who: Who, here: Node) by who {
            if can(who, Act::UseSmartObjectNodeMounted) && mounted(who) && smart_object(here);
            success add used(here);
        }

        /// Needs no room to roll.
        operator dodge_roll_paranoid(who: Who) by who {
            if can(who, Act::DodgeRollParanoid) && !mounted(who);
            sensed delete under_fire(who);
        }
    }
}
