#!/usr/bin/env bash
# Prints the size of a domain's texts in a program: the example `squad`, whose domain has some 60 branches, without texts,
# with them, and with the rows for explanations and descriptions.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v size >/dev/null; then
    echo "skipped: there is no \`size\` (binutils)"
    exit 0
fi

# Code, constants, and constants that contain addresses.
bytes() {
    cargo build --quiet --release --example squad --no-default-features --features "$1"
    size -A target/release/examples/squad |
        awk '/^\.text / { code = $2 } /^\.rodata / { texts = $2 } /^\.data\.rel\.ro / { tables = $2 }
             END { printf "%d %d %d %d", code, texts, tables, code + texts + tables }'
}

thousands() {
    sed ':again; s/\B[0-9]\{3\}\>/,&/; t again' <<<"$1"
}

echo "| features | code | constants | tables | together |"
echo "|---|---|---|---|---|"
for features in std std,texts std,explain; do
    echo "building with $features …" >&2
    read -r code texts tables all <<<"$(bytes "$features")"
    echo "| \`$features\` | $(thousands "$code") | $(thousands "$texts") | $(thousands "$tables") | $(thousands "$all") |"
done
