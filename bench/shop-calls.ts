import process from "node:process";
import { findPlatform } from "../src/connectors/engine/platforms.ts";
import type { PushItem } from "../src/connectors/engine/push/push-item.ts";
import type { PushKind, PushOutcome } from "../src/connectors/engine/push/push-outcome.ts";
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

/** Those whose doubles keep variants. */
const VARIED: ReadonlySet<string> = new Set(["bigcommerce", "magento", "shopware"]);
const SIZES = ["S", "M", "L", "XL"];

/** The same with four variants of one option. */
const varied = (item: PushItem): PushItem => ({
  ...item,
  options: [{ name: "Size", values: SIZES }],
  variants: SIZES.map((size) => ({
    ...{
      variantId: `${item.sku}-${size}`,
      externalId: null,
      sku: `${item.sku}-${size}`,
      ean: null,
      options: { Size: size },
    },
    ...{ priceCents: item.priceCents, compareAtPriceCents: null, stock: item.stock, weight: item.weight, image: null },
  })),
});

/** The same as the platform has it by then. */
function knownAs(item: PushItem, outcome: PushOutcome | undefined): PushItem[] {
  if (!outcome || "error" in outcome) return [];
  const { externalId, externalItemId = null, parts = item.parts } = outcome;
  const variants = item.variants.map((each) => ({ ...each, externalId: parts.variants[each.variantId] ?? null }));
  return [{ ...item, externalId, externalItemId, parts, variants, hasImages: true }];
}

/** The requests that a platform takes for a thousand such products without pictures, but those for tokens. */
async function callsOf(platform: Platform, made: (item: PushItem) => PushItem = (item) => item): Promise<CallsOf> {
  const { push, adapter, shop, tokens } = await openPlatform(platform);
  const counted = async (all: readonly PushItem[], kind: PushKind) => {
    const before = shop.asked.length - tokens.length;
    const outcomes = [];
    const size = adapter.chunk ?? (kind === "products" ? adapter.bulk?.upTo : undefined) ?? CHUNK;
    for (let from = 0; from < all.length; from += size)
      outcomes.push(...(await push(all.slice(from, from + size), kind)));
    return { outcomes, calls: shop.asked.length - tokens.length - before };
  };
  const items = Array.from({ length: PRODUCTS }, (_, place) => made(lamp(`C-${place}`)));
  const { outcomes, calls } = await counted(items, "products");
  const ids = new Map(outcomes.map((each) => [each.productId, each]));
  const known = items.flatMap((item) => knownAs(item, ids.get(item.productId)));
  if (known.length < PRODUCTS) throw new Error(`${platform.id} took ${known.length} products`);
  return {
    name: findPlatform(platform.id)?.name ?? platform.id,
    made: calls,
    changed: (
      await counted(
        known.map((item) => ({ ...item, title: `${item.title}, new` })),
        "products",
      )
    ).calls,
    stock: (await counted(known, "stock")).calls,
    prices: (await counted(known, "prices")).calls,
  };
}

/** The calls of a platform; of products with variants, too, where its double keeps them. */
async function rowsOf(platform: Platform): Promise<CallsOf[]> {
  const plain = await callsOf(platform);
  if (!VARIED.has(platform.id)) return [plain];
  const { name, ...counts } = await callsOf(platform, varied);
  return [plain, { name: `${name}, four variants each`, ...counts }];
}

/** The calls of all platforms, by name; `only`: of these alone. */
export async function callsOfAll(only?: readonly string[]): Promise<CallsOf[]> {
  const all: CallsOf[] = [];
  for (const platform of [...SHOPS, ...MORE_SHOPS, ...MARKETPLACES])
    if (only?.includes(platform.id) ?? true) all.push(...(await rowsOf(platform)));
  return all.toSorted((one, other) => one.name.localeCompare(other.name));
}

const rowOf = ({ name, made, changed, stock, prices }: CallsOf): string =>
  `| ${[name, made, changed, stock, prices === 0 ? "none are sent" : prices].join(" | ")} |`;

/** The rows that `docs/connectors.md` has otherwise, or not at all. */
export async function rowsToRenew(all: readonly CallsOf[]): Promise<string[]> {
  const page = await Bun.file(new URL("../docs/connectors.md", import.meta.url)).text();
  const lines = new Set(page.split("\n"));
  return all.map(rowOf).filter((row) => !lines.has(row));
}

/** The table of `docs/connectors.md`. */
export const callsTable = (all: readonly CallsOf[]): string =>
  ["| platform | made | changed | stock | prices |", "|---|---|---|---|---|", ...all.map(rowOf)].join("\n");

if (import.meta.main) {
  process.stdout.write(`${callsTable(await callsOfAll())}\n`);
  process.exit();
}
