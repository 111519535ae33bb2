import { expect, test } from "bun:test";
import { statSync } from "node:fs";
import { join } from "node:path";
import { txOf } from "../../db/handle.ts";
import { openConnection } from "../../db/local/connection.ts";
import { migrate } from "../../db/migrate.ts";
import { insertProducts } from "../../db/products/write.ts";
import { newProductRow } from "../../src/products/changes/new-product-row.ts";
import { recordChanges } from "../../src/products/history/record-changes.ts";
import { newId } from "../../src/runtime/new-id.ts";
import { changeStock } from "../../src/stock/change-stock.ts";
import { temporaryFolder } from "../cleanup.ts";

const PRODUCTS = 128;
const PAGE_BYTES = 4096;

test("a round of stock and changes writes as many pages after 200 rounds as at first", async () => {
  const path = join(temporaryFolder(), "pages.db");
  const connection = openConnection(path, "writer");
  await migrate(connection);
  const tx = txOf(connection, newId(), () => undefined);
  const context = { now: () => 1_000, newId };
  const ids = Array.from({ length: PRODUCTS }, newId);
  await insertProducts(
    tx,
    ids.map((id) => ({ ...newProductRow({ id, nowMs: 1 }), title: "A" })),
    1,
  );
  // The log is emptied between rounds, and has each page that a round has changed once. None of it need last.
  connection.exec("pragma wal_autocheckpoint = 0; pragma synchronous = off");
  const written: number[] = [];
  for (let round = 1; round <= 220; round++) {
    connection.exec("begin immediate");
    const stock = ids.map((productId) => ({ productId, quantity: round }));
    await changeStock(tx, stock, "sync", context);
    await recordChanges(
      tx,
      ids.map((productId) => ({ productId, field: "stock", before: round - 1, after: round })),
      context,
    );
    connection.exec("commit");
    written.push(statSync(`${path}-wal`).size / PAGE_BYTES);
    connection.exec("pragma wal_checkpoint(truncate)");
  }
  connection.close();

  const mean = (rounds: readonly number[]) => rounds.reduce((sum, pages) => sum + pages, 0) / rounds.length;
  const [early, late] = [mean(written.slice(10, 30)), mean(written.slice(-20))];
  expect(late).toBeLessThan(early * 2);
  // Nor does one round in 32 write what the others have put off.
  expect(Math.max(...written.slice(-64))).toBeLessThan(late * 1.5);
});
