"""Keeps a small ERP in step with catalogd; needs nothing but Python 3.

python3 erp.py load items.csv            the first load, as a file
python3 erp.py push items.csv            stock and prices: let cron run it every five minutes
python3 erp.py pull                      what has changed in catalogd since the last time
python3 erp.py rename pen-yellow "New name"   a change that keeps those of others
python3 erp.py listen                    changes as they happen, by a webhook to PORT
"""

import base64, csv, datetime, hashlib, hmac, json, os, sys, time, urllib.error, urllib.request, uuid
from http.server import BaseHTTPRequestHandler, HTTPServer

URL = os.environ.get("CATALOGD_URL", "http://localhost:3000") + "/api/v1"
KEY = os.environ["CATALOGD_KEY"]
SINCE_FILE = "since.txt"
BATCH = 1000
RUNNING = ("pending", "queued", "connecting", "downloading", "analyzing", "processing", "persisting")


class Refused(Exception):
    """What the service refuses, with its status and the fields that are wrong."""

    def __init__(self, status, body):
        error = body.get("error") if isinstance(body.get("error"), dict) else body
        details = error.get("details")
        fields = [f"{each['field']}: {each['message']}" for each in details] if isinstance(details, list) else []
        super().__init__("; ".join([f"{status} {error.get('message')}", *fields]))
        self.status = status


def call(method, path, body=None, headers=None, tries=5):
    """Sends a request; returns the JSON and the headers. Waits and repeats after 429 and 503."""
    data, sent = None, {"X-API-Key": KEY, **(headers or {})}
    if isinstance(body, bytes):
        data = body
    elif body is not None:
        data, sent["Content-Type"] = json.dumps(body).encode(), "application/json"
    # Repeated with the same key, a write happens once.
    if method == "POST":
        sent.setdefault("Idempotency-Key", str(uuid.uuid4()))
    while True:
        try:
            with urllib.request.urlopen(urllib.request.Request(URL + path, data, sent, method=method)) as answer:
                return json.loads(answer.read() or "null"), answer.headers
        except urllib.error.HTTPError as error:
            text = error.read()
            tries -= 1
            if error.code not in (429, 503) or tries == 0:
                is_json = error.headers.get("Content-Type", "").startswith("application/json")
                raise Refused(error.code, json.loads(text) if is_json else {"message": text.decode()}) from None
            time.sleep(min(int(error.headers.get("Retry-After", "1")), 60))


def upload(path, content):
    """A form with one file."""
    boundary = uuid.uuid4().hex
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{os.path.basename(path)}"\r\n\r\n'
    form = head.encode() + content + f"\r\n--{boundary}--\r\n".encode()
    return call("POST", "/imports/upload", form, {"Content-Type": f"multipart/form-data; boundary={boundary}"})[0]


def load(path):
    with open(path, "rb") as file:
        job = "/imports/" + upload(path, file.read())["id"]
    columns = {"reference": "sku", "ean": "ean", "name": "name", "price": "price", "stock": "stock"}
    call("POST", job + "/save-mapping", {"column_mapping": columns})
    call("POST", job + "/start-processing")
    while True:
        # Answers as soon as something has changed, at the latest after 30 s.
        state, _ = call("GET", job + "?wait=30")
        if state["status"] not in RUNNING:
            break
    print(f"{state['status']}: {state['products_created']} created, {state['failed_rows']} failed")
    for error in call("GET", job + "/errors")[0]["items"]:
        print(f"row {error['row_number']}: {error['field']}: {error['message']}")


def push(path):
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    unknown = []
    for at in range(0, len(rows), BATCH):
        batch = rows[at : at + BATCH]
        stock = [{"ean": row["ean"], "stock": int(row["stock"])} for row in batch]
        prices = [{"ean": row["ean"], "price_ttc": float(row["price"])} for row in batch]
        answer, _ = call("POST", "/appsync/stock/update", stock)
        call("POST", "/appsync/prices/update", prices)
        unknown += [each["ean"] for each in answer["data"] if each["status"] == "not_found"]
    print(f"pushed {len(rows)}, unknown: {', '.join(unknown) or 'none'}")


def pull():
    since = int(open(SINCE_FILE).read()) if os.path.exists(SINCE_FILE) else 0
    query, last = f"/appsync/products/since/{since}", since
    cursor = ""
    while cursor is not None:
        page, _ = call("GET", query + (f"?cursor={cursor}" if cursor else ""))
        for each in page["data"]:
            print(f"{each['reference']} {each['name']}: {each['price_ttc']}, {each['stock']} pieces", flush=True)
            at = datetime.datetime.fromisoformat(each["updated_at"].replace("Z", "+00:00"))
            last = max(last, int(at.timestamp()))
        cursor = page["next_cursor"]
    with open(SINCE_FILE, "w") as file:
        file.write(str(last))


def rename(reference, name):
    product = "/products/" + call("GET", "/appsync/products/" + reference)[0]["data"]["id"]
    while True:
        read, headers = call("GET", product)
        if read["title"] == name:
            break
        try:
            call("PATCH", product, {"name": name}, {"If-Match": headers["ETag"]})
        except Refused as error:
            # Somebody else was faster: read it again.
            if error.status != 412:
                raise
    print(f"{reference} is called {name}")


def is_signed(body, headers, secret):
    """Whether a delivery is ours and not older than five minutes."""
    sent_at = headers.get("webhook-timestamp", "")
    if not sent_at.isdigit() or abs(time.time() - int(sent_at)) > 300:
        return False
    signed = f"{headers.get('webhook-id')}.{sent_at}.".encode() + body
    key = base64.b64decode(secret.removeprefix("whsec_"))
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    given = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(expected, each) for each in given)


def listen():
    """An event says that something has changed; pull reads what."""
    seen = set()

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            signed = is_signed(body, self.headers, secret)
            self.send_response(204 if signed else 400)
            self.end_headers()
            event = json.loads(body) if signed else {}
            if not signed or event["id"] in seen:
                return
            seen.add(event["id"])
            print(event["event"], flush=True)
            if event["event"] == "product.deleted":
                print("deleted", event["data"]["ean"], flush=True)
            else:
                pull()

        def log_message(self, *_):
            pass

    port = int(os.environ.get("PORT", "8080"))
    server = HTTPServer(("127.0.0.1", port), Receiver)
    url = os.environ.get("RECEIVER_URL", f"http://127.0.0.1:{port}/")
    events = ["product.created", "product.updated", "product.deleted", "stock.updated", "price.updated"]
    # Started again it takes the webhook that is there, with a new secret: the old one signs beside it for a day.
    known = [each for each in call("GET", "/webhooks?per_page=100")[0]["items"] if each["url"] == url]
    if known:
        webhook, _ = call("POST", f"/webhooks/{known[0]['id']}/rotate-secret")
    else:
        webhook, _ = call("POST", "/webhooks", {"name": "ERP", "url": url, "events": events})
    secret = webhook.get("secret") or webhook["generated_secret"]
    print(f"webhook {webhook['id']}", flush=True)
    server.serve_forever()


COMMANDS = {"load": load, "push": push, "pull": pull, "rename": rename, "listen": listen}
try:
    command, *words = sys.argv[1:] or [""]
    run = COMMANDS.get(command) or sys.exit(__doc__)
    run(*words)
except Refused as error:
    sys.exit(str(error))
