import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { txOf } from "../../db/handle.ts";
import { countChanges } from "../../db/history/product-changes.ts";
import { type Connection, openConnection } from "../../db/local/connection.ts";
import { migrate } from "../../db/migrate.ts";
import type { Tx } from "../../db/ports.ts";
import { findRowsByIds } from "../../db/products/match.ts";
import { insertProducts, takeTicks } from "../../db/products/write.ts";
import { number } from "../../db/rows.ts";
import { countMovements } from "../../db/stock/stock-movements.ts";
import { insertVariants } from "../../db/variants/variants.ts";
import { recordChanges } from "../../src/history/record-changes.ts";
import { newId } from "../../src/new-id.ts";
import { newProductRow } from "../../src/products/new-product-row.ts";
import { eraseProducts } from "../../src/products/remove-products.ts";
import { changeStock, type StockChange } from "../../src/stock/change-stock.ts";
import { noteMovements } from "../../src/stock/note-movements.ts";
import { matchSuppliers } from "../../src/suppliers/match-suppliers.ts";
import { dice, expectHistory, expectMovements, FIELDS, pick, plainOf, type Roll, WHOLE } from "./chain-checks.ts";

async function given(connection: Connection, clock: { nowMs: number }) {
  const tx = txOf(connection, newId(), () => undefined);
  const context = { now: () => clock.nowMs, newId };
  const suppliers = await matchSuppliers(tx, ["S1", "S2"], { create: true }, context);
  return { tx, context, suppliers: [...suppliers.values()].map(({ id }) => id), products: [] as string[] };
}
type Given = Awaited<ReturnType<typeof given>>;

async function addProducts({ tx, products }: Given, count: number): Promise<void> {
  const first = await takeTicks(tx, count, 1);
  const rows = Array.from({ length: count }, (_, index) => ({
    ...newProductRow({ id: newId(), nowMs: 1 }),
    title: "A",
    updatedAtUs: first + index,
  }));
  await insertProducts(tx, rows);
  const variant = { ean: null, gtin14: null, optionValues: {}, priceCents: null, compareAtPriceCents: null };
  const rest = { costPriceCents: null, weightKg: null, imageUrl: null, createdAtMs: 1, updatedAtUs: 1, stock: 0 };
  await insertVariants(
    tx,
    // A product's variant is called as the product is.
    rows.map(({ id }) => ({
      ...variant,
      ...rest,
      id,
      productId: id,
      sku: id,
      skuKey: id,
      isActive: true,
      position: 1,
    })),
  );
  products.push(...rows.map(({ id }) => id));
}

/** Some quantities of a product: of its own, of its suppliers, of its variant, or of several of them. */
const stockOf = (roll: Roll, { suppliers }: Given, productId: string): StockChange[] => {
  const records = [{}, { variantId: productId }, ...suppliers.map((supplierId) => ({ supplierId }))];
  const reference = roll(4) === 0 ? "R" : null;
  return pick(roll, records, 1 + roll(2)).map((of) => ({ ...of, productId, quantity: roll(3), reference }));
};

async function step(roll: Roll, it: Given): Promise<void> {
  const { tx, context, products } = it;
  const some = pick(roll, products, 1 + roll(products.length));
  const kind = roll(20);
  if (kind === 0) {
    // The first one stays, so that it has a long past.
    const erased = pick(roll, products.slice(1), 1 + roll(2));
    await eraseProducts(tx, erased, context);
    it.products = products.filter((id) => !erased.includes(id));
    await addProducts(it, 1 + roll(3));
  } else if (kind < 8) {
    const changes = some.flatMap((productId) =>
      pick(roll, FIELDS, 1 + roll(2)).map((field) => ({ productId, field, before: null, after: roll(100) })),
    );
    await recordChanges(tx, roll(2) ? await placed(it, changes) : changes, context);
  } else if (kind < 14) {
    await changeStock(
      tx,
      some.flatMap((id) => stockOf(roll, it, id)),
      roll(2) ? "sync" : "set",
      context,
    );
  } else {
    // As some callers do: several of one product.
    const moves = [...some, ...pick(roll, some, 2), ...some.slice(0, roll(4))].map((productId, index) => ({
      productId,
      supplierId: roll(2) ? (it.suppliers[roll(2)] ?? null) : null,
      before: 0,
      after: index + 1,
    }));
    await noteMovements(tx, roll(2) ? await placed(it, moves) : moves, "adjust", context);
  }
}

/** The same, with the rows of the products. */
async function placed<T extends { productId: string }>({ tx, products }: Given, entries: readonly T[]) {
  const stored = await findRowsByIds(tx, products);
  return entries.map((entry) => ({ ...entry, productRow: stored.find(({ id }) => id === entry.productId)?.rowId }));
}

const entriesOf = (tx: Tx, table: string) =>
  tx.one(`select count(*) as entries from ${table} where tenant_id = :tenant`, {}, (row) => number(row, "entries"));

test.each([1, 2, 3])("chains say what all rows say, and nothing stays of erased products (%p)", async (seed) => {
  const roll = dice(seed);
  const connection = openConnection(":memory:", "writer");
  await migrate(connection);
  const clock = { nowMs: 1_000 };
  // Rows of two tenants lie among each other, and rows that one has freed are given to the other.
  const tenants = [await given(connection, clock), await given(connection, clock)];
  for (const it of tenants) await addProducts(it, 4);
  for (let round = 0; round < 240; round++) {
    clock.nowMs += roll(3);
    for (const it of tenants) await step(roll, it);
  }
  for (const it of tenants) {
    const all = it.products.map((id) => plainOf(connection, it.tx.tenantId, id));
    expect(Math.max(...all.map(({ movements }) => movements.length))).toBeGreaterThan(64);
    for (const [index, id] of it.products.entries()) {
      const plain = all[index] ?? { changes: [], movements: [] };
      await expectHistory(it.tx, id, plain);
      await expectMovements(it.tx, id, plain);
    }
    expect(await entriesOf(it.tx, "product_change")).toBe(all.flatMap(({ changes }) => changes).length);
    expect(await entriesOf(it.tx, "stock_movement")).toBe(all.flatMap(({ movements }) => movements).length);
    await eraseProducts(it.tx, it.products, it.context);
    expect([await entriesOf(it.tx, "product_change"), await entriesOf(it.tx, "stock_movement")]).toEqual([0, 0]);
    // It gets a row that was just freed, and begins without a past.
    it.products = [];
    await addProducts(it, 1);
    expect(await countChanges(it.tx, { productId: it.products[0] ?? "" })).toBe(0);
    expect(await countMovements(it.tx, { ...WHOLE, productId: it.products[0] ?? "" })).toBe(0);
  }
  connection.close();
});

test("entries of a database from before they were chained are found as they were", async () => {
  const connection = openConnection(":memory:", "writer");
  const folder = join(import.meta.dir, "../../db/migrations");
  for (const file of readdirSync(folder).sort().slice(0, 27)) connection.exec(readFileSync(join(folder, file), "utf8"));
  connection.exec("pragma user_version = 27");
  const roll = dice(4);
  const tenantId = newId();
  const ids = Array.from({ length: 6 }, (_, index) => `p${index}`);
  for (const [index, id] of ids.entries()) {
    connection.run(
      `insert into product (row_id, tenant_id, id, ean_status, title, title_key, created_at_ms, updated_at_us)
        values (:row, :tenant, :id, 'missing', 'A', 'a', 1, :row)`,
      { row: index + 10, id },
      tenantId,
    );
  }
  // The last product has none.
  const numbers = ids.map(() => 0);
  for (let at = 1; at <= 400; at++) {
    const index = roll(5);
    numbers[index] = (numbers[index] ?? 0) + 1;
    connection.run(
      `insert into product_change (tenant_id, product_row, number, at_ms, actor_kind, changes)
        values (:tenant, :row, :number, :at, 'system', :changes)`,
      { row: index + 10, number: numbers[index] ?? 0, at, changes: JSON.stringify([[FIELDS[roll(3)], null, at]]) },
      tenantId,
    );
    connection.run(
      `insert into stock_movement (row_id, tenant_id, product_row, created_at_ms, id, movement_type, quantity_before,
          quantity_after) values (:key, :tenant, :row, :at, :id, :type, 0, 1)`,
      { row: roll(5) + 10, key: at * 3, at, id: newId(), type: roll(2) ? "sync" : "set" },
      tenantId,
    );
  }

  await migrate(connection);

  const tx = txOf(connection, tenantId, () => undefined);
  for (const id of ids) {
    const plain = plainOf(connection, tenantId, id);
    await expectHistory(tx, id, plain);
    await expectMovements(tx, id, plain);
  }
  expect(await entriesOf(tx, "product_change")).toBe(400);
  // New ones go on where those from before end.
  const context = { now: () => 1_000, newId };
  await recordChanges(
    tx,
    ids.map((productId) => ({ productId, field: "name", before: 1, after: 2 })),
    context,
  );
  await noteMovements(
    tx,
    ids.map((productId) => ({ productId, before: 1, after: 2 })),
    "sync",
    context,
  );
  for (const id of ids) {
    const plain = plainOf(connection, tenantId, id);
    await expectHistory(tx, id, plain);
    await expectMovements(tx, id, plain);
  }
  await eraseProducts(tx, ids, context);
  expect([await entriesOf(tx, "product_change"), await entriesOf(tx, "stock_movement")]).toEqual([0, 0]);
  connection.close();
});
