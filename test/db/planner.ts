import { openConnection } from "../../db/local/connection.ts";
import { migrate } from "../../db/migrate.ts";
import type { Reader } from "../../db/ports.ts";
import { prepareIndex } from "../../db/prepare-index.ts";
import { type Args, type Row, text } from "../../db/rows.ts";

/** An empty database with every table and index. */
export const database = openConnection(":memory:", "writer");
await migrate(database);
await prepareIndex(database);

/**
 * A reader that finds nothing, and notes how SQLite would have looked for it: `steps` of the query plans. `one` is the row
 * of a statement that always has one.
 */
export function openPlanner(one: Row) {
  const steps: string[] = [];
  const explain = (sql: string, args: Args) => {
    const plan = database.rows(`explain query plan ${sql}`, { ...args, tenant: "t" });
    steps.push(...plan.map((row) => text(row, "detail")));
  };
  const reader: Reader = {
    tenantId: "t",
    commits: () => null,
    all: async (sql, args) => {
      explain(sql, args);
      return [];
    },
    first: async (sql, args) => {
      explain(sql, args);
      return undefined;
    },
    one: async (sql, args, read) => {
      explain(sql, args);
      return read(one);
    },
  };
  return { reader, steps };
}
