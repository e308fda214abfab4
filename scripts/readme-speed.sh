#!/usr/bin/env bash
# Copies the date and machine of the measurements in BENCHMARKS.md, and a few rows of its table of works, into the README,
# between the two marks. Run scripts/benchmarks.sh first.
set -euo pipefail
cd "$(dirname "$0")/.."

awk '
    /^Measured on / { print; print "" }
    /^\| work \| ours \| by hand \| ratio \| by hand with undo and a tree \| ratio \|$/ { inside = 1 }
    inside && !/^\|/ { exit }
    inside && /^\| (work|restrain|restrain16x64|blocks 100|logistics 60|queens 8|rts|haul|squads) \|/ { print }
    inside && /^\|---/ { print }
' BENCHMARKS.md | scripts/insert-measured.sh README.md
