#!/usr/bin/env bash
# A feed for Google Merchant at an address of its own, which Google fetches by itself. Prints the address: it is shown once.
set -euo pipefail
: "${CATALOGD_URL:=http://localhost:3000}" "${CATALOGD_KEY:?}"
value() { grep -o "\"$1\":\"[^\"]*\"" | head -1 | cut -d '"' -f 4; }
api() { curl -sS --fail-with-body --retry 5 -H "X-API-Key: $CATALOGD_KEY" -H "Content-Type: application/json" "$@"; }

made=$(api "$CATALOGD_URL/api/v1/exports/feeds" -d '{
  "name": "Google", "feed_type": "google_shopping_tsv", "currency": "EUR", "leave_out_incomplete": false,
  "product_url": "https://shop.example/p/{url_slug}"}')
# What Google would refuse, item by item.
api "$CATALOGD_URL/api/v1/exports/feeds/$(value id <<< "$made")/check" >&2
value url <<< "$made"
