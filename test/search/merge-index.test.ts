import { expect, test } from "bun:test";
import { type Database, EVERY_TENANT } from "../../db/ports.ts";
import { number } from "../../db/rows.ts";
import { INDEX_TABLES } from "../../search/libsql/merge-index.ts";
import * as FAMILIES from "../../src/families.ts";
import { loadMutations } from "../../src/runtime/family.ts";
import { catchUp, openMerging } from "../../workers/search/follow.ts";
import { addProducts } from "../add-products.ts";
import { openFileDatabase } from "../db/databases.ts";
import { services } from "../harness.ts";

const mutations = new Map([...(await loadMutations(FAMILIES)), [addProducts.name, addProducts] as const]);
const context = { now: services.now, newId: services.newId };

/** Of each table of the index, in how many parts it is: FTS5 numbers its pages by these. */
const parts = ({ reader }: Database) =>
  Promise.all(
    INDEX_TABLES.map((table) =>
      reader(EVERY_TENANT).one(`select count(distinct id >> 37) as parts from ${table}_data where id > 10`, {}, (row) =>
        number(row, "parts"),
      ),
    ),
  );
const hits = ({ reader }: Database) =>
  reader(EVERY_TENANT).one("select count(*) as hits from product_title where product_title match '0*'", {}, (row) =>
    number(row, "hits"),
  );

/** Adds products, takes them into the index, and does all that is left to do then. Says how many steps that was. */
async function fill(database: Database, merging: ReturnType<typeof openMerging>, count: number): Promise<number> {
  for (let from = 0; from < count; from += 1_000) {
    const drills = Array.from({ length: Math.min(1_000, count - from) }, (_, at) => ({
      title: `Drill ${from + at}`,
      brand: "Lux",
    }));
    await database.write(addProducts, "tenant", drills);
    while ((await catchUp({ ...services, ...database }, new AbortController().signal, undefined, merging.note)) === 0);
  }
  let steps = 0;
  while ((await merging.step()) === 0) steps++;
  return steps;
}

test("what an import leaves in the index is merged, and what single changes leave is not", async () => {
  const database = await openFileDatabase(mutations, context);
  const merging = openMerging({ ...services, ...database });

  expect(await fill(database, merging, 4_000)).toBe(0);
  expect(Math.min(...(await parts(database)))).toBeGreaterThan(1);
  expect(await fill(database, merging, 2_000)).toBeGreaterThan(0);
  expect(await parts(database)).toEqual([1, 1, 1]);
  expect(await fill(database, merging, 10)).toBe(0);
  expect(await hits(database)).toBe(6_010);

  database.close();
});
