"""Plans what is in our file of plans with GTPyhop, checks that the steps are the same, and prints the times."""

import contextlib
import io
import json
import os
import pathlib
import re
import sys
import time

os.environ["GTPYHOP_QUIET"] = "true"

import gtpyhop  # noqa: E402: it reads its environment when it is imported

import blocks  # noqa: E402
import logistics  # noqa: E402
import restrain  # noqa: E402

DOMAINS = {"restrain": restrain, "restrain16x64": restrain, "blocks": blocks, "logistics": logistics}

# The search recurs once for each task and each step.
RECURSION = 100_000

# Work is repeated for so many seconds, and the best time counts, as it does for ours.
SECONDS = 1.0


def steps_of_ours(steps):
    """`stack(Block(3), Block(4))` as `("stack", 3, 4)`."""
    return [(step.split("(")[0], *map(int, re.findall(r"\d+", step.split("(", 1)[1]))) for step in steps]


def best_seconds(plan):
    best, began = float("inf"), time.perf_counter()
    while True:
        started = time.perf_counter()
        plan()
        now = time.perf_counter()
        best = min(best, now - started)
        if now - began > SECONDS:
            return best


def show(seconds):
    for unit, scale in (("s", 1), ("ms", 1e3), ("us", 1e6)):
        if seconds * scale >= 1:
            return f"{seconds * scale:.2f} {unit}"
    return f"{seconds * 1e9:.0f} ns"


def main():
    ours, data = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    sys.setrecursionlimit(RECURSION)
    with contextlib.redirect_stdout(io.StringIO()):  # it says that it will be quiet
        gtpyhop.set_verbose_level(0)
    gtpyhop.set_recursive_planning(True)
    print(f"GTPyhop {gtpyhop.__version__}, Python {sys.version.split()[0]}; both take the same steps.")
    print()
    print("| work | steps | by hand | ours | GTPyhop | over ours | over by hand |")
    print("|---|---|---|---|---|---|---|")
    for line in ours.read_text().splitlines():
        entry = json.loads(line)
        work = entry["work"]
        print(f"{work} …", file=sys.stderr)
        instance = json.loads((data / f"{work.replace(' ', '')}.json").read_text())
        state, tasks = DOMAINS[work.split()[0]].problem(instance)
        plan = gtpyhop.find_plan(state, tasks)
        expected = steps_of_ours(entry["steps"])
        if plan != expected:
            sys.exit(f"error: {work}: the plans differ\n  ours:    {expected}\n  GTPyhop: {plan}")
        theirs = best_seconds(lambda: gtpyhop.find_plan(state, tasks))
        mine, by_hand = entry["nanos"] / 1e9, entry["hand_nanos"] / 1e9
        times = f"{show(by_hand)} | {show(mine)} | {show(theirs)}"
        print(f"| {work} | {len(plan)} | {times} | {theirs / mine:,.0f}x | {theirs / by_hand:,.0f}x |", flush=True)


main()
