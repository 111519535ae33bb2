import process from "node:process";
import { findPlatform } from "../src/connectors/engine/platforms.ts";
import type { PushItem } from "../src/connectors/engine/push/push-item.ts";
import type { PushKind } from "../src/connectors/engine/push/push-outcome.ts";
import { lamp } from "../test/doubles/platforms/lamp.ts";
import { MARKETPLACES } from "../test/doubles/platforms/marketplaces.ts";
import { openPlatform } from "../test/doubles/platforms/open.ts";
import type { Platform } from "../test/doubles/platforms/platform.ts";
import { SHOPS } from "../test/doubles/platforms/shops.ts";
import { MORE_SHOPS } from "../test/doubles/platforms/shops-by-token.ts";

const PRODUCTS = 1_000;
/** The number of products that a synchronisation hands over at once. */
const CHUNK = 100;

/** What a platform took of each kind of push. */
export interface CallsOf {
  name: string;
  made: number;
  changed: number;
  stock: number;
  prices: number;
}

/** The requests that a platform takes for a thousand plain products without pictures, but those for tokens. */
async function callsOf(platform: Platform): Promise<CallsOf> {
  const { push, adapter, shop, tokens } = await openPlatform(platform);
  const counted = async (all: readonly PushItem[], kind: PushKind) => {
    const before = shop.asked.length - tokens.length;
    const outcomes = [];
    const size = adapter.chunk ?? (kind === "products" ? adapter.bulk?.upTo : undefined) ?? CHUNK;
    for (let from = 0; from < all.length; from += size)
      outcomes.push(...(await push(all.slice(from, from + size), kind)));
    return { outcomes, calls: shop.asked.length - tokens.length - before };
  };
  const items = Array.from({ length: PRODUCTS }, (_, place) => lamp(`C-${place}`));
  const { outcomes, calls: made } = await counted(items, "products");
  const ids = new Map(outcomes.map((each) => [each.productId, each]));
  const known = items.flatMap((item) => {
    const outcome = ids.get(item.productId);
    if (!outcome || "error" in outcome) return [];
    return { ...item, externalId: outcome.externalId, externalItemId: outcome.externalItemId ?? null, hasImages: true };
  });
  if (known.length < PRODUCTS) throw new Error(`${platform.id} took ${known.length} products`);
  return {
    name: findPlatform(platform.id)?.name ?? platform.id,
    made,
    changed: (await counted(known, "products")).calls,
    stock: (await counted(known, "stock")).calls,
    prices: (await counted(known, "prices")).calls,
  };
}

/** The calls of all platforms, by name. */
export async function callsOfAll(): Promise<CallsOf[]> {
  const all: CallsOf[] = [];
  for (const platform of [...SHOPS, ...MORE_SHOPS, ...MARKETPLACES]) all.push(await callsOf(platform));
  return all.toSorted((one, other) => one.name.localeCompare(other.name));
}

/** The table of `docs/connectors.md`. */
export const callsTable = (all: readonly CallsOf[]): string =>
  [
    "| platform | made | changed | stock | prices |",
    "|---|---|---|---|---|",
    ...all.map(({ name, made, changed, stock, prices }) => `| ${[name, made, changed, stock, prices].join(" | ")} |`),
  ].join("\n");

if (import.meta.main) {
  process.stdout.write(`${callsTable(await callsOfAll())}\n`);
  process.exit();
}
