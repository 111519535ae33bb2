import { expect, test } from "bun:test";
import { join } from "node:path";
import { type Connection, openConnection } from "../../db/local/connection.ts";
import { diskRemedy } from "../../db/local/disk-refusal.ts";
import { migrate, type NoRoom } from "../../db/migrate.ts";
import { hashOf, type UpgradeProgress } from "../../db/upgrades/run-upgrade.ts";
import type { Plan } from "../../db/upgrades/upgrade.ts";
import { temporaryFolder } from "../cleanup.ts";
import { refusal } from "../refusal.ts";

const ONE = "create table one (id integer) strict;";
const TWO = "create table two (id integer) strict; insert into two values (1);";
const WRONG = "create table three (id integer) strict; insert into nowhere values (1);";

const RELEASED = [{ program: "1.0.0", schema: 1, sha256: hashOf(ONE) }];

/** The plan of a program whose first version made `first` and whose upgrades are `steps`; its own schema is all of them. */
const planOf = ([first = "", ...steps]: string[]): Plan => ({
  schema: steps.length === 0 ? first : [first, ...steps].join("\n"),
  released: RELEASED,
  upgrades: steps.map((sql) => ({ name: "a step", sql })),
});
const migrateBy = (database: Connection, texts: string[]) => migrate(database, { plan: planOf(texts) });

const open = () => openConnection(join(temporaryFolder(), "migrate.db"), "writer");
/** All that is in it: its schema, its version and its rows. */
const stateOf = (database: Connection) => ({
  version: database.rows("pragma user_version", {}),
  schema: database.rows("select name, sql from sqlite_schema order by name", {}),
  hashes: database.rows("select version, sha256 from schema_migration order by version", {}),
});

test("an upgrade without room says so, and that the database is as it was", async () => {
  const database = open();
  await migrateBy(database, [ONE]);
  const before = stateOf(database);
  const [pages] = database.rows("pragma page_count", {});
  database.rows(`pragma max_page_count = ${Number(pages?.["page_count"])}`, {});

  const error = (await refusal(migrateBy(database, [ONE, TWO]))) as NoRoom;
  const { message } = error;

  expect(message).toStartWith("There is no room for the database on its disk (");
  expect(message).toEndWith("it is as it was, of schema version 1");
  // A new folder would be a first start.
  expect(diskRemedy("full", error)).toContain("or move the whole data folder to another disk");
  expect(stateOf(database)).toEqual(before);
});

test("a step that fails is taken back, and those before it stand", async () => {
  const database = open();
  await migrateBy(database, [ONE]);

  const { message } = (await refusal(migrateBy(database, [ONE, TWO, WRONG]))) as Error;

  expect(message).toContain("from schema version 1 to 3: no such table: nowhere");
  expect(message).toContain("It is whole, of schema version 2: start again to go on");
  expect(stateOf(database).schema.map(({ name }) => name)).toEqual(["one", "schema_migration", "two"]);
  expect(await refusal(migrateBy(database, [ONE]))).toMatchObject({
    message: expect.stringContaining("start a newer"),
  });

  const first = open();
  await migrateBy(first, [ONE]);
  expect(await refusal(migrateBy(first, [ONE, WRONG]))).toMatchObject({
    message: expect.stringContaining("It is as it was: the catalogd that made it can be started on it"),
  });
  await migrateBy(first, [ONE]);
});

test("a migration whose text has changed since it was applied is refused, and nothing is changed", async () => {
  const database = open();
  await migrateBy(database, [ONE, TWO]);
  const before = stateOf(database);

  for (const edited of [
    [`${ONE} -- edited`, TWO],
    [ONE, TWO.replace("(1)", "(2)"), WRONG],
  ]) {
    expect(await refusal(migrateBy(database, edited))).toMatchObject({
      message: expect.stringContaining("Start the catalogd that made it"),
    });
  }

  expect(stateOf(database)).toEqual(before);
});

test("an empty database is made of the newest schema, and is no older than one that was upgraded", async () => {
  const [fresh, upgraded] = [open(), open()];
  await migrateBy(fresh, [ONE, TWO]);
  await migrateBy(upgraded, [ONE]);
  await migrateBy(upgraded, [ONE, TWO]);
  for (const database of [fresh, upgraded]) {
    expect(database.rows("select id from two", {})).toEqual([{ id: 1 }]);
    await migrateBy(database, [ONE, TWO]);
  }
  expect(stateOf(fresh).schema).toEqual(stateOf(upgraded).schema);
});

test("a database of a release whose schema had another text is opened", async () => {
  const database = open();
  await migrateBy(database, [ONE]);
  const plan = { ...planOf([ONE]), schema: `${ONE} -- a comment that was mended` };
  await migrate(database, { plan });
  expect(await refusal(migrate(database, { plan: { ...plan, released: [] } }))).toBeDefined();
});

test("rows are rewritten in portions, with their number, and an upgrade that was cut goes on where it was", async () => {
  const database = open();
  await migrateBy(database, [ONE]);
  database.exec(
    "with recursive n (i) as (select 1 union all select i + 1 from n where i < 12000) insert into one select i from n",
  );
  const fill = { table: "one", key: "id", run: "update one set twice = id * 2 where id > :after and id <= :upTo" };
  const upgrades = [{ name: "double", sql: "alter table one add column twice integer;", fill }];
  const plan = { ...planOf([ONE]), upgrades };
  const seen: UpgradeProgress[] = [];
  const cut = new Error("cut here");

  const note = (progress: UpgradeProgress) => {
    seen.push(progress);
    if (progress.done === 5_000) throw cut;
  };
  expect(await refusal(migrate(database, { plan, note }))).toMatchObject({ cause: cut });
  expect(database.rows("select count(*) as filled from one where twice is not null", {})).toEqual([{ filled: 5_000 }]);
  // Rows that are rewritten again would show.
  database.exec("update one set twice = -1 where id <= 5000");
  await migrate(database, { plan, note: (progress) => seen.push(progress) });

  expect(seen.map(({ done, total }) => [done, total])).toEqual([
    [0, 0],
    [5_000, 12_000],
    [10_000, 12_000],
    [12_000, 12_000],
  ]);
  expect(database.rows("select sum(twice) as sum, count(*) as rows from one where id > 5000", {})).toEqual([
    { sum: (2 * (12_000 * 12_001 - 5_000 * 5_001)) / 2, rows: 7_000 },
  ]);
  expect(database.rows("select min(twice) as low from one", {})).toEqual([{ low: -1 }]);
  expect(stateOf(database).schema.map(({ name }) => name)).toEqual(["one", "schema_migration"]);
});

test("what is to be copied first is copied once, before anything is changed", async () => {
  const database = open();
  await migrateBy(database, [ONE]);
  const calls: unknown[] = [];
  const before = (versions: { from: number; to: number }) => {
    calls.push([versions, stateOf(database).version]);
    throw new Error("no room for a copy");
  };
  expect(await refusal(migrate(database, { plan: planOf([ONE, TWO]), before }))).toMatchObject({
    message: expect.stringContaining("no room for a copy. It is as it was"),
  });
  await migrate(database, { plan: planOf([ONE]), before });
  expect(calls).toEqual([[{ from: 1, to: 2 }, [{ user_version: 1 }]]]);
});

test("a database of a newer program is refused", async () => {
  const database = open();
  await migrateBy(database, [ONE, TWO]);
  expect(await refusal(migrateBy(database, [ONE]))).toMatchObject({
    message: expect.stringContaining("start a newer catalogd"),
  });
});

test("a database that counted further with other texts, or with none, is not called newer", async () => {
  const older = open();
  const unreleased = `${ONE} -- unreleased`;
  const released = [{ program: "0.9.0", schema: 1, sha256: hashOf(unreleased) }];
  await migrateBy(older, [unreleased]);
  await migrate(older, { plan: { ...planOf([unreleased, TWO]), released } });
  expect(await refusal(migrateBy(older, [ONE]))).toMatchObject({
    message: expect.stringContaining("was made by another catalogd"),
  });

  const foreign = open();
  foreign.exec("create table theirs (id integer); pragma user_version = 30;");
  expect(await refusal(migrateBy(foreign, [ONE]))).toMatchObject({
    message: expect.stringContaining("or of another program"),
  });
});
