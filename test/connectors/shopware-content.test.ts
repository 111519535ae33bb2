import { expect, test } from "bun:test";
import { openPlatform } from "../doubles/platforms/open.ts";
import { MORE_SHOPS } from "../doubles/platforms/shops-by-token.ts";
import { CURRENCY, givenShirt } from "./shopware-shirt.ts";

test("S31.3 prices in other currencies and a reduction of the shop's own stay when ours are sent", async () => {
  const { asked, run, parent, children, tenant, path, variantId, code } = await givenShirt();
  await tenant.patch(`${path}/${await variantId(`${code}-Blue-S`)}`, { compare_at_price: null });
  await run("push-products");
  const dollars = { currencyId: "9".repeat(32), gross: 33, net: 30, linked: false };
  const listPrice = { currencyId: CURRENCY, gross: 50, net: 40, linked: false };
  const small = () => children().find((row) => row["productNumber"] === `${code}-Red-S`) ?? expect.unreachable();
  for (const row of [parent(), small()]) {
    row["price"] = [dollars, { ...(row["price"] as object[])[0], listPrice }];
  }
  await tenant.patch(`${path}/${await variantId(`${code}-Red-S`)}`, { price: 19 });
  expect((await asked("push-prices")).job).toMatchObject({ pushed: 1, errors: 0 });
  expect(small()["price"]).toMatchObject([dollars, { currencyId: CURRENCY, gross: 19, listPrice }]);
  await tenant.patch(`${path}/${await variantId(`${code}-Red-S`)}`, { price: 21 });
  expect((await asked("push-products")).job).toMatchObject({ pushed: 1, errors: 0 });
  expect(small()["price"]).toMatchObject([dollars, { currencyId: CURRENCY, gross: 21 }]);
  expect(parent()["price"]).toMatchObject([dollars, { gross: 20 }]);
});

test("S31.10 a variant that its owner has reduced there is read with what it is reduced from", async () => {
  const { run, children, tenant, path } = await givenShirt();
  await run("push-products");
  const [first = expect.unreachable()] = children();
  const listPrice = { currencyId: CURRENCY, gross: 30, net: 25, linked: true };
  first["price"] = [{ currencyId: CURRENCY, gross: 24, net: 20, linked: true, listPrice }];
  await run("pull-products");
  const { body } = await tenant.get(path);
  const found = body.variants.find(({ sku }: { sku: string }) => sku === first["productNumber"]);
  expect(found).toMatchObject({ price: 24, compare_at_price: 30 });
});

const SYSTEM = "2fbb5fe2e29a4d70aa5854ce7ce3e20b";
const [ENGLISH, ITALIAN] = ["1".repeat(32), "2".repeat(32)];

test("S31.8 texts go in each language that the shop has, each by its own id; those of other languages stay, and are read in ours", async () => {
  const languages = { [SYSTEM]: "de-DE", [ENGLISH]: "en-GB", [ITALIAN]: "it-IT" };
  const syncOptions = { language: "en", languages: ["de", "it"] };
  const { run, parent, tenant, path, shop, asked } = await givenShirt({ syncOptions, languages });
  const product = path.replace("/variants", "");
  await tenant.put(`${product}/content-variants/de`, { title: "Hemd", description: "<p>Leinen</p>" });
  await tenant.put(`${product}/content-variants/en`, { title: "Shirt (en)", seo_title: "A shirt" });
  expect(await run("push-products")).toMatchObject({ pushed: 1, errors: 0, products: [] });
  expect(parent()).toMatchObject({
    ...{ name: "Hemd", description: "<p>Leinen</p>" },
    translations: { [ENGLISH]: { name: "Shirt (en)", metaTitle: "A shirt" } },
  });
  expect(parent()["translations"]).not.toHaveProperty(ITALIAN);
  parent()["name"] = "Vom Laden";
  await tenant.put(`${product}/content-variants/en`, { title: "Linen shirt" });
  await tenant.delete(`${product}/content-variants/de`);
  expect((await asked("push-products")).job).toMatchObject({ pushed: 1, errors: 0 });
  expect(parent()).toMatchObject({ name: "Vom Laden", translations: { [ENGLISH]: { name: "Linen shirt" } } });
  await run("pull-products");
  const pulled = shop.asked.filter(({ path: each }) => each === "/api/search/product").at(-1);
  expect(pulled?.headers["sw-language-id"]).toBe(ENGLISH);
  expect((await asked("push-products")).routes).toEqual([]);
});

test("S31.7 tags, categories and custom fields go; what is no longer ours is taken out, custom fields of the owner stay", async () => {
  const field_map = [{ target: "customFields.material", value: "linen" }];
  const { run, parent, tenant, path, store, asked } = await givenShirt({ syncOptions: { field_map } });
  const product = path.replace("/variants", "");
  const [shirts, sale] = [
    await tenant.post("/categories", { name: "Shirts" }),
    await tenant.post("/categories", { name: "Sale" }),
  ];
  await tenant.patch(product, { category_id: shirts.body.id });
  await tenant.put(`${product}/tags`, { names: ["Linen", "Summer"] });
  expect(await run("push-products")).toMatchObject({ pushed: 1, errors: 0, products: [] });
  const named = (table: string, ids: unknown) => (ids as string[]).map((id) => store.table(table).get(id)?.["name"]);
  expect(named("tag", parent()["tagIds"])).toEqual(["Linen", "Summer"]);
  expect(named("category", parent()["categoryIds"])).toEqual(["Shirts"]);
  expect(parent()["customFields"]).toEqual({ material: "linen" });
  parent()["customFields"] = { material: "cotton", owners: "own" };
  await tenant.patch(product, { category_id: sale.body.id });
  await tenant.put(`${product}/tags`, { names: ["Summer"] });
  expect((await asked("push-products")).job).toMatchObject({ pushed: 1, errors: 0 });
  expect(named("tag", parent()["tagIds"])).toEqual(["Summer"]);
  expect(named("category", parent()["categoryIds"])).toEqual(["Sale"]);
  expect(parent()["customFields"]).toEqual({ material: "linen", owners: "own" });
  await tenant.patch(`/categories/${sale.body.id}`, { name: "Sales" });
  await asked("push-products");
  expect(named("category", parent()["categoryIds"])).toEqual(["Sales"]);
  expect((await asked("push-products")).routes).toEqual([]);
});

test("S31.9 a rule for a property makes its group and value, which take the place of another one; the owner's own stay", async () => {
  const syncOptions = { field_map: [{ target: "properties.Material", field: "attributes.Material" }] };
  const { run, parent, tenant, path, store, asked } = await givenShirt({ syncOptions });
  const product = path.replace("/variants", "");
  await tenant.patch(product, { attributes: { Material: "linen" } });
  expect(await run("push-products")).toMatchObject({ pushed: 1, errors: 0, products: [] });
  const options = store.table("property_group_option");
  const named = () => (parent()["propertyIds"] as string[]).map((id) => options.get(id)?.["name"]);
  expect(named()).toEqual(["linen"]);
  expect([...store.table("property_group").values()].map(({ name }) => name)).toContain("Material");
  const care = "8".repeat(32);
  options.set(care, { id: care, groupId: "7".repeat(32), name: "cold wash" });
  parent()["propertyIds"] = [...(parent()["propertyIds"] as string[]), care];
  await tenant.patch(product, { attributes: { Material: "cotton" } });
  expect((await asked("push-products")).job).toMatchObject({ pushed: 1, errors: 0 });
  expect(named().toSorted()).toEqual(["cold wash", "cotton"]);
  expect((await asked("push-products")).routes).toEqual([]);
});

test.each([
  ["6.5.8.18", 1],
  ["6.6.0.0", 0],
  ["6.10.1.0", 0],
])("S31.14 a test of a shop of %s warns %i times that its orders lower the stock late", async (version, count) => {
  const platform = MORE_SHOPS.find(({ id }) => id === "shopware") ?? expect.unreachable();
  const { adapter, api } = await openPlatform(platform, {
    when: ({ route }) => route === "GET /api/_info/version",
    reply: () => ({ json: { version } }),
  });
  const warnings = (await adapter.test(api))?.warnings ?? [];
  expect(warnings.filter((each) => each.includes("6.6 or later"))).toHaveLength(count);
});
