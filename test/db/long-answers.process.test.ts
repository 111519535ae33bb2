import { afterAll, beforeAll, expect, test } from "bun:test";
import { mutation } from "../../db/ports.ts";
import { listWordPostings } from "../../search/libsql/read-postings.ts";
import { services } from "../harness.ts";
import { startSqld } from "../servers/sqld.ts";
import { openServerDatabase } from "./databases.ts";

// A server that sends 100 kB at once, where others send 10 MB.
const sqld = await startSqld(undefined, undefined, ["--max-response-size", "100KB"]);
const database = await openServerDatabase(sqld.url, services);
afterAll(async () => {
  database.close();
  await sqld.stop();
});

const tenant: string = crypto.randomUUID();
const PRODUCTS = 12_000;
const NAMES = ["a", "b", "c", "d", "e"];
const LENGTH = 30_000;

const fill = mutation("test.fill", async (tx) => {
  await tx.runMany(
    "insert into setting (tenant_id, name, value, updated_at_ms) values (:tenant, :name, :value, 1)",
    NAMES.map((name) => ({ name, value: JSON.stringify(name.repeat(LENGTH)) })),
  );
  await tx.run(
    `insert into product_title (rowid, title)
      with recursive n (value) as (select 1 union all select value + 1 from n where value < ${PRODUCTS})
      select value, 'tag0chair' from n`,
    {},
  );
});
beforeAll(async () => {
  await database.write(fill, tenant, undefined);
});

test("answers that are too long together are each read by itself", async () => {
  const db = database.reader(tenant);
  const values = await Promise.all(
    NAMES.map((name) =>
      db.all("select value from setting where tenant_id = :tenant and name = :name", { name }, (row) => row["value"]),
    ),
  );
  expect(values).toEqual(NAMES.map((name) => [JSON.stringify(name.repeat(LENGTH))]));
});

test("words that more products have than fit into one answer find all of them", async () => {
  const terms = {
    whole: '"tag0chair"',
    begun: undefined,
    titleBegun: '"tag0ch" *',
    code: '"tag0none"',
    codeBegun: undefined,
  };
  const { rows } = await listWordPostings(database.reader(tenant), terms);
  expect(rows.length).toBe(PRODUCTS);
  expect([rows[0], rows.at(-1)]).toEqual([1, PRODUCTS]);
});

test("one answer that is too long says that the database cannot be used", async () => {
  const reading = database
    .reader(tenant)
    .all("select value from setting where tenant_id = :tenant", {}, (row) => row["value"]);
  await expect(reading).rejects.toMatchObject({ name: "DatabaseUnavailable" });
});
