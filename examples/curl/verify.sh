#!/usr/bin/env bash
# Verifies a webhook whose body is on standard input: verify.sh ID TIMESTAMP SIGNATURES < BODY, the three being the headers
# webhook-id, webhook-timestamp and webhook-signature. Exits 0 when one of the signatures is good.
set -euo pipefail

age=$(($(date +%s) - $2))
if [ "${age#-}" -gt 300 ]; then echo "too old or from the future" >&2; exit 1; fi
key=$(printf %s "${OCTAVO_WEBHOOK_SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \n')
want=v1,$({ printf '%s.%s.' "$1" "$2"; cat; } | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)
for have in $3; do
  if [ "$have" = "$want" ]; then echo verified; exit; fi
done
echo "no signature is good" >&2
exit 1
