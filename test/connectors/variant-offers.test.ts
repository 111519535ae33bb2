import { describe, expect, test } from "bun:test";
import { MARKETPLACES } from "../doubles/platforms/marketplaces.ts";
import { type Call, openShelf } from "../doubles/platforms/platform.ts";
import { messageFault } from "./published/amazon.ts";
import { EANS, openVariedCatalog } from "./varied-catalog.ts";

async function given(id: string) {
  const platform = MARKETPLACES.find((each) => each.id === id) ?? expect.unreachable();
  const shelf = openShelf();
  const answer = platform.answer(shelf);
  const isToken = (call: Call) => /token|keycloak|openid-connect/.test(call.path);
  const catalog = await openVariedCatalog(id, { ...platform.credentials, ...URLS[id] }, (call) => {
    if (isToken(call)) return { json: { access_token: "t", expires_in: 3_600 } };
    return call.route === "GET /api/orders" ? { json: { orders: [], total_count: 0 } } : answer(call);
  });
  return { ...catalog, shelf };
}

const PLATFORMS = ["amazon", "cdiscount", "ebay", "fnac_darty", "manomano", "mirakl"];
const URLS: Record<string, Record<string, string>> = { mirakl: { base_url: "https://market.example" } };
/** Those that are pulled from. */
const PULLED = new Set(["mirakl", "ebay"]);
const isOfGroup: Record<string, true> = { amazon: true };

describe("a product with variants on marketplaces", () => {
  test.each(PLATFORMS)("%s: each variant is an offer of its own, and a second push makes no call", async (id) => {
    const { push, shelf, sku, askedIn, shop, own, sync } = await given(id);
    const job = await push();
    expect(job).toMatchObject({ status: "completed", pushed: 1, errors: 0 });
    // Octopia knows options by numbers.
    expect(job.products).toHaveLength(id === "cdiscount" ? 1 : 0);
    const skus = [...(isOfGroup[id] ? [sku("SH")] : []), sku("S"), sku("M")];
    expect([...shelf.products.keys()].toSorted()).toEqual(skus.toSorted());
    const sent = shop.asked.map(({ text }) => text).join();
    if (id !== "manomano") for (const ean of [EANS.small, EANS.medium]) expect(sent).toContain(ean);
    expect(sent).not.toContain(EANS.shirt);
    const here = await own();
    expect(await askedIn(push)).toEqual([]);
    if (!PULLED.has(id)) return;
    expect(await sync("pull-products")).toMatchObject({ status: "completed", errors: 0, products: [] });
    expect(await own()).toBe(here);
    expect(await askedIn(push)).toEqual([]);
  });

  test.each(PLATFORMS)(
    "%s: stock and prices go alone; a new variant is offered, one that is gone gets a stock of 0",
    async (id) => {
      const { push, shelf, sku, askedIn, tenant, path, variantId } = await given(id);
      await push();
      await tenant.patch(`${path}/variants/${await variantId(sku("S"))}`, { stock: 9 });
      const levels = (await askedIn(push)).map(({ text }) => text).join();
      expect(levels).toContain(sku("S"));
      // The other one may have been sold meanwhile.
      expect(levels).not.toContain(sku("M"));
      expect(levels).not.toContain("Shirt");
      await tenant.patch(`${path}/variants/${await variantId(sku("M"))}`, { price: 25 });
      expect((await askedIn(push)).map(({ text }) => text).join()).toMatch(/25/);
      const more = [{ sku: sku("L"), ean: "4006381333962", option_values: { Size: "L" }, stock: 1 }];
      await tenant.post(`${path}/variants/bulk`, { variants: more });
      await tenant.delete(`${path}/variants/${await variantId(sku("S"))}`);
      const asked = await askedIn(async () => expect(await push()).toMatchObject({ pushed: 1, errors: 0 }));
      expect([...shelf.products.keys()]).toContain(sku("L"));
      expect(asked.some(({ text }) => isEmptied(text, sku("S")))).toBe(true);
      expect(await askedIn(push)).toEqual([]);
    },
  );

  test.each(PLATFORMS)("%s: one that is a single offer there is an error, and not half sent", async (id) => {
    const { push, shelf, sku, tenant, path, variantId, shop } = await given(id);
    for (const name of ["S", "M"]) await tenant.delete(`${path}/variants/${await variantId(sku(name))}`);
    await push();
    expect([...shelf.products.keys()]).toEqual([sku("SH")]);
    const variant = { sku: sku("L"), ean: EANS.small, option_values: { Size: "L" }, price: 20 };
    await tenant.post(`${path}/variants/bulk`, { variants: [variant] });
    shop.asked.length = 0;
    const job = await push();
    expect(job).toMatchObject({ pushed: 0, errors: 1 });
    expect(job.products[0].message).toContain("delete it there");
    expect(shop.asked.map(({ text }) => text).join()).not.toContain(sku("L"));
    // Doubles of two keep items beside the shelf, or have every offer.
    if (id === "ebay" || id === "manomano") return;
    shelf.products.clear();
    expect(await push()).toMatchObject({ pushed: 1, errors: 0 });
    expect([...shelf.products.keys()]).toContain(sku("L"));
  });
});

describe("what is sent of them", () => {
  test("eBay: a group with what its items differ in, and one listing", async () => {
    const { push, sku, shop } = await given("ebay");
    await push();
    const bodies = shop.asked.map(({ method, path, text }) => ({ route: `${method} ${path}`, text }));
    const group = bodies.find(({ route }) => route.startsWith("PUT "));
    expect(group?.route).toBe(`PUT /sell/inventory/v1/inventory_item_group/${sku("SH")}`);
    expect(JSON.parse(group?.text ?? "")).toEqual({
      title: "Shirt",
      description: "<p>Linen</p>",
      aspects: { Brand: ["Oakline"] },
      imageUrls: [expect.stringContaining("https://pim.example/"), expect.stringContaining("https://pim.example/")],
      variantSKUs: [sku("S"), sku("M")],
      variesBy: { specifications: [{ name: "Size", values: ["S", "M"] }] },
    });
    expect(bodies.find(({ text }) => text.includes('"aspects":{"Brand":["Oakline"],"Size":["S"]}'))).toBeDefined();
    const published = bodies.filter(({ route }) => route.includes("publish"));
    expect(published.map(({ text }) => JSON.parse(text))).toEqual([
      { inventoryItemGroupKey: sku("SH"), marketplaceId: "EBAY_FR" },
    ]);
  });

  test("Mirakl: sheets with the code of their group, their options and all pictures", async () => {
    const { push, sku, shop } = await given("mirakl");
    await push();
    const sheets = shop.asked.find(({ path }) => path === "/api/products/imports")?.text ?? "";
    const [, header, small] = /text\/csv\r\n\r\n([^\n]*)\n([^\n]*)/.exec(sheets) ?? [];
    expect(header).toBe(
      '"sku";"ean";"title";"description";"brand";"category";"image";"image_2";"variant_group_code";"option_Size"',
    );
    expect(small).toMatch(
      new RegExp(`^"${sku("S")}";"${EANS.small}";"Shirt".*"https://pim.example/.*";"${sku("SH")}";"S"`),
    );
  });

  test("Octopia: sheets with the code of their group, and options that are numbers of properties", async () => {
    const { push, sku, shop, tenant, path } = await given("cdiscount");
    const numbered = { sku: sku("L"), ean: "4006381333962", option_values: { "3263": "Rouge" }, price: 20 };
    await tenant.post(`${path}/variants/bulk`, { variants: [numbered] });
    await push();
    const sent = shop.asked.find(({ path: to }) => to.endsWith("/products-integration"));
    const { products } = JSON.parse(sent?.text ?? "");
    expect(products.map((each: { variantGroupReference: string }) => each.variantGroupReference)).toEqual([
      ...[sku("SH"), sku("SH"), sku("SH")],
    ]);
    expect(products[2].attributes).toEqual([{ propertyReference: "3263", values: ["Rouge"] }]);
    expect(products[0].sellerPictureUrls).toMatchObject([{ index: 1 }, { index: 2 }]);
  });

  test("Amazon: a family by its published schema; an option that it does not know is an error", async () => {
    const { push, sku, shop, tenant, path } = await given("amazon");
    await push();
    const [feed] = shop.asked.flatMap(({ method, text }) => (method === "PUT" ? JSON.parse(text) : []));
    expect(feed.messages.flatMap(messageFault)).toEqual([]);
    expect(feed.messages.map((each: { sku: string }) => each.sku)).toEqual([sku("SH"), sku("S"), sku("M")]);
    const [parent, small] = feed.messages.map((each: { attributes: object }) => each.attributes);
    const theme = [{ name: "SIZE" }];
    expect(parent).toMatchObject({ parentage_level: [{ value: "parent" }], variation_theme: theme });
    expect(parent).not.toHaveProperty("purchasable_offer");
    const relation = { child_relationship_type: "variation", parent_sku: sku("SH") };
    expect(small).toMatchObject({
      parentage_level: [{ value: "child" }],
      variation_theme: theme,
      child_parent_sku_relationship: [relation],
      size: [{ value: "S" }],
    });
    expect(messageFault({ ...feed.messages[0], patches: [] })).not.toEqual([]);

    const odd = { sku: sku("X"), ean: "4006381333962", option_values: { Legs: "3" }, price: 20 };
    await tenant.post(`${path}/variants/bulk`, { variants: [odd] });
    const job = await push();
    expect(job.products[0].message).toContain("Amazon knows no variation by Legs");
  });
});

/** Whether a request sets the stock of a SKU to 0, as each platform writes it. */
const isEmptied = (text: string, sku: string) =>
  [
    `"sku":"${sku}","operationType":"PATCH","productType":"PRODUCT","patches":[{"op":"replace","path":"/attributes/fulfillment_availability","value":[{"fulfillment_channel_code":"DEFAULT","quantity":0}`,
    `"sku":"${sku}","shipToLocationAvailability":{"quantity":0}`,
    `"sku":"${sku}","stock":{"quantity":0}`,
    `"${sku}";"0"`,
    `${sku}</offer_reference><quantity>0<`,
    `"sellerExternalReference":"${sku}","quantity":0`,
  ].some((written) => text.includes(written));
