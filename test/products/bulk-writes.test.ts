import { afterAll, describe, expect, test } from "bun:test";
import { countChanges } from "../../db/history/product-changes.ts";
import { type AnyMutation, type Database, mutation } from "../../db/ports.ts";
import { findRowsByGtins, findRowsByIds } from "../../db/products/match.ts";
import type { StoredRow } from "../../db/products/product-row.ts";
import { insertProducts, updateProducts } from "../../db/products/write.ts";
import { countMovements } from "../../db/stock/movements.ts";
import { updatePrices } from "../../src/machine-apis/appsync/update-prices.ts";
import { updateStock } from "../../src/machine-apis/appsync/update-stock.ts";
import { newProductRow } from "../../src/products/changes/new-product-row.ts";
import { applyFields } from "../../src/products/fields/apply-fields.ts";
import { newId } from "../../src/runtime/new-id.ts";
import { openFileDatabase, openServerDatabase } from "../db/databases.ts";
import { sqldOrSkip } from "../servers/sqld.ts";

const add = mutation("test.add", async (tx, codes: string[]) => {
  const rows = codes.map(
    (barcode, index) => applyFields(newProductRow({ id: newId(), nowMs: 1 }), { name: "A", barcode, price: index }).row,
  );
  await insertProducts(tx, rows, 1);
});
const store = mutation("test.store", (tx, { rows, before }: { rows: StoredRow[]; before: StoredRow[] }) =>
  updateProducts(tx, rows, { before: new Map(before.map((each) => [each.id, each])), nowMs: 1 }),
);
const MUTATIONS = new Map<string, AnyMutation>(
  [add, store, updateStock, updatePrices].map((each) => [each.name, each as AnyMutation]),
);

const context = { now: Date.now, newId };
const sqld = await sqldOrSkip();
const server = sqld && (await openServerDatabase(sqld.url, context));
const file = await openFileDatabase(MUTATIONS, context);
afterAll(async () => {
  server?.close();
  await sqld?.stop();
});
const DATABASES: [string, Database][] = [
  ["a file", file],
  ...(server ? [["a libSQL server", server] as [string, Database]] : []),
];
/** Without their change numbers, which each write gives out again. */
const unnumbered = (rows: readonly StoredRow[]) => rows.map(({ updatedAtUs: _, ...row }) => row);
const codesOf = (count: number) => Array.from({ length: count }, (_, index) => String(10_000_000_000_000 + index));

describe.each(DATABASES)("in %s", (_, database) => {
  async function given(count: number) {
    const tenantId = newId();
    const codes = codesOf(count);
    await database.write(add, tenantId, codes);
    const db = database.reader(tenantId);
    const read = async () => (await findRowsByGtins(db, codes)).toSorted((a, b) => a.updatedAtUs - b.updatedAtUs);
    return { tenantId, codes, db, read };
  }

  test.each([1, 16, 23, 24, 25, 30, 31, 95])("%p products are changed as they should be", async (count) => {
    const { tenantId, db, read } = await given(count);
    const before = await read();
    const rows: StoredRow[] = before.map(
      (each, index) =>
        // Some change their price, which has an index, and some do not.
        applyFields(each, {
          description: `é ${index} \u{1f600}`,
          weight: 0.1 + index,
          ...(index % 3 && { price: null }),
        }).row,
    );

    await database.write(store, newId(), { rows, before });
    expect(await read()).toEqual(before);
    await database.write(store, tenantId, { rows, before });
    expect(unnumbered(await read())).toEqual(unnumbered(rows));
    // A place that is not known is no hindrance.
    const placeless = rows.map(({ rowId: _place, ...each }) => ({ ...each, title: "B" }));
    await database.write(store, tenantId, { rows: placeless, before });
    expect(
      (
        await findRowsByIds(
          db,
          rows.map(({ id }) => id),
        )
      ).every(({ title }) => title === "B"),
    ).toBe(true);
  });

  test("stock and prices by code change the products, once each, and stay", async () => {
    const { tenantId, codes, db, read } = await given(60);
    const other = await given(60);
    const before = await read();
    const stock = codes.map((code, index) => [code, code, index, null]);
    const prices = codes.map((code, index) => [code, code, 100 + index, 200 + index]);

    for (const _round of [1, 2]) {
      expect(await database.write(updateStock, tenantId, { updates: JSON.stringify(stock) })).not.toContain(false);
      expect(await database.write(updatePrices, tenantId, { updates: JSON.stringify(prices) })).not.toContain(false);
    }

    const after = await read();
    const wanted = codes.map((_code, index) => [index, index, 100 + index, 200 + index]);
    expect(after.map((row) => [row.stock, row.genericStock, row.costPriceCents, row.priceCents])).toEqual(wanted);
    expect(after[0]?.updatedAtUs).toBeGreaterThan(before.at(-1)?.updatedAtUs ?? 0);
    const [first, second] = after.map(({ id }) => ({ productId: id, fromMs: null, toMs: null, movementType: null }));
    if (!first || !second) throw new Error("There are no products");
    // From none to zero nothing moves.
    expect([await countMovements(db, first), await countMovements(db, second)]).toEqual([0, 1]);
    expect(await countChanges(db, second)).toBe(1);
    expect((await other.read()).map(({ stock: none }) => none)).toEqual(codes.map(() => 0));
  });
});
