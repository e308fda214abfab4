#!/usr/bin/env bash
# Counts the instructions of one plan, ours and by hand, with valgrind's callgrind: unlike times they do not depend on
# how busy the machine is. The count is the difference of two runs, so what it takes to begin is not in it. Where
# valgrind is missing it says so, and that is no failure.
#
# scripts/count-instructions.sh [work …]     for example: scripts/count-instructions.sh "queens 8"
set -euo pipefail
cd "$(dirname "$0")/.."

works=("$@")
if [ ${#works[@]} -eq 0 ]; then
    works=(restrain "blocks 100" "queens 8 by axiom" rts haul)
fi

if ! command -v valgrind >/dev/null; then
    echo "skipped: valgrind is not installed"
    exit 0
fi

fewer=2
more=12
build=$(cargo bench --bench speed --no-run 2>&1) || {
    echo "$build" >&2
    exit 1
}
binary=$(sed -n 's/.*Executable.*(\(.*\))$/\1/p' <<<"$build")

instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$binary" --bench repeat "$@" 2>&1 |
        awk '/Collected/ { print $NF }'
}

a_plan() {
    local begin end
    begin=$(instructions "$1" "$2" "$fewer")
    end=$(instructions "$1" "$2" "$more")
    echo $(((end - begin) / (more - fewer)))
}

thousands() {
    sed ':again; s/\B[0-9]\{3\}\>/,&/; t again' <<<"$1"
}

echo "| work | ours, instructions | by hand | ratio |"
echo "|---|---|---|---|"
for work in "${works[@]}"; do
    echo "counting $work …" >&2
    ours=$(a_plan "$work" ours)
    hand=$(a_plan "$work" hand)
    ratio=$(awk -v ours="$ours" -v hand="$hand" 'BEGIN { printf "%.1fx", ours / hand }')
    echo "| $work | $(thousands "$ours") | $(thousands "$hand") | $ratio |"
done
