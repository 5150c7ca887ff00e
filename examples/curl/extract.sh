#!/usr/bin/env bash
# Prints the values that a schema asks for, with citations, as JSON: extract.sh FILE SCHEMA
set -euo pipefail
base=${OCTAVO_URL:-http://127.0.0.1:8080}
call() { curl -sS --fail-with-body ${OCTAVO_KEY:+-H "Authorization: Bearer $OCTAVO_KEY"} "$@"; }

file=$(call -F file=@"$1" "$base/upload" | sed 's/.*"file_id":"\([^"]*\)".*/\1/')
call "$base/extract" --json @- <<REQUEST
{"input": "$file", "instructions": {"schema": $(cat "$2")}, "settings": {"citations": {"enabled": true}}}
REQUEST
