#!/usr/bin/env bash
# Counts the instructions of one plan, ours, by hand, and by hand with undo and a tree for some works, with valgrind's callgrind: the counts do not depend on the
# load of the machine. A count is the difference of two runs, so it excludes the start of the program. Without valgrind
# the script prints a note and succeeds.
#
# scripts/count-instructions.sh [work …]     for example: scripts/count-instructions.sh "queens 8" "start 1024"
# scripts/count-instructions.sh constructs   the cost of each construct per row or step
# FEATURES=explain scripts/count-instructions.sh restrain   the same with features of the package compiled in
set -euo pipefail
cd "$(dirname "$0")/.."

works=("$@")
if [ ${#works[@]} -eq 0 ]; then
    works=(restrain restrain16x64 "blocks 100" "logistics 60" "queens 8" "queens 8 by axiom" rts haul)
fi

if ! command -v valgrind >/dev/null; then
    echo "skipped: valgrind is not installed"
    exit 0
fi

build=$(cargo bench --bench speed --features "${FEATURES:-}" --no-run 2>&1) || {
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
a_plan() {
    local begin end
    begin=$(instructions repeat "$1" "$2" "$fewer")
    end=$(instructions repeat "$1" "$2" "$more")
    echo $(((end - begin) / (more - fewer)))
}

# Enough repetitions to make the start, which grows slightly with the rows, negligible.
calls=2000
few=8
many=64
a_row() {
    local begin end
    begin=$(instructions construct "$1" "$few" "$3" "$calls")
    end=$(instructions construct "$1" "$many" "$3" "$calls")
    awk -v begin="$begin" -v end="$end" -v rows=$(((many - few) * $2 * calls)) \
        'BEGIN { printf "%.1f", (end - begin) / rows }'
}

thousands() {
    sed ':again; s/\B[0-9]\{3\}\>/,&/; t again' <<<"$1"
}

ratio() {
    awk -v ours="$1" -v hand="$2" 'BEGIN { printf "%.1fx", ours / hand }'
}

if [ "${works[*]}" = constructs ]; then
    echo "| construct, a row or step | ours, instructions | by hand | ratio |"
    echo "|---|---|---|---|"
    "$binary" --bench names | while read -r times construct; do
        echo "counting $construct …" >&2
        ours=$(a_row "$construct" "$times" ours)
        hand=$(a_row "$construct" "$times" hand)
        echo "| $construct | $ours | $hand | $(ratio "$ours" "$hand") |"
    done
    exit 0
fi

echo "| work | ours, instructions | by hand | ratio | by hand with undo and a tree | ratio |"
echo "|---|---|---|---|---|---|"
for work in "${works[@]}"; do
    echo "counting $work …" >&2
    ours=$(a_plan "$work" ours)
    hand=$(a_plan "$work" hand)
    tree="- | -"
    case $work in
    restrain* | logistics*)
        tree=$(a_plan "$work" tree)
        tree="$(thousands "$tree") | $(ratio "$ours" "$tree")"
        ;;
    esac
    echo "| $work | $(thousands "$ours") | $(thousands "$hand") | $(ratio "$ours" "$hand") | $tree |"
done
