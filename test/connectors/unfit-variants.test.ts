import { expect, test } from "bun:test";
import { openPlatform } from "../doubles/platforms/open.ts";
import { type Call, NO_ROUTE } from "../doubles/platforms/platform.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";
import { openShop, type Reply } from "../doubles/shops.ts";
import { newTenant, runJobs } from "../harness.ts";
import { withTax } from "./with-tax.ts";

/** A PrestaShop shop with a shirt in two sizes, whose combinations have these references. */
function shirtShop(references: readonly string[]) {
  const languages = (name: string) => [{ id: 1, value: name }];
  const ids = [11, 12];
  const lists: Record<string, unknown[]> = {
    products: [
      {
        id: 4,
        reference: "SH-1",
        name: languages("Shirt"),
        price: "20",
        associations: { combinations: ids.map((id) => ({ id })) },
      },
    ],
    combinations: ids.map((id, place) => ({
      ...{ id, id_product: 4, reference: references[place], ean13: "", price: "0" },
      associations: { product_option_values: [{ id: 21 + place }] },
    })),
    product_options: [{ id: 1, name: languages("Taille") }],
    product_option_values: ["S", "M"].map((size, place) => ({
      id: 21 + place,
      id_attribute_group: 1,
      name: languages(size),
    })),
    stock_availables: [
      { id: 31, id_product: 4, id_product_attribute: 0, quantity: 9 },
      { id: 32, id_product: 4, id_product_attribute: 11, quantity: 4 },
      { id: 33, id_product: 4, id_product_attribute: 12, quantity: 5 },
    ],
  };
  const changes: string[] = [];
  const reply = ({ method, path, text }: Pick<Call, "method" | "path" | "text">): Reply => {
    const [, resource = ""] = /\/api\/(\w+)/.exec(path) ?? [];
    if (method !== "GET") {
      changes.push(`${method} ${resource} ${text}`);
      return { json: {} };
    }
    return { json: lists[resource] ? { [resource]: lists[resource] } : [] };
  };
  return { reply, changes };
}

/** A catalog that pulls this shop; `ours`: it has a product with the shop's reference. */
async function pulled(references: readonly string[], ours?: { variants: string[] }) {
  const { reply, changes } = shirtShop(references);
  const shop = await openShop(reply);
  const tenant = await newTenant();
  if (ours) {
    const { body } = await tenant.post("/products", { name: "Shirt", reference: "SH-1", price: 24 });
    const variants = ours.variants.map((sku, place) => ({
      sku,
      option_values: { Taille: ["S", "M"][place] },
      stock: 1,
    }));
    if (variants.length > 0) await tenant.post(`/products/${body.id}/variants/bulk`, { variants });
  }
  const credentials = { shop_url: shop.url, api_key: "secret" };
  const { body: connector } = await tenant.post(
    "/connectors",
    withTax({
      platform_id: "prestashop",
      name: "Shop",
      credentials,
    }),
  );
  const sync = async (what: string) => {
    const { body } = await tenant.post(`/connectors/${connector.id}/sync/${what}`, {});
    await runJobs();
    return (await tenant.get(`/connectors/${connector.id}/sync/jobs/${body.job_id}`)).body;
  };
  const job = await sync("pull-products");
  const { items } = (await tenant.get("/products")).body;
  return { tenant, job, items, sync, changes };
}

test("combinations come with their options, and go with their own SKUs", async () => {
  const { tenant, job, items } = await pulled(["SH-1-S", "SH-1-M"]);
  expect(job).toMatchObject({ pulled: 1, errors: 0 });
  const { variants } = (await tenant.get(`/products/${items[0].id}/variants`)).body;
  expect(variants).toMatchObject([
    { sku: "SH-1-S", option_values: { Taille: "S" }, stock: 4 },
    { sku: "SH-1-M", option_values: { Taille: "M" }, stock: 5 },
  ]);
});

test("a product whose variants have one SKU or none is not half taken, so that no push brings its stock to 0", async () => {
  for (const [references, why] of [
    [["SH-1", "SH-1"], "Several variants of the platform's product 4 have the same SKU, sh-1"],
    [["SH-1-S", ""], "1 of the 2 variants of the platform's product 4 have no SKU"],
  ] as const) {
    const { job, items, sync, changes } = await pulled(references);
    expect(job).toMatchObject({
      pulled: 0,
      errors: 1,
      products: [{ external_id: "4", message: expect.stringContaining(why) }],
    });
    expect(items).toEqual([]);
    await sync("push-products");
    await sync("push-stock");
    expect(changes).toEqual([]);
  }
});

test("a product in variants is not linked to one of that code that has none here, but to one that has them", async () => {
  const plain = await pulled(["SH-1-S", "SH-1-M"], { variants: [] });
  expect(plain.job).toMatchObject({
    errors: 1,
    products: [{ message: expect.stringContaining("has none: add them here") }],
  });
  await plain.sync("push-stock");
  expect(plain.changes).toEqual([]);
  const varied = await pulled(["SH-1-S", "SH-1-M"], { variants: ["SH-1-S", "SH-1-M"] });
  expect(varied.job).toMatchObject({ updated: 1, errors: 0 });
});

test("a key that may not read options reads the variants all the same", async () => {
  const platform = SHOPS.find(({ id }) => id === "prestashop") ?? expect.unreachable();
  const { reply } = shirtShop(["A", "B"]);
  const { adapter, api } = await openPlatform(platform, {
    when: () => true,
    reply: (call) =>
      /product_option/.test(call.path) ? { ...NO_ROUTE, json: { errors: [{ code: 26 }] } } : reply(call),
  });
  const page = await adapter.pull?.(api, { sinceMs: null, cursor: null });
  expect(page?.products[0]?.variants).toMatchObject([{ sku: "A", options: {} }, { sku: "B" }]);
});
