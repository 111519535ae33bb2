#!/usr/bin/env bash
# A supplier's file, taken from its SFTP server every night at three; run once now, to see that it works.
#   SFTP_HOST=sftp.example.com SFTP_USER=... SFTP_PASSWORD=... SFTP_FINGERPRINT=SHA256:... bash nightly-sftp.sh
set -euo pipefail
: "${CATALOGD_URL:=http://localhost:3000}" "${CATALOGD_KEY:?}" "${SFTP_HOST:?}" "${SFTP_PORT:=22}"
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

# What the columns are is said once.
supplier=$(api /suppliers -d '{"name": "Acme", "code": "ACME"}' | value id)
template=$(api "/mapping-templates/supplier/$supplier" -d '{"name": "Acme'"'"'s list",
  "column_mapping": {"reference": "sku", "ean": "ean", "name": "name", "price": "price", "stock": "stock"}}' | value id)
config=$(api /import-configs -d @- << END | value id
{
  "name": "Acme, nightly", "source_type": "sftp", "supplier_id": "$supplier", "template_id": "$template",
  "source": {
    "host": "$SFTP_HOST", "port": $SFTP_PORT, "username": "$SFTP_USER", "password": "$SFTP_PASSWORD",
    "host_fingerprint": "$SFTP_FINGERPRINT", "file_pattern": "*.csv"
  },
  "auto_process": true, "schedule_type": "cron_expression", "cron_expression": "0 3 * * *", "timezone": "Europe/Paris",
  "after_success": {"action": "rename", "name": "{stem}.done"}
}
END
)
import=$(api "/import-configs/$config/run" -X POST | value id)
# Answers as soon as something has changed, at the latest after 30 s.
until state=$(api "/imports/$import?wait=30") && [[ $state =~ \"status\":\"(completed|failed|cancelled|ready|mapping) ]]; do :; done
echo "$(value status <<< "$state"): $(value products_created <<< "$state") created, $(value failed_rows <<< "$state") failed"
