import { afterAll, expect, test } from "bun:test";
import { mutation } from "../../db/ports.ts";
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

interface Given {
  name: string;
  value: string | number | null;
  at: number;
}

const INSERT =
  "insert into setting (tenant_id, name, value, updated_at_ms) values (:tenant, :name, json_quote(:value), :at)";
const UPSERT = `${INSERT} on conflict (tenant_id, name) do update set updated_at_ms = updated_at_ms + excluded.updated_at_ms`;
/** All in one statement, or one by one. */
const insert = mutation(
  "test.insert",
  async (tx, { sql, rows, isOne }: { sql: string; rows: Given[]; isOne: boolean }) => {
    const args = rows.map((row) => ({ ...row }));
    if (isOne) await tx.runMany(sql, args);
    else for (const each of args) await tx.run(sql, each);
  },
);
const asRow = (row: Row) => ({ ...row });
const stored = (tenant: string) =>
  database.reader(tenant).all(
    `select name, hex(name) as bytes, value, typeof(value ->> '$') as kind, updated_at_ms as at from setting
        where tenant_id = :tenant order by name`,
    {},
    asRow,
  );

/** What many rows in one statement and each by itself leave, in what number of round trips the first. */
async function both(sql: string, rows: Given[]) {
  const [one, each] = [crypto.randomUUID() as string, crypto.randomUUID() as string];
  line.takeRoundTrips();
  await database.write(insert, one, { sql, rows, isOne: true });
  const trips = line.takeRoundTrips();
  await database.write(insert, each, { sql, rows, isOne: false });
  return { one: await stored(one), each: await stored(each), trips };
}

const TEXTS = ["", "[1]", `it's "so"\\n\n`, "é 漢 🙂", "half \ud83d of one", "null", "0.10", "a\0b"];

test("many rows are stored as each of them would be, with any text and number", async () => {
  for (const text of TEXTS) {
    const rows = [0.1, 1 / 3, 5, -2.5e-7, null, text].map((value, n) => ({ name: `${text} ${n}`, value, at: n }));
    const { one, each } = await both(INSERT, rows);
    expect(each).toHaveLength(rows.length);
    expect({ text, one }).toEqual({ text, one: each });
  }
});

test("a row in conflict is handled in its turn, also with another of the same rows", async () => {
  const rows = ["a", "b", "a", "a"].map((name, n) => ({ name, value: n, at: n + 1 }));
  const { one, each } = await both(UPSERT, rows);
  expect(one.map(({ name, value, at }) => [name, value, at])).toEqual([
    ["a", "0.0", 8],
    ["b", "1.0", 2],
  ]);
  expect(one).toEqual(each);
});

test("what is stored of one row may depend on those before it: then each is inserted by itself", async () => {
  const counted = INSERT.replace(":at", "(select count(*) from setting where tenant_id = :tenant) + :at");
  const { one, each } = await both(
    counted,
    ["a", "b", "c"].map((name) => ({ name, value: 1, at: 10 })),
  );
  expect(one.map(({ at }) => at)).toEqual([10, 11, 12]);
  expect(one).toEqual(each);
});

test("5,000 long rows arrive whole in a few round trips, and nothing of them when one is refused", async () => {
  const rows = Array.from({ length: 5_000 }, (_, n) => ({ name: `${n}`, value: `${n} `.repeat(300), at: n }));
  const tenant: string = crypto.randomUUID();
  line.takeRoundTrips();
  await database.write(insert, tenant, { sql: INSERT, rows, isOne: true });
  expect(line.takeRoundTrips()).toBeLessThanOrEqual(4);
  const found = new Map((await stored(tenant)).map(({ name, value }) => [name, value]));
  expect(found.size).toBe(rows.length);
  expect(rows.filter(({ name, value }) => found.get(name) !== JSON.stringify(value))).toEqual([]);

  const other: string = crypto.randomUUID();
  const twice = [...rows.slice(0, 900), ...rows.slice(899, 1_000)];
  const refused = await refusal(database.write(insert, other, { sql: INSERT, rows: twice, isOne: true }));
  expect(String(refused)).toContain("UNIQUE constraint failed");
  expect(await stored(other)).toEqual([]);
});
