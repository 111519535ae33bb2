import { describe, expect, test } from "bun:test";
import { txOf } from "../../../db/handle.ts";
import { openConnection } from "../../../db/local/connection.ts";
import { migrate } from "../../../db/migrate.ts";
import { findRowsByIds } from "../../../db/products/match.ts";
import { insertProducts } from "../../../db/products/write.ts";
import { type Args, parameterNames, text } from "../../../db/rows.ts";
import { listMovements } from "../../../db/stock/movements.ts";
import { insertVariants, listVariants } from "../../../db/variants/variants.ts";
import { eraseProducts } from "../../../src/products/changes/commit/remove-products.ts";
import { commitStock, type StockChange } from "../../../src/products/changes/commit/stock.ts";
import { newProductRow } from "../../../src/products/changes/new-product-row.ts";
import { completenessScore } from "../../../src/products/fields/completeness.ts";
import { newId } from "../../../src/runtime/new-id.ts";
import { makeSuppliers } from "../../make-named.ts";

const connection = openConnection(":memory:", "writer");
await migrate(connection);
const context = { now: () => 1_000, newId };

/** A tenant with this many products and the suppliers S1 and S2. */
async function given(count: number) {
  const tx = txOf(connection, newId(), () => undefined);
  const fresh = Array.from({ length: count }, () => ({ ...newProductRow({ id: newId(), nowMs: 1 }), title: "A" })).map(
    (row) => ({ ...row, completenessScore: completenessScore(row) }),
  );
  const rows = await insertProducts(tx, fresh, 1);
  const suppliers = await makeSuppliers(tx, ["S1", "S2"], context);
  const supplier = (code: string) => suppliers.get(code)?.id ?? "";
  const [id = ""] = rows.map((row) => row.id);
  return { tx, rows, id, s1: supplier("s1"), s2: supplier("s2") };
}
type Given = Awaited<ReturnType<typeof given>>;

const change = ({ tx }: Given, ...changes: StockChange[]) => commitStock(tx, changes, "sync", context);
const product = async ({ tx }: Given, id: string) => (await findRowsByIds(tx, [id]))[0];
const movements = async ({ tx }: Given, productId: string) =>
  (
    await listMovements(
      tx,
      { productId, fromMs: null, toMs: null, movementType: null },
      { limit: 100, offset: 0, before: null },
    )
  ).map(({ supplierId, quantityBefore, quantityAfter, movementType }) => [
    supplierId,
    movementType,
    quantityBefore,
    quantityAfter,
  ]);

/** How SQLite would look for the rows of each statement that a change runs. */
async function plansOf(it: Given, ...changes: StockChange[]): Promise<string[]> {
  const ran: string[] = [];
  const recorded: typeof connection = {
    ...connection,
    run: (sql, ...bound) => {
      ran.push(sql);
      return connection.run(sql, ...bound);
    },
    runMany: (sql: string, ...bound: [readonly Args[], string?]) => {
      ran.push(sql);
      connection.runMany(sql, ...bound);
    },
  };
  const tx = txOf(recorded, it.tx.tenantId, () => undefined);
  await commitStock(tx, changes, "sync", context);
  const nothing = (sql: string) => Object.fromEntries(parameterNames(sql).map((name) => [name, null]));
  return ran.flatMap((sql) =>
    connection.rows(`explain query plan ${sql}`, nothing(sql)).map((row) => text(row, "detail")),
  );
}

describe("commitStock", () => {
  test("looks each product up, however many the tenant has", async () => {
    const it = await given(1);
    const plans = await plansOf(
      it,
      { productId: it.id, supplierId: it.s1, quantity: 3 },
      { productId: it.id, quantity: 3 },
    );
    const updates = plans.filter((step) => /^SEARCH (?:product_)?state USING INTEGER PRIMARY KEY/.test(step));
    // Its movements are looked up once; its stock is set, its suppliers are looked at twice for its
    // score, then all is summed up.
    expect(updates).toHaveLength(5);
    expect(plans.filter((step) => /^(?:SCAN|SEARCH) product(?:_state)?\b.*\(tenant_id=\?\)/.test(step))).toEqual([]);
  });

  test("S21.1 sets the generic record, keeps the movement, and moves the product on", async () => {
    const it = await given(2);
    const before = await product(it, it.id);

    const changed = await change(it, { productId: it.id, supplierId: null, quantity: 7 });

    const after = await product(it, it.id);
    expect(changed).toEqual([it.id]);
    expect(after?.stock).toBe(7);
    expect(after?.updatedAtUs).toBeGreaterThan(before?.updatedAtUs ?? 0);
    expect(await movements(it, it.id)).toEqual([[null, "sync", 0, 7]]);
    expect((await product(it, it.rows[1]?.id ?? ""))?.updatedAtUs).toBe(it.rows[1]?.updatedAtUs ?? 0);
  });

  test("D2-175 a supplier's record and the generic one leave each other alone; the generic one counts", async () => {
    const it = await given(1);
    await change(it, { productId: it.id, supplierId: it.s1, quantity: 2 });
    await change(it, { productId: it.id, supplierId: it.s2, quantity: 3 });
    const summed = await product(it, it.id);
    expect([summed?.stock, summed?.supplierCount, summed?.completenessScore]).toEqual([5, 2, 20]);

    await change(it, { productId: it.id, supplierId: null, quantity: 0 });
    await change(it, { productId: it.id, supplierId: it.s1, quantity: 9 });

    expect((await product(it, it.id))?.stock).toBe(0);
    expect(await movements(it, it.id)).toEqual(
      expect.arrayContaining([
        [it.s1, "sync", 0, 2],
        [it.s2, "sync", 0, 3],
        [it.s1, "sync", 2, 9],
      ]),
    );
    // A new generic record of 0 moves nothing.
    expect(await movements(it, it.id)).toHaveLength(3);
  });

  test("S11.6 what is there already changes nothing; of two for one record the last counts", async () => {
    const it = await given(1);
    const set = (quantity: number) => ({ productId: it.id, supplierId: null, quantity });
    expect(await change(it, set(4), set(5))).toEqual([it.id]);
    const before = await product(it, it.id);

    expect(await change(it, set(5), set(5))).toEqual([]);

    expect(await product(it, it.id)).toEqual(before);
    expect(await movements(it, it.id)).toEqual([[null, "sync", 0, 5]]);
  });

  test("both records of a product in one call are one change of the product, each product with a tick of its own", async () => {
    const it = await given(3);
    const changes = it.rows.flatMap(({ id: productId }) => [
      { productId, supplierId: it.s1, quantity: 3 },
      { productId, supplierId: null, quantity: 8 },
    ]);

    const changed = await change(it, ...changes);

    expect(changed.toSorted()).toEqual(it.rows.map(({ id }) => id).toSorted());
    const rows = await findRowsByIds(it.tx, changed);
    expect(rows.map(({ stock }) => stock)).toEqual([8, 8, 8]);
    expect(new Set(rows.map(({ updatedAtUs }) => updatedAtUs)).size).toBe(3);
  });

  test("S18.5 an erased product takes its movements with it", async () => {
    const it = await given(1);
    await change(it, { productId: it.id, supplierId: null, quantity: 1 });
    await eraseProducts(it.tx, [it.id], context);
    expect(await movements(it, it.id)).toEqual([]);
    expect(connection.rows("select 1 from stock_movement where tenant_id = :tenant", {}, it.tx.tenantId)).toEqual([]);
  });

  test("S23.12 sets a variant's stock, which leaves the product's alone", async () => {
    const it = await given(1);
    const variant = { id: newId(), productId: it.id, sku: "V", skuKey: "v", ean: null, gtin14: null, optionValues: {} };
    const rest = { priceCents: null, compareAtPriceCents: null, costPriceCents: null, weightKg: null, imageUrl: null };
    const times = { createdAtMs: 1, updatedAtUs: 1 };
    await insertVariants(it.tx, [{ ...variant, ...rest, ...times, stock: 2, isActive: true, position: 1 }], 1);

    const changes = [variant.id, newId()].map((variantId) => ({ productId: it.id, variantId, quantity: 6 }));
    const changed = await change(it, ...changes);

    expect(changed).toEqual([it.id]);
    expect((await listVariants(it.tx, it.id)).map(({ stock }) => stock)).toEqual([6]);
    const after = await product(it, it.id);
    expect([after?.stock, (after?.updatedAtUs ?? 0) > (it.rows[0]?.updatedAtUs ?? 0)]).toEqual([0, true]);
    expect(await movements(it, it.id)).toEqual([[null, "sync", 2, 6]]);
  });
});
