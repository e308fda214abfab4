"""Restraining for GTPyhop: the methods of `tests/domains/restrain.rs`, in the same order.

GTPyhop leaves steps that change nothing out of the plan, so those without effects count how often they were done.
What never changes lies outside the state, which GTPyhop copies for every step.
"""

import gtpyhop


class rigid:
    squad, surrendered, enemy, dead, following_order, distance, limit = [], [], set(), set(), set(), {}, 0


def reserve(s, who):
    if who in s.reserved:
        return False
    s.reserved[who] = True
    return s


def free(s, who):
    s.reserved.pop(who, None)
    return s


def restrain(s, squad, target):
    s.restrained[target] = True
    return s


def restrain_complement(s, squad, target):
    s.done += 1
    return s


def global_block(s, squad):
    s.done += 1
    return s


def nearest(s):
    """`min` takes the first of those that are equally near, as `sort by` does."""
    pairs = [
        (squad, target)
        for target in rigid.surrendered
        if target in rigid.enemy
        and target not in rigid.dead
        and target not in s.restrained
        and target not in s.reserved
        for squad in rigid.squad
        if squad not in s.reserved and rigid.distance[squad, target] < rigid.limit
    ]
    if not pairs:
        return False
    return [("squad_restrain_helper", *min(pairs, key=rigid.distance.get))]


def with_complement(s, squad, target):
    partners = [
        partner
        for partner in rigid.squad
        if partner != squad
        and partner not in rigid.following_order
        and partner not in s.reserved
        and rigid.distance[partner, target] < rigid.limit
    ]
    if not partners:
        return False
    partner = min(partners, key=lambda partner: rigid.distance[partner, target])
    return [
        ("reserve", squad),
        ("reserve", partner),
        ("reserve", target),
        ("restrain", squad, target),
        ("restrain_complement", partner, target),
        ("global_block", squad),
        ("free", squad),
        ("free", partner),
        ("free", target),
    ]


def alone(s, squad, target):
    return [
        ("reserve", squad),
        ("reserve", target),
        ("restrain", squad, target),
        ("global_block", squad),
        ("free", squad),
        ("free", target),
    ]


def problem(instance):
    gtpyhop.Domain("restrain")
    gtpyhop.declare_actions(reserve, free, restrain, restrain_complement, global_block)
    gtpyhop.declare_task_methods("squad_restrain", nearest)
    gtpyhop.declare_task_methods("squad_restrain_helper", with_complement, alone)

    def actor(name):
        return int(name[1:]) + (1000 if name[0] == "t" else 0)

    rigid.squad = list(map(actor, instance["squad"]))
    rigid.surrendered = list(map(actor, instance["surrendered"]))
    rigid.enemy = set(map(actor, instance["targets"]))
    rigid.dead = set(map(actor, instance["dead"]))
    rigid.following_order = set(map(actor, instance["following_order"]))
    rigid.distance = {(actor(s), actor(t)): distance for s, t, distance in instance["dist"]}
    rigid.limit = instance["limit"]
    state = gtpyhop.State("start")
    state.reserved, state.restrained, state.done = {}, {}, 0
    return state, [("squad_restrain",)]
