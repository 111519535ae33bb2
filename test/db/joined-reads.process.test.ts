import { afterAll, beforeAll, expect, test } from "bun:test";
import { mutation, type Reader } from "../../db/ports.ts";
import type { Row } from "../../db/rows.ts";
import { services } from "../harness.ts";
import { refusal } from "../refusal.ts";
import { openLine } from "../servers/line.ts";
import { startSqld } from "../servers/sqld.ts";
import { openServerDatabase } from "./databases.ts";

const sqld = await startSqld();
const line = await openLine(sqld.url);
const database = await openServerDatabase(line.url, services);
afterAll(async () => {
  database.close();
  line.stop();
  await sqld.stop();
});

/** Texts that are JSON, and lines: what JSON could change on its way. */
const VALUES = ["[1,2]", `{"a":"it's \\"so\\""}`, '""', '"plain"\n', "0.1", "null"];
const tenants = [crypto.randomUUID(), crypto.randomUUID()] as const;
const NAMES = Array.from({ length: 40 }, (_, n) => `name ${n}`);

const fill = mutation("test.fill", async (tx) => {
  await tx.runMany(
    "insert into setting (tenant_id, name, value, updated_at_ms) values (:tenant, :name, :value, :at)",
    NAMES.map((name, n) => ({ name, value: `${VALUES[n % VALUES.length]}`, at: n })),
  );
});
beforeAll(async () => {
  await database.write(fill, tenants[0], undefined);
});

const BY_NAME = `select value, updated_at_ms as at, updated_at_ms / 3.0 as third, null as absent, json_array(name) as packed
  from setting where tenant_id = :tenant and name = :name`;
const asRow = (row: Row) => ({ ...row });
const find = (db: Reader, name: string) => db.first(BY_NAME, { name }, asRow);

/** What each answers by itself, and then what all of them do at once, in how many round trips. */
async function aloneAndAtOnce<T>(reads: readonly (() => Promise<T>)[]) {
  const alone: T[] = [];
  for (const read of reads) alone.push(await read());
  line.takeRoundTrips();
  const atOnce = await Promise.all(reads.map((read) => read()));
  return { alone, atOnce, trips: line.takeRoundTrips() };
}

test("rows looked up by different keys at once come in one round trip, and are those of each alone", async () => {
  const db = database.reader(tenants[0]);
  const { alone, atOnce, trips } = await aloneAndAtOnce(
    [...NAMES, "missing", "name 3", "it's"].map((name) => () => find(db, name)),
  );
  expect(alone[1]).toMatchObject({ value: VALUES[1], at: 1, third: 1 / 3, absent: null, packed: '["name 1"]' });
  expect(alone[NAMES.length]).toBeUndefined();
  expect(atOnce).toEqual(alone);
  expect(trips).toBe(1);
});

test("each tenant has its own rows when several read at the same time", async () => {
  const [has, has_none] = tenants.map((tenant) => database.reader(tenant));
  const names = NAMES.slice(0, 10);
  const { alone, atOnce } = await aloneAndAtOnce(
    names.flatMap((name) => [has, has_none].map((db) => () => find(db ?? expect.unreachable(), name))),
  );
  expect(atOnce).toEqual(alone);
  expect(atOnce.filter((row) => row === undefined)).toHaveLength(10);
});

test("of several rows the first one in their order is found", async () => {
  const db = database.reader(tenants[0]);
  const sql = `select name, updated_at_ms as at from setting
    where tenant_id = :tenant and value = :value order by updated_at_ms desc`;
  const { alone, atOnce, trips } = await aloneAndAtOnce(VALUES.map((value) => () => db.first(sql, { value }, asRow)));
  expect(alone.map((row) => row?.["at"])).toEqual([36, 37, 38, 39, 34, 35]);
  expect(atOnce).toEqual(alone);
  expect(trips).toBe(1);
});

test("what is compared otherwise than for equality, or counts, is read by itself", async () => {
  const db = database.reader(tenants[0]);
  const statements = [
    "select max(name) as found from setting where tenant_id = :tenant and name <= :name",
    "select count(*) as found from setting where tenant_id = :tenant and name = :name",
    "select :name as found from setting where tenant_id = :tenant and name = :name",
    "select name as found from setting where tenant_id = :tenant order by name limit 1 offset length(:name)",
  ];
  for (const sql of statements) {
    const reads = NAMES.map((name) => () => db.one(sql, { name }, (row) => row["found"]));
    const { alone, atOnce } = await aloneAndAtOnce(reads);
    expect({ sql, atOnce }).toEqual({ sql, atOnce: alone });
  }
});

test("one that the server cannot run for many is run for each, and its fault is its own", async () => {
  const db = database.reader(tenants[0]);
  // JSON has no bytes.
  const bytes = "select cast(value as blob) as bytes, name from setting where tenant_id = :tenant and name = :name";
  const reads = NAMES.map((name) => () => db.one(bytes, { name }, (row) => row["name"]));
  expect((await aloneAndAtOnce(reads)).atOnce).toEqual(NAMES);

  const faulty = "select json_extract(value, :path) as found from setting where tenant_id = :tenant and name = :name";
  const ask = (name: string) => db.one(faulty, { name, path: "$" }, (row) => row["found"]);
  const [good] = await Promise.all([ask("name 0"), ...NAMES.slice(6, 9).map((name) => refusal(ask(name)))]);
  expect(good).toBe("[1,2]");
});

const rename = mutation("test.rename", async (tx, { from, to }: { from: string; to: string }) => {
  await tx.run("update setting set name = :to where tenant_id = :tenant and name = :from", { from, to });
  return to;
});
/** Renames all of them and back, each with what is read along. */
async function renameAll(sql: string) {
  const names = NAMES.slice(0, 20);
  const seen: unknown[] = [];
  for (const [suffix, other] of [
    ["", "!"],
    ["!", ""],
  ]) {
    const renamed = names.map((name) => {
      const readAlong = async (db: Reader) =>
        void seen.push(await db.first(sql, { name: `${name}${other}` }, (row) => row["name"]));
      const input = { from: `${name}${suffix}`, to: `${name}${other}` };
      return database.write(rename, tenants[0], input, { readAlong });
    });
    expect(await Promise.all(renamed)).toEqual(names.map((name) => `${name}${other}`));
  }
  return { seen, wanted: ["!", ""].flatMap((suffix) => names.map((name) => `${name}${suffix}`)) };
}

test("what is read along with one commit of many is what each has left", async () => {
  const { seen, wanted } = await renameAll(
    "select name, value from setting where tenant_id = :tenant and name = :name",
  );
  expect(seen.toSorted()).toEqual(wanted.toSorted());
});

test("where what is read along cannot be run for many, all is stored nevertheless", async () => {
  const bytes = "select name, cast(value as blob) as bytes from setting where tenant_id = :tenant and name = :name";
  const { seen, wanted } = await renameAll(bytes);
  expect(new Set(seen)).toEqual(new Set(wanted));
  expect((await renameAll(bytes)).seen).toHaveLength(40);
});

test("those that are read in an order are, also when the same is read before or after", async () => {
  const db = database.reader(tenants[0]);
  const sequence = () => db.one("select count(*) as value from setting where tenant_id = :tenant", {}, asRow);
  await find(db, "name 0");
  line.takeRoundTrips();
  const together = () => db.together?.(() => Promise.all([find(db, "name 2"), sequence(), find(db, "name 1")]));
  const [first, second, third] = await Promise.all([find(db, "name 1"), together(), together()]);
  expect(line.takeRoundTrips()).toBe(1);
  expect(first?.["at"]).toBe(1);
  expect(second?.map((row) => row?.["at"] ?? row?.["value"])).toEqual([2, NAMES.length, 1]);
  expect(third).toEqual(second);
});
