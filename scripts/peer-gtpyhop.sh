#!/usr/bin/env bash
# Plans the benchmark's restrain, blocks and logistics with GTPyhop from PyPI, checks that it finds the plans that we
# find, and prints a table with the times of one run. Without Python, pip or the network it prints a note and
# succeeds.
#
# scripts/peer-gtpyhop.sh [work …]     for example: scripts/peer-gtpyhop.sh restrain "blocks 10"
set -euo pipefail
cd "$(dirname "$0")/.."

works=("$@")
if [ ${#works[@]} -eq 0 ]; then
    works=(restrain restrain16x64 "blocks 10" "blocks 50" "blocks 100" "blocks 300" "logistics 10" "logistics 30" "logistics 60")
fi

skip() {
    echo "skipped: $1"
    exit 0
}

target=${CARGO_TARGET_DIR:-target}
mkdir -p "$target"
venv=$target/gtpyhop
command -v python3 >/dev/null || skip "there is no python3"
if ! "$venv/bin/python" -c "import gtpyhop" >/dev/null 2>&1; then
    python3 -m venv --clear "$venv" >"$venv.log" 2>&1 || skip "python3 has no venv (see $venv.log)"
    "$venv/bin/python" -m pip install --quiet gtpyhop >>"$venv.log" 2>&1 || skip "gtpyhop could not be installed (see $venv.log)"
fi

echo "timing ours …" >&2
cargo bench --quiet --bench speed -- plans "${works[@]}" >"$venv/ours.jsonl"
exec "$venv/bin/python" -B scripts/peer_gtpyhop "$venv/ours.jsonl" tests/data
