import type { Received, Reply } from "./shops.ts";

interface Webhook {
  id: number;
  topic: string;
  delivery_url: string;
  secret: string;
  status: string;
}
const RESOURCES = /^(?:coupon|customer|order|product)\.(?:created|updated|deleted|restored)$/;

/** The webhooks of a WooCommerce shop, before what else it answers. `refuses`: a topic that it does not take. */
export function wooWebhooks(otherwise: (requests: Received) => Reply, { refuses = "" } = {}) {
  const webhooks = new Map<number, Webhook>();
  let next = 1;
  const fault = (id: number, message: string) => ({ id, error: { code: "refused", message, data: { status: 400 } } });
  const make = ({ topic, delivery_url, secret, status }: Webhook) => {
    if (!RESOURCES.test(topic) || topic === refuses) return fault(0, "Webhook topic must be valid.");
    if (!/^https?:/.test(delivery_url)) return fault(0, "Webhook delivery URL must be a valid URL.");
    const id = next++;
    webhooks.set(id, { id, topic, delivery_url, secret, status });
    return { id, topic, delivery_url, status };
  };
  const change = ({ id, ...fields }: Partial<Webhook> & { id: number }) => {
    const known = webhooks.get(id);
    if (!known) return fault(id, "Invalid ID.");
    webhooks.set(id, { ...known, ...fields });
    return { id, topic: known.topic };
  };
  const reply = (requests: Received): Reply => {
    const { method, path, text } = requests;
    const { pathname, searchParams } = new URL(path, "https://receiver.test");
    if (pathname === "/wp-json/wc/v3/webhooks" && method === "GET" && searchParams.get("status") === "all") {
      return { json: [...webhooks.values()].map(({ secret: _, ...each }) => each) };
    }
    if (pathname !== "/wp-json/wc/v3/webhooks/batch" || method !== "POST") return otherwise(requests);
    const { create = [], update = [], delete: gone = [] } = JSON.parse(text);
    for (const id of gone) webhooks.delete(id);
    return { json: { create: create.map(make), update: update.map(change) } };
  };
  return { webhooks, reply };
}
