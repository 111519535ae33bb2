import { describe, expect, test } from "bun:test";
import { compileRowMapper } from "../../../src/imports/map/row/compile-row-mapper.ts";
import type { RowMappingSettings } from "../../../src/imports/map/row/mapping-settings.ts";
import { keyMapping } from "../../../src/imports/run/read/survey-rows.ts";
import { identityOf } from "../../../src/imports/run/row/chunk-row.ts";
import { mappingOf } from "./mapped.ts";

const EAN = "3400949497294";
const CELLS = { ean: EAN, sku: " A-1 ", name: "Chaise", price: "dear", supplier_reference: "'=5", code: "B-2" };
const NO_EAN = { ...CELLS, ean: "" };

/** What rows are known by, from any source: by name, cells and settings. */
const CASES: [string, Record<string, string>, Partial<RowMappingSettings>][] = [
  ["columns", CELLS, {}],
  ["a default", NO_EAN, { defaultValues: { ean: EAN, status: "draft" } }],
  [
    "a column worked out from others",
    CELLS,
    {
      columnMapping: { ean: "ean", name: "name" },
      computedColumns: [
        { field: "sku", expression: "{{code|lower}}" },
        { field: "price", expression: "{{price}}" },
      ],
    },
  ],
  ["a rule", CELLS, { autoRules: [{ when: [{ field: "name", op: "eq", value: "Chaise" }], set: { sku: "C-3" } }] }],
  ["a wrong EAN", { ...CELLS, ean: "3400949497295" }, { validationRules: { sku: { max_length: 1 } } }],
];

describe("keyMapping", () => {
  test.each(CASES)("reads what a row is known by as the whole mapping does: %s", (_, cells, settings) => {
    const whole = mappingOf(cells, settings);
    const record = { number: 7, cells: Object.values(cells) };

    const row = compileRowMapper(keyMapping(whole))(record);

    const expected = compileRowMapper(whole)(record);
    expect(identityOf(row)).toEqual(identityOf(expected));
    expect(identityOf(row).reference).not.toBeNull();
    expect(row.eanProblem).toEqual(expected.eanProblem);
  });

  test("reads nothing else", () => {
    const row = compileRowMapper(keyMapping(mappingOf(CELLS)))({ number: 7, cells: Object.values(CELLS) });

    expect(Object.keys(row.values)).toEqual(["reference", "supplier_reference"]);
    expect(row.problems).toEqual([]);
  });
});
