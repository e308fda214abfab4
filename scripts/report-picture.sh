#!/usr/bin/env bash
# The pictures of the squad's mission in the documents: docs/report.png, a page at a moment with an answer to "why", and
# docs/coverage.svg, the domain with how often the mission tried and took each branch. The first needs chromium.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
page=$folder/page.html
cargo run --quiet --release --features explain --example squad -- \
    --quiet --report "$page" --graph docs/coverage.svg
# A click on the task that the room is cleared by.
click='for (const node of document.querySelectorAll(".item.node")) if (node.textContent.startsWith("team_arrive")) node.click();'
sed -i "s|</body>|<script>$click</script></body>|" "$page"
chromium --headless=new --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$folder/profile" \
    --virtual-time-budget=4000 --window-size=1360,900 --screenshot="$PWD/docs/report.png" "file://$page#352"
