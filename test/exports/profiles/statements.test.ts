import { expect, test } from "bun:test";
import type { Reader } from "../../../db/ports.ts";
import { compileColumns, type ProfilePlan } from "../../../src/exports/profiles/compile.ts";
import { profileTable } from "../../../src/exports/profiles/profile-table.ts";
import { productPages } from "../../../src/exports/tables/product-table.ts";
import { addProducts } from "../../add-products.ts";
import { addVariants } from "../../add-variants.ts";
import { newTenant, services } from "../../harness.ts";

const PLAN: ProfilePlan = {
  columns: [
    { name: "sku", field: "reference" },
    { name: "title", field: "title", language: "en", entity_id: crypto.randomUUID() },
    { name: "price", field: "price", channel: "shop" },
    { name: "supplier", field: "supplier_name" },
    { name: "brand", field: "brand" },
    { name: "tags", field: "tags" },
    { name: "images", field: "images", count: 3 },
  ],
  ...{ variants: "under_parent", language: null, entityId: null, channel: null, currency: null, languages: [] },
  ...{ pivot: "fr", rates: {} },
};

/** The same reader, with a count of the statements that it runs. */
function counting(reader: Reader): { reader: Reader; statements: () => number } {
  let count = 0;
  const counted =
    <Args extends unknown[], Result>(run: (...args: Args) => Result) =>
    (...args: Args): Result => {
      count++;
      return run(...args);
    };
  return {
    reader: {
      tenantId: reader.tenantId,
      commits: () => reader.commits(),
      all: counted(reader.all.bind(reader)) as Reader["all"],
      first: counted(reader.first.bind(reader)) as Reader["first"],
      one: counted(reader.one.bind(reader)) as Reader["one"],
    },
    statements: () => count,
  };
}

test("a page of products is read with as many statements as one product, however many rows it makes", async () => {
  const tenant = await newTenant();
  const ids = await services.write(
    addProducts,
    tenant.id,
    Array.from({ length: 60 }, () => ({ brand: "Acme" })),
  );
  const variants = ids.flatMap((productId, index) =>
    [0, 1].map((at) => ({ productId: String(productId), sku: `V${index}-${at}` })),
  );
  await services.write(addVariants, tenant.id, variants);
  const read = async (limit: number) => {
    const { reader, statements } = counting(services.reader(tenant.id));
    const size = { rows: limit, note: () => undefined };
    const { pages } = profileTable(reader, PLAN, {
      ...{ origin: "", nowMs: 0, size },
      open: (members, languages) =>
        productPages(reader, { filter: {}, language: null, languages, offset: 0, limit }, members, size),
    });
    const rows = (await Array.fromAsync(pages)).flat();
    return [rows.length, statements()];
  };
  expect(compileColumns(PLAN, "").problems).toEqual([]);
  const [ofOne, ofSixty] = [await read(1), await read(60)];
  expect(ofOne?.[0]).toBe(3);
  expect(ofSixty).toEqual([180, ofOne?.[1] ?? 0]);
});

test("a page has about as many rows as it should, however many variants its products have", async () => {
  const tenant = await newTenant();
  const ids = await services.write(
    addProducts,
    tenant.id,
    Array.from({ length: 30 }, () => ({})),
  );
  const variants = ids.flatMap((productId, index) =>
    Array.from({ length: 9 }, (_, at) => ({ productId: String(productId), sku: `P${index}-${at}` })),
  );
  await services.write(addVariants, tenant.id, variants);
  const reader = services.reader(tenant.id);
  const size = { rows: 10, note: () => undefined };
  const { pages } = profileTable(reader, PLAN, {
    ...{ origin: "", nowMs: 0, size },
    open: (members, languages, fitting) =>
      productPages(reader, { filter: {}, language: null, languages, offset: 0, limit: null }, members, fitting),
  });
  const lengths = (await Array.fromAsync(pages)).map(({ length }) => length);
  expect([lengths[0], new Set(lengths.slice(1))]).toEqual([100, new Set([10])]);
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(300);
});
