import { describe, expect, test } from "bun:test";
import { mapped, summary } from "./mapped.ts";

const EAN = "3400949497294";

describe("S37.33 the order of a row: mapping, defaults, computed, automatic rules, validation", () => {
  test("S37.32 a default is used when the cell is empty or the column absent", () => {
    const defaultValues = { brand: "Nordik", stock: 5, tags: ["a", "b"], name: "unused" };

    expect(mapped({ sku: "A", name: "Chair", brand: "" }, { defaultValues }).values).toEqual({
      reference: "A",
      name: "Chair",
      brand_name: "Nordik",
      stock: 5,
      tags: ["a", "b"],
    });
  });

  test("a computed value replaces a mapped one; one that cannot be computed is a warning and leaves it", () => {
    const computedColumns = [
      { field: "price", expression: "= round({{cost_price}} * 1.2, 2)" },
      { field: "name", language: "en", expression: "{{sku|lower}}" },
    ];

    const row = mapped({ sku: "A", price: "1", cost_price: "10.03" }, { computedColumns });
    expect(row).toMatchObject({ values: { price: 1204, cost_price: 1003 }, content: { en: { title: "a" } } });

    const failing = mapped({ sku: "A", price: "1", cost_price: "x" }, { computedColumns });
    expect(failing.values["price"]).toBe(100);
    expect(failing.problems.map(summary)).toEqual(["error invalid_number cost_price", "warning invalid_value price"]);
  });

  test("S37.32 automatic rules set fields or leave the row out", () => {
    const autoRules = [
      { when: [{ field: "price", op: "gt", value: 100 }], set: { status: "draft", tags: "dear" } },
      {
        when: [
          { field: "brand", op: "in", value: ["acme"] },
          { field: "stock", op: "empty" },
        ],
        skip: true,
      },
    ];

    expect(mapped({ price: "100.01", brand: "x" }, { autoRules })).toMatchObject({
      values: { status: "draft", tags: ["dear"] },
      isSkipped: false,
    });
    expect(mapped({ price: "5", brand: "ACME" }, { autoRules }).isSkipped).toBe(true);
    expect(mapped({ price: "5", brand: "ACME", stock: "0" }, { autoRules }).isSkipped).toBe(false);
  });

  test("D3-156 S37.14 rules see what the row has come to, prices in units of the currency", () => {
    const validationRules = {
      price: { min: 1, max: 10 },
      name: { required: true },
      brand: { allowed_values: ["Nordik"], severity: "warning" as const },
      ean: { pattern: "^34" },
    };

    const row = mapped({ ean: EAN, price: "10.01", name: "", brand: "Other" }, { validationRules });

    expect(row.problems.map(summary)).toEqual([
      "error rule_violation price",
      "error missing_required_field name",
      "warning rule_violation brand",
    ]);
  });
});
