import { expect, test } from "bun:test";
import { join } from "node:path";
import { type Connection, openConnection } from "../../db/local/connection.ts";
import { diskRemedy } from "../../db/local/disk-refusal.ts";
import { migrate, type NoRoom } from "../../db/migrate.ts";
import { temporaryFolder } from "../cleanup.ts";
import { refusal } from "../refusal.ts";

const ONE = "create table one (id integer) strict;";
const TWO = "create table two (id integer) strict; insert into two values (1);";
const WRONG = "create table three (id integer) strict; insert into nowhere values (1);";

const open = () => openConnection(join(temporaryFolder(), "migrate.db"), "writer");
/** All that is in it: its schema, its version and its rows. */
const stateOf = (database: Connection) => ({
  version: database.rows("pragma user_version", {}),
  schema: database.rows("select name, sql from sqlite_schema order by name", {}),
  hashes: database.rows("select version, sha256 from schema_migration order by version", {}),
});

test("an upgrade without room says so, and that the database is as it was", async () => {
  const database = open();
  await migrate(database, [ONE]);
  const before = stateOf(database);
  const [pages] = database.rows("pragma page_count", {});
  database.rows(`pragma max_page_count = ${Number(pages?.["page_count"])}`, {});

  const error = (await refusal(migrate(database, [ONE, TWO]))) as NoRoom;
  const { message } = error;

  expect(message).toStartWith("There is no room for the database on its disk (");
  expect(message).toEndWith("it is as it was, of schema version 1");
  // A new folder would be a first start.
  expect(diskRemedy("full", error)).toContain("or move the whole data folder to another disk");
  expect(stateOf(database)).toEqual(before);
});

test("a migration that fails leaves the database as it was, those before it included", async () => {
  const database = open();
  await migrate(database, [ONE]);
  const before = stateOf(database);

  const { message } = (await refusal(migrate(database, [ONE, TWO, WRONG]))) as Error;

  expect(message).toContain("from schema version 1 to 3: no such table: nowhere");
  expect(message).toContain("It is as it was");
  expect(stateOf(database)).toEqual(before);
  await migrate(database, [ONE]);
});

test("a migration whose text has changed since it was applied is refused, and nothing is changed", async () => {
  const database = open();
  await migrate(database, [ONE, TWO]);
  const before = stateOf(database);

  for (const edited of [
    [`${ONE} -- edited`, TWO],
    [ONE, TWO.replace("(1)", "(2)"), WRONG],
  ]) {
    expect(await refusal(migrate(database, edited))).toMatchObject({
      message: expect.stringContaining("Start the catalogd that made it"),
    });
  }

  expect(stateOf(database)).toEqual(before);
});

test("a database from before the texts were stored is taken as it is, once", async () => {
  const database = open();
  database.exec(`${ONE} pragma user_version = 1;`);

  await migrate(database, [ONE, TWO]);

  expect(stateOf(database).hashes.map(({ version }) => version)).toEqual([1, 2]);
  expect(await refusal(migrate(database, [WRONG, TWO]))).toBeDefined();
});

test("a database of a newer program is refused", async () => {
  const database = open();
  await migrate(database, [ONE, TWO]);
  expect(await refusal(migrate(database, [ONE]))).toMatchObject({
    message: expect.stringContaining("start a newer catalogd"),
  });
});

test("a database that counted further with other texts, or with none, is not called newer", async () => {
  const older = open();
  await migrate(older, [`${ONE} -- unreleased`, TWO]);
  expect(await refusal(migrate(older, [ONE]))).toMatchObject({
    message: expect.stringContaining("was made by another catalogd"),
  });

  const foreign = open();
  foreign.exec("create table theirs (id integer); pragma user_version = 30;");
  expect(await refusal(migrate(foreign, [ONE]))).toMatchObject({
    message: expect.stringContaining("or of another program"),
  });
});
