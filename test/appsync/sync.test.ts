import { describe, expect, test } from "bun:test";
import { addVariants } from "../add-variants.ts";
import { newTenant, services } from "../harness.ts";
import { newEan } from "../products/given.ts";
import { givenSynced, refusal, stockOf } from "./given.ts";

const FIELDS = {
  short_description: "Short",
  description: "<p>Long</p>",
  weight: 1.5,
  width: 10,
  height: 20,
  depth: 30,
  unit_of_measure: "pack",
  package_weight: 400,
  package_quantity: 6,
  min_order_quantity: 2,
  upc: "012345678905",
  gtin: "4006381333931",
  external_id: "x-1",
  lead_time_days: 3,
  hs_code: "9401",
  country_of_origin: "FR",
  dangerous_goods: false,
  color: "red",
  size: "L",
  material: "oak",
  tax_rate: 20,
  warranty_duration: 24,
};
const OWN = { brand: "Acme", price_ht: 10, price_ttc: 12.34, stock: 5, supplier_code: "SUP", category: "Chairs" };

const statuses = (body: { data: { status: string }[] }) => body.data.map(({ status }) => status);

describe("POST /appsync/products/sync", () => {
  test("D2-165 D2-169 creates products with every field, readable through the catalog", async () => {
    const tenant = await newTenant();
    const item = { reference: "R1", ean: newEan(), name: "Chair", ...FIELDS, ...OWN };

    const { status, body } = await tenant.post("/appsync/products/sync", [item]);

    expect(status).toBe(200);
    const [{ id }] = body.data;
    expect(body).toEqual({
      success: true,
      code: 200,
      message: "1 created, 0 updated, 0 errors",
      data: [{ reference: "R1", status: "created", id }],
      count: 1,
    });
    const { body: whole } = await tenant.get(`/products/${id}`);
    expect(whole).toMatchObject({
      ...FIELDS,
      title: "Chair",
      reference: "R1",
      price: 12.34,
      cost_price: 10,
      stock: 5,
      erp_category: "Chairs",
      category_id: null,
    });
    expect([whole.brand.name, whole.supplier.code]).toEqual(["Acme", "SUP"]);
  });

  test("D2-170 S11.4 what is absent or null stays", async () => {
    const { tenant, id, ean } = await givenSynced({ ...FIELDS, ...OWN });
    const { body: before } = await tenant.get(`/products/${id}`);
    const nothing = Object.fromEntries(Object.keys({ ...FIELDS, ...OWN }).map((field) => [field, null]));

    const { body } = await tenant.post("/appsync/products/sync", [
      { ...nothing, reference: "REF-0", ean, name: "Product 0" },
    ]);

    expect(statuses(body)).toEqual(["updated"]);
    expect((await tenant.get(`/products/${id}`)).body).toEqual(before);
  });

  test("D2-166 an EAN decides before a reference", async () => {
    const { tenant, ids, eans } = await givenSynced({}, {});
    const { body } = await tenant.post("/appsync/products/sync", [
      { reference: "OTHER", ean: `0${eans[0]}`, name: "By EAN" },
      { reference: "REF-1", name: "By reference" },
      { reference: "NEW", name: "New" },
    ]);
    expect(statuses(body)).toEqual(["updated", "updated", "created"]);
    expect(body.data.map(({ id }: { id: string }) => id).slice(0, 2)).toEqual(ids);
    const { body: first } = await tenant.get(`/products/${ids[0]}`);
    expect([first.reference, first.ean]).toEqual(["OTHER", eans[0]]);
  });

  test("D2-167 a product found by reference takes a free EAN, never another one's", async () => {
    const { tenant, ids, eans } = await givenSynced({}, {});
    const free = newEan();
    const { body } = await tenant.post("/appsync/products/sync", [
      { reference: "REF-0", ean: free, name: "A" },
      { reference: "REF-0", ean: eans[1], name: "B" },
      // What the first item has given up is free for the next.
      { reference: "REF-2", ean: eans[0], name: "C" },
    ]);
    expect(statuses(body)).toEqual(["updated", "error", "created"]);
    expect(body.data[1].error).toStartWith("DUPLICATE_RESOURCE: ");
    expect((await tenant.get(`/products/${ids[0]}`)).body).toMatchObject({ ean: free, title: "A" });
    expect((await tenant.get(`/products/${ids[1]}`)).body).toMatchObject({ ean: eans[1], title: "Product 1" });
    expect((await tenant.get(`/products/${body.data[2].id}`)).body.ean).toBe(eans[0]);
  });

  test("codes can change places within one sync", async () => {
    const { tenant, ids, eans } = await givenSynced({}, {});
    const [a, b] = [newEan(), newEan()];
    const { body } = await tenant.post("/appsync/products/sync", [
      { reference: "REF-0", ean: a, name: "A" },
      { reference: "REF-1", ean: eans[0], name: "B" },
      { reference: "REF-2", ean: b, name: "C" },
      { reference: "REF-0", ean: eans[1], name: "A" },
    ]);
    expect(statuses(body)).toEqual(["updated", "updated", "created", "updated"]);
    const codes = await Promise.all(ids.map(async (id) => (await tenant.get(`/products/${id}`)).body.ean));
    expect(codes).toEqual([eans[1], eans[0]]);
    expect((await tenant.get(`/ext/products/${a}`)).status).toBe(404);
  });

  test.each([
    [{ name: "A" }, "reference"],
    [{ reference: "R" }, "name"],
    [{ reference: "R", name: "A", stock: -1 }, "stock"],
    [{ reference: "R", name: "A", stock: 1.5 }, "stock"],
    [{ reference: "R", name: "A", tax_rate: 101 }, "tax_rate"],
    [{ reference: "R", name: "A", package_quantity: 0 }, "package_quantity"],
    [{ reference: "R", name: "A", country_of_origin: "ZZ" }, "country_of_origin"],
    [{ reference: "R", name: "A", ean: "12" }, "ean"],
    ["text", "body"],
    [null, "body"],
  ])("D2-168 %j is the fault of that item only", async (item, field) => {
    const tenant = await newTenant();
    const good = { reference: "GOOD", name: "Good" };

    const { status, body } = await tenant.post("/appsync/products/sync", [item, good]);

    expect([status, body.success, body.message]).toEqual([200, true, "1 created, 0 updated, 1 errors"]);
    const { error, ...row } = body.data[0];
    expect(row).toEqual({ reference: Object(item).reference ?? null, status: "error", id: null });
    expect(error).toStartWith(`VALIDATION_FAILED: ${field}: `);
    expect(statuses(body)).toEqual(["error", "created"]);
  });

  test("S13.5 S23.4 a soft-deleted product comes back", async () => {
    const { tenant, id, ean } = await givenSynced({ brand: "Acme" });
    await tenant.delete(`/products/${id}`);
    const { body } = await tenant.post("/appsync/products/sync", [{ reference: "REF-0", ean, name: "Back" }]);
    expect(body.data).toEqual([{ reference: "REF-0", status: "created", id }]);
    expect((await tenant.get(`/products/${id}`)).body).toMatchObject({ title: "Back", deleted_at: null });
  });

  test("S23.4 of several with one reference an active one is meant, the one changed last", async () => {
    const tenant = await newTenant();
    const make = async (fields: object) =>
      (await tenant.post("/products", { name: "A", reference: "SAME", ...fields })).body.id;
    const first = await make({});
    const last = await make({});
    await make({ is_active: false });
    const sync = async () =>
      (await tenant.post("/appsync/products/sync", [{ reference: "SAME", name: "B" }])).body.data[0].id;
    expect(await sync()).toBe(last);
    await tenant.patch(`/products/${first}`, { price: 3 });
    expect(await sync()).toBe(first);
    expect((await tenant.get("/appsync/products/SAME")).body.data.id).toBe(first);
  });

  test("S13.4 the EAN of a variant is a fault", async () => {
    const { tenant, id } = await givenSynced({});
    const ean = newEan();
    await services.write(addVariants, tenant.id, [{ productId: id, sku: "V", ean }]);
    const { body } = await tenant.post("/appsync/products/sync", [{ reference: "NEW", ean, name: "A" }]);
    expect(body.data[0].error).toStartWith("DUPLICATE_EAN: ");
    // Its own parent may share it.
    const { body: parent } = await tenant.post("/appsync/products/sync", [{ reference: "REF-0", ean, name: "A" }]);
    expect(statuses(parent)).toEqual(["updated"]);
  });

  test("S21.1 stock goes to the supplier that is named, else to the product", async () => {
    const { tenant, id } = await givenSynced({ stock: 4, supplier_code: "SUP" });
    expect((await tenant.get(`/products/${id}`)).body.stock).toBe(4);
    await tenant.post("/appsync/products/sync", [{ reference: "REF-0", name: "A", stock: 9 }]);
    expect(await stockOf(tenant.db, id, "sup")).toEqual({ generic: 9, supplied: 4 });
    expect((await tenant.get(`/products/${id}`)).body.stock).toBe(9);
  });

  test("D2-164 1000 items are taken; 1001 and another shape are refused", async () => {
    const tenant = await newTenant();
    const items = Array.from({ length: 1001 }, (_, index) => ({ reference: `R${index}`, name: "A", ean: newEan() }));
    expect(refusal(await tenant.post("/appsync/products/sync", items))).toEqual([422, "VALIDATION_FAILED"]);
    expect(refusal(await tenant.post("/appsync/products/sync", { products: [] }))).toEqual([422, "VALIDATION_FAILED"]);
    const { body } = await tenant.post("/appsync/products/sync", items.slice(1));
    expect([body.message, body.count]).toEqual(["1000 created, 0 updated, 0 errors", 1000]);
    expect((await tenant.post("/appsync/products/sync", [])).body).toMatchObject({ data: [], count: 0 });
    const french = await tenant.post("/appsync/products/sync", items.slice(1, 3), { "accept-language": "fr" });
    expect(french.body.message).toBe("0 créés, 2 mis à jour, 0 erreurs");
  });
});
