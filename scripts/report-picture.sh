#!/usr/bin/env bash
# Draws the pictures of the squad's mission: docs/report.png, the report with an explanation, and docs/coverage.svg, the
# graph of the domain with the coverage of the mission. The first needs Chromium.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
page=$folder/page.html
cargo run --quiet --release --features explain --example squad -- \
    --quiet --report "$page" --graph docs/coverage.svg
# Select the task that clears the room.
click='for (const node of document.querySelectorAll(".item.node")) if (node.textContent.startsWith("team_arrive")) node.click();'
sed -i "s|</body>|<script>$click</script></body>|" "$page"
chromium --headless=new --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$folder/profile" \
    --virtual-time-budget=4000 --window-size=1360,900 --screenshot="$PWD/docs/report.png" "file://$page#352"
