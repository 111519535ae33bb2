import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { newProductRow } from "../../src/products/changes/new-product-row.ts";
import { applyFields } from "../../src/products/fields/apply-fields.ts";

const blank = () => newProductRow({ id: "p", nowMs: 1 });
const product = (values: Record<string, unknown>) => applyFields(blank(), { name: "Chair", ...values }).row;

describe("applyFields", () => {
  test("names what really changed, in the order given, under one name for each field", () => {
    const row = product({ price: 500, color: "red" });
    const { changed } = applyFields(row, {
      title: "Table",
      price: 500,
      ean: "4006381333931",
      color: "blue",
      size: "L",
    });
    expect(changed).toEqual(["name", "barcode", "color", "size"]);
  });

  test("leaves the given row alone, and gives it back when nothing changes", () => {
    const row = product({ attributes: { a: 1 } });
    const frozen = structuredClone(row);
    applyFields(row, { name: "Other", attributes: { b: 2 }, color: "red", price: 5 });
    expect(row).toEqual(frozen);
    expect(applyFields(row, { name: " Chair ", attributes: { a: 1 }, price: null, unheard: 1 }).row).toBe(row);
  });

  test("null and an empty text clear, undefined leaves", () => {
    const row = product({ price: 5, color: "red", reference: "R" });
    const { row: cleared, changed } = applyFields(row, { price: null, color: "", reference: " ", weight: undefined });
    expect([cleared.priceCents, cleared.extra["color"], cleared.reference]).toEqual([null, undefined, null]);
    expect(changed).toEqual(["price", "color", "reference"]);
  });

  test("S13.2 another way to write the same code changes nothing", () => {
    const row = product({ barcode: "012345678905" });
    expect(applyFields(row, { barcode: "0012345678905" }).row).toBe(row);
    expect(applyFields(row, { barcode: "" }).row).toMatchObject({ ean: null, gtin14: null, eanStatus: "missing" });
    expect(() => applyFields(row, { barcode: "abc" })).toThrow();
  });

  test("S15.3 counts the score again", () => {
    expect(product({}).completenessScore).toBe(15);
    const full = {
      description: "d",
      short_description: "s",
      barcode: "4006381333931",
      brand_id: "b",
      category_id: "c",
      supplier_id: "s",
      price: 1,
      image_url: "https://x/y.jpg",
      weight: 1,
    };
    expect(product(full).completenessScore).toBe(100);
    expect(product({ ...full, price: 0, description: "<p> </p>" }).completenessScore).toBe(75);
  });

  test("S12.7 a first title gives a slug, a rename keeps it", () => {
    const row = product({});
    expect(row.extra["url_slug"]).toBe("chair");
    expect(applyFields(row, { name: "Table" }).row.extra["url_slug"]).toBe("chair");
    expect(product({ url_slug: "own" }).extra["url_slug"]).toBe("own");
  });

  test("D2-023 applying the same values again changes nothing, for any values", () => {
    const values = fc.record(
      {
        name: fc.string({ minLength: 1 }).filter((name) => name.trim() !== ""),
        price: fc.option(fc.nat()),
        weight: fc.option(fc.double({ min: 0.001, max: 1e6, noNaN: true })),
        status: fc.constantFrom("active", "inactive", "archived", "draft"),
        is_active: fc.boolean(),
        lifecycle_status: fc.constantFrom("new", "active", "phase_out", "discontinued", "end_of_life"),
        discontinued: fc.boolean(),
        description: fc.option(fc.string()),
        color: fc.option(fc.string()),
        attributes: fc.option(fc.dictionary(fc.string(), fc.jsonValue())),
        seo_keywords: fc.option(fc.array(fc.string())),
      },
      { requiredKeys: ["name"] },
    );
    fc.assert(
      fc.property(values, (given) => {
        const { row } = applyFields(blank(), given);
        expect(applyFields(row, given)).toEqual({ row, changed: [] });
      }),
    );
  });
});
