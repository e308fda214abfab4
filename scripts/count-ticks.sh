#!/usr/bin/env bash
# Counts the instructions of one tick of an executor with 10, 100 and 1,000 other plans, with valgrind's callgrind: the
# counts do not depend on the load of the machine. A count is the difference of two runs, so it excludes the start of the
# program. Without valgrind the script prints a note and succeeds.
#
# scripts/count-ticks.sh [scene …]     for example: scripts/count-ticks.sh busy while
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v valgrind >/dev/null; then
    echo "skipped: valgrind is not installed"
    exit 0
fi

fewer=20
more=60
build=$(cargo bench --bench ticks --no-run 2>&1) || {
    echo "$build" >&2
    exit 1
}
binary=$(sed -n 's/.*Executable.*(\(.*\))$/\1/p' <<<"$build")

scenes=("$@")
if [ ${#scenes[@]} -eq 0 ]; then
    mapfile -t scenes < <("$binary" --bench scenes)
fi

instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$binary" --bench repeat "$@" 2>&1 |
        awk '/Collected/ { print $NF }'
}

a_tick() {
    local begin end
    begin=$(instructions "$1" "$2" "$fewer")
    end=$(instructions "$1" "$2" "$more")
    echo $(((end - begin) / (more - fewer)))
}

thousands() {
    sed ':again; s/\B[0-9]\{3\}\>/,&/; t again' <<<"$1"
}

echo "| instructions of a tick | 10 other plans | 100 | 1,000 |"
echo "|---|---|---|---|"
for scene in "${scenes[@]}"; do
    echo "counting $scene …" >&2
    few=$(a_tick "$scene" 10)
    some=$(a_tick "$scene" 100)
    many=$(a_tick "$scene" 1000)
    echo "| $scene | $(thousands "$few") | $(thousands "$some") | $(thousands "$many") |"
done
