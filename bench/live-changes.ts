import { openPlainWooCommerce } from "../test/doubles/plain-shops.ts";
import type { Client } from "./client.ts";

const ANSWERS_AFTER_MS = 100;
/** What has not arrived then counts as lost. */
const PATIENCE_MS = 30_000;

interface Change {
  number: number;
  sentAtMs: number;
}

/** What a batch reports of products: their price in cents by the shop's id, and the SKU of those that are made. */
function readBatch(text: string): { id: number | null; sku: string | undefined; cents: number }[] {
  const { create = [], update = [] } = JSON.parse(text === "" ? "{}" : text);
  return [...create, ...update].flatMap(({ id = null, sku, regular_price: price }) =>
    price === undefined ? [] : [{ id, sku, cents: Math.round(Number(price) * 100) }],
  );
}

/** A shop, and how long each change that is waited for took to come to it. */
async function openWatchedShop() {
  const waiting = new Map<string, Change[]>();
  const skus = new Map<number, string>();
  const delaysMs: number[] = [];
  const arrive = (sku: string, cents: number, atMs: number) => {
    const [come, open] = [[] as Change[], [] as Change[]];
    for (const change of waiting.get(sku) ?? []) (change.number <= cents ? come : open).push(change);
    delaysMs.push(...come.map(({ sentAtMs }) => atMs - sentAtMs));
    waiting.set(sku, open);
  };
  const shop = await openPlainWooCommerce(
    ({ text }, said) => {
      const atMs = performance.now();
      for (const { id, sku, cents } of readBatch(text)) arrive(sku ?? skus.get(id ?? 0) ?? "", cents, atMs);
      for (const [id, { sku }] of shop.products) skus.set(id, String(sku));
      return said;
    },
    { answersAfterMs: ANSWERS_AFTER_MS },
  );
  const wait = (sku: string, number: number) =>
    waiting.set(sku, [...(waiting.get(sku) ?? []), { number, sentAtMs: performance.now() }]);
  return { shop, delaysMs, wait };
}

interface Made {
  id: string;
  reference: string;
}

/** Makes products, and waits until the shop has them. */
async function makeProducts({ call }: Client, count: number, atShop: () => number): Promise<Made[]> {
  for (let from = 0; from < count; from += 500) {
    const rows = Array.from({ length: Math.min(500, count - from) }, (_, place) => ({
      reference: `L-${from + place}`,
      name: `Followed ${from + place}`,
      price_ttc: 1,
    }));
    await call("POST", "/appsync/products/sync", rows);
  }
  while (atShop() < count) await Bun.sleep(20);
  const made: Made[] = [];
  while (made.length < count) {
    const { items } = await call("GET", `/products?per_page=100&page=${made.length / 100 + 1}&search=Followed`);
    made.push(...items);
  }
  return made;
}

/**
 * Changes prices at a pace over HTTP while a connector pushes by itself. Returns how long each change took from the request
 * that made it until the request that brought it, or a later one of the same product, had come to the shop.
 */
export async function followChanges(
  client: Client,
  { products, perSecond, seconds }: { products: number; perSecond: number; seconds: number },
): Promise<{ delaysMs: number[]; requests: number; mostInFlight: number }> {
  const { call } = client;
  const { shop, delaysMs, wait } = await openWatchedShop();
  const { id: connectorId } = await call("POST", "/connectors", {
    platform_id: "woocommerce",
    name: "Followed",
    credentials: shop.credentials,
    sync_options: { auto_push: ["products", "stock", "prices"] },
  });
  const made = await makeProducts(client, products, () => shop.products.size);
  const before = shop.requests();
  const startedAtMs = performance.now();
  const changes: Promise<unknown>[] = [];
  for (let number = 0; number < perSecond * seconds; number++) {
    const dueAtMs = startedAtMs + (number * 1_000) / perSecond;
    if (performance.now() < dueAtMs) await Bun.sleep(dueAtMs - performance.now());
    const { id, reference } = made[number % products] ?? { id: "", reference: "" };
    const cents = 1_000 + number;
    wait(reference, cents);
    changes.push(call("PATCH", `/products/${id}`, { price: cents / 100 }));
  }
  await Promise.all(changes);
  const givesUpAtMs = performance.now() + PATIENCE_MS;
  while (delaysMs.length < changes.length && performance.now() < givesUpAtMs) await Bun.sleep(20);
  if (delaysMs.length < changes.length) throw new Error(`${changes.length - delaysMs.length} changes never came`);
  await call("PATCH", `/connectors/${connectorId}`, { is_active: false });
  shop.close();
  return { delaysMs, requests: shop.requests() - before, mostInFlight: shop.mostInFlight() };
}
