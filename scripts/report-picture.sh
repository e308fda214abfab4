#!/usr/bin/env bash
# The picture of a report in the README: docs/report.png. Needs chromium.
set -euo pipefail
cd "$(dirname "$0")/.."

page=$(mktemp --suffix=.html)
trap 'rm -f "$page"' EXIT
cargo run --quiet --release --example squad -- --quiet --report "$page"
chromium --headless=new --no-sandbox --disable-gpu --hide-scrollbars --window-size=1360,900 \
    --screenshot="$PWD/docs/report.png" "file://$page#437"
