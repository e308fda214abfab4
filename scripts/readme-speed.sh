#!/usr/bin/env bash
# Copies when and where BENCHMARKS.md was measured, and the table of works in it, into the README, between the two marks.
# scripts/benchmarks.sh measures.
set -euo pipefail
cd "$(dirname "$0")/.."

awk '
    /^Measured on / { print; print "" }
    /^\| work \| ours \| by hand \| ratio \|$/ { inside = 1 }
    inside && !/^\|/ { exit }
    inside { print }
' BENCHMARKS.md | scripts/insert-measured.sh README.md
