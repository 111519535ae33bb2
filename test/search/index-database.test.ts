import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commitsOf, newCommitCount } from "../../db/local/commit-count.ts";
import { openConnection } from "../../db/local/connection.ts";
import { openLocalDatabase } from "../../db/local/database.ts";
import { indexPathOf } from "../../db/local/index-path.ts";
import { makeIndexFile } from "../../db/local/index-writer.ts";
import { releaseClosed } from "../../db/local/rest.ts";
import { type Database, EVERY_TENANT } from "../../db/ports.ts";
import { number } from "../../db/rows.ts";
import { ensureIndexState, findIndexState } from "../../search/libsql/index-state.ts";
import * as FAMILIES from "../../src/families.ts";
import { deleteAll, eraseNext } from "../../src/products/bulk/delete-all.ts";
import { loadMutations } from "../../src/runtime/family.ts";
import { catchUp } from "../../workers/search/follow.ts";
import { addProducts } from "../add-products.ts";
import { temporaryFolder } from "../cleanup.ts";
import { INDEX_CARE, openFileDatabase, openServerDatabase } from "../db/databases.ts";
import { services } from "../harness.ts";
import { sqldOrSkip } from "../servers/sqld.ts";

const MUTATIONS = await loadMutations(FAMILIES);

const sqld = await sqldOrSkip();
afterAll(() => sqld?.stop());
const context = { now: services.now, newId: services.newId };
const mutations = new Map([...MUTATIONS, [addProducts.name, addProducts] as const]);
const drills = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ title: `Drill ${at}`, titleKey: `drill ${at}` }));

// Each term begins with the tag of its tenant, and the first tags with 0.
const entries = ({ reader }: Pick<Database, "reader">) =>
  reader(EVERY_TENANT).one("select count(*) as hits from product_title where product_title match '0*'", {}, (row) =>
    number(row, "hits"),
  );
const follow = async (database: Database) => {
  while ((await catchUp({ ...services, ...database }, new AbortController().signal)) === 0);
};

describe.each([
  ["a file", () => openFileDatabase(mutations, context)] as const,
  ...(sqld ? [["a libSQL server", () => openServerDatabase(sqld.url, context)] as const] : []),
])("the index of %s", (_, open) => {
  test("loses the rows of erased products, however many, and keeps those that were given to others", async () => {
    const database = await open();
    await database.write(addProducts, "tenant-two", drills(3));
    await database.write(addProducts, "tenant-one", drills(1_250));
    await follow(database);
    expect(await entries(database)).toBe(1_253);
    await database.write(deleteAll, "tenant-one", undefined);
    const erasure = { lastRowId: Number.MAX_SAFE_INTEGER, total: 1_250 };
    while ((await database.write(eraseNext, "tenant-one", erasure)).more);
    // Their row ids are those of the newest, which are free again.
    await database.write(addProducts, "tenant-two", drills(5));
    await follow(database);
    expect(await entries(database)).toBe(8);
    await follow(database);
    expect(await entries(database)).toBe(8);
    database.close();
  });

  test("takes a change wholly or not at all", async () => {
    const database = await open();
    const change = database.writeIndex(
      async (tx) => {
        await ensureIndexState(tx);
        throw new Error("interrupted");
      },
      "tenant-new",
      undefined,
    );
    expect(change).rejects.toThrow("interrupted");
    await database.writeIndex(ensureIndexState, "tenant-other", undefined);
    const states = await database
      .reader(EVERY_TENANT)
      .all("select tenant_id from index_state where tenant_id in ('tenant-new', 'tenant-other')", {}, (row) => row);
    expect(states.map((row) => row["tenant_id"])).toEqual(["tenant-other"]);
    database.close();
  });
});

describe("the index file", () => {
  const commits = newCommitCount();
  const withProducts = async () => {
    const path = join(temporaryFolder(), "test.db");
    const database = await openFileDatabase(mutations, context, path);
    await database.write(addProducts, "tenant-one", drills(3));
    await follow(database);
    return { path, database };
  };
  const removeIndex = (path: string) => {
    for (const end of ["", "-wal", "-shm"]) rmSync(`${indexPathOf(path)}${end}`, { force: true });
  };
  const reopen = async (path: string) => {
    await makeIndexFile(path, context.now);
    return openLocalDatabase(path, { ...services, commits: Promise.resolve(commits) }, INDEX_CARE);
  };

  test("is filled again when it is missing", async () => {
    const { path, database } = await withProducts();
    database.close();
    removeIndex(path);
    const again = await reopen(path);
    expect(await entries(again)).toBe(0);
    await follow(again);
    expect(await entries(again)).toBe(3);
    // A cache of what a search has found learns of it.
    expect(commitsOf(commits)).toBeGreaterThan(0);
    again.close();
  });

  test("is rebuilt when it is of an older version, unchanged when it is of this one, and left alone when newer", async () => {
    const { path, database } = await withProducts();
    database.close();
    const stored = await reopen(path);
    expect(await entries(stored)).toBe(3);
    stored.close();
    const age = (version: number) => {
      const connection = openConnection(indexPathOf(path), "index-writer");
      connection.run("update index_schema set version = :version", { version });
      connection.close();
    };
    age(0);
    const older = await reopen(path);
    expect(await entries(older)).toBe(0);
    older.close();
    age(99);
    expect(makeIndexFile(path, context.now)).rejects.toThrow("version 99");
  });

  const damages: Record<string, (file: string) => void> = {
    garbage: (file) => writeFileSync(file, Buffer.alloc(100_000, 7)),
    "cut in the middle": (file) => truncateSync(file, Math.floor(statSync(file).size / 8_192) * 4_096),
    "cut to two pages": (file) => truncateSync(file, 8_192),
    empty: (file) => writeFileSync(file, ""),
  };
  test.each(Object.entries(damages))("is set aside when it is damaged, and filled again: %s", async (name, damage) => {
    const { path, database } = await withProducts();
    database.close();
    await releaseClosed();
    damage(indexPathOf(path));
    const aside = await makeIndexFile(path, () => 12);
    expect(aside).toBe(name === "empty" ? undefined : `${indexPathOf(path)}.damaged-12`);
    expect(aside === undefined || existsSync(aside)).toBe(true);
    const again = await reopen(path);
    expect(await entries(again)).toBe(0);
    await follow(again);
    expect(await entries(again)).toBe(3);
    again.close();
  });

  test("is changed by the thread that has it alone", async () => {
    const { path, database } = await withProducts();
    const other = openLocalDatabase(path, { ...services, commits: Promise.resolve(commits) }, undefined);
    expect(other.writeIndex(ensureIndexState, "tenant-one", undefined)).rejects.toThrow("Another thread");
    expect(await entries(other)).toBe(3);
    other.close();
    database.close();
  });

  test("is set aside when it is found damaged while it is in use, and filled again; what meets the damage is answered", async () => {
    const path = join(temporaryFolder(), "test.db");
    const asides: string[] = [];
    const database = await openFileDatabase(mutations, context, path, undefined, (aside) => asides.push(aside));
    await database.write(addProducts, "tenant-one", drills(3));
    await follow(database);
    const facts = ({ reader }: Pick<Database, "reader">) =>
      reader(EVERY_TENANT).one("select count(*) as count from product_fact", {}, (row) => number(row, "count"));
    const stateOf = ({ reader }: Pick<Database, "reader">) => findIndexState(reader("tenant-one"));
    const before = await stateOf(database);
    const spoil = (file: string) => {
      const spoiler = openConnection(file, "index-writer");
      spoiler.exec("pragma wal_checkpoint(truncate)");
      spoiler.close();
      writeFileSync(file, Buffer.alloc(statSync(file).size, 7));
    };
    for (const damaged of [indexPathOf(path), indexPathOf(path).replace(".db", "-1.db")]) {
      spoil(damaged);
      // A thread that starts now has never read the index.
      const late = database.openAnother();
      // A connection that has the pages in its memory does not see it.
      await database.write(addProducts, "tenant-one", drills(1));
      const found = await Promise.all([facts(late), facts(database), stateOf(database)]);
      expect(found).toEqual([0, 0, undefined]);
      late.close();
      await follow(database);
    }
    expect(await facts(database)).toBe(5);
    expect((await stateOf(database))?.tag).not.toBe(before?.tag);
    expect(asides.length).toBe(2);
    // Only the last is stored.
    expect(asides.map((aside) => existsSync(aside))).toEqual([asides[0] === asides[1], true]);
    database.close();
    await releaseClosed();

    const again = await reopen(path);
    expect(await facts(again)).toBe(5);
    expect(existsSync(indexPathOf(path).replace(".db", "-2.db"))).toBe(false);
    again.close();
  });
});
