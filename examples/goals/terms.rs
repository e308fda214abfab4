//! The terms of the domain: characters, goals, actions, and voice lines.

use squad_htn::prelude::*;

/// A character.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Term)]
pub enum Who {
    /// The lecture's three characters.
    Soldier,
    Assassin,
    Rat,
    /// The members of a squad of soldiers.
    Alpha,
    Bravo,
    Charlie,
    Delta,
}

pub const SQUAD: [Who; 4] = [Who::Alpha, Who::Bravo, Who::Charlie, Who::Delta];

/// A guarded character. He does not take part in the action, so he is no agent of it.
#[derive(Clone, Copy, PartialEq, Eq, Term)]
pub struct Ward(pub Who);

impl std::fmt::Debug for Ward {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// A goal of a character.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Term)]
pub enum Goal {
    Survive,
    KillEnemy,
    Patrol,
    Dodge,
    Cover,
    Ambush,
    Investigate,
    Idle,
}

/// Goals with their weights.
pub type Weights = &'static [(Goal, f32)];

/// The goals of the lecture's last example (survive, kill enemy, patrol), and further ones for the remaining actions.
pub const SOLDIERS_GOALS: Weights = &[
    (Goal::Survive, 0.9),
    (Goal::KillEnemy, 0.8),
    (Goal::Ambush, 0.76),
    (Goal::Investigate, 0.74),
    (Goal::Patrol, 0.7),
    (Goal::Idle, 0.1),
];

/// Typical goals of a rat.
pub const RATS_GOALS: Weights = &[(Goal::Idle, 0.8), (Goal::Patrol, 0.7)];

/// An action of the lecture: `AI/Actions/…`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Term)]
pub enum Act {
    Attack,
    AttackCrouch,
    SuppressionFire,
    SuppressionFireFromCover,
    FlushOutWithGrenade,
    AttackFromCover,
    BlindFireFromCover,
    AttackGrenadeFromCover,
    AttackFromView,
    DrawWeapon,
    HolsterWeapon,
    ReloadCrouch,
    ReloadCovered,
    InspectDisturbance,
    LookAtDisturbance,
    SurveyArea,
    DodgeRoll,
    DodgeShuffle,
    DodgeCovered,
    Uncover,
    AttackMelee,
    AttackMeleeUncloaked,
    TraverseBlockedDoor,
    UseSmartObjectNodeMounted,
    MountNodeUncloaked,
    DismountNodeUncloaked,
    TraverseLinkUncloaked,
    AttackFromAmbush,
    DodgeRollParanoid,
    AttackLungeUncloaked,
    LopeToTargetUncloaked,
    Animate,
    Idle,
    GotoNode,
    UseSmartObjectNode,
}

/// The lecture's three kinds of character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Soldier,
    Assassin,
    Rat,
}

impl Kind {
    pub const ALL: [Kind; 3] = [Kind::Soldier, Kind::Assassin, Kind::Rat];

    /// Returns the character of this kind.
    pub fn who(self) -> Who {
        match self {
            Kind::Soldier => Who::Soldier,
            Kind::Assassin => Who::Assassin,
            Kind::Rat => Who::Rat,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Kind::Soldier => "soldier",
            Kind::Assassin => "assassin",
            Kind::Rat => "rat",
        }
    }

    /// Returns his actions, in the order of the lecture.
    pub fn actions(self) -> &'static [Act] {
        match self {
            Kind::Soldier => &SOLDIER,
            Kind::Assassin => &ASSASSIN,
            Kind::Rat => &RAT,
        }
    }
}

const SOLDIER: [Act; 21] = [
    Act::Attack,
    Act::AttackCrouch,
    Act::SuppressionFire,
    Act::SuppressionFireFromCover,
    Act::FlushOutWithGrenade,
    Act::AttackFromCover,
    Act::BlindFireFromCover,
    Act::AttackGrenadeFromCover,
    Act::AttackFromView,
    Act::DrawWeapon,
    Act::HolsterWeapon,
    Act::ReloadCrouch,
    Act::ReloadCovered,
    Act::InspectDisturbance,
    Act::LookAtDisturbance,
    Act::SurveyArea,
    Act::DodgeRoll,
    Act::DodgeShuffle,
    Act::DodgeCovered,
    Act::Uncover,
    Act::AttackMelee,
];

const ASSASSIN: [Act; 14] = [
    Act::Attack,
    Act::InspectDisturbance,
    Act::LookAtDisturbance,
    Act::SurveyArea,
    Act::AttackMeleeUncloaked,
    Act::TraverseBlockedDoor,
    Act::UseSmartObjectNodeMounted,
    Act::MountNodeUncloaked,
    Act::DismountNodeUncloaked,
    Act::TraverseLinkUncloaked,
    Act::AttackFromAmbush,
    Act::DodgeRollParanoid,
    Act::AttackLungeUncloaked,
    Act::LopeToTargetUncloaked,
];

const RAT: [Act; 4] = [
    Act::Animate,
    Act::Idle,
    Act::GotoNode,
    Act::UseSmartObjectNode,
];

/// A voice line that announces a behaviour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub enum Line {
    GetToCover,
    AdvanceCover,
    OrderlyAdvance,
    Search,
}

impl Line {
    pub fn text(self) -> &'static str {
        match self {
            Line::GetToCover => "Get to cover! I'll keep his head down.",
            Line::AdvanceCover => "Move up! I've got you covered.",
            Line::OrderlyAdvance => "One at a time. Watch our backs.",
            Line::Search => "He's here somewhere. You're with me.",
        }
    }
}

/// The purpose of a move under fire.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub enum Way {
    ToCover,
    Forward,
}
