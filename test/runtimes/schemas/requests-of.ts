import { expect } from "bun:test";
import { findPlatform } from "../../../src/connectors/engine/platforms.ts";
import type { PushItem } from "../../../src/connectors/engine/push/push-item.ts";
import { lamp, picture, variedLamp } from "../../doubles/platforms/lamp.ts";
import { MARKETPLACES } from "../../doubles/platforms/marketplaces.ts";
import { openPlatform } from "../../doubles/platforms/open.ts";
import { SHOPS } from "../../doubles/platforms/shops.ts";
import { MORE_SHOPS } from "../../doubles/platforms/shops-by-token.ts";

export const item = (sku: string, known: Partial<PushItem> = {}) =>
  lamp(sku, { weight: 1.5, images: [picture("https://images.example/1.jpg")], ...known });

/** Those whose doubles keep variants. */
const VARIED: ReadonlySet<string> = new Set(["shopware", "bigcommerce"]);

export interface Sent {
  route: string;
  body: unknown;
}

/** A product with two variants, one with a picture of its own. */
const varied = (): PushItem => {
  const variant = (size: string, image: PushItem["images"][number] | null) => ({
    ...{ variantId: `v-${size}`, externalId: null, sku: `SKU-3-${size}`, ean: null, options: { Size: size } },
    ...{ priceCents: 1_200, compareAtPriceCents: size === "S" ? 1_500 : null, stock: 2, weight: 1.5, image },
  });
  const variants = [variant("S", picture("https://images.example/s.png")), variant("M", null)];
  return item("SKU-3", { ean: null, options: [{ name: "Size", values: ["S", "M"] }], variants });
};

/** All that an adapter asks of its platform: products made, changed, their stock and prices, found, and pulled. */
export async function requestsOf(id: string): Promise<Sent[]> {
  const platform = [...SHOPS, ...MORE_SHOPS, ...MARKETPLACES].find((each) => each.id === id) ?? expect.unreachable();
  const { push, adapter, api, shop } = await openPlatform(platform);
  const plain = [item("SKU-1"), item("SKU-2", { ean: null, brand: null, category: null, weight: null, images: [] })];
  const all = VARIED.has(id) ? [...plain, varied()] : plain;
  const made = new Map((await push(all)).map((each) => [each.productId, each]));
  const known = all.map((each) => {
    const outcome = made.get(each.productId);
    if (!outcome || !("externalId" in outcome)) throw new Error(`${id}: ${JSON.stringify(outcome)}`);
    const { externalId, externalItemId = null, parts = each.parts } = outcome;
    const variants = each.variants.map((one) => ({ ...one, externalId: parts.variants[one.variantId] ?? null }));
    return { ...each, externalId, externalItemId, parts, variants };
  });
  await push(known);
  await push(known, "stock");
  await push(known, "prices");
  await push(
    known.map((each) => ({ ...each, compareAtPriceCents: 2_000 })),
    "prices",
  );
  await adapter.show?.(api, known, false);
  await adapter.find?.(api, all);
  await adapter.pull?.(api, { sinceMs: Date.UTC(2026, 0, 1), cursor: null });
  await adapter.read?.(
    api,
    known.flatMap(({ externalId }) => externalId ?? []),
    "en",
  );
  await adapter.orders?.(api, { sinceMs: Date.UTC(2026, 0, 1), cursor: null });
  const to = { address: "https://pim.example/hook", secret: "verification_token_of_32_letters" };
  const topics = findPlatform(id)?.webhook?.registers?.topics ?? [];
  const registered = await adapter.webhooks?.put(
    api,
    topics.map((topic) => ({ topic, id: null })),
    to,
  );
  const ids = (registered ?? []).flatMap((each) => ("id" in each ? each.id : []));
  expect(ids).toHaveLength(topics.length);
  await adapter.webhooks?.put(
    api,
    topics.map((topic, index) => ({ topic, id: ids[index] ?? null })),
    to,
  );
  await adapter.webhooks?.list(api);
  await adapter.webhooks?.remove(api, ids);
  return shop.asked.map(({ method, path: requests, text }) => ({
    route: `${method} ${requests.split("?")[0]}`,
    body: /^[[{]/.test(text) ? JSON.parse(text) : text,
  }));
}

/** What an adapter asks to make a product of two sizes, and to change it. */
export async function variedRequestsOf(id: string): Promise<Sent[]> {
  const platform = [...SHOPS, ...MORE_SHOPS, ...MARKETPLACES].find((each) => each.id === id) ?? expect.unreachable();
  const { push, shop } = await openPlatform(platform);
  const images = [1, 2].map((place) => picture(`https://images.example/${place}.jpg`));
  const lampOf = variedLamp("SKU-1", { images });
  const [made] = await push([lampOf]);
  if (!made || !("externalId" in made)) throw new Error(`${id}: ${JSON.stringify(made)}`);
  const { externalId, externalItemId = null, parts = lampOf.parts } = made;
  const variants = lampOf.variants.map((each) => ({ ...each, externalId: parts.variants[each.variantId] ?? null }));
  const known = { ...lampOf, externalId, externalItemId, parts, variants };
  // Salesforce's prices are only read.
  const kinds =
    id === "salesforce_commerce" ? (["products", "stock"] as const) : (["products", "stock", "prices"] as const);
  for (const kind of kinds) {
    expect(await push([known], kind)).toMatchObject([{ externalId }]);
  }
  return shop.asked.map(({ method, path: requests, text }) => ({
    route: `${method} ${requests.split("?")[0]}`,
    body: /^[[{]/.test(text) ? JSON.parse(text) : text,
  }));
}

export const bodiesOf = (sent: readonly Sent[], route: RegExp) =>
  sent.filter((each) => route.test(each.route)).map(({ body }) => body);
