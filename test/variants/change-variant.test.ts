import { describe, expect, test } from "bun:test";
import { faults, given, newEan } from "../products/given.ts";
import { addVariant, bodyCode, FULL, listOf } from "./variant-client.ts";

describe("GET /products/{product_id}/variants", () => {
  test("D2-081 lists variants and options by position", async () => {
    const { tenant, id } = await given({});
    await addVariant(tenant, id, { sku: "A", position: 2 });
    await addVariant(tenant, id, { sku: "B", position: 1 });
    await addVariant(tenant, id, { sku: "C", position: 2 });
    await tenant.post(`/products/${id}/options`, { name: "Size", position: 2 });
    await tenant.post(`/products/${id}/options`, { name: "Colour", position: 1 });

    const body = await listOf(tenant, id);

    expect(body).toMatchObject({ product_id: id, total: 3 });
    expect(body.variants.map(({ sku }: { sku: string }) => sku)).toEqual(["B", "A", "C"]);
    expect(body.options.map(({ name }: { name: string }) => name)).toEqual(["Colour", "Size"]);
  });
});

describe("PATCH /products/{product_id}/variants/{variant_id}", () => {
  test("D2-082 changes only what is sent; null clears", async () => {
    const { tenant, id } = await given({});
    const before = await addVariant(tenant, id, { ...FULL, ean: newEan() });
    const path = `/products/${id}/variants/${before.id}`;

    const { body } = await tenant.patch(path, { stock: 8 });
    expect(body).toEqual({ ...before, stock: 8, updated_at: expect.any(String) });
    expect(body.updated_at > before.updated_at).toBe(true);

    const nulls = {
      ean: null,
      price: null,
      compare_at_price: null,
      cost_price: null,
      weight_kg: null,
      image_url: null,
    };
    expect((await tenant.patch(path, { ...nulls, stock: null, position: null })).body).toMatchObject({
      ...nulls,
      stock: 0,
      position: 3,
      sku: "CHAIR-M",
    });
  });

  test("S11.6 changes nothing when nothing is new", async () => {
    const { tenant, id } = await given({});
    const ean = newEan();
    const before = await addVariant(tenant, id, { ...FULL, ean });
    const { body: product } = await tenant.get(`/products/${id}`);
    const same = { ...FULL, ean: `0${ean}`, option_values: { Size: "M", Colour: "Red" } };
    expect((await tenant.patch(`/products/${id}/variants/${before.id}`, same)).body).toEqual(before);
    expect((await tenant.get(`/products/${id}`)).body).toEqual(product);
  });

  test("D2-082 refuses a taken SKU and takes its own", async () => {
    const { tenant, id } = await given({});
    await addVariant(tenant, id, { sku: "A" });
    const { id: variant } = await addVariant(tenant, id, { sku: "B" });
    const path = `/products/${id}/variants/${variant}`;
    expect(bodyCode(await tenant.patch(path, { sku: "A" }))).toEqual([409, "DUPLICATE_RESOURCE"]);
    expect((await tenant.patch(path, { sku: "B", stock: 1 })).status).toBe(200);
    for (const field of ["sku", "option_values", "is_active"]) {
      const answer = await tenant.patch(path, { [field]: null });
      expect([answer.status, faults(answer)]).toEqual([422, [field]]);
    }
  });

  test("D2-082 a variant of another product is none of this one", async () => {
    const { tenant, ids } = await given({}, {});
    const { id: variant } = await addVariant(tenant, ids[0] ?? "", { sku: "A" });
    for (const method of ["get", "patch", "delete"] as const) {
      expect((await tenant[method](`/products/${ids[1]}/variants/${variant}`, {})).status).toBe(404);
    }
  });

  test("D0.12 changes and deletes only the version that If-Match names", async () => {
    const { tenant, id } = await given({});
    const { body, headers } = await tenant.post(`/products/${id}/variants`, { sku: "A" });
    const path = `/products/${id}/variants/${body.id}`;
    const old = { "if-match": headers.get("etag") ?? "" };
    expect((await tenant.patch(path, { stock: 1 }, old)).status).toBe(200);
    expect((await tenant.patch(path, { stock: 2 }, old)).status).toBe(412);
    expect((await tenant.delete(path, undefined, old)).status).toBe(412);
  });
});

test("D2-083 DELETE takes a variant away and frees its SKU", async () => {
  const { tenant, id } = await given({});
  const { id: variant } = await addVariant(tenant, id, { sku: "A" });
  expect((await tenant.delete(`/products/${id}/variants/${variant}`)).status).toBe(204);
  expect((await tenant.delete(`/products/${id}/variants/${variant}`)).status).toBe(404);
  expect((await listOf(tenant, id)).total).toBe(0);
  await addVariant(tenant, id, { sku: "A" });
});
