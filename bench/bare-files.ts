import { checkDigitOk } from "../src/imports/map/values/ean-of-cell.ts";
import { csvLines, newBareCatalog, openBare, rowInserter } from "./bare-catalog.ts";
import { type FileProducts, readProducts } from "./file-products.ts";

/** The least that could store the rows of a file or write them to one; in rows a second. */
const CHUNK_ROWS = 1_000;
const perSecond = (rows: number, startedAtMs: number) => (rows * 1_000) / (performance.now() - startedAtMs);

/** A prepared loop into the bare catalog, a transaction for each 1,000 rows. */
function insertAll(
  path: string,
  { columns, rows }: FileProducts,
  { fullText, newId }: { fullText: boolean; newId: () => string },
): void {
  const db = newBareCatalog(path, { fullText });
  const insert = rowInserter(db, columns, newId);
  for (let from = 0; from < rows.length; from += CHUNK_ROWS) {
    db.exec("begin immediate");
    for (const row of rows.slice(from, from + CHUNK_ROWS)) insert(row);
    db.exec("commit");
  }
  db.close();
}

/**
 * "Libsql prepared, 1000 a transaction, no FTS", 61,353 there: rows that were read before, with random ids (its rows with
 * time-ordered ones are named so).
 */
export function bareInsert(products: FileProducts, path: string): number {
  const startedAtMs = performance.now();
  insertAll(path, products, { fullText: false, newId: crypto.randomUUID.bind(crypto) });
  return perSecond(products.rows.length, startedAtMs);
}

/** "CSV file → imported, checked, searchable", 25,566 there: time-ordered ids, the file read, its codes and amounts checked, full text by trigger. */
export async function bareImport(file: string, path: string): Promise<number> {
  const startedAtMs = performance.now();
  const { columns, rows } = readProducts(await Bun.file(file).text());
  const [ean, name, price] = ["ean", "name", "price"].map((column) => columns.indexOf(column)) as [
    number,
    number,
    number,
  ]; // the file's own columns
  const checked = rows.filter((row) => checkDigitOk(row[ean] ?? "") && row[name] !== "" && Number(row[price]) >= 0);
  if (checked.length !== rows.length) throw new Error(`${rows.length - checked.length} rows are wrong`);
  insertAll(path, { columns, rows: checked }, { fullText: true, newId: Bun.randomUUIDv7 });
  return perSecond(rows.length, startedAtMs);
}

/** One statement over all products of a bare catalog, each row a line of CSV in a file. */
export async function bareExport(database: string, path: string): Promise<number> {
  const db = openBare(database);
  const startedAtMs = performance.now();
  const file = Bun.file(path).writer({ highWaterMark: 1 << 20 });
  let count = 0;
  for (const line of csvLines(db)) {
    file.write(line);
    count++;
  }
  await file.end();
  const written = perSecond(count, startedAtMs);
  db.close();
  return written;
}
