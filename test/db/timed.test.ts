import { expect, test } from "bun:test";
import { join } from "node:path";
import { mutation } from "../../db/ports.ts";
import { number } from "../../db/rows.ts";
import { type Slow, statementName, timedDatabase } from "../../db/timed.ts";
import { temporaryFolder } from "../cleanup.ts";
import { openFileDatabase } from "./databases.ts";

const touch = mutation("tests.touch", async () => "done");
const context = { now: () => 0, newId: () => crypto.randomUUID() };
const database = await openFileDatabase(new Map([[touch.name, touch]]), context, join(temporaryFolder(), "timed.db"));
const COUNT = "select count(*) as n\n from brand where tenant_id = :tenant and :secret = :secret";

function noted(slowMs: number) {
  const slow: Slow[] = [];
  return { db: timedDatabase(database, slowMs, (each) => slow.push(each)), slow };
}
const read = (db: ReturnType<typeof noted>["db"]) =>
  db.reader("t").one(COUNT, { secret: "hidden" }, (row) => number(row, "n"));

test("what took long is told by its name, without the values", async () => {
  const { db, slow } = noted(0);
  expect(await read(db)).toBe(0);
  expect(await db.write(touch, "t", undefined)).toBe("done");

  const sql = "select count(*) as n from brand where tenant_id = :tenant and :secret = :secret";
  expect(slow).toEqual([
    { name: "select brand", sql, durationMs: expect.any(Number) },
    { name: "tests.touch", durationMs: expect.any(Number) },
  ]);
});

test("a statement that fails is told as well, and what was fast or is bulk work is not", async () => {
  const { db, slow } = noted(0);
  await expect(db.reader("t").all("select nothing from nowhere", {}, () => 1)).rejects.toThrow();
  await db.write(touch, "t", undefined, { isBulk: true });
  expect(slow.map(({ name }) => name)).toEqual(["select nowhere"]);

  const fast = noted(60_000);
  await read(fast.db);
  expect(fast.slow).toEqual([]);
});

test.each([
  ["with x as (select 1 from job) insert into event (id) values (1)", "select job"],
  ["update product set a = 1", "update product"],
  ["begin", "statement"],
])("%s is called %s", (sql, name) => expect(statementName(sql)).toBe(name));
