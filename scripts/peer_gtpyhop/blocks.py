"""Blocks world for GTPyhop: the methods of `tests/domains/blocks.rs`, in the same order.

What never changes lies outside the state, which GTPyhop copies for every step.
"""

import gtpyhop


class goal:
    on, above, on_table, clear = {}, {}, set(), set()


def need_to_move(s, x):
    while True:
        y = s.on.get(x)
        if y is None:
            return x in goal.on
        if goal.on.get(x, y) != y or x in goal.on_table or y in goal.clear or goal.above.get(y, x) != x:
            return True
        x = y


def pickup(s, x):
    if x in s.on_table and x in s.clear and s.holding is None:
        del s.on_table[x], s.clear[x]
        s.holding = x
        return s
    return False


def putdown(s, x):
    if s.holding == x:
        s.holding = None
        s.on_table[x] = s.clear[x] = True
        return s
    return False


def unstack(s, x, y):
    if s.on.get(x) == y and x in s.clear and s.holding is None:
        del s.on[x], s.clear[x]
        s.holding = x
        s.clear[y] = True
        return s
    return False


def stack(s, x, y):
    if s.holding == x and y in s.clear:
        s.holding = None
        del s.clear[y]
        s.on[x] = y
        s.clear[x] = True
        return s
    return False


def to_its_place(s):
    for x in s.clear:
        y = goal.on.get(x)
        if y is not None and y in s.clear and need_to_move(s, x) and not need_to_move(s, y):
            return [("take", x), ("stack", x, y), ("solve",)]
    return False


def to_its_place_on_the_table(s):
    for x in s.clear:
        if x in s.on and x in goal.on_table:
            return [("unstack", x, s.on[x]), ("putdown", x), ("solve",)]
    return False


def out_of_the_way(s):
    for x in s.clear:
        if x in s.on and need_to_move(s, x):
            return [("unstack", x, s.on[x]), ("putdown", x), ("solve",)]
    return False


def done(s):
    return []


def from_a_block(s, x):
    return [("unstack", x, s.on[x])] if x in s.on else False


def from_the_table(s, x):
    return [("pickup", x)]


def problem(instance):
    gtpyhop.Domain("blocks")
    gtpyhop.declare_actions(pickup, putdown, unstack, stack)
    gtpyhop.declare_task_methods("solve", to_its_place, to_its_place_on_the_table, out_of_the_way, done)
    gtpyhop.declare_task_methods("take", from_a_block, from_the_table)

    def block(name):
        return int(name[1:])

    def pairs(field):
        return {block(x): block(y) for x, y in instance[field]}

    goal.on = pairs("goal_on")
    goal.above = {y: x for x, y in goal.on.items()}
    goal.on_table = set(map(block, instance["goal_ontable"]))
    goal.clear = set(map(block, instance["goal_clear"]))
    # Dictionaries keep the order in which keys were added, as our facts do.
    state = gtpyhop.State("start")
    state.on = pairs("on")
    state.on_table = {block(x): True for x in instance["ontable"]}
    state.clear = {block(x): True for x in instance["clear"]}
    state.holding = None
    return state, [("solve",)]
