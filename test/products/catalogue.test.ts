import { describe, expect, test } from "bun:test";
import type { TSchema } from "@sinclair/typebox";
import { findRowsByIds } from "../../db/products/match.ts";
import { STORED_FIELDS } from "../../db/products/product-row.ts";
import { SHOWN_NAMES } from "../../db/products/shown.ts";
import { text } from "../../db/rows.ts";
import { findProductField } from "../../src/exports/tables/exported-fields.ts";
import { findTarget } from "../../src/imports/map/columns/target-fields.ts";
import { readHeader } from "../../src/imports/parse/header/read-header.ts";
import { scoresOf } from "../../src/imports/parse/header/score-header.ts";
import { SyncProduct } from "../../src/machine-apis/appsync/appsync-fields.ts";
import { ExtUpsert } from "../../src/machine-apis/ext/ext-fields.ts";
import { ComplianceFields } from "../../src/products/compliance/schema.ts";
import { isSettable } from "../../src/products/fields/apply-fields.ts";
import { type NamedField, PRODUCT_FIELDS } from "../../src/products/fields/catalogue.ts";
import { CRITERIA } from "../../src/products/fields/completeness.ts";
import type { FieldList } from "../../src/products/fields/field.ts";
import { differingFields, fieldValue } from "../../src/products/fields/field-changes.ts";
import { ProductCreate, ProductUpdate } from "../../src/products/fields/product-fields.ts";
import { FILTER_NAMES } from "../../src/products/lists/filter-schema.ts";
import { ProductBody, ProductListItem } from "../../src/products/schema.ts";
import { CONTENT_FIELDS } from "../../src/products/views/resolve-content.ts";
import { newTenant } from "../harness.ts";
import { given } from "./given.ts";

const with_ = (is: (field: NamedField) => unknown) =>
  PRODUCT_FIELDS.filter(is).map((field) => [field.name, field] as const);
const isSent = ({ place, isReadOnly, isSent }: NamedField) =>
  isSent === true || (!isReadOnly && (place === "column" || place === "extra"));
/** Bodies and fields of an API by the list that they are made of. */
const LISTS: Partial<Record<FieldList, object>> = {
  appsync: SyncProduct.properties,
  ext: ExtUpsert.properties,
  compliance: ComplianceFields.properties,
};

describe("each field of the catalogue", () => {
  test("with a column has it in the schema, and each column of products is a field's", async () => {
    const { db } = await newTenant();
    const columnsOf = (table: string) =>
      db.all(`select name from pragma_table_info('${table}')`, {}, (row) => text(row, "name"));
    const columns = new Set([...(await columnsOf("product")), ...(await columnsOf("product_state"))]);
    expect(STORED_FIELDS.map(({ column }) => column).filter((column) => !columns.has(column))).toEqual([]);
    const stored = new Set(STORED_FIELDS.map(({ column }) => column));
    const others = (await columnsOf("product")).filter((column) => !stored.has(column));
    expect(others).toEqual(["row_id", "tenant_id"]);
  });

  test.each(with_(isSent))("%s is in what requests send, and nothing else is", (name) => {
    expect(ProductUpdate.properties).toHaveProperty(name);
    expect(ProductCreate.properties).toHaveProperty(name);
  });

  test("nothing else is sent", () => {
    expect(Object.keys(ProductUpdate.properties)).toEqual(with_(isSent).map(([name]) => name));
  });

  test.each(with_(({ column, place }) => column?.set || place === "extra"))("%s can be set", (name) =>
    expect(isSettable(name)).toBe(true),
  );

  test.each(with_(({ shown }) => shown !== undefined))("%s is in lists and answers", (name) => {
    expect(ProductListItem.properties).toHaveProperty(name);
    expect(ProductBody["properties"]).toHaveProperty(name);
  });

  test.each(with_(({ place }) => place === "extra"))("%s is in answers", (name) =>
    expect(ProductBody["properties"]).toHaveProperty(name),
  );

  test.each(with_(({ label }) => label))("%s is a target of imports by each of its names", (name, field) => {
    const { label, importAs = name, importAliases = [], headers } = field;
    for (const each of [importAs, ...importAliases]) {
      expect(findTarget(each)).toMatchObject({ name: importAs, label: { en: label?.[0], fr: label?.[1] } });
    }
    for (const header of headers?.split(", ") ?? [])
      expect([...scoresOf(readHeader(header).texts).keys()]).toContain(importAs);
  });

  test.each(with_(({ label, kind }) => label && kind.body && kind.cell))(
    "%s may be as large in a file as in a request",
    (name, { kind }) => {
      const bounds: { max?: number } = kind.cell.bounds;
      const { maximum } = kind.body as { maximum?: number };
      expect([name, bounds.max]).toEqual([name, maximum]);
    },
  );

  test.each(with_(({ place, means, exportAs }) => place !== "elsewhere" && !means && exportAs !== false))(
    "%s is a column of exports by each of its names",
    (name, { exportAs = name, exportAliases = [] }) => {
      for (const each of [exportAs || name, ...exportAliases])
        expect(findProductField(each)?.name).toBe(exportAs || name);
    },
  );

  test.each(with_(({ isTranslated }) => isTranslated))("%s has a text in each language", (name, { exportAs }) =>
    expect(CONTENT_FIELDS as readonly string[]).toContain(exportAs || name),
  );

  test.each(with_(({ filter }) => filter))("%s is a filter", (name) => expect(FILTER_NAMES).toContain(name));

  test.each(Object.entries(LISTS))("is in the list %s where it says so", (list, properties) => {
    for (const [name] of with_(({ in: lists }) => lists?.some((each) => each === list))) {
      expect(properties).toHaveProperty(name);
    }
  });

  test("weighs something in the score; all weights make 100", () => {
    expect(CRITERIA.length).toBe(with_(({ completeness }) => completeness).length);
    expect(CRITERIA.reduce((sum, { weight }) => sum + weight, 0)).toBe(100);
  });
});

/** A value that each kind of field takes. */
const SAMPLES: Partial<Record<NamedField["kind"]["cell"]["type"], unknown>> = {
  ...{ ean: "4006381333931", text: "Sample", html: "<b>Sample</b>", list: ["a", "b"], number: 1.5, integer: 3 },
  ...{ money: 12.5, percent: 20, measure: 2, boolean: true, date: "2030-01-31", country: "FR" },
  ...{ object: { a: 1 }, json: { a: 1 } },
};
const FORMED: Record<string, unknown> = {
  upc: "012345678905",
  gtin: "03400949497294",
  energy_class: "A++",
  asin: "B01",
};
const sampleOf = ({ name, kind: { cell } }: NamedField): unknown =>
  cell.bounds.allowed?.[2] ?? (name === "url_slug" ? "a-slug" : (FORMED[name] ?? SAMPLES[cell.type]));

test("what rows show is declared: a column with SHOWN in product-row.ts has `shown` in its entry of the catalogue", () => {
  const undeclared = (names: readonly string[], schema: TSchema) =>
    names.filter((name) => !Object.hasOwn(Object(schema["properties"]), name));

  expect(undeclared(SHOWN_NAMES.lists, ProductListItem)).toEqual([]);
  expect(undeclared(SHOWN_NAMES.alone, ProductBody)).toEqual([]);
});

test("every field that requests set is answered, exported and in the history", async () => {
  const { tenant } = await given();
  const fields = PRODUCT_FIELDS.filter(
    (field) => isSent(field) && !field.means && field.place !== "elsewhere" && !/_id$/.test(field.name),
  );
  const sent = Object.fromEntries(fields.map((field) => [field.name, sampleOf(field)]));
  sent["external_id"] = "X-1";

  const { status, body } = await tenant.post("/products", sent);

  expect(status).toBe(201);
  for (const [name, value] of Object.entries(sent)) {
    const shown = name === "name" ? "title" : name;
    expect({ [name]: body[shown] }).toEqual({ [name]: value });
  }
  const history = await tenant.get(`/products/${body.id}/history`);
  const noted = history.body.items[0].changes.map(({ field }: { field: string }) => field);
  expect(noted.toSorted()).toEqual(Object.keys(sent).toSorted());
});

test("two rows of a product differ in the fields whose values differ", async () => {
  const { tenant, id } = await given({ title: "A", countryOfOrigin: "FR", extra: { color: "red" } });
  const [row] = await findRowsByIds(tenant.db, [id]);
  if (!row) throw new Error("The product is not there");
  const after = { ...row, countryOfOrigin: "DE", priceCents: 1250, deletedAtMs: 5, extra: { color: "blue" } };
  expect(differingFields(row, after).toSorted()).toEqual(["color", "country_of_origin", "deleted_at", "price"]);
  expect(fieldValue(after, "price")).toBe(12.5);
});
