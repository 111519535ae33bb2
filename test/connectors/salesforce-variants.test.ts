import { expect, test } from "bun:test";
import { salesforceSite } from "../doubles/salesforce-site.ts";
import { EANS, openVariedCatalog } from "./varied-catalog.ts";

const CREDENTIALS = {
  ...{ instance_url: "https://zzte.api.commercecloud.example", organization_id: "f_ecom_zzte_053", site_id: "RefArch" },
  ...{ client_id: "id", client_secret: "secret" },
};

async function given() {
  const site = salesforceSite();
  const catalog = await openVariedCatalog("salesforce_commerce", CREDENTIALS, site.reply);
  const shown = (name: string) => site.products.get(catalog.sku(name)) ?? expect.unreachable();
  /** What is said beside prices, which are only read there. */
  const push = async () => {
    const job = await catalog.push();
    const said = job.products.filter(({ message }: { message: string }) => !message.includes("only reads prices"));
    return { ...job, said };
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
