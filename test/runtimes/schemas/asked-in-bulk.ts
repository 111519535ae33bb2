import { expect } from "bun:test";
import type { PushItem } from "../../../src/connectors/engine/push/push-item.ts";
import { openPlatform } from "../../doubles/platforms/open.ts";
import { SHOPS } from "../../doubles/platforms/shops.ts";

/** What is asked of Shopify when more than a thousand products are made and then changed, and the files that it is given. */
export async function shopifyOperations(item: (sku: string) => PushItem) {
  const platform = SHOPS.find(({ id }) => id === "shopify") ?? expect.unreachable();
  const { push, shop } = await openPlatform(platform);
  const all = Array.from({ length: 1_001 }, (_, place) => item(`SKU-${place}`));
  const known = (await push(all)).map((outcome, place) => {
    if (!("externalId" in outcome)) throw new Error(JSON.stringify(outcome));
    return { ...item(`SKU-${place}`), externalId: outcome.externalId, externalItemId: outcome.externalItemId ?? null };
  });
  await push(known);
  const bodies = shop.asked.flatMap(({ path: to, text }) => (to.endsWith("graphql.json") ? [JSON.parse(text)] : []));
  const mutations = bodies.flatMap(({ variables }) => variables.mutation ?? []);
  const uploads = shop.asked.flatMap(({ path: to, text }) => (to === "/upload" ? [text] : []));
  const files = uploads.map((text, place) => {
    const lines = text.split("\r\n").filter((each) => each.startsWith("{"));
    return {
      mutation: mutations[place],
      lines: lines.flatMap((each) => each.split("\n")).map((line) => JSON.parse(line)),
    };
  });
  return { bodies, files };
}
