"""A supplier's file, taken from its SFTP server every night at three; run once now, to see that it works.

SFTP_HOST=sftp.example.com SFTP_USER=... SFTP_PASSWORD=... SFTP_FINGERPRINT=SHA256:... python3 nightly-sftp.py
"""

import json, os, sys, urllib.error, urllib.request

URL = os.environ.get("CATALOGD_URL", "http://localhost:3000") + "/api/v1"
HEADERS = {"X-API-Key": os.environ["CATALOGD_KEY"], "Content-Type": "application/json"}
RUNNING = ("pending", "queued", "connecting", "downloading", "analyzing", "processing", "persisting")


def call(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(URL + path, data, HEADERS, method=method)) as answer:
            return json.loads(answer.read())
    except urllib.error.HTTPError as error:
        # It names the fields that are wrong.
        sys.exit(f"{error.code} {error.read().decode()}")


# What the columns are is said once.
supplier = call("POST", "/suppliers", {"name": "Acme", "code": "ACME"})
template = call("POST", f"/mapping-templates/supplier/{supplier['id']}", {
    "name": "Acme's list",
    "column_mapping": {"reference": "sku", "ean": "ean", "name": "name", "price": "price", "stock": "stock"},
})
config = call("POST", "/import-configs", {
    "name": "Acme, nightly",
    "source_type": "sftp",
    "source": {
        "host": os.environ["SFTP_HOST"],
        "port": int(os.environ.get("SFTP_PORT", "22")),
        "username": os.environ["SFTP_USER"],
        "password": os.environ["SFTP_PASSWORD"],
        "host_fingerprint": os.environ["SFTP_FINGERPRINT"],
        "file_pattern": "*.csv",
    },
    "supplier_id": supplier["id"],
    "template_id": template["id"],
    "auto_process": True,
    "schedule_type": "cron_expression",
    "cron_expression": "0 3 * * *",
    "timezone": "Europe/Paris",
    "after_success": {"action": "rename", "name": "{stem}.done"},
})
path = "/imports/" + call("POST", f"/import-configs/{config['id']}/run")["id"]
# Answers as soon as something has changed, at the latest after 30 s.
while (state := call("GET", path + "?wait=30"))["status"] in RUNNING:
    pass
print(f"{state['status']}: {state['products_created']} created, {state['failed_rows']} failed")
