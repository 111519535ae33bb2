import { expect, test } from "bun:test";
import { openPlatform } from "../doubles/platforms/open.ts";
import type { Platform } from "../doubles/platforms/platform.ts";
import { MORE_SHOPS } from "../doubles/platforms/shops-by-token.ts";

const platform = MORE_SHOPS.find(({ id }) => id === "salesforce_commerce") ?? expect.unreachable();
const { inventory_list_id: _list, ...unlisted } = platform.credentials;

const CATALOG = { data: [{ id: "main", assignedSites: [{ id: "RefArch" }] }] };
const LIGHT = { id: "light", name: { default: "Light" }, parentCategoryId: "root" };
const priced = (id: string, priceCurrency: string) => ({
  id,
  name: { default: id },
  price: 12.5,
  priceCurrency,
  ats: 3,
});

/** By the end of an address. */
const ANSWERS: Record<string, object> = {
  access_token: { access_token: "t", expires_in: 600 },
  "/catalogs": CATALOG,
  "category-search": { hits: [{ id: "root" }, LIGHT], total: 2 },
  "/orders": { data: [] },
  "product-search": { hits: [priced("A", "EUR"), priced("B", "USD")] },
};

/** A site whose API client does not have these scopes. */
const openSite = (site: Platform, lacking: readonly string[] = []) =>
  openPlatform(site, {
    when: () => true,
    reply: ({ route, text }) => {
      const isRefused = lacking.some((scope) => decodeURIComponent(text).includes(scope));
      if (isRefused) return { status: 400, json: { error: "invalid_scope" } };
      const known = Object.entries(ANSWERS).find(([end]) => route.endsWith(end));
      return known ? { json: known[1] } : { status: 404, json: {} };
    },
  });

test("S31.14 categories can be chosen from; which inventory list and which scopes are lacking is said", async () => {
  const { adapter, api } = await openSite(platform);
  expect(await adapter.test(api)).toEqual({ choices: { categories: [{ id: "light", name: "Light" }] }, warnings: [] });
  const lacking = await openSite({ ...platform, credentials: unlisted }, ["sfcc.catalogs.rw", "sfcc.orders"]);
  expect((await lacking.adapter.test(lacking.api))?.warnings).toEqual([
    ...["inventory_list_id", "sfcc.catalogs.rw", "sfcc.orders"].map((word) => expect.stringContaining(word)),
  ]);
});

test("S31.3 a price in another currency than the catalog's is not read; what can be sold is the level", async () => {
  const { adapter, api } = await openSite(platform);
  const [euros, dollars] = await adapter.read(api, ["A", "B"], "en");
  expect(euros).toMatchObject({ priceCents: 1_250, stock: 3 });
  expect(dollars).toMatchObject({ sku: "B", stock: 3 });
  expect(dollars).not.toHaveProperty("priceCents");
});

test("S31.7 categories whose names have the same letters are several, as a PUT replaces one", async () => {
  const puts: string[] = [];
  const { adapter, api } = await openPlatform(platform, {
    when: () => true,
    reply: ({ method, path }) => {
      if (method === "PUT") puts.push(path.split("/categories/")[1] ?? "");
      return { json: path.endsWith("access_token") ? { access_token: "t", expires_in: 600 } : CATALOG };
    },
  });
  const names = ["C", "C++", "C#", "灯", "Lamps and co"];
  const made: (string | undefined)[] = [];
  for (const name of names) made.push(await adapter.categories?.make(api, { name, parentId: null }));
  expect(new Set(made).size).toBe(names.length);
  expect([made[0], made[4]]).toEqual(["c", "lamps-and-co"]);
  expect(made).not.toContain("");
  expect(puts).toEqual(made.map(String));
});
