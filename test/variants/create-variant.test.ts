import { describe, expect, test } from "bun:test";
import { faults, given, newEan } from "../products/given.ts";
import { addVariant, bodyCode, FULL, listOf } from "./variant-client.ts";

describe("POST /products/{product_id}/variants", () => {
  test("D2-078 keeps every field", async () => {
    const { tenant, id } = await given({});
    const ean = newEan();
    const { status, body, headers } = await tenant.post(`/products/${id}/variants`, { ...FULL, ean });

    expect(status).toBe(201);
    expect(body).toMatchObject({ ...FULL, ean, product_id: id });
    expect(headers.get("location")).toBe(`/api/v1/products/${id}/variants/${body.id}`);
    const read = await tenant.get(`/products/${id}/variants/${body.id}`);
    expect([read.body, read.headers.get("etag")]).toEqual([body, headers.get("etag")]);
  });

  test("D2-079 S17.4 has defaults: active, no stock, after the last one", async () => {
    const { tenant, id } = await given({});
    await addVariant(tenant, id, { sku: "A", position: 7 });
    const body = await addVariant(tenant, id, { sku: " B " });
    expect(body).toMatchObject({ sku: "B", is_active: true, stock: 0, position: 8, price: null, option_values: {} });
  });

  test.each([
    [{}, "sku"],
    [{ sku: " " }, "sku"],
    [{ sku: "x".repeat(101) }, "sku"],
    [{ sku: "A", stock: -1 }, "stock"],
    [{ sku: "A", stock: 1.5 }, "stock"],
    [{ sku: "A", price: -0.01 }, "price"],
    [{ sku: "A", compare_at_price: -1 }, "compare_at_price"],
    [{ sku: "A", weight_kg: 0 }, "weight_kg"],
    [{ sku: "A", ean: "abc" }, "ean"],
    [{ sku: "A", ean: "1234567" }, "ean"],
    [{ sku: "A", image_url: "javascript:alert(1)" }, "image_url"],
    [{ sku: "A", option_values: { Size: 4 } }, "option_values.Size"],
    [{ sku: "A", option_values: null }, "option_values"],
    [{ sku: "A", is_active: null }, "is_active"],
  ])("D2-080 refuses %j", async (body, field) => {
    const { tenant, id } = await given({});
    const answer = await tenant.post(`/products/${id}/variants`, body);
    expect([answer.status, faults(answer)]).toEqual([422, [field]]);
  });

  test("D2-079 the same SKU is refused, also of another product, but not in another tenant or case", async () => {
    const { tenant, ids } = await given({}, {});
    const { id: existing_id } = await addVariant(tenant, ids[0] ?? "", { sku: "A" });

    const answer = await tenant.post(`/products/${ids[1]}/variants`, { sku: "A" });

    expect(bodyCode(answer)).toEqual([409, "DUPLICATE_RESOURCE"]);
    expect(answer.body.error.details).toMatchObject({ field: "sku", value: "A", existing_id });
    await addVariant(tenant, ids[1] ?? "", { sku: "a" });
    const other = await given({});
    await addVariant(other.tenant, other.id, { sku: "A" });
  });

  test("D2-089 the EAN of another product or variant is refused, the parent's own is not", async () => {
    const [own, others] = [newEan(), newEan()];
    const { tenant, ids } = await given({}, {});
    const [first = "", second = ""] = ids;
    await tenant.put(`/products/${first}`, { barcode: own });
    await tenant.put(`/products/${second}`, { barcode: others });

    const { id } = await addVariant(tenant, first, { sku: "A", ean: own });
    const ofProduct = await tenant.post(`/products/${first}/variants`, { sku: "B", ean: others });
    const ofVariant = await tenant.post(`/products/${first}/variants`, { sku: "B", ean: `0${own}` });

    expect(bodyCode(ofProduct)).toEqual([409, "DUPLICATE_EAN"]);
    expect(ofProduct.body.error.details).toMatchObject({ existing_type: "product", existing_id: second });
    expect(ofVariant.body.error.details).toMatchObject({ existing_type: "variant", existing_id: id, deleted: false });
  });

  test("D2-088 S17.6 takes any option until there are definitions; a new value then joins them", async () => {
    const { tenant, id } = await given({});
    await addVariant(tenant, id, { sku: "A", option_values: { colour: "Red" } });
    await tenant.post(`/products/${id}/options`, { name: "Colour", values: ["Red"] });

    const unknown = await tenant.post(`/products/${id}/variants`, { sku: "B", option_values: { Size: "M" } });
    const added = await addVariant(tenant, id, { sku: "B", option_values: { COLOUR: " Blue " } });

    expect([unknown.status, faults(unknown)]).toEqual([422, ["option_values.Size"]]);
    expect(added.option_values).toEqual({ Colour: "Blue" });
    const { options, variants } = await listOf(tenant, id);
    expect(options[0].values).toEqual(["Red", "Blue"]);
    expect(variants[0].option_values).toEqual({ Colour: "Red" });
  });

  test("S17.6 refuses what another variant of the product is, in any order of its options", async () => {
    const { tenant, ids } = await given({}, {});
    const [first = "", second = ""] = ids;
    await addVariant(tenant, first, { sku: "A", option_values: { Colour: "Red", Size: "M" } });
    const same = { sku: "B", option_values: { Size: "M", Colour: "Red" } };
    expect(bodyCode(await tenant.post(`/products/${first}/variants`, same))).toEqual([409, "DUPLICATE_RESOURCE"]);
    await addVariant(tenant, second, same);
    await addVariant(tenant, first, { sku: "C" });
    await addVariant(tenant, first, { sku: "D" });
  });

  test("S11.5 makes the product newer", async () => {
    const { tenant, id } = await given({});
    const { body: before } = await tenant.get(`/products/${id}`);
    await addVariant(tenant, id, { sku: "A" });
    expect((await tenant.get(`/products/${id}`)).body.updated_at > before.updated_at).toBe(true);
  });

  test("not for a deleted product", async () => {
    const { tenant, id } = await given({});
    await tenant.delete(`/products/${id}`);
    expect(bodyCode(await tenant.post(`/products/${id}/variants`, { sku: "A" }))).toEqual([404, "PRODUCT_NOT_FOUND"]);
    expect((await tenant.get(`/products/${id}/variants`)).status).toBe(404);
  });
});
