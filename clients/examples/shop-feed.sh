#!/usr/bin/env bash
# A feed for Google Merchant at an address of its own, which Google fetches by itself. Prints the address: it is shown once.
#   CATALOGD_KEY=pm_live_... bash shop-feed.sh
set -euo pipefail
: "${CATALOGD_URL:=http://localhost:3000}" "${CATALOGD_KEY:?}"
api() {
  local path=$1 answer
  shift
  answer=$(curl -sS --fail-with-body --retry 5 -H "X-API-Key: $CATALOGD_KEY" -H "Content-Type: application/json" \
    "$CATALOGD_URL/api/v1$path" "$@") || {
    echo "$answer" >&2
    return 1
  }
  echo "$answer"
}
value() { grep -o "\"$1\":[^,}]*" | head -1 | cut -d : -f 2- | tr -d '"'; }

feed=$(api /exports/feeds -d '{
  "name": "Google", "feed_type": "google_shopping_tsv", "currency": "EUR", "leave_out_incomplete": false,
  "product_url": "https://shop.example/p/{url_slug}"}')
# What Google would refuse, item by item.
api "/exports/feeds/$(value id <<< "$feed")/check" >&2
value url <<< "$feed"
