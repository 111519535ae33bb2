import { describe, expect, test } from "bun:test";
import { newTenant } from "../harness.ts";
import { newEan } from "../products/given.ts";
import { givenExt, refusal } from "./given.ts";

describe("POST /ext/products/batch", () => {
  test("D2-142 D2-143 D2-145 takes each item by itself, in order", async () => {
    const { tenant, ean } = await givenExt({ brand_name: "Acme" });
    const [a, b] = [newEan(), newEan()];
    const products = [
      { ean: a, name: "A", brand_name: "New" },
      { ean },
      { name: "no code" },
      { ean: b },
      { ean: a, weight: 4 },
      { ean: b, name: "B", status: "lost" },
      "nonsense",
      { ean: b, name: "B", category_id: crypto.randomUUID() },
    ];

    const { status, body } = await tenant.post("/ext/products/batch", { products });

    expect([status, body.success]).toEqual([200, true]);
    const { results, ...counts } = body.data;
    expect(counts).toEqual({ total: 8, created: 1, updated: 2, errors: 5 });
    expect(results.map((each: { status: string }) => each.status)).toEqual([
      "created",
      "updated",
      "error",
      "error",
      "updated",
      "error",
      "error",
      "error",
    ]);
    expect(results[4]).toEqual({ ean: a, status: "updated", id: results[0].id });
    expect(results[3]).toEqual({
      ean: b,
      status: "error",
      id: null,
      error: "VALIDATION_FAILED: name: This field is required",
    });
    expect(body.errors).toHaveLength(5);
    expect(body.errors[1]).toBe("products.3: VALIDATION_FAILED: name: This field is required");
    expect((await tenant.get(`/ext/products/${a}`)).body.data).toMatchObject({ weight: 4, brand_name: "New" });
    expect((await tenant.get(`/ext/products/${b}`)).status).toBe(404);
  });

  test("the fault of an item takes back what it alone has named", async () => {
    const tenant = await newTenant();
    const [a, b] = [newEan(), newEan()];
    const missing = crypto.randomUUID();
    const products = [
      { ean: a, name: "A", brand_name: "Lost", supplier_code: "LOST", category_id: missing },
      { ean: a, name: "A", brand_name: "Kept" },
      { ean: b, name: "B", brand_name: "kept", supplier_code: "KEPT" },
    ];
    await tenant.post("/ext/products/batch", { products });
    const filter = (query: string) => tenant.get(`/products?${query}`).then(({ body }) => body.meta.total);
    expect(await filter("no_brand=false")).toBe(2);
    const list = await tenant.get("/ext/products?supplier_code=LOST");
    expect(list.body.meta.total).toBe(0);
    const { body } = await tenant.get(`/ext/products/${b}`);
    expect(body.data.brand_name).toBe("Kept");
    expect((await tenant.get("/suppliers")).body.items.map(({ code }: { code: string }) => code)).toEqual(["KEPT"]);
  });

  test.each([[{ products: Array.from({ length: 501 }, () => ({})) }], [{}], [{ products: {} }], [[]]])(
    "D2-144 refuses a body of another shape",
    async (body) => {
      const tenant = await newTenant();
      expect(refusal(await tenant.post("/ext/products/batch", body))[0]).toBe(422);
    },
  );

  test("S22.10 none is a batch too, and messages come in the caller's language", async () => {
    const tenant = await newTenant();
    const { body } = await tenant.post("/ext/products/batch", { products: [] });
    expect(body.data).toEqual({ total: 0, created: 0, updated: 0, errors: 0, results: [] });
    const french = await tenant.post("/ext/products/batch", { products: [{}] }, { "accept-language": "fr" });
    expect(french.body.errors[0]).toContain("Ce champ est obligatoire");
  });

  test("500 products at once, then the same again", async () => {
    const tenant = await newTenant();
    const products = Array.from({ length: 500 }, (_, index) => ({ ean: newEan(), name: `P ${index}`, weight: 1 }));
    const { body: first } = await tenant.post("/ext/products/batch", { products });
    expect(first.data.created).toBe(500);
    const again = products.map((product) => ({ ...product, weight: 2 }));
    const { body: second } = await tenant.post("/ext/products/batch", { products: again });
    expect([second.data.created, second.data.updated]).toEqual([0, 500]);
    expect(
      (await tenant.get("/ext/products?page_size=500")).body.data.every(
        ({ weight }: { weight: number }) => weight === 2,
      ),
    ).toBe(true);
  });
});
