import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Database, mutation } from "../../db/ports.ts";
import { services as local } from "../harness.ts";
import { dataFile, formOf } from "../imports/import-client.ts";
import { refusal } from "../refusal.ts";
import { type Line, openLine } from "../servers/line.ts";
import { startSqld } from "../servers/sqld.ts";
import { openServerDatabase } from "./databases.ts";
import { openRemoteService } from "./remote-service.ts";
import { names, put } from "./test-mutations.ts";

const sqld = await startSqld();
let line: Line;
let database: Database;
beforeAll(async () => {
  line = await openLine(sqld.url);
  database = await openServerDatabase(line.url, local);
});
afterAll(async () => {
  line.stop();
  await sqld.stop();
});

const newTenant = () => crypto.randomUUID() as string;

// How many rows a transaction takes depends on how fast they go.
test("an import makes at most twelve round trips for each of its transactions", async () => {
  const { send, runBulkJobs } = await openRemoteService(line, database);
  const { id } = await send("POST", "/imports/upload", formOf(dataFile("catalog_1k.csv")));
  const names = ["ean", "sku", "name", "brand", "category", "description", "price", "country_of_origin"];
  const mapping = Object.fromEntries(names.map((name) => [name, name]));
  await send("POST", `/imports/${id}/save-mapping`, { column_mapping: mapping });
  await send("POST", `/imports/${id}/start-processing`);

  const { committed } = await database.writerStats();
  const trips = await runBulkJobs();
  const transactions = (await database.writerStats()).committed - committed;

  expect(await send("GET", `/imports/${id}`)).toMatchObject({ processed_rows: 1000, products_created: 832 });
  expect(trips).toBeLessThanOrEqual(12 * transactions);
}, 60_000);

const sendAll = mutation("test.send-all", async (tx, wanted: string[]) => {
  for (const name of wanted) {
    await tx.send("insert into setting (tenant_id, name, value, updated_at_ms) values (:tenant, :name, '1', 1)", {
      name,
    });
  }
});

test("writes that no one waits for leave in one round trip with the commit", async () => {
  const tenant = newTenant();
  line.takeRoundTrips();
  await database.write(sendAll, tenant, ["a", "b", "c", "d", "e"]);
  expect(line.takeRoundTrips()).toBe(1);
  expect(await names(database.reader(tenant))).toEqual(["a", "b", "c", "d", "e"]);
});

test("of a transaction in which such a write fails nothing is stored, and its fault is reported", async () => {
  const tenant = newTenant();
  const refused = await refusal(database.write(sendAll, tenant, ["a", "b", "a", "c"]));
  expect(String(refused)).toContain("UNIQUE constraint failed");
  expect(await names(database.reader(tenant))).toEqual([]);
});

test("many writes at once are committed in one transaction, and one that fails takes only itself back", async () => {
  const tenant = newTenant();
  await database.write(sendAll, tenant, ["taken"]);
  const before = await database.writerStats();
  const given = [["a"], ["b"], ["c", "taken"], ["d"], ["e"]];
  const outcomes = await Promise.allSettled(given.map((each) => database.write(sendAll, tenant, each)));
  const after = await database.writerStats();

  expect(outcomes.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
    "fulfilled",
  ]);
  expect(await names(database.reader(tenant))).toEqual(["a", "b", "d", "e", "taken"]);
  expect(after.committed - before.committed).toBe(4);

  line.takeRoundTrips();
  await Promise.all(Array.from({ length: 50 }, (_, n) => database.write(sendAll, tenant, [`many ${n}`])));
  expect((await database.writerStats()).groups - after.groups).toBeLessThanOrEqual(3);
  expect(line.takeRoundTrips()).toBeLessThanOrEqual(3);
});

test("reads that are asked at once come in one round trip, and a fault of one is its own", async () => {
  const reader = database.reader(newTenant());
  const read = (sql: string) => reader.one(sql, {}, (row) => row["value"]);
  await read("select 0 as value");
  line.takeRoundTrips();
  const outcomes = await Promise.allSettled([
    read("select 1 as value"),
    read("select json_extract('no JSON', '$') as value"),
    read("select 3 as value"),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(line.takeRoundTrips()).toBe(1);
});

test("after all connections were cut, the next reads and writes are answered", async () => {
  const tenant = newTenant();
  await database.write(put, tenant, { name: "before", value: "" });
  line.cut();
  expect(await refusal(database.write(put, tenant, { name: "meanwhile", value: "" }))).toMatchObject({
    name: "DatabaseUnavailable",
  });
  expect(await refusal(names(database.reader(tenant)))).toMatchObject({ name: "DatabaseUnavailable" });
  line.mend();
  await database.write(put, tenant, { name: "after", value: "" });
  expect(await names(database.reader(tenant))).toEqual(["after", "before"]);
});

const readThree = mutation("test.read-three", async (tx) => {
  const read = (value: number) => tx.one("select :value as value", { value }, (row) => row["value"]);
  return Promise.all([read(1), read(2), read(3)]);
});

test("what is requested at once comes in one round trip, each answer to its own question", async () => {
  line.takeRoundTrips();
  expect(await database.write(readThree, newTenant(), undefined)).toEqual([1, 2, 3]);
  expect(line.takeRoundTrips()).toBe(2);
});

test("a server that hangs is sent one transaction at a time, and each write is refused in time", async () => {
  const tenant = newTenant();
  // What the test before has left to do.
  await Bun.sleep(100);
  while (line.asking() > 0) await Bun.sleep(5);
  line.hangs = true;
  const writes = Array.from({ length: 40 }, (_, n) =>
    refusal(database.write(put, tenant, { name: `${n}`, value: "" })),
  );
  const reading = refusal(names(database.reader(tenant)));
  while (line.asking() < 2) await Bun.sleep(5);
  await Bun.sleep(500);
  const most = line.asking();
  const [read, ...refused] = await Promise.all([reading, ...writes]);
  line.hangs = false;

  // The read is one more.
  expect(most).toBe(2);
  expect(read).toMatchObject({ name: "DatabaseUnavailable" });
  expect(refused).toEqual(refused.map(() => expect.objectContaining({ name: "DatabaseUnavailable" })));
  await database.write(put, tenant, { name: "after", value: "" });
  // Those that had not begun are not run later.
  expect((await names(database.reader(tenant))).length).toBeLessThanOrEqual(2);
}, 30_000);

test("a check reports a server that takes no writes, and one that does again", async () => {
  await database.check?.();
  line.hangs = true;
  let reported: unknown;
  for (let tries = 0; reported === undefined && tries < 20; tries++) {
    reported = await database.check?.().catch((error: unknown) => error);
  }
  line.hangs = false;
  expect(reported).toMatchObject({ name: "DatabaseUnavailable" });
  for (let tries = 0; tries < 100; tries++) {
    if ((await database.check?.().catch((error: unknown) => error)) === undefined) return;
    await Bun.sleep(50);
  }
  throw new Error("It still says so");
}, 60_000);
