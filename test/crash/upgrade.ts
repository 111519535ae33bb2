import process from "node:process";
import { openWriter } from "../../db/local/writer.ts";
import { hashOf } from "../../db/upgrades/run-upgrade.ts";
import type { Plan } from "../../db/upgrades/upgrade.ts";

// A process that upgrades the database it is given, and is killed meanwhile.

const FIRST = "create table item (id integer primary key, price integer not null) strict;";
/** The version that the database is of before. */
export const OLD: Plan = { schema: FIRST, released: [], upgrades: [] };
/** Two steps of tables, one of which rewrites every row, and one after it. */
export const NEW: Plan = {
  schema: `${FIRST} -- the newest`,
  released: [{ program: "1.0.0", schema: 1, sha256: hashOf(FIRST) }],
  upgrades: [
    { name: "a table", sql: "create table label (id integer primary key, text text not null) strict;" },
    {
      name: "prices in cents",
      sql: "alter table item add column cents integer;",
      fill: {
        table: "item",
        key: "id",
        run: "update item set cents = price * 100 where id > :after and id <= :upTo and cents is null",
      },
    },
    { name: "an index", sql: "create index item_cents on item (cents);" },
  ],
};

export const open = (path: string, plan: Plan, noteUpgrade: (news: unknown) => void = () => undefined) =>
  openWriter(path, {
    plan,
    noteUpgrade,
    mutations: new Map(),
    context: { now: Date.now, newId: () => crypto.randomUUID() },
    wakeJobs: () => undefined,
    fail: (error) => {
      throw error;
    },
  });

if (import.meta.main) {
  const writer = await open(process.argv[2] ?? "", NEW, (news) => process.stdout.write(`${JSON.stringify(news)}\n`));
  writer.close();
}
