import { expect, test } from "bun:test";
import { txOf } from "../../db/handle.ts";
import { countChanges } from "../../db/history/product-changes.ts";
import { type Connection, openConnection } from "../../db/local/connection.ts";
import { migrate } from "../../db/migrate.ts";
import type { Tx } from "../../db/ports.ts";
import { findRowsByIds } from "../../db/products/match.ts";
import { insertProducts } from "../../db/products/write.ts";
import { number } from "../../db/rows.ts";
import { countMovements } from "../../db/stock/movements.ts";
import { insertVariants } from "../../db/variants/variants.ts";
import { noteMovements } from "../../src/products/changes/commit/note-movements.ts";
import { recordChanges } from "../../src/products/changes/commit/record-changes.ts";
import { eraseProducts } from "../../src/products/changes/commit/remove-products.ts";
import { commitStock, type StockChange } from "../../src/products/changes/commit/stock.ts";
import { newProductRow } from "../../src/products/changes/new-product-row.ts";
import { newId } from "../../src/runtime/new-id.ts";
import { makeSuppliers } from "../make-named.ts";
import { dice, expectHistory, expectMovements, FIELDS, pick, plainOf, type Roll, WHOLE } from "./entry-checks.ts";

async function given(connection: Connection, clock: { nowMs: number }) {
  const tx = txOf(connection, newId(), () => undefined);
  const context = { now: () => clock.nowMs, newId };
  const suppliers = await makeSuppliers(tx, ["S1", "S2"], context);
  return { tx, context, suppliers: [...suppliers.values()].map(({ id }) => id), products: [] as string[] };
}
type Given = Awaited<ReturnType<typeof given>>;

async function addProducts({ tx, products }: Given, count: number): Promise<void> {
  const rows = Array.from({ length: count }, () => ({ ...newProductRow({ id: newId(), nowMs: 1 }), title: "A" }));
  await insertProducts(tx, rows, 1);
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
    1,
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
    await commitStock(
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

test.each([1, 2, 3])(
  "history and movements are listed as the rows say, and nothing stays of erased products (%p)",
  async (seed) => {
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
  },
);
