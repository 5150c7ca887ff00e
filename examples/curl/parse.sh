#!/usr/bin/env bash
# Prints the answer of a parse as JSON: parse.sh FILE
set -euo pipefail
base=${OCTAVO_URL:-http://127.0.0.1:8080}
call() { curl -sS --fail-with-body ${OCTAVO_KEY:+-H "Authorization: Bearer $OCTAVO_KEY"} "$@"; }

file=$(call -F file=@"$1" "$base/upload" | sed 's/.*"file_id":"\([^"]*\)".*/\1/')
call "$base/parse" --json "{\"input\": \"$file\"}"
