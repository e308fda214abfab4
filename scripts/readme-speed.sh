#!/usr/bin/env bash
# Measures everything that the README says about speed, and writes it there, between the two marks. Three minutes, best
# on a machine that does nothing else.
set -euo pipefail
cd "$(dirname "$0")/.."

target=${CARGO_TARGET_DIR:-target}
mkdir -p "$target"
measured=$target/readme-speed.md
model=$(lscpu 2>/dev/null | sed -n 's/^Model name: *//p' | head -1)
{
    echo "Measured on $(date +%F): ${model:-unknown processor}, $(nproc) cores, $(rustc --version | cut -d' ' -f1,2)."
    echo
    cargo bench --quiet --bench speed
    echo "Instructions of one plan, by valgrind's callgrind:"
    echo
    scripts/count-instructions.sh
    echo
    echo "A planner in Python beside it, on the same instances:"
    echo
    scripts/peer-gtpyhop.sh
} >"$measured"

awk -v measured="$measured" '
    /<!-- measured: end -->/ { skipping = 0 }
    !skipping { print }
    /<!-- measured: begin -->/ {
        skipping = 1
        print ""
        while ((getline line < measured) > 0) print line
        print ""
    }
' README.md >"$target/README.md"
cp "$target/README.md" README.md
