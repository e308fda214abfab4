#!/usr/bin/env bash
# Checks every combination of up to two features of each published library. Needs `cargo install cargo-hack`.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! cargo hack --version >/dev/null 2>&1; then
    echo "feature-powerset: cargo-hack is not installed: run \`cargo install cargo-hack\`" >&2
    exit 1
fi
cargo hack check --feature-powerset --depth 2 --no-dev-deps --lib \
    -p htn-core -p htn-lang -p htn-macros -p htn-tools -p htn-view -p squad-htn -p bevy_squad_htn
