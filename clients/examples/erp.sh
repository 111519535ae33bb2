#!/usr/bin/env bash
# Keeps a small ERP in step with catalogd, with nothing but curl. The columns of the table are those of items.csv, without quotes.
#   bash erp.sh load items.csv            the first load, as a file
#   bash erp.sh push items.csv            stock and prices: let cron run it every five minutes
#   bash erp.sh pull                      what has changed in catalogd since the last time
#   bash erp.sh rename pen-yellow "New name"   a change that keeps those of others
set -euo pipefail
: "${CATALOGD_URL:=http://localhost:3000}" "${CATALOGD_KEY:?}"
# After 429 and 503 curl waits as Retry-After says. Repeated with the same key, a write happens once.
api() {
  local path=$1 answer
  shift
  answer=$(curl -sS --fail-with-body --retry 5 -H "X-API-Key: $CATALOGD_KEY" \
    -H "Idempotency-Key: $(cat /proc/sys/kernel/random/uuid)" "$CATALOGD_URL/api/v1$path" "$@") || {
    echo "$answer" >&2
    return 1
  }
  echo "$answer"
}
json() { api "$@" -H "Content-Type: application/json"; }
value() { grep -o "\"$1\":[^,}]*" | head -1 | cut -d : -f 2- | tr -d '"'; }

load() {
  local id state
  id=$(api /imports/upload -F "file=@$1" | value id)
  json "/imports/$id/save-mapping" -d '{"column_mapping":
    {"reference": "sku", "ean": "ean", "name": "name", "price": "price", "stock": "stock"}}' > /dev/null
  api "/imports/$id/start-processing" -X POST > /dev/null
  # Answers as soon as something has changed, at the latest after 30 s.
  until state=$(api "/imports/$id?wait=30") && [[ $state =~ \"status\":\"(completed|failed|cancelled) ]]; do :; done
  echo "$(value status <<< "$state"): $(value products_created <<< "$state") created, $(value failed_rows <<< "$state") failed"
  [[ $state == *'"failed_rows":0,'* ]] || api "/imports/$id/errors"
}

# The rows as a JSON list: the EAN, and the column of that number under that name.
rows() { awk -F, -v name="$2" -v at="$3" 'NR > 1 { printf "%s{\"ean\": \"%s\", \"%s\": %s}", (NR == 2 ? "[" : ","), $2, name, $at } END { print "]" }' "$1"; }
push() {
  rows "$1" stock 5 | json /appsync/stock/update -d @-
  rows "$1" price_ttc 4 | json /appsync/prices/update -d @-
}

# A page a line, as JSON. The second of the last change is read again next time: apply it again.
pull() {
  local since cursor="" page last
  since=$(cat since.txt 2> /dev/null || echo 0)
  while [ "$cursor" != null ]; do
    page=$(api "/appsync/products/since/$since${cursor:+?cursor=$cursor}")
    echo "$page"
    cursor=$(value next_cursor <<< "$page")
    last=$(grep -o '"updated_at":"[^"]*"' <<< "$page" | cut -d '"' -f 4 | sort | tail -1)
    [ -z "$last" ] || date -d "$last" +%s > since.txt
  done
}

rename() {
  local product answer
  product=/products/$(api "/appsync/products/$1" | value id)
  # 412: somebody else was faster. Read it again.
  until answer=$(json "$product" -X PATCH -H "If-Match: $(api "$product" -o /dev/null -w '%header{etag}')" -d "{\"name\": \"$2\"}" 2>&1); do
    [[ $answer == *'"code":412'* ]] || { echo "$answer" >&2; return 1; }
  done
  echo "$1 is called $2"
}

case ${1:-} in
  load | push | pull | rename) "$@" ;;
  *) grep '^#   ' "$0" ;;
esac
