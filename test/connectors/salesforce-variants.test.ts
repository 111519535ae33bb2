import { expect, test } from "bun:test";
import { salesforceSite } from "../doubles/salesforce-site.ts";
import { EANS, openVariedCatalog } from "./varied-catalog.ts";

const CREDENTIALS = {
  ...{ instance_url: "https://zzte.api.commercecloud.example", organization_id: "f_ecom_zzte_053", site_id: "RefArch" },
  ...{ client_id: "id", client_secret: "secret", inventory_list_id: "list" },
};

async function given(options: object = {}, credentials: Record<string, string> = CREDENTIALS) {
  const site = salesforceSite();
  const catalog = await openVariedCatalog("salesforce_commerce", credentials, site.reply, options);
  const shown = (name: string) => site.products.get(catalog.sku(name)) ?? expect.unreachable();
  const push = async () => {
    const job = await catalog.push();
    return { ...job, said: job.products };
  };
  return { ...catalog, site, shown, push };
}

test("a product with variants is a master with its attributes, and each variant a product with EAN and stock", async () => {
  const { push, site, shown, sku } = await given();
  expect((await push()).said).toEqual([]);
  expect([...site.products.keys()].toSorted()).toEqual([sku("SH"), sku("S"), sku("M")].toSorted());
  expect(shown("SH")).toMatchObject({
    name: { default: "Shirt" },
    variationAttributes: [{ id: "size", values: [{ value: "S" }, { value: "M" }] }],
    variants: [
      { productId: sku("S"), variationValues: { size: "S" } },
      { productId: sku("M"), variationValues: { size: "M" } },
    ],
  });
  expect(shown("SH")).not.toHaveProperty("ean");
  expect(shown("S")).toMatchObject({ name: { default: "Shirt" }, ean: EANS.small, onlineFlag: { default: true } });
  expect([site.levels.get(sku("S")), site.levels.get(sku("M"))]).toEqual([2, 5]);
});

test("push, pull and push again leave both sides as they were", async () => {
  const { push, sync, own, site, askedIn } = await given();
  await push();
  const [here, there] = [await own(), JSON.stringify([...site.products])];
  expect(await askedIn(push)).toEqual([]);
  expect(await sync("pull-products")).toMatchObject({ status: "completed", errors: 0, products: [] });
  expect(await own()).toBe(here);
  expect(await askedIn(push)).toEqual([]);
  expect(JSON.stringify([...site.products])).toBe(there);
});

test("variants are changed, made and removed", async () => {
  const { push, site, shown, sku, tenant, path, variantId } = await given();
  await push();
  await tenant.patch(`${path}/variants/${await variantId(sku("M"))}`, { stock: 8 });
  await tenant.post(`${path}/variants/bulk`, { variants: [{ sku: sku("L"), option_values: { Size: "L" }, stock: 1 }] });
  await tenant.delete(`${path}/variants/${await variantId(sku("S"))}`);
  expect((await push()).said).toEqual([]);
  expect(shown("SH").variants.map(({ productId }) => productId)).toEqual([sku("M"), sku("L")]);
  expect(shown("S")).toMatchObject({ onlineFlag: { default: false } });
  expect([site.levels.get(sku("M")), site.levels.get(sku("L"))]).toEqual([8, 1]);
});

test("an option that the site has no attribute of is an error; so is one that is simple there", async () => {
  const { push, shown, tenant, path, sku, variantId } = await given();
  for (const name of ["S", "M"]) await tenant.delete(`${path}/variants/${await variantId(sku(name))}`);
  await push();
  await tenant.post(`${path}/variants/bulk`, { variants: [{ sku: sku("L"), option_values: { Legs: "3" } }] });
  expect((await push()).said).toMatchObject([{ result: "error", message: expect.stringContaining("delete it there") }]);
  expect(shown("SH").variants).toEqual([]);
  const other = await given();
  const odd = { sku: other.sku("X"), option_values: { Legs: "3" } };
  await other.tenant.post(`${other.path}/variants/bulk`, { variants: [odd] });
  expect((await other.push()).said[0].message).toContain("no attribute definition legs");
});

test("S31.4 a level is changed by what changed here: what the site has sold since and not reported stays sold", async () => {
  const { push, site, sku, tenant, path, variantId, sync, askedIn } = await given();
  await push();
  site.levels.set(sku("S"), 1);
  site.levels.set(sku("M"), 3);
  await tenant.patch(`${path}/variants/${await variantId(sku("S"))}`, { stock: 9 });
  const calls = await askedIn(() => sync("push-stock"));
  expect(calls.filter(({ path: each }) => each.includes("inventory")).map(({ method }) => method)).toEqual([
    ...["GET", "PATCH"],
  ]);
  expect([site.levels.get(sku("S")), site.levels.get(sku("M"))]).toEqual([8, 3]);
});

test("stock is not sent to a site whose inventory list is not known, and what to set is said", async () => {
  const { inventory_list_id: _list, ...credentials } = CREDENTIALS;
  const { push, site } = await given({}, credentials);
  expect((await push()).said[0].message).toContain("inventory_list_id");
  expect(site.levels.size).toBe(0);
});

test("S31.8 texts go in the site's default locale and in the languages that the connector names; others stay", async () => {
  const { push, shown, tenant, path, sync, own } = await given({ languages: ["de"] });
  await tenant.put(`${path}/content-variants/de`, { title: "Hemd", description: "<p>Leinen</p>" });
  await push();
  for (const name of ["SH", "S", "M"]) expect(shown(name).name).toEqual({ default: "Shirt", de: "Hemd" });
  shown("SH").name["it"] = "Camicia";
  await tenant.patch(path, { name: "Linen shirt" });
  await push();
  expect(shown("SH").name).toEqual({ default: "Linen shirt", de: "Hemd", it: "Camicia" });
  const here = await own();
  expect(await sync("pull-products")).toMatchObject({ errors: 0 });
  expect(await own()).toBe(here);
});

test("S31.7 a product is in its category, made below that of its parent, and in no other; a new one has the tax class named", async () => {
  const options = {
    tax_classes: [{ rate: 20, tax_class: "standard" }],
    default_tax_rate: 20,
    field_map: [{ target: "attributes.material", value: "linen" }],
  };
  const { push, site, shown, tenant, path, sku, askedIn } = await given(options);
  site.categories.set("mens", { id: "mens", name: { default: "Clothes" }, parentCategoryId: "root" });
  const { body: clothes } = await tenant.post("/categories", { name: "Clothes" });
  const { body: shirts } = await tenant.post("/categories", { name: "Shirts", parent_id: clothes.id });
  await tenant.patch(path, { category_id: shirts.id });
  expect((await push()).said).toEqual([]);
  expect(site.categories.get("mens-shirts")).toMatchObject({ name: { default: "Shirts" }, parentCategoryId: "mens" });
  expect([...(site.placed.get(sku("SH")) ?? [])]).toEqual(["mens-shirts"]);
  expect(shown("SH")).toMatchObject({ taxClassId: "standard", c_material: "linen", onlineFlag: { default: true } });
  await tenant.patch(path, { category_id: clothes.id });
  await push();
  expect([...(site.placed.get(sku("SH")) ?? [])]).toEqual(["mens"]);
  // It follows a new name here.
  await tenant.patch(`/categories/${shirts.id}`, { name: "Linen shirts" });
  await tenant.patch(path, { category_id: shirts.id });
  await push();
  expect(site.categories.get("mens-shirts")).toMatchObject({ name: { default: "Linen shirts" }, online: true });
  await tenant.patch(path, { category_id: clothes.id });
  await push();
  shown("SH").onlineFlag = { default: false };
  await tenant.patch(path, { name: "Linen shirt" });
  const calls = await askedIn(push);
  expect(calls.filter(({ path: each }) => each.includes("/categories/"))).toEqual([]);
  expect(shown("SH").onlineFlag).toEqual({ default: false });
});
