import { expect, test } from "bun:test";
import { type Call, WHY } from "../doubles/platforms/platform.ts";
import type { Reply } from "../doubles/shops.ts";
import { openVariedCatalog } from "./varied-catalog.ts";

/** A WooCommerce shop that keeps the levels of variations; those of `refuses` it does not take, and `loses` its answers of levels. */
function wooShop() {
  const levels = new Map<string, number>();
  const skus = new Map<number, string>();
  const refuses = new Set<string>();
  const way = { loses: false };
  const take = (id: number, fields: Record<string, unknown>) => {
    const sku = skus.get(id) ?? "";
    if (refuses.has(sku)) return { id, error: { code: "no", message: WHY } };
    if (fields["stock_quantity"] !== undefined) levels.set(sku, Number(fields["stock_quantity"]));
    return { id };
  };
  const rowsIn = (body: unknown, part: string) => (Object(body)[part] ?? []) as Record<string, unknown>[];
  const reply = ({ route, body, method }: Call): Reply => {
    if (route.endsWith("/products/batch")) {
      return { json: { create: rowsIn(body, "create").map(() => ({ id: 4 })), update: rowsIn(body, "update") } };
    }
    if (route.endsWith("/variations")) {
      return { json: [...skus].map(([id, sku]) => ({ id, sku, stock_quantity: levels.get(sku) })) };
    }
    // Terms, such as the brand, are made.
    if (!route.endsWith("/variations/batch")) return { json: method === "POST" ? { id: 1 } : [] };
    const create = rowsIn(body, "create").map((fields) => {
      const id = skus.size + 11;
      skus.set(id, String(fields["sku"]));
      return take(id, fields);
    });
    const update = rowsIn(body, "update").map((fields) => take(Number(fields["id"]), fields));
    const isOfLevels = rowsIn(body, "update").some((fields) => fields["stock_quantity"] !== undefined);
    return way.loses && isOfLevels ? { status: 500, json: {} } : { json: { create, update } };
  };
  return { levels, refuses, reply, way };
}

/** A shirt in two sizes in such a shop, of which there are 2 and 5. */
async function pushedShirt() {
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
  return { ...woo, ...catalog, setStock };
}

test("what was sold there and not reported yet stays sold when another variant moves, and a refused level goes again", async () => {
  const { levels, refuses, sync, sku, setStock, askedIn } = await pushedShirt();
  levels.set(sku("S"), 1).set(sku("M"), 4);
  await setStock("S", 9);
  refuses.add(sku("S"));
  expect(await sync("push-stock")).toMatchObject({ errors: 1 });
  expect([...levels.values()]).toEqual([1, 4]);
  refuses.clear();
  const asked = await askedIn(async () => expect(await sync("push-stock")).toMatchObject({ pushed: 1, errors: 0 }));
  expect(asked.map(({ route }) => route.replace(/.*products/, ""))).toEqual(["/4/variations", "/4/variations/batch"]);
  expect([...levels.values()]).toEqual([8, 4]);
  expect(await askedIn(() => sync("push-stock"))).toEqual([]);
});

test("a level of a variant that was set and whose answer was lost is not changed twice", async () => {
  const { levels, way, sync, setStock } = await pushedShirt();
  await setStock("S", 9);
  way.loses = true;
  expect(await sync("push-stock")).toMatchObject({ status: "failed" });
  expect([...levels.values()]).toEqual([9, 5]);
  way.loses = false;
  expect(await sync("push-stock")).toMatchObject({ pushed: 1, errors: 0 });
  expect([...levels.values()]).toEqual([9, 5]);
});

test("nor is one that goes after its product's content, which has arrived", async () => {
  const { levels, way, sync, setStock, tenant, path } = await pushedShirt();
  await tenant.patch(path, { name: "Other shirt" });
  await setStock("S", 9);
  way.loses = true;
  expect(await sync("push-products")).toMatchObject({ status: "failed" });
  expect([...levels.values()]).toEqual([9, 5]);
  way.loses = false;
  expect(await sync("push-products")).toMatchObject({ errors: 0 });
  expect([...levels.values()]).toEqual([9, 5]);
});

test("where several variants move and one is refused, those that were set are not changed twice", async () => {
  const { levels, refuses, sync, sku, setStock } = await pushedShirt();
  levels.set(sku("S"), 1);
  await setStock("S", 9);
  await setStock("M", 6);
  refuses.add(sku("M"));
  expect(await sync("push-stock")).toMatchObject({ errors: 1 });
  expect([...levels.values()]).toEqual([8, 5]);
  refuses.clear();
  expect(await sync("push-stock")).toMatchObject({ pushed: 1, errors: 0 });
  expect([...levels.values()]).toEqual([9, 6]);
});
