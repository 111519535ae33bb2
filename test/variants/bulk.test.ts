import { describe, expect, test } from "bun:test";
import { faults, given, newEan } from "../products/given.ts";
import { addVariant, bodyCode, listOf } from "./variant-client.ts";

describe("POST /products/{product_id}/variants/bulk", () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => ({ sku: `S${index}` }));

  test.each([
    [0, 422],
    [1, 201],
    [100, 201],
    [101, 422],
  ])("D2-084 of %p answers %p", async (count, status) => {
    const { tenant, id } = await given({});
    const answer = await tenant.post(`/products/${id}/variants/bulk`, { variants: many(count) });
    expect(answer.status).toBe(status);
    expect((await listOf(tenant, id)).total).toBe(status === 201 ? count : 0);
    if (status === 201) expect(answer.body.created).toBe(count);
  });

  test("D2-085 S17.7 replaces options, which variants then lose; without options they stay", async () => {
    const { tenant, id } = await given({});
    await tenant.post(`/products/${id}/options`, { name: "Colour" });
    const { body: size } = await tenant.post(`/products/${id}/options`, { name: "Size", values: ["S"] });
    await addVariant(tenant, id, { sku: "A", option_values: { Colour: "Red", Size: "S" } });

    await tenant.post(`/products/${id}/variants/bulk`, { variants: [{ sku: "B" }] });
    expect((await listOf(tenant, id)).options).toHaveLength(2);
    const { status, body } = await tenant.post(`/products/${id}/variants/bulk`, {
      variants: [{ sku: "C", option_values: { size: "XL", fit: "slim" } }],
      options: [
        { name: "size", values: ["M", "L", "M"] },
        { name: "Fit", values: [] },
      ],
    });

    expect(status).toBe(201);
    expect(body.options).toMatchObject([
      { id: size.id, name: "size", values: ["M", "L", "XL"], position: 1 },
      { name: "Fit", values: ["slim"], position: 2 },
    ]);
    const { options, variants } = await listOf(tenant, id);
    expect(options).toEqual(body.options);
    expect(variants.map((each: { option_values: object }) => each.option_values)).toEqual([
      { size: "S" },
      {},
      { size: "XL", Fit: "slim" },
    ]);
  });

  test.each([
    ["a malformed one", [{ sku: "A" }, { sku: "B", stock: -1 }], 422, "variants.1.stock"],
    ["an unknown option", [{ sku: "A" }, { sku: "B", option_values: { X: "1" } }], 422, "variants.1.option_values.X"],
    ["a SKU that is there", [{ sku: "A" }, { sku: "TAKEN" }], 409, "variants.1.sku"],
    ["a SKU twice", [{ sku: "A" }, { sku: "A" }], 409, "variants.1.sku"],
    [
      "the same values twice",
      [
        { sku: "A", option_values: { Colour: "Red" } },
        { sku: "B", option_values: { Colour: "Red" } },
      ],
      409,
      "variants.1.option_values",
    ],
  ])("D2-086 creates none when there is %s", async (_, variants, status, field) => {
    const { tenant, id } = await given({});
    await tenant.post(`/products/${id}/options`, { name: "Colour" });
    await addVariant(tenant, id, { sku: "TAKEN" });

    const answer = await tenant.post(`/products/${id}/variants/bulk`, { variants });

    expect(answer.status).toBe(status);
    const { details } = answer.body.error;
    expect(status === 422 ? details[0].field : details.field).toBe(field);
    expect((await listOf(tenant, id)).total).toBe(1);
  });

  test("D2-086 D2-089 creates none when two have one EAN", async () => {
    const { tenant, id } = await given({});
    const ean = newEan();
    const variants = [
      { sku: "A", ean },
      { sku: "B", ean: `0${ean}` },
    ];
    const answer = await tenant.post(`/products/${id}/variants/bulk`, { variants });
    expect(bodyCode(answer)).toEqual([409, "DUPLICATE_EAN"]);
    expect((await listOf(tenant, id)).total).toBe(0);
  });

  test("S17.7 refuses two options of one name", async () => {
    const { tenant, id } = await given({});
    const options = [{ name: "Size" }, { name: "SIZE " }];
    const answer = await tenant.post(`/products/${id}/variants/bulk`, { variants: [{ sku: "A" }], options });
    expect([answer.status, faults(answer)]).toEqual([422, ["options.1.name"]]);
  });
});
