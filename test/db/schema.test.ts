import { expect, test } from "bun:test";
import { join } from "node:path";
import { openConnection } from "../../db/local/connection.ts";
import { migrate } from "../../db/migrate.ts";
import { temporaryFolder } from "../cleanup.ts";

const database = openConnection(join(temporaryFolder(), "schema.db"), "writer");
await migrate(database);
const names = (sql: string) => database.rows(sql, {}).map(({ name }) => String(name));

test("no trigger runs when products are inserted", () => {
  // With one, SQLite looks each new product up in every table that refers to products, and an import slows down by the row.
  const found = names(
    "select name from sqlite_schema where type = 'trigger' and tbl_name = 'product' and lower(sql) like '% insert on product %'",
  );
  expect(found).toEqual([]);
});

test("what is inserted in bulk is checked without a list", () => {
  // SQLite fills a table with the words of `check (status in (…))`, from three on, for each row that comes.
  for (const table of ["product", "product_change", "stock_movement"]) {
    const steps = database.rows(`explain insert into ${table} default values`, {}).map(({ opcode }) => opcode);
    expect(steps).toContain("Insert");
    expect(steps).not.toContain("OpenEphemeral");
  }
});

test("what refers to a product is found by an index on all columns of the reference", () => {
  const slow: string[] = [];
  let references = 0;
  for (const table of names("select name from sqlite_schema where type = 'table'")) {
    const keys = database.rows(`pragma foreign_key_list(${table})`, {}).filter((key) => key["table"] === "product");
    for (const columns of Map.groupBy(keys, ({ id }) => id).values()) {
      references++;
      const condition = columns.map(({ from }) => `${from} = 'x'`).join(" and ");
      const [plan] = database.rows(`explain query plan select 1 from ${table} where ${condition}`, {});
      const used = String(plan?.["detail"]).match(/=\?/g)?.length ?? 0;
      if (used < columns.length) slow.push(`${table} (${condition}): ${plan?.["detail"]}`);
    }
  }
  expect(slow).toEqual([]);
  expect(references).toBeGreaterThan(10);
});
