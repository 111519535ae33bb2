import { expect } from "bun:test";
import { type Call, WHY } from "../doubles/platforms/platform.ts";
import type { Reply } from "../doubles/shops.ts";
import { services } from "../harness.ts";
import { openVariedCatalog } from "./varied-catalog.ts";

/**
 * A WooCommerce shop that keeps the levels of variations; those of `refuses` it does not take, and `loses` its answers of levels:
 * once, or it is away from then on. What it `drops` it has not stored. `orders` are those that a pull reads.
 */
export function wooShop() {
  const levels = new Map<string, number>();
  const skus = new Map<number, string>();
  const refuses = new Set<string>();
  let isAway = false;
  const way = {
    loses: false as boolean | "once",
    drops: false,
    orders: [] as object[],
    before: () => undefined as unknown,
    meanwhile: async () => undefined,
  };
  const take = (id: number, fields: Record<string, unknown>) => {
    const sku = skus.get(id) ?? "";
    if (refuses.has(sku)) return { id, error: { code: "no", message: WHY } };
    if (fields["stock_quantity"] !== undefined) levels.set(sku, Number(fields["stock_quantity"]));
    else if (fields["inventory_delta"] !== undefined)
      levels.set(sku, (levels.get(sku) ?? 0) + Number(fields["inventory_delta"]));
    return { id };
  };
  const rowsIn = (body: unknown, part: string) => (Object(body)[part] ?? []) as Record<string, unknown>[];
  const variations = async (body: unknown): Promise<Reply> => {
    const create = rowsIn(body, "create").map((fields) => {
      const id = skus.size + 11;
      skus.set(id, String(fields["sku"]));
      return take(id, fields);
    });
    const isOfLevels = rowsIn(body, "update").some(
      (fields) => "stock_quantity" in fields || "inventory_delta" in fields,
    );
    if (isOfLevels) way.before();
    const isDropped = isOfLevels && way.drops;
    const update = isDropped ? [] : rowsIn(body, "update").map((fields) => take(Number(fields["id"]), fields));
    if (isOfLevels) await way.meanwhile();
    if (!way.loses || !isOfLevels) return { json: { create, update } };
    isAway = way.loses !== "once";
    way.loses = isAway;
    return { status: 500, json: {} };
  };
  const replies: Record<string, (body: unknown) => Reply | Promise<Reply>> = {
    "/products/batch": (body) => ({
      json: { create: rowsIn(body, "create").map(() => ({ id: 4 })), update: rowsIn(body, "update") },
    }),
    "/variations": () => ({ json: [...skus].map(([id, sku]) => ({ id, sku, stock_quantity: levels.get(sku) })) }),
    "/variations/batch": variations,
    "/orders": () => ({ json: way.orders }),
  };
  const reply = ({ route, body, method }: Call): Reply | Promise<Reply> => {
    if (isAway && way.loses) return { status: 500, json: {} };
    const [, known] = Object.entries(replies).find(([end]) => route.endsWith(end)) ?? [];
    // Terms, such as the brand, are made.
    return known?.(body) ?? { json: method === "POST" ? { id: 1 } : [] };
  };
  return { levels, refuses, reply, way };
}

/** A shirt in two sizes in a WooCommerce shop, of which there are 2 and 5. */
export async function pushedShirt() {
  const woo = wooShop();
  const credentials = { store_url: "https://shop.example", consumer_key: "ck", consumer_secret: "cs" };
  const options = { stock_owner: "catalog", default_tax_rate: 20 };
  const catalog = await openVariedCatalog("woocommerce", credentials, woo.reply, options);
  const { sync, sku, tenant, path, variantId } = catalog;
  expect(await sync("push-products")).toMatchObject({ errors: 0 });
  expect([...woo.levels]).toEqual([
    [sku("S"), 2],
    [sku("M"), 5],
  ]);
  const setStock = async (name: string, stock: number) =>
    tenant.patch(`${path}/variants/${await variantId(sku(name))}`, { stock });
  const stocks = async () => {
    const { body } = await tenant.get(`${path}/variants`);
    return body.variants.map(({ stock }: { stock: number }) => stock);
  };
  let orders = 0;
  /** An order of one piece, as the shop lists it. */
  const orderOf = (name: string, atMs = services.now() + 1_000) => {
    const at = new Date(atMs).toISOString().slice(0, -5);
    const line = { id: 1, sku: sku(name), quantity: 1, meta_data: [{ key: "_reduced_stock", value: "1" }] };
    const times = { date_created_gmt: at, date_paid_gmt: at, date_modified_gmt: at };
    return { id: ++orders, status: "processing", ...times, line_items: [line] };
  };
  return { ...woo, ...catalog, setStock, stocks, orderOf };
}
