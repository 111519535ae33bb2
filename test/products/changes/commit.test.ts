import { describe, expect, test } from "bun:test";
import { txOf } from "../../../db/handle.ts";
import { listChanges } from "../../../db/history/product-changes.ts";
import { openConnection } from "../../../db/local/connection.ts";
import { migrate } from "../../../db/migrate.ts";
import { findRowsByIds } from "../../../db/products/match.ts";
import type { StoredRow } from "../../../db/products/product-row.ts";
import { insertProducts } from "../../../db/products/write.ts";
import type { Args } from "../../../db/rows.ts";
import { listMovements } from "../../../db/stock/movements.ts";
import { commit } from "../../../src/products/changes/commit/commit.ts";
import { newProductRow } from "../../../src/products/changes/new-product-row.ts";
import { GENERIC, type ProductChange } from "../../../src/products/changes/set/product-change.ts";
import { applyFields } from "../../../src/products/fields/apply-fields.ts";
import { newId } from "../../../src/runtime/new-id.ts";
import { makeSuppliers } from "../../make-named.ts";

const connection = openConnection(":memory:", "writer");
await migrate(connection);
const context = { now: () => 1_000, newId };

const newRow = (values: Record<string, unknown>) =>
  applyFields(newProductRow({ id: newId(), nowMs: 1 }), { name: "A", ...values }).row;

/** A tenant with products of these values and two suppliers. `ran` gathers the statements. */
async function given(...values: Record<string, unknown>[]) {
  const ran: string[] = [];
  const watched: typeof connection = {
    ...connection,
    rows: (sql, ...rest) => {
      ran.push(sql);
      return connection.rows(sql, ...rest);
    },
    row: (sql, ...rest) => {
      ran.push(sql);
      return connection.row(sql, ...rest);
    },
    run: (sql, ...rest) => {
      ran.push(sql);
      return connection.run(sql, ...rest);
    },
    runMany: (sql: string, ...rest: [readonly Args[], string?]) => {
      ran.push(sql);
      connection.runMany(sql, ...rest);
    },
  };
  const tx = txOf(watched, newId(), () => undefined);
  const suppliers = await makeSuppliers(tx, ["S1", "S2"], context);
  const inserted = await insertProducts(tx, values.map(newRow), 1);
  const ids = inserted.map(({ id }) => id);
  const rows = await findRowsByIds(tx, ids);
  const supplier = (code: string) => suppliers.get(code)?.id ?? "";
  ran.length = 0;
  return { tx, ids, rows, ran, s1: supplier("s1"), s2: supplier("s2") };
}
type Given = Awaited<ReturnType<typeof given>>;

const repeated = (count: number) => Array.from({ length: count }, (_, index) => ({ reference: `R${index}` }));
const changed = (before: StoredRow, values: Record<string, unknown>): ProductChange => ({
  before,
  ...applyFields(before, values),
});
/** Changes of every kind: fields, a main supplier, terms, stock, texts, and as many new products. */
const ofAllKinds = ({ rows, s1, s2 }: Given): ProductChange[] => [
  ...rows.map((row) => ({
    ...changed(row, { name: "B", price: 100, supplier_id: s1 }),
    terms: [{ supplierId: s2, costPriceCents: 5, stock: 3 }],
    moves: [{ supplierId: s2, before: 0, after: 3 }],
    stock: new Map([[GENERIC, 7]]),
    texts: { fr: { title: "C" } },
  })),
  ...rows.map(() => ({ before: undefined, row: newRow({}), changed: ["name"], isCreation: true })),
];

describe("commit", () => {
  test("takes as many statements for 64 products as for 32", async () => {
    const some = await given(...repeated(32));
    const more = await given(...repeated(64));

    await commit(some.tx, ofAllKinds(some), context);
    await commit(more.tx, ofAllKinds(more), context);

    expect(more.ran).toEqual(some.ran);
    expect(some.ran.length).toBeLessThan(60);
  });

  test("stores fields, suppliers, stock, movements and history of each product", async () => {
    const it = await given({ reference: "R" });
    const [id = ""] = it.ids;

    await commit(it.tx, ofAllKinds(it), context);

    const [row] = await findRowsByIds(it.tx, [id]);
    expect(row).toMatchObject({ title: "B", priceCents: 100, supplierId: it.s1, stock: 7, supplierCount: 2 });
    const history = await listChanges(it.tx, { productId: id, before: null, offset: 0, limit: 10 });
    expect(history.map(({ fields }) => fields)).toEqual([
      [
        ["name", "A", "B"],
        ["price", null, 1],
        ["supplier_id", null, it.s1],
      ],
    ]);
    const filter = { productId: id, fromMs: null, toMs: null, movementType: null };
    const moved = await listMovements(it.tx, filter, { limit: 10, offset: 0, before: null });
    expect(moved.map(({ quantityAfter }) => quantityAfter).toSorted()).toEqual([3, 7]);
  });

  test("lets two products change their codes for each other's", async () => {
    const [one, other] = ["4006381333931", "4006381333948"];
    const it = await given({ barcode: one }, { barcode: other });
    const swapped = it.rows.map((row) => changed(row, { barcode: row.ean === one ? other : one }));

    await commit(it.tx, swapped, context);

    const rows = new Map((await findRowsByIds(it.tx, it.ids)).map(({ id, ean }) => [id, ean]));
    expect(it.ids.map((id) => rows.get(id))).toEqual([other, one]);
  });

  test("stores nothing of a product that is as it was", async () => {
    const it = await given({ reference: "R" });

    await commit(
      it.tx,
      it.rows.map((row) => ({ before: row, row, changed: [] })),
      context,
    );

    expect(it.ran.filter((sql) => /^\s*(insert|update|delete)/.test(sql))).toEqual([]);
  });
});
