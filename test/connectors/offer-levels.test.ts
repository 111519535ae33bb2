import { describe, expect, test } from "bun:test";
import { MARKETPLACES } from "../doubles/platforms/marketplaces.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import { type Call, openShelf } from "../doubles/platforms/platform.ts";
import { openVariedCatalog } from "./varied-catalog.ts";

const URLS: Record<string, Record<string, string>> = { mirakl: { base_url: "https://market.example" } };
/** Those that report how many of an offer are left. */
const REPORTING = ["cdiscount", "fnac_darty", "manomano", "mirakl"];

/** A shirt in two sizes, offered on a marketplace that keeps its levels. */
async function given(id: string) {
  const platform = MARKETPLACES.find((each) => each.id === id) ?? expect.unreachable();
  const shelf = openShelf();
  const answer = platform.answer(shelf);
  const isToken = (call: Call) => /token|keycloak|openid-connect/.test(call.path);
  const credentials = { ...platform.credentials, ...URLS[id] };
  const catalog = await openVariedCatalog(
    id,
    credentials,
    (call) => (isToken(call) ? { json: { access_token: "t", expires_in: 3_600 } } : answer(call)),
    { stock_owner: "catalog" },
  );
  const { sync, sku, tenant, path, variantId } = catalog;
  const setStock = async (name: string, stock: number) =>
    tenant.patch(`${path}/variants/${await variantId(sku(name))}`, { stock });
  expect(await sync("push-products")).toMatchObject({ errors: 0 });
  await sync("push-stock");
  const levels = () => [sku("S"), sku("M")].map((each) => shelf.levels.get(each));
  return { ...catalog, shelf, setStock, levels };
}

describe("S31.4 levels of marketplaces that report them", () => {
  test.each(REPORTING)("%s: what was sold there and not reported yet stays sold", async (id) => {
    const { shelf, sku, sync, setStock, levels, askedIn } = await given(id);
    expect(levels()).toEqual([2, 5]);
    shelf.levels.set(sku("S"), 1).set(sku("M"), 4);
    await setStock("S", 9);
    expect(await sync("push-stock")).toMatchObject({ pushed: 1, errors: 0 });
    expect(levels()).toEqual([8, 4]);
    expect(await askedIn(() => sync("push-stock"))).toEqual([]);
  });

  test.each(REPORTING)("%s: force replaces what is there by ours", async (id) => {
    const { shelf, sku, sync, levels } = await given(id);
    shelf.levels.set(sku("S"), 1).set(sku("M"), 4);
    expect(await sync("push-stock", { force: true })).toMatchObject({ pushed: 1, errors: 0 });
    expect(levels()).toEqual([2, 5]);
  });
});

test("S31.4 levels that a marketplace does not say are errors of their products, and the push goes on", async () => {
  const platform = MARKETPLACES.find(({ id }) => id === "manomano") ?? expect.unreachable();
  const shelf = openShelf();
  const answer = platform.answer(shelf);
  let isRefusing = false;
  const isRead = ({ method }: Call) => method === "GET";
  const { sync, sku, tenant, path, variantId } = await openVariedCatalog(
    "manomano",
    platform.credentials,
    (call) => (isRefusing && isRead(call) ? { status: 400, json: { message: "No such filter" } } : answer(call)),
    { stock_owner: "catalog" },
  );
  for (const name of ["S", "M"]) shelf.make(sku(name), sku(name));
  await sync("push-products");
  await sync("push-stock");
  const known = [sku("S"), sku("M")].map((each) => shelf.levels.get(each));
  await tenant.patch(`${path}/variants/${await variantId(sku("S"))}`, { stock: 9 });
  isRefusing = true;
  expect(await sync("push-stock")).toMatchObject({ status: "completed", pushed: 0, errors: 1 });
  expect([sku("S"), sku("M")].map((each) => shelf.levels.get(each))).toEqual(known);
  isRefusing = false;
  expect(await sync("push-stock")).toMatchObject({ status: "completed", pushed: 1, errors: 0 });
  expect(shelf.levels.get(sku("S"))).toBe(9);
});

describe("S31.10 offers of products that are the marketplace's own", () => {
  test.each(["fnac_darty", "manomano", "mirakl"])(
    "%s: a pull leaves the name, and makes no nameless product",
    async (id) => {
      const { shelf, sync, tenant, own } = await given(id);
      const here = await own();
      expect(await sync("pull-products")).toMatchObject({ status: "completed", errors: 0, pulled: 0, updated: 1 });
      expect(await own()).toBe(here);
      shelf.make("OTHER-1", "OTHER-1");
      const isMade = id !== "manomano";
      expect(await sync("pull-products")).toMatchObject({ errors: 0, pulled: isMade ? 1 : 0 });
      const { items } = (await tenant.get("/products")).body;
      expect(items.some(({ reference }: { reference: string }) => reference === "OTHER-1")).toBe(isMade);
    },
  );
});

test("S31.4 several levels are read page by page, where that takes fewer requests than one by one", async () => {
  const platform = MARKETPLACES.find(({ id }) => id === "mirakl") ?? expect.unreachable();
  const { adapter, api, shop, shelf } = await openPlatform(platform);
  for (const name of ["A", "B", "C"]) shelf.make(name, name);
  const askedBy = async (skus: string[]) => {
    const before = shop.asked.length;
    expect((await adapter.read(api, skus, "fr")).map(({ externalId }) => externalId)).toEqual(skus);
    return shop.asked.slice(before).map(({ path }) => path);
  };
  expect(await askedBy(["B"])).toEqual(["/api/offers?sku=B"]);
  expect(await askedBy(["B", "C"])).toEqual(["/api/offers?max=100&offset=0"]);
});
