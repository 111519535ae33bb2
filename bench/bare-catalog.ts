import { rmSync } from "node:fs";
import Libsql from "libsql";

/**
 * The bare catalog of `design/performance.md`: one table with a unique EAN, a unique id, an index for its list and full
 * text by trigger. Its columns are those of the benchmark's file, in their order.
 */
const TABLE = `create table product (
    row_id integer primary key, id text not null unique,
    sku text, ean text not null unique, name text not null, brand text, category text, description text, price real,
    cost_price real, currency text, tax_rate real, stock integer not null default 0, weight_kg real, width_cm real,
    height_cm real, depth_cm real, color text, size text, material text, country_of_origin text, hs_code text,
    image_url text, language text, supplier_code text,
    status text not null default 'active', updated_at_us integer not null
  ) strict;
  create index product_list on product (status, updated_at_us);`;
const FULL_TEXT = `create virtual table found using fts5 (name, brand, sku, description, content = 'product',
    content_rowid = 'row_id', tokenize = 'unicode61 remove_diacritics 2');
  create trigger found_made after insert on product begin
    insert into found (rowid, name, brand, sku, description)
      values (new.row_id, new.name, new.brand, new.sku, new.description);
  end;
  create trigger found_changed after update of name, brand, sku, description on product begin
    insert into found (found, rowid, name, brand, sku, description)
      values ('delete', old.row_id, old.name, old.brand, old.sku, old.description);
    insert into found (rowid, name, brand, sku, description)
      values (new.row_id, new.name, new.brand, new.sku, new.description);
  end;`;

/** Removes a database file and what SQLite keeps beside it. */
const removeDatabase = (path: string) => {
  for (const end of ["", "-wal", "-shm"]) rmSync(`${path}${end}`, { force: true });
};

/** Opens a bare catalog as the service's own writer opens its database. */
export function openBare(path: string): Libsql.Database {
  const db = new Libsql(path);
  db.exec(`pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 4096;
    pragma cache_size = -65536`);
  return db;
}

/** An empty bare catalog, with or without full text. */
export function newBareCatalog(path: string, { fullText }: { fullText: boolean }): Libsql.Database {
  removeDatabase(path);
  const db = openBare(path);
  db.exec(TABLE);
  if (fullText) db.exec(FULL_TEXT);
  return db;
}

/** Stores rows with the columns of the benchmark's file, one at a time by a prepared statement. */
export function rowInserter(
  db: Libsql.Database,
  columns: string[],
  newId: () => string = Bun.randomUUIDv7,
): (row: readonly (string | number)[]) => void {
  const insert = db.prepare(
    `insert into product (id, ${columns.join(", ")}, updated_at_us) values (?, ${"?, ".repeat(columns.length)} ?)`,
  );
  let nowUs = Date.now() * 1_000;
  return (row) => void insert.run(newId(), ...row, nowUs++);
}

/** Every product as a line of CSV, by one statement. */
export function* csvLines(db: Libsql.Database): Generator<string> {
  const rows = db.prepare("select * from product order by row_id").raw().iterate() as Iterable<
    (string | number | null)[]
  >; // libsql answers text, numbers and null
  for (const row of rows) yield `${row.map((value) => `"${String(value ?? "").replaceAll('"', '""')}"`).join(",")}\r\n`;
}
