import { existsSync, rmSync } from "node:fs";
import { Glob } from "bun";
import { parse } from "csv-parse/sync";
import Libsql from "libsql";

/** The least that could store the rows of a file or write them to one; in rows a second. */
const CHUNK_ROWS = 1_000;

const removeDatabase = (path: string) => {
  for (const end of ["", "-wal", "-shm"]) rmSync(`${path}${end}`, { force: true });
};

async function emptyDatabase(path: string): Promise<Libsql.Database> {
  removeDatabase(path);
  const db = new Libsql(path);
  db.exec("pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -65536");
  const scripts = (await Array.fromAsync(new Glob("db/migrations/*.sql").scan("."))).toSorted();
  for (const script of scripts) db.exec(await Bun.file(script).text());
  return db;
}

/**
 * A prepared loop into the service's own product table and its indexes, a transaction for each 1,000 rows; with
 * `fullText` also into its full-text index.
 */
export async function bareInsert(file: string, path: string, { fullText }: { fullText: boolean }): Promise<number> {
  const db = await emptyDatabase(path);
  const insert = db.prepare(
    `insert into product (row_id, tenant_id, id, ean, gtin14, ean_status, reference, title, title_key, description,
                          price_cents, cost_price_cents, stock, created_at_ms, updated_at_us)
     values (?, 't', ?, ?, ?, 'valid', ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  db.exec("create virtual table bare_found using fts5 (text, content = '', tokenize = 'trigram')");
  const index = db.prepare("insert into bare_found (rowid, text) values (?, ?)");
  const startedAtMs = performance.now();
  const records = parse(await Bun.file(file).text(), { columns: true }) as Record<string, string>[]; // a header: all text
  for (let from = 0; from < records.length; from += CHUNK_ROWS) {
    db.exec("begin immediate");
    for (const [offset, row] of records.slice(from, from + CHUNK_ROWS).entries()) {
      const { ean = "", sku = "", name = "", description = "", price, cost_price: cost, stock } = row;
      const cents = [price, cost].map((text) => Math.round(Number(text) * 100));
      const rowId = from + offset + 1;
      const ids = [rowId, Bun.randomUUIDv7(), ean, ean.padStart(14, "0"), sku];
      insert.run(...ids, name, name, description, ...cents, Number(stock), rowId, rowId * 1_000);
      if (fullText) index.run(rowId, `${name} ${ean} ${sku}`);
    }
    db.exec("commit");
  }
  const perSecond = (records.length * 1_000) / (performance.now() - startedAtMs);
  db.close();
  return perSecond;
}

/** SQLite's own import into a flat table with two indexes; `undefined` where it is not installed. */
export async function sqliteImport(file: string, rows: number, path: string): Promise<number | undefined> {
  if (!existsSync("/usr/bin/sqlite3")) return undefined;
  removeDatabase(path);
  const script = [
    "pragma journal_mode = wal; pragma synchronous = full;",
    ".mode csv",
    `.import ${file} product`,
    "create unique index by_ean on product (ean); create index by_name on product (name);",
  ];
  const startedAtMs = performance.now();
  const sqlite = Bun.spawn(["/usr/bin/sqlite3", path], {
    stdin: new Blob([script.join("\n"), "\n"]),
    stdout: "ignore",
  });
  if ((await sqlite.exited) !== 0) throw new Error("sqlite3 could not import the file");
  return (rows * 1_000) / (performance.now() - startedAtMs);
}

/** One statement over all products of the service's database, each row a line of CSV in a file. */
export async function bareExport(database: string, path: string): Promise<number> {
  const db = new Libsql(database);
  const rows = db.prepare("select * from product order by row_id").raw().iterate() as Iterable<
    (string | number | null)[]
  >; // libsql answers text, numbers and null
  const startedAtMs = performance.now();
  const file = Bun.file(path).writer({ highWaterMark: 1 << 20 });
  let count = 0;
  for (const row of rows) {
    file.write(`${row.map((value) => `"${String(value ?? "").replaceAll('"', '""')}"`).join(",")}\r\n`);
    count++;
  }
  await file.end();
  const perSecond = (count * 1_000) / (performance.now() - startedAtMs);
  db.close();
  return perSecond;
}
