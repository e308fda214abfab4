//! The rat's four actions.

use squad_htn::htn_part;

htn_part! {
    pub(super) part rat {
        operator goto_node(who: Who, to: Node) by who {
            if can(who, Act::GotoNode);
            start delete in_cover(who);
            success add at(who, to);
            success add in_cover(who) for cover(to);
        }
        operator use_smart_object_node(who: Who, here: Node) by who {
            if can(who, Act::UseSmartObjectNode) && smart_object(here);
            success add used(here);
        }
        /// Sits up and sniffs.
        operator animate(who: Who) by who { if can(who, Act::Animate); }
        operator idle(who: Who) by who { if can(who, Act::Idle); }
    }
}
