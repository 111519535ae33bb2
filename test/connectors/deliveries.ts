import { createHmac } from "node:crypto";
import { app, newTenant } from "../harness.ts";
import { newEan } from "../products/given.ts";
import { withTax } from "./with-tax.ts";

export const DAY_MS = 86_400_000;
let deliveries = 0;
export const newDelivery = () => `d-${Date.now()}-${deliveries++}`;

/** Sends bytes as a platform does. */
export async function deliver(path: string, text: string, headers: Record<string, string>) {
  const request = new Request(`http://localhost/api/v1/connectors/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: text,
  });
  const response = await app.handle(request);
  // biome-ignore lint/suspicious/noExplicitAny: an answer, of which a test reads what it expects
  return { status: response.status, body: (await response.json()) as any };
}

export const signed = (secret: string, text: string) => createHmac("sha256", secret).update(text).digest("base64");
export const shopify = (secret: string, text: string, topic = "products/update", delivery = newDelivery()) =>
  deliver("shopify/webhook", text, {
    "x-shopify-hmac-sha256": signed(secret, text),
    "x-shopify-topic": topic,
    "x-shopify-webhook-id": delivery,
  });

export async function given(more: object = {}) {
  const tenant = await newTenant();
  const secret = `secret-${tenant.id}`;
  const credentials = { shop_url: "https://r9.receiver.test:1", access_token: "t", webhook_secret: secret };
  const { body: connector } = await tenant.post(
    "/connectors",
    withTax({
      platform_id: "shopify",
      name: "Shop",
      credentials,
      ...more,
    }),
  );
  const ean = newEan();
  const { body: product } = await tenant.post("/products", {
    name: "Chair",
    ean,
    reference: `R-${ean}`,
    price: 5,
  });
  await tenant.put(`/products/${product.id}/stock`, { quantity: 10 });
  const read = async () => (await tenant.get(`/products/${product.id}`)).body;
  const jobs = async () => (await tenant.get(`/connectors/${connector.id}/jobs`)).body;
  return { tenant, secret, connector, product, ean, read, jobs };
}
export const bodyOf = (ean: string, fields: object = {}) =>
  JSON.stringify({
    id: 1,
    title: "Reported",
    variants: [{ sku: `R-${ean}`, barcode: ean, price: "9.99", inventory_quantity: 4 }],
    ...fields,
  });
