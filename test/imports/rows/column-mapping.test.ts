import { describe, expect, test } from "bun:test";
import { checkMapping } from "../../../src/imports/map/columns/column-mapping.ts";
import { findTarget, TARGET_FIELDS } from "../../../src/imports/map/columns/target-fields.ts";
import {
  checkImportOptions,
  DEFAULT_IMPORT_OPTIONS,
  importOptionsOf,
} from "../../../src/imports/map/import-options.ts";
import { IMPORT_TEMPLATES } from "../../../src/imports/map/import-templates.ts";
import { EXTRA_FIELD_NAMES } from "../../../src/products/fields/catalogue.ts";

const columns = ["Code", "Nom", "Name", "Prix", "Image 1", "Image 2"];
const check = (mapping: Record<string, unknown>) => checkMapping(mapping, { columns, enabledLanguages: ["fr", "en"] });
const keys = (mapping: Record<string, unknown>) => check(mapping).map(({ field, key }) => `${field} ${key}`);

describe("checkMapping", () => {
  test("D3-155 accepts fields, fields in an enabled language, own attributes, and columns that are ignored", () => {
    const mapping = {
      Code: "ean",
      Nom: "name",
      Name: { field: "name", language: "en" },
      Prix: "",
      "Image 1": "image_urls",
      "Image 2": "image_urls",
    };

    expect(keys(mapping)).toEqual([]);
    expect(keys({ Code: "barcode", Nom: "attributes.colour name", Name: null })).toEqual([]);
  });

  test("D3-154 S37.12 names the missing column or field", () => {
    expect(keys({ Code: "ean", Ghost: "name", Nom: "nom", Prix: "attributes." })).toEqual([
      "column_mapping.Ghost mapping.unknown_column",
      "column_mapping.Nom mapping.unknown_target",
      "column_mapping.Prix mapping.unknown_target",
    ]);
    expect(keys({ Code: "ean", Nom: "constructor" })).toEqual(["column_mapping.Nom mapping.unknown_target"]);
  });

  test("D3-155 refuses a language that is not enabled, and one for a field without languages", () => {
    const mapping = { Code: "ean", Nom: { field: "name", language: "de" }, Prix: { field: "price", language: "en" } };

    expect(keys(mapping)).toEqual([
      "column_mapping.Nom mapping.language",
      "column_mapping.Prix mapping.not_translatable",
    ]);
  });

  test("S37.12 refuses two columns on one field, also under its other name", () => {
    expect(check({ Code: "sku", Nom: "name", Name: "title", Prix: "reference" })).toEqual([
      {
        field: "column_mapping.Name",
        type: "invalid_value",
        key: "mapping.target_taken",
        params: { column: "Nom", target: "name" },
      },
      {
        field: "column_mapping.Prix",
        type: "invalid_value",
        key: "mapping.target_taken",
        params: { column: "Code", target: "sku" },
      },
    ]);
  });

  test("S37.12 wants a column that identifies the product", () => {
    expect(keys({ Nom: "name" })).toEqual(["column_mapping mapping.identifier_missing"]);
    for (const identifier of ["ean", "sku", "supplier_reference"]) expect(keys({ Code: identifier })).toEqual([]);
  });

  test.each([[1], [[]], [{}], [{ field: "name" }], [{ field: 1, language: "fr" }]])("refuses the form %j", (value) => {
    expect(keys({ Code: "ean", Nom: value })).toEqual(["column_mapping.Nom mapping.target_form"]);
  });
});

describe("target fields", () => {
  test("S37.12 every product field is one", () => {
    // What the ERP calls a category comes from the ERP alone.
    expect(EXTRA_FIELD_NAMES.filter((name) => !findTarget(name))).toEqual(["erp_category"]);
  });

  test("S37.31 the templates are made of target fields, and each can identify a product", () => {
    expect(IMPORT_TEMPLATES.map(({ id }) => id)).toEqual([
      "basic_catalog",
      "full_catalog",
      "prices",
      "stock",
      "multilingual_content",
    ]);
    expect(IMPORT_TEMPLATES.map(({ fields }) => fields.length)).toEqual([8, TARGET_FIELDS.length, 8, 5, 14]);
    expect(IMPORT_TEMPLATES.every(({ fields }) => fields.some(({ name }) => name === "ean"))).toBe(true);
  });
});

describe("import options", () => {
  test("S37.15 has these defaults", () => {
    expect(importOptionsOf({})).toEqual(DEFAULT_IMPORT_OPTIONS);
    expect(DEFAULT_IMPORT_OPTIONS).toEqual({
      overwriteExisting: true,
      createMissing: true,
      updatePrices: true,
      updateStock: true,
      createBrands: true,
      createCategories: false,
      defaultLanguage: null,
      decimalSeparator: null,
      eanPolicy: "pending",
      maxErrors: null,
      emptyClears: false,
      linkVariants: true,
      fetchImages: false,
      foreignPrices: "leave_out",
      priceListIds: [],
    });
  });

  test("S37.15 takes what is given", () => {
    const given = {
      overwrite_existing: false,
      default_language: "en",
      decimal_separator: ",",
      ean_policy: "reject",
      max_errors: 0,
      empty_clears: true,
    };

    expect(checkImportOptions(given, { enabledLanguages: ["en"] })).toEqual([]);
    expect(importOptionsOf(given)).toMatchObject({
      overwriteExisting: false,
      defaultLanguage: "en",
      decimalSeparator: ",",
      eanPolicy: "reject",
      maxErrors: 0,
      emptyClears: true,
    });
  });

  test("S37.15 refuses other names and values", () => {
    const given = { overwrite: true, create_missing: "yes", ean_policy: "x", max_errors: -1, default_language: "de" };

    const fields = checkImportOptions(given, { enabledLanguages: ["en"] }).map(({ field }) => field);

    expect(fields).toEqual(Object.keys(given).map((name) => `import_options.${name}`));
  });
});
