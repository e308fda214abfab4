#!/usr/bin/env bash
# Runs the random tests at full length (HTN_FULL=1): several hours on two cores. A failure prints the seed that caused it.
#
#   scripts/long-runs.sh             all of them
#   scripts/long-runs.sh saves       only the named ones: worlds, saves, domains, bevy
set -euo pipefail
cd "$(dirname "$0")/.."
export HTN_FULL=1

run() {
    echo "── $*"
    local begin=$SECONDS
    "$@"
    echo "   ok, $((SECONDS - begin)) s"
}

runs=("$@")
[ "${#runs[@]}" -gt 0 ] || runs=(worlds saves domains bevy)
for name in "${runs[@]}"; do
    case $name in
    worlds) run cargo test --release --workspace --exclude random-domains --exclude saves --exclude bevy_squad_htn ;;
    saves) run cargo test --release -p saves ;;
    domains) run cargo test --release -p random-domains ;;
    bevy) run cargo test --release -p bevy_squad_htn --features live,serde ;;
    *)
        echo "unknown run \`$name\`: use worlds, saves, domains or bevy" >&2
        exit 2
        ;;
    esac
done
