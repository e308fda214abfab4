//! Wounded officers.

use squad_htn::htn_part;

htn_part! {
    pub(super) part wounded {
        internal operator tend(patient: u8) {
            if !tended(patient);
            add tended(patient);
            undo leave_alone(patient);
        }
        internal operator leave_alone(patient: u8) { delete tended(patient); }
        /// Bandages a patient. Keeps both officers busy.
        operator bandage(medic: PersonId, patient: PersonId) by medic, patient {
            while fit(medic) && fit(patient);
            sensed delete wounded(patient);
        }
        operator bandage_self(who: PersonId) by who {
            while fit(who);
            sensed delete wounded(who);
        }

        /// Waits until the sensors report that the wound is treated.
        internal operator see_him_well(_medic: PersonId, patient: PersonId) {
            if !wounded(patient);
        }

        method team_bandage(medic: PersonId, patient: PersonId) {
            reserve(medic); tend(patient.0);
            play_vo(medic, Line::Bandaging(patient), false);
            treat(medic, patient);
            free(medic);
            leave_alone(patient.0);
        }
        method treat(medic: PersonId, patient: PersonId) {
            branch now if wounded(patient) && fit(medic) && fit(patient) {
                bandage(medic, patient);
                global_block(medic);
                see_him_well(medic, patient);
            }
            branch later {}
        }
        method bandage_alone(who: PersonId) {
            reserve(who);
            treat_self(who);
            free(who);
        }
        method treat_self(who: PersonId) {
            branch now if wounded(who) && fit(who) {
                bandage_self(who);
                see_him_well(who, who);
            }
            branch later {}
        }
    }
}
