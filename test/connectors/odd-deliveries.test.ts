import { expect, test } from "bun:test";
import { newTenant } from "../harness.ts";
import { newEan } from "../products/given.ts";
import { deliver, newDelivery, signed } from "./deliveries.ts";
import { withTax } from "./with-tax.ts";

/** What a shop's server may write where it should write something else. */
const ODD: readonly unknown[] = [
  ...[null, true, "", "x", "a\u0000b", "\ud800", "x".repeat(70_000), [], {}, [null], [[]]],
  ...[-1, 1.5, 1e15, 1e20, 1e300, "1e300", "999999999999999999999", Number.MAX_SAFE_INTEGER],
  ...["2026-13-45T99:99:99", "+275760-09-13T00:00:00Z", "-271821-04-20T00:00:00Z"],
];

const TIME = "2026-11-30T00:00:00Z";
const line = (sku: string) => ({ id: 7, sku, quantity: 2, current_quantity: 2, product_id: 1, meta_data: [] });
/** Deliveries as they should be, by their topics. */
const deliveriesOf = (sku: string, ean: string): [topic: string, body: object][] => [
  [
    "products/update",
    { id: 1, title: "Chair", updated_at: TIME, variants: [{ sku, price: "9", inventory_quantity: 4 }] },
  ],
  [
    "product.updated",
    { id: 9, name: "Chair", sku, date_modified_gmt: TIME, regular_price: "9", stock_quantity: 3, ean },
  ],
  ["orders/updated", { id: 5, created_at: TIME, updated_at: TIME, line_items: [line(sku)], refunds: [] }],
  ["order.updated", { id: 6, status: "processing", date_modified_gmt: TIME, line_items: [line(sku)] }],
  ["refunds/create", { id: 5, order_id: 5, refund_line_items: [{ line_item_id: 7, quantity: 1 }] }],
];

/** A body with one odd value in the place of each that it has. */
function* oddly(body: unknown, put: (value: unknown) => unknown = (value) => value): Generator<unknown> {
  for (const value of ODD) yield put(value);
  if (typeof body !== "object" || body === null) return;
  for (const [name, value] of Object.entries(body)) {
    yield* oddly(value, (odd) => put(Array.isArray(body) ? [odd] : { ...body, [name]: odd }));
  }
}

type Headers = (text: string, topic: string) => Record<string, string>;
const PLATFORMS: [id: string, end: string, credentials: Record<string, string>, headers: Headers][] = [
  [
    ...([
      "shopify",
      "webhook",
      { shop_url: "https://r9.receiver.test:1", access_token: "t", webhook_secret: "odd" },
    ] as const),
    (text, topic) => ({
      "x-shopify-hmac-sha256": signed("odd", text),
      "x-shopify-topic": topic,
      "x-shopify-webhook-id": newDelivery(),
    }),
  ],
  [
    "woocommerce",
    "webhook",
    { store_url: "https://r9.receiver.test:1", consumer_key: "ck_1", consumer_secret: "cs_1", webhook_secret: "odd" },
    (text, topic) => ({
      "x-wc-webhook-signature": signed("odd", text),
      "x-wc-webhook-topic": topic,
      "x-wc-webhook-delivery-id": newDelivery(),
    }),
  ],
  [
    ...(["wizishop", "webhook", { shop_id: "s1", api_key: "key", webhook_token: "odd" }] as const),
    () => ({ "x-webhook-token": "odd", "x-wizishop-webhook-id": newDelivery() }),
  ],
  [
    "prestashop",
    "push",
    { shop_url: "https://r9.receiver.test:1", api_key: "key", webhook_username: "u", webhook_password: "odd" },
    () => ({ authorization: `Basic ${btoa("u:odd")}`, "x-prestashop-webhook-id": newDelivery() }),
  ],
];

test.each(PLATFORMS)(
  "%s: a signed delivery of any content is taken, ignored or refused, and leaves a sound product",
  async (platform_id, end, credentials, headers) => {
    const tenant = await newTenant();
    const ean = newEan();
    const sku = `R-${ean}`;
    const { body: connector } = await tenant.post("/connectors", withTax({ platform_id, name: "Shop", credentials }));
    const { body: product } = await tenant.post("/products", { name: "Chair", ean, reference: sku, price: 5 });
    const faults: string[] = [];
    for (const [topic, sound] of deliveriesOf(sku, ean)) {
      for (const odd of oddly(sound)) {
        const text = JSON.stringify(odd);
        const { status } = await deliver(`${platform_id}/${end}?connector=${connector.id}`, text, headers(text, topic));
        if (![200, 422].includes(status)) faults.push(`${status} ${topic} ${text.slice(0, 300)}`);
      }
    }
    const { status, body } = await tenant.get(`/products/${product.id}`);
    expect({ status, isSound: body.stock <= 1e9 && body.price <= 1e12 }).toEqual({ status: 200, isSound: true });
    for (const list of ["orders", "unknown-skus", "webhooks", "jobs"]) {
      const listed = await tenant.get(`/connectors/${connector.id}/${list}`);
      if (listed.status !== 200) faults.push(`${listed.status} ${list}`);
    }
    expect(faults).toEqual([]);
  },
);
