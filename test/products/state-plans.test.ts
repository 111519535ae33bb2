import { expect, test } from "bun:test";
import { txOf } from "../../db/handle.ts";
import { listChanges as listHistory } from "../../db/history/product-changes.ts";
import { openConnection } from "../../db/local/connection.ts";
import { migrate } from "../../db/migrate.ts";
import type { Tx } from "../../db/ports.ts";
import { prepareIndex } from "../../db/prepare-index.ts";
import { deleteProducts } from "../../db/products/delete.ts";
import {
  countChanges,
  findByReference,
  findMachineProduct,
  findMachineProductById,
  listChanges,
} from "../../db/products/machine-products.ts";
import { findCodedProducts, findRowsByGtins, findRowsByIds, findRowsByReferences } from "../../db/products/match.ts";
import { stampProducts } from "../../db/products/product-state.ts";
import { findProductView } from "../../db/products/view.ts";
import { insertProducts, updateProducts } from "../../db/products/write.ts";
import { type Args, parameterNames, text } from "../../db/rows.ts";
import { listMovements } from "../../db/stock/movements.ts";
import { findGenericStock, refreshStock, refreshStockAt, setGenericStock } from "../../db/stock/product-stock.ts";
import { listNextErased } from "../../search/erased-rows.ts";
import { countChanges as countLaterChanges } from "../../search/libsql/cached-states.ts";
import { listChangedFacts } from "../../search/libsql/read-facts.ts";
import { findFacts } from "../../search/meilisearch/facts.ts";
import { listByRow, listChanged, listLatest, listVersions } from "../../search/product-sources.ts";
import { noteMovements } from "../../src/products/changes/commit/note-movements.ts";
import { recordChanges } from "../../src/products/changes/commit/record-changes.ts";
import { commitStock } from "../../src/products/changes/commit/stock.ts";
import { newProductRow } from "../../src/products/changes/new-product-row.ts";
import { SUPPLIER_WEIGHT } from "../../src/products/fields/completeness.ts";
import { newId } from "../../src/runtime/new-id.ts";

const connection = openConnection(":memory:", "writer");
await migrate(connection);
await prepareIndex(connection);

/** A tenant with two products. `steps` gathers how SQLite looks for what each statement reads or changes. */
async function given() {
  const steps: string[] = [];
  const explain = (sql: string) => {
    const nothing: Args = Object.fromEntries(parameterNames(sql).map((name) => [name, null]));
    steps.push(...connection.rows(`explain query plan ${sql}`, nothing).map((row) => text(row, "detail")));
  };
  const reported =
    <Rest extends unknown[], Answer>(run: (sql: string, ...rest: Rest) => Answer) =>
    (sql: string, ...rest: Rest): Answer => {
      explain(sql);
      return run(sql, ...rest);
    };
  const { rows, row, run, runMany } = connection;
  const watched = {
    ...connection,
    rows: reported(rows),
    row: reported(row),
    run: reported(run),
    runMany: reported(runMany),
  };
  const tx = txOf(watched, newId(), () => undefined);
  const products = [0, 1].map(() => ({ ...newProductRow({ id: newId(), nowMs: 1 }), title: "A" }));
  await insertProducts(tx, products, 1);
  const ids = products.map(({ id }) => id);
  const stored = await findRowsByIds(tx, ids);
  return { tx, ids, stored, steps, rowIds: stored.map(({ rowId = 0 }) => rowId) };
}
type Given = Awaited<ReturnType<typeof given>>;

const changed = ({ stored }: Given) => stored.map((row) => ({ ...row, stock: 3, description: "new" }));
const beforeOf = (rows: Given["stored"]) => ({ before: new Map(rows.map((row) => [row.id, row])), nowMs: 1 });
const context = { now: () => 1_000, newId };
const page = { limit: 10, offset: 0 };

const WORKS: Record<string, (tx: Tx, it: Given) => Promise<unknown>> = {
  "products by id": (tx, { ids }) => findRowsByIds(tx, ids),
  "products by code": (tx) => findRowsByGtins(tx, ["1", "2"]),
  "products by reference": (tx) => findRowsByReferences(tx, ["1", "2"]),
  "stock by code": (tx) => findCodedProducts(tx, ["1", "2"]),
  "stock by id": (tx, { ids }) => findGenericStock(tx, ids),
  "one product": (tx, { ids: [id = ""] }) => findProductView(tx, id, {}),
  "one product of a machine": (tx, { ids: [id = ""] }) => findMachineProductById(tx, id),
  "one product of a machine by code": (tx) => findMachineProduct(tx, "1"),
  "one product of a machine by reference": (tx) => findByReference(tx, "1"),
  feed: (tx) => listChanges(tx, { fromUs: 1, supplierKey: null }, page),
  "feed of a supplier": (tx) => listChanges(tx, { fromUs: 1, supplierKey: "s" }, page),
  "length of the feed of a supplier": (tx) => countChanges(tx, { fromUs: 1, supplierKey: "s" }),
  "changes to be indexed": (tx) => listChanged(tx, 1, 10),
  "latest changes": (tx) => listLatest(tx, 1, 10),
  "products to be indexed": (tx, { rowIds }) => listByRow(tx, rowIds),
  versions: (tx) => listVersions(tx, 1, 10),
  "erased rows": (tx) => listNextErased(tx, 1, 10),
  "changes since": (tx) => countLaterChanges(tx, 1, 10),
  "facts of changes": (tx) => listChangedFacts(tx, 1),
  "facts of rows": (tx, { rowIds }) => findFacts(tx, rowIds),
  "new movements": (tx, { ids }) =>
    noteMovements(
      tx,
      ids.map((productId) => ({ productId, before: 1, after: 2 })),
      "sync",
      context,
    ),
  "new movements of known rows": (tx, { ids, rowIds }) =>
    noteMovements(
      tx,
      ids.map((productId, index) => ({ productId, productRow: rowIds[index], before: 1, after: 2 })),
      "sync",
      context,
    ),
  "new changes": (tx, { ids }) =>
    recordChanges(
      tx,
      ids.map((productId) => ({ productId, field: "name", before: 1, after: 2 })),
      context,
    ),
  "one new change": (tx, { ids: [productId = ""] }) =>
    recordChanges(tx, [{ productId, field: "name", before: 1, after: 2 }], context),
  history: (tx, { ids: [productId = ""] }) => listHistory(tx, { productId, before: null, offset: 0, limit: 10 }),
  movements: (tx, { ids: [productId = ""] }) =>
    listMovements(
      tx,
      { productId, fromMs: null, toMs: null, movementType: null },
      { limit: 10, offset: 0, before: null },
    ),
  "numbers of touched products": (tx, { ids }) => stampProducts(tx, ids, 1),
  "new change numbers": (tx, { stored }) => updateProducts(tx, stored, beforeOf(stored)),
  "one new change number": (tx, { stored }) => updateProducts(tx, stored.slice(0, 1), beforeOf(stored)),
  "one changed product": (tx, it) => updateProducts(tx, changed(it).slice(0, 1), beforeOf(it.stored)),
  "new stock": (tx, { rowIds }) =>
    setGenericStock(
      tx,
      rowIds.map((rowId) => ({ rowId, quantity: 4 })),
      1,
    ),
  "stock that has moved": (tx, { ids }) =>
    commitStock(
      tx,
      ids.map((productId) => ({ productId, quantity: 5 })),
      "sync",
      context,
    ),
  "stock of suppliers": (tx, { ids }) => refreshStock(tx, ids, { supplierWeight: SUPPLIER_WEIGHT }),
  "stock of suppliers with new change numbers": (tx, { ids }) =>
    refreshStockAt(tx, ids, { nowMs: 1, linksChanged: true, supplierWeight: SUPPLIER_WEIGHT }),
  "changed products": (tx, it) => updateProducts(tx, changed(it), beforeOf(it.stored)),
  "changed products that are not known": (tx, it) =>
    updateProducts(
      tx,
      changed(it).map(({ rowId: _, ...row }) => row),
      { nowMs: 1 },
    ),
  "another brand": (tx, it) =>
    updateProducts(
      tx,
      it.stored.map((row) => ({ ...row, brandId: "b" })),
      beforeOf(it.stored),
    ),
  "hidden products": (tx, it) =>
    updateProducts(
      tx,
      it.stored.map((row) => ({ ...row, deletedAtMs: 1 })),
      beforeOf(it.stored),
    ),
  "erased products": (tx, { ids }) => deleteProducts(tx, ids, 1),
};

/** All products, of the tenant or of all tenants. */
const WHOLE =
  /^(?:SCAN (?:product|product_state|state|changed|next|latest|stored)\b(?! VIRTUAL)|SEARCH \w+ USING .*INDEX product_\w+ \(tenant_id=\?\))/;

test.each(Object.entries(WORKS))(
  "%s: each product and its state is looked up, for a tenant of any size",
  async (_, run) => {
    const it = await given();
    it.steps.length = 0;

    await run(it.tx, it);

    expect(it.steps.filter((step) => WHOLE.test(step))).toEqual([]);
    expect(it.steps.length).toBeGreaterThan(0);
  },
);

test("new change numbers and new stock leave the rows of the products as they are", async () => {
  const it = await given();
  connection.exec(`create temp table written (row_id integer);
    create temp trigger product_written after update on product begin
      insert into written values (new.row_id);
    end`);
  const written = () => connection.rows("select row_id from written", {}).length;

  await updateProducts(it.tx, it.stored, beforeOf(it.stored));
  await setGenericStock(
    it.tx,
    it.rowIds.map((rowId) => ({ rowId, quantity: 4 })),
    1,
  );
  const known = await findRowsByIds(it.tx, it.ids);
  const touched = await updateProducts(it.tx, known, beforeOf(known));

  expect(written()).toBe(0);
  expect(known.map((row) => [row.stock, row.genericStock])).toEqual([
    [4, 4],
    [4, 4],
  ]);
  const last = await findRowsByIds(it.tx, it.ids);
  expect(last.map(({ updatedAtUs }) => updatedAtUs).toSorted()).toEqual(touched.map(({ updatedAtUs }) => updatedAtUs));
  await updateProducts(
    it.tx,
    last.map((row) => ({ ...row, title: "B" })),
    beforeOf(last),
  );
  expect(written()).toBe(2);
});
