#!/usr/bin/env bash
# Replaces the text between the two marks of a file by standard input.
#
# scripts/insert-measured.sh <file>
set -euo pipefail

file=$1
measured=$(mktemp)
merged=$(mktemp)
trap 'rm -f "$measured" "$merged"' EXIT
cat >"$measured"
grep -q '<!-- measured: begin -->' "$file" && grep -q '<!-- measured: end -->' "$file" || {
    echo "error: $file has no marks" >&2
    exit 1
}
awk -v measured="$measured" '
    /<!-- measured: end -->/ { skipping = 0 }
    !skipping { print }
    /<!-- measured: begin -->/ {
        skipping = 1
        print ""
        while ((getline line < measured) > 0) print line
        print ""
    }
' "$file" >"$merged"
cat "$merged" >"$file"
