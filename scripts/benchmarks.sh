#!/usr/bin/env bash
# Measures everything, and writes it into BENCHMARKS.md, between the two marks. About ten minutes; use an idle machine.
set -euo pipefail
cd "$(dirname "$0")/.."

section() {
    echo
    echo "## $1"
    echo
}

# The parts end with an empty line.
speed() {
    cargo bench --quiet --bench speed -- "$1" | sed '$ { /^$/d }'
}

measure() {
    local model
    model=$(lscpu 2>/dev/null | sed -n 's/^Model name: *//p' | head -1)
    echo "Measured on $(date +%F): ${model:-unknown processor}, $(nproc) cores, $(rustc --version | cut -d' ' -f1,2)."
    section "Works"
    speed table
    section "Constructs"
    speed constructs
    section "Starting"
    speed starts
    section "Growth"
    speed growth
    section "Slices"
    speed slices
    section "Best plans"
    echo "Search steps of \`find_best\` with and without lower bounds of costs, which know costs that are numbers. The domains are in \`benches/best.rs\`."
    echo
    cargo bench --quiet --bench best
    section "Memo of failures"
    echo "Search steps with loop detection, with and without \`planner.remember(100_000)\`, on the instances in \`benches/memo.rs\`."
    echo
    cargo bench --quiet --bench memo
    section "Memory"
    speed memory
    section "Many squads at a scheduler"
    echo "Squads of 4 officers and 6 suspects that share planners; 60 frames a second, each squad plans twice a second, and a frame has 4 search steps for each squad. \`restrain\` is the work of the row \`squads\` above, with the domain's capacities for such a squad; \`busy\` has nearly three times the plans, and all squads begin in the same frame. Time is that of the processor, and memory is what the process has resident."
    echo
    cargo bench --quiet --features rayon --bench scheduler
    section "Instructions, by valgrind's callgrind"
    scripts/count-instructions.sh
    echo
    scripts/count-instructions.sh constructs
    echo
    echo "\`start\` with one pair changed; by hand the pair is changed, and nothing more is done:"
    echo
    scripts/count-instructions.sh "start 64" "start 1024" "start 16384"
    section "A debug build of the game with optimised dependencies"
    scripts/debug-build.sh
    section "Compiling"
    echo '```text'
    cargo bench --quiet --bench compile_time
    echo '```'
    section "A planner in Python beside it, on the same instances"
    scripts/peer-gtpyhop.sh
}

# Into a temporary file first, so that a failure does not change BENCHMARKS.md.
target=${CARGO_TARGET_DIR:-target}
mkdir -p "$target"
measure >"$target/benchmarks.md"
scripts/insert-measured.sh BENCHMARKS.md <"$target/benchmarks.md"
