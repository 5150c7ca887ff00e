#!/usr/bin/env bash
# Starts a parse as a job, waits for its end and prints the job as JSON: async.sh FILE
set -euo pipefail
base=${OCTAVO_URL:-http://127.0.0.1:8080}
call() { curl -sS --fail-with-body ${OCTAVO_KEY:+-H "Authorization: Bearer $OCTAVO_KEY"} "$@"; }

file=$(call -F file=@"$1" "$base/upload" | sed 's/.*"file_id":"\([^"]*\)".*/\1/')
id=$(call "$base/parse_async" --json "{\"input\": \"$file\"}" | sed 's/.*"job_id":"\([^"]*\)".*/\1/')
while true; do
  job=$(call "$base/job/$id?timeout=60") # answers when the job ends, or after a minute
  case $job in
    '{"status":"Completed"'*) echo "$job"; exit ;;
    '{"status":"Failed"'*) echo "$job" >&2; exit 1 ;;
  esac
done
