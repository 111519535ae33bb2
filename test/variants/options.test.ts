import { describe, expect, test } from "bun:test";
import { faults, given } from "../products/given.ts";
import { addVariant, bodyCode, listOf } from "./variant-client.ts";

describe("/products/{product_id}/options", () => {
  test("D2-087 S17.5 creates, then changes by name in any case, and lists by position", async () => {
    const { tenant, id } = await given({});
    const created = await tenant.post(`/products/${id}/options`, { name: "Size", values: ["S", "M"] });
    const again = await tenant.post(`/products/${id}/options`, { name: "size", values: ["L"], position: 9 });
    const colour = await tenant.post(`/products/${id}/options`, { name: "Colour", position: 1 });

    expect([created.status, again.status, colour.status]).toEqual([201, 200, 201]);
    expect(again.body).toEqual({ ...created.body, name: "size", values: ["L"], position: 9 });
    expect((await tenant.get(`/products/${id}/options`)).body).toEqual({
      options: [colour.body, again.body],
      total: 2,
    });
  });

  test("S17.5 an id renames the option, in the variants too", async () => {
    const { tenant, id } = await given({});
    const { body: option } = await tenant.post(`/products/${id}/options`, { name: "Size", values: ["S"] });
    await tenant.post(`/products/${id}/options`, { name: "Fit" });
    await addVariant(tenant, id, { sku: "A", option_values: { Size: "S" } });

    const { status, body } = await tenant.post(`/products/${id}/options`, { id: option.id, name: "Taille" });
    const taken = await tenant.post(`/products/${id}/options`, { id: option.id, name: "FIT" });
    const unknown = await tenant.post(`/products/${id}/options`, { id: crypto.randomUUID(), name: "X" });

    expect([status, body]).toEqual([200, { ...option, name: "Taille" }]);
    expect((await listOf(tenant, id)).variants[0].option_values).toEqual({ Taille: "S" });
    expect(bodyCode(taken)).toEqual([409, "DUPLICATE_RESOURCE"]);
    expect([unknown.status, faults(unknown)]).toEqual([422, ["id"]]);
  });

  test.each([
    [{}, "name"],
    [{ name: " " }, "name"],
    [{ name: "x".repeat(51) }, "name"],
    [{ name: "A", values: "S" }, "values"],
    [{ name: "A", values: [1] }, "values.0"],
  ])("refuses %j", async (body, field) => {
    const { tenant, id } = await given({});
    const answer = await tenant.post(`/products/${id}/options`, body);
    expect([answer.status, faults(answer)]).toEqual([422, [field]]);
  });

  test("D2-087 S17.5 DELETE takes the option from all variants", async () => {
    const { tenant, id } = await given({});
    const { body: option } = await tenant.post(`/products/${id}/options`, { name: "Size" });
    await tenant.post(`/products/${id}/options`, { name: "Fit" });
    await addVariant(tenant, id, { sku: "A", option_values: { Size: "S", Fit: "slim" } });

    expect((await tenant.delete(`/products/${id}/options/${option.id}`)).status).toBe(204);
    expect((await tenant.delete(`/products/${id}/options/${option.id}`)).status).toBe(404);

    const { options, variants } = await listOf(tenant, id);
    expect([options.length, variants[0].option_values]).toEqual([1, { Fit: "slim" }]);
  });
});
