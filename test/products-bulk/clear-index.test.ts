import { afterAll, describe, expect, test } from "bun:test";
import { type Database, EVERY_TENANT } from "../../db/ports.ts";
import { readClock } from "../../db/products/list.ts";
import { number } from "../../db/rows.ts";
import { MUTATIONS } from "../../src/mutations.ts";
import { deleteAll, eraseNext } from "../../src/products-bulk/delete-all.ts";
import { catchUp } from "../../workers/search/follow.ts";
import { addProducts } from "../add-products.ts";
import { openFileDatabase, openServerDatabase } from "../db/databases.ts";
import { services } from "../harness.ts";
import { startSqld } from "../servers/sqld.ts";

const sqld = await startSqld();
afterAll(sqld.stop);
const context = { now: services.now, newId: services.newId };
const mutations = new Map([...MUTATIONS, [addProducts.name, addProducts] as const]);
const PRODUCTS = Array.from({ length: 300 }, (_, at) => ({ title: `Drill ${at}`, titleKey: `drill ${at}` }));

// Each term begins with the tag of its tenant, and the first tags with 0.
const hits = ({ reader }: Database) =>
  reader(EVERY_TENANT).one("select count(*) as hits from product_word where product_word match '0*'", {}, (row) =>
    number(row, "hits"),
  );

async function given(database: Database, tenants: string[]) {
  for (const tenantId of tenants) await database.write(addProducts, tenantId, PRODUCTS);
  while ((await catchUp({ ...services, ...database }, new AbortController().signal)) === 0);
}

describe.each([
  ["a file", () => openFileDatabase(mutations, context)],
  ["a libSQL server", () => openServerDatabase(sqld.url, context)],
])("erasing all products on %s", (_, open) => {
  test("empties the index at once for one tenant alone, and never takes out another's", async () => {
    const database = await open();
    await given(database, ["tenant-one"]);
    const all = await hits(database);
    const { deleted } = await database.write(deleteAll, "tenant-one", undefined);
    expect([all, deleted, await hits(database)]).toEqual([300, 300, 0]);
    const erasure = { lastRowId: Number.MAX_SAFE_INTEGER, total: 300 };
    expect(await database.write(eraseNext, "tenant-one", erasure)).toEqual({ more: false });
    await given(database, ["tenant-one", "tenant-two"]);
    expect(await hits(database)).toBe(600);
    await database.write(deleteAll, "tenant-one", undefined);
    // Only the first part is gone, product by product.
    expect(await hits(database)).toBe(350);
    expect(await readClock(database.reader("tenant-two"))).toBeGreaterThan(0);
    database.close();
  });
});
