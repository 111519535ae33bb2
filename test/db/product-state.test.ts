import { afterAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@libsql/client/http";
import { openConnection } from "../../db/local/connection.ts";
import { type AnyMutation, type Database, mutation } from "../../db/ports.ts";
import { deleteProducts } from "../../db/products/delete.ts";
import { countChanges, listChanges } from "../../db/products/machine-products.ts";
import { findRowsByIds } from "../../db/products/match.ts";
import { listReworded } from "../../search/product-sources.ts";
import { newId } from "../../src/new-id.ts";
import { temporaryFolder } from "../cleanup.ts";
import { startSqld } from "../servers/sqld.ts";
import { openFileDatabase, openServerDatabase } from "./databases.ts";

const FOLDER = join(import.meta.dir, "../../db/migrations");
const files = readdirSync(FOLDER).sort();
const version = files.findIndex((file) => file.includes("product-state"));
const product = (row: (string | number | null)[]) =>
  `insert into product (row_id, tenant_id, id, ean_status, title, title_key, created_at_ms, updated_at_us, stock,
    generic_stock, supplier_count, quiet_from_us, quiet_to_us, deleted_at_ms)
    values (${row.map((value) => (typeof value === "string" ? `'${value}'` : String(value))).join(", ")});`;
/** A database as the version before left it, with the products of two tenants. */
const BEFORE = [
  ...files.slice(0, version).map((file) => readFileSync(join(FOLDER, file), "utf8")),
  product([1, "t", "plain", "missing", "A", "a", 1, 10, 0, null, 0, null, null, null]),
  product([2, "t", "supplied", "missing", "B", "b", 1, 40, 7, null, 2, null, null, null]),
  product([3, "t", "quiet", "missing", "C", "c", 1, 50, 5, 5, 1, 20, 50, null]),
  product([4, "t", "gone", "missing", "D", "d", 1, 30, 0, null, 0, null, null, 9]),
  product([5, "other", "theirs", "missing", "E", "e", 1, 10, 3, 3, 0, null, null, null]),
  `pragma user_version = ${version};`,
].join("\n");

const erase = mutation("test.erase", (tx, { ids, firstUs }: { ids: string[]; firstUs: number }) =>
  deleteProducts(tx, ids, firstUs),
);
const context = { now: Date.now, newId };
const sqld = await startSqld();
afterAll(sqld.stop);

async function openOlderFile(): Promise<Database> {
  const path = join(temporaryFolder(), "older.db");
  const older = openConnection(path, "writer");
  older.exec(BEFORE);
  older.close();
  return openFileDatabase(new Map<string, AnyMutation>([[erase.name, erase as AnyMutation]]), context, path);
}

async function openOlderServer(): Promise<Database> {
  const client = createClient({ url: sqld.url });
  await client.executeMultiple(BEFORE);
  client.close();
  return openServerDatabase(sqld.url, context);
}

const DATABASES: [string, Database][] = [
  ["a file", await openOlderFile()],
  ["a libSQL server", await openOlderServer()],
];

describe.each(DATABASES)("%s of the version before", (_, database) => {
  const db = database.reader("t");
  const stateOf = async (id: string) => {
    const [row] = await findRowsByIds(db, [id]);
    return row && [row.rowId, row.updatedAtUs, row.stock, row.genericStock, row.supplierCount];
  };

  test("keeps the stock and the last change of each product", async () => {
    expect(await stateOf("plain")).toEqual([1, 10, 0, null, 0]);
    expect(await stateOf("supplied")).toEqual([2, 40, 7, null, 2]);
    expect(await stateOf("quiet")).toEqual([3, 50, 5, 5, 1]);
    expect(await stateOf("gone")).toEqual([4, 30, 0, null, 0]);
    expect((await findRowsByIds(database.reader("other"), ["theirs"]))[0]?.stock).toBe(3);
  });

  test("keeps the feed of changes, and which of them were quiet", async () => {
    const feed = { fromUs: 20, supplierKey: null };
    const page = await listChanges(db, feed, { limit: 10, offset: 0 });

    expect(page.map(({ id }) => id)).toEqual(["supplied", "quiet"]);
    expect(await countChanges(db, feed)).toBe(2);
    expect((await listReworded(db, 20, 10)).map(({ id }) => id)).toEqual(["gone", "supplied"]);
    expect((await listReworded(db, 19, 10)).map(({ id }) => id)).toEqual(["gone", "supplied", "quiet"]);
  });

  test("erases the state with its product", async () => {
    await database.write(erase, "t", { ids: ["plain"], firstUs: 60 });

    const left = await db.all(
      "select row_id from product_state where tenant_id = :tenant order by row_id",
      {},
      ({ row_id }) => row_id,
    );
    expect(left).toEqual([2, 3, 4]);
  });
});
