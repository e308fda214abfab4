#!/usr/bin/env bash
# Times plans in a debug build whose dependencies are optimised, as many games are built while they are worked on: what
# `htn_domain!` expands to is then compiled without optimisation, the runtime with it. Builds a small program outside the
# workspace, since a workspace's own packages are no dependencies.
set -euo pipefail
cd "$(dirname "$0")/.."

root=$PWD
game=${CARGO_TARGET_DIR:-$root/target}/debug-build
mkdir -p "$game"
# The instances are read from where the package is.
ln -sfn "$root/tests" "$game/tests"
cp Cargo.lock "$game/Cargo.lock"
cat >"$game/Cargo.toml" <<END
[package]
name = "debug-build"
version = "0.0.0"
edition = "2024"
autotests = false

[workspace]

[dependencies]
squad-htn = { path = "$root" }

[[bin]]
name = "debug-build"
path = "$root/scripts/debug_build/main.rs"

[profile.dev.package."*"]
opt-level = 3
END

exec cargo run --quiet --manifest-path "$game/Cargo.toml" --target-dir "$game/target"
