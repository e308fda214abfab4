#!/usr/bin/env bash
# Counts the instructions of one search, without answers and with those that it is given kept, with valgrind's callgrind: the
# difference of two runs, so that what it takes to begin is not in it. The last row is the search of a mission.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v valgrind >/dev/null; then
    echo "skipped: valgrind is not installed"
    exit 0
fi

build=$(cargo bench -p saves --bench answers --no-run 2>&1) || {
    echo "$build" >&2
    exit 1
}
binary=$(sed -n 's/.*Executable.*(\(.*\))$/\1/p' <<<"$build")

instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$binary" --bench "$@" 2>&1 |
        awk '/Collected/ { print $NF }'
}

fewer=2
more=12
echo "| search | instructions | with its answers kept | ratio |"
echo "|---|---|---|---|"
for work in restrain restrain16x64 squad; do
    counts=()
    for kept in not kept; do
        begin=$(instructions "$work" "$kept" "$fewer")
        end=$(instructions "$work" "$kept" "$more")
        counts+=($(((end - begin) / (more - fewer))))
    done
    awk -v work="$work" -v without="${counts[0]}" -v with="${counts[1]}" \
        'BEGIN { printf "| %s | %d | %d | %.2fx |\n", work, without, with, with / without }'
done
