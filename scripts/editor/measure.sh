#!/bin/sh
# Measures how much of a domain rust-analyzer understands, and what a keystroke costs. Needs `rust-analyzer` and Python.
# Arguments are passed on: the parts to measure. RUST_ANALYZER names the program if it is not in the path.
set -e
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
program=${RUST_ANALYZER:-rust-analyzer}
if ! "$program" --version >/dev/null 2>&1; then
    echo "skipped: rust-analyzer is not installed, so completion, hover, definition, rename, false diagnostics and"
    echo "the processor time per keystroke were not measured; the tests of htn-lang check what they rely on"
    exit 0
fi
exec python3 "$here/measure.py" "$program" "$root" "${CARGO_TARGET_DIR:-$root/target}/editor" "$@"
