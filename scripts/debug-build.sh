#!/usr/bin/env bash
# Times plans in a debug build with optimised dependencies, as in many games during development: the expansion of
# `htn_domain!` is compiled without optimisation, the runtime with it. Builds a small program outside the workspace, since
# packages of the workspace do not count as dependencies.
set -euo pipefail
cd "$(dirname "$0")/.."

root=$PWD
game=${CARGO_TARGET_DIR:-$root/target}/debug-build
mkdir -p "$game"
# The instances are read from the folder of the package.
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
