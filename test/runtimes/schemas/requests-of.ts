import { expect } from "bun:test";
import { findPlatform } from "../../../src/connectors/engine/platforms.ts";
import type { PushItem } from "../../../src/connectors/engine/push/push-item.ts";
import { lamp, picture } from "../../doubles/platforms/lamp.ts";
import { MARKETPLACES } from "../../doubles/platforms/marketplaces.ts";
import { openPlatform } from "../../doubles/platforms/open.ts";
import { SHOPS } from "../../doubles/platforms/shops.ts";
import { MORE_SHOPS } from "../../doubles/platforms/shops-by-token.ts";

export const item = (sku: string, known: Partial<PushItem> = {}) =>
  lamp(sku, { weight: 1.5, images: [picture("https://images.example/1.jpg")], ...known });

export interface Sent {
  route: string;
  body: unknown;
}

/** All that an adapter asks of its platform: two products made, changed, their stock and prices, found, and pulled. */
export async function requestsOf(id: string): Promise<Sent[]> {
  const platform = [...SHOPS, ...MORE_SHOPS, ...MARKETPLACES].find((each) => each.id === id) ?? expect.unreachable();
  const { push, adapter, api, shop } = await openPlatform(platform);
  const all = [item("SKU-1"), item("SKU-2", { ean: null, brand: null, category: null, weight: null, images: [] })];
  const made = new Map((await push(all)).map((each) => [each.productId, each]));
  const known = all.map((each) => {
    const outcome = made.get(each.productId);
    if (!outcome || !("externalId" in outcome)) throw new Error(`${id}: ${JSON.stringify(outcome)}`);
    return { ...each, externalId: outcome.externalId, externalItemId: outcome.externalItemId ?? null };
  });
  await push(known);
  await push(known, "stock");
  await push(known, "prices");
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

export const bodiesOf = (sent: readonly Sent[], route: RegExp) =>
  sent.filter((each) => route.test(each.route)).map(({ body }) => body);
