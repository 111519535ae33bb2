"""A feed for Google Merchant at an address of its own, which Google fetches by itself. Prints the address: it is shown once.

CATALOGD_KEY=pm_live_... python3 shop-feed.py
"""

import json, os, sys, urllib.error, urllib.request

URL = os.environ.get("CATALOGD_URL", "http://localhost:3000") + "/api/v1"
HEADERS = {"X-API-Key": os.environ["CATALOGD_KEY"], "Content-Type": "application/json"}


def call(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(URL + path, data, HEADERS, method=method)) as answer:
            return json.loads(answer.read())
    except urllib.error.HTTPError as error:
        # It names the fields that are wrong.
        sys.exit(f"{error.code} {error.read().decode()}")


feed = call("POST", "/exports/feeds", {
    "name": "Google", "feed_type": "google_shopping_tsv", "currency": "EUR", "leave_out_incomplete": False,
    "product_url": "https://shop.example/p/{url_slug}",
})
# What Google would refuse, item by item.
cursor = ""
while cursor is not None:
    page = call("GET", f"/exports/feeds/{feed['id']}/check" + (f"?cursor={cursor}" if cursor else ""))
    for item in page["items"]:
        for problem in item["problems"]:
            print(f"{item['title']}: {problem['field']}: {problem['message']} ({problem['severity']})", file=sys.stderr)
    cursor = page["next_cursor"]
print(feed["url"])
