//! The soldier's 21 actions. He shares some of them with other kinds; `can` decides.

use squad_htn::htn_part;

htn_part! {
    pub(super) part soldier {
        // ——— fire ———

        /// Standing, in the open.
        operator attack(who: Who) by who {
            if can(who, Act::Attack) && sees_player(who) && !in_cover(who) && drawn(who)
                && rounds(who, n) && n > 0;
            success add rounds(who, n - 1);
        }
        operator attack_crouch(who: Who) by who {
            if can(who, Act::AttackCrouch) && sees_player(who) && !in_cover(who) && drawn(who)
                && rounds(who, n) && n > 0;
            success add rounds(who, n - 1);
        }
        /// Suppresses an enemy. In a squad, it lasts until it is stopped.
        operator suppression_fire(who: Who) by who {
            if can(who, Act::SuppressionFire) && !in_cover(who) && drawn(who) && rounds(who, n)
                && n > 0;
            success add rounds(who, n - 1);
        }
        operator suppression_fire_from_cover(who: Who) by who {
            if can(who, Act::SuppressionFireFromCover) && in_cover(who) && drawn(who)
                && rounds(who, n) && n > 0;
            success add rounds(who, n - 1);
        }
        operator attack_from_cover(who: Who) by who {
            if can(who, Act::AttackFromCover) && in_cover(who) && clear_shot(who) && drawn(who)
                && rounds(who, n) && n > 0;
            success add rounds(who, n - 1);
        }
        /// Fires over the edge of the cover without aiming.
        operator blind_fire_from_cover(who: Who) by who {
            if can(who, Act::BlindFireFromCover) && in_cover(who) && drawn(who) && rounds(who, n)
                && n > 0;
            success add rounds(who, n - 1);
        }
        operator attack_from_view(who: Who) by who {
            if can(who, Act::AttackFromView) && at(who, here) && view(here) && sees_player(who)
                && drawn(who) && rounds(who, n) && n > 0;
            success add rounds(who, n - 1);
        }
        operator attack_melee(who: Who) by who { if can(who, Act::AttackMelee) && close(who); }

        // ——— grenades ———

        operator flush_out_with_grenade(who: Who) by who {
            if can(who, Act::FlushOutWithGrenade) && player_in_cover() && !in_cover(who)
                && grenades(who, n) && n > 0;
            start add grenades(who, n - 1);
            sensed delete player_in_cover();
        }
        operator attack_grenade_from_cover(who: Who) by who {
            if can(who, Act::AttackGrenadeFromCover) && player_in_cover() && in_cover(who)
                && grenades(who, n) && n > 0;
            start add grenades(who, n - 1);
            sensed delete player_in_cover();
        }

        // ——— the weapon ———

        operator draw_weapon(who: Who) by who {
            if can(who, Act::DrawWeapon) && !drawn(who);
            success add drawn(who);
        }
        operator holster_weapon(who: Who) by who {
            if can(who, Act::HolsterWeapon) && drawn(who);
            success delete drawn(who);
        }
        operator reload_crouch(who: Who) by who {
            if can(who, Act::ReloadCrouch) && !in_cover(who);
            success add rounds(who, MAGAZINE);
        }
        operator reload_covered(who: Who) by who {
            if can(who, Act::ReloadCovered) && in_cover(who);
            success add rounds(who, MAGAZINE);
        }

        // ——— eyes and ears ———

        /// Walks to the disturbance.
        operator inspect_disturbance(who: Who, place: Node) by who {
            if can(who, Act::InspectDisturbance) && disturbance(place);
            success add at(who, place);
            success delete disturbance(place);
        }
        /// Turns towards the disturbance.
        operator look_at_disturbance(who: Who, place: Node) by who {
            if can(who, Act::LookAtDisturbance) && disturbance(place);
            success delete disturbance(place);
        }
        operator survey_area(who: Who) by who { if can(who, Act::SurveyArea); }

        // ——— dodging ———

        operator dodge_roll(who: Who) by who {
            if can(who, Act::DodgeRoll) && room_to_roll(who) && !in_cover(who);
            sensed delete under_fire(who);
        }
        operator dodge_shuffle(who: Who) by who {
            if can(who, Act::DodgeShuffle) && !in_cover(who);
            sensed delete under_fire(who);
        }
        operator dodge_covered(who: Who) by who {
            if can(who, Act::DodgeCovered) && in_cover(who);
            sensed delete under_fire(who);
        }
        operator uncover(who: Who) by who {
            if can(who, Act::Uncover) && in_cover(who);
            success delete in_cover(who);
        }
    }
}
