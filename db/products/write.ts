import type { Reader, Tx } from "../ports.ts";
import { type Args, number } from "../rows.ts";
import { countOfOwners, numberNew } from "./count-new.ts";
import { type KeyedField, type ProductRow, STORED_FIELDS, type StoredRow } from "./product-row.ts";
import { insertStates, type Stored, updateStates } from "./product-state.ts";
import { numbered } from "./sequence.ts";
import { packExtra } from "./stored-extra.ts";

type Column = [column: string, key: keyof StoredRow];
const storedColumns = (wanted: KeyedField["storedAs"]): readonly Column[] =>
  STORED_FIELDS.flatMap(({ column, key, storedAs }) => (storedAs === wanted ? [[column, key]] : []));
const PLAIN = storedColumns("plain");
/** SQLite rewrites the entry of every index whose column a statement names, changed or not: half of an update's time. */
const INDEXED = storedColumns("indexed");
const STORED: readonly Column[] = [...PLAIN, ...INDEXED];
const INSERTED: readonly Column[] = [["row_id", "rowId"], ...storedColumns("once"), ...STORED];
// From this number of rows on it pays to name only the columns that differ; below, few statements serve all changes. Each
// value that is bound takes a quarter of a microsecond.
const NARROW_FROM = 16;

/** What a column is written from: `packExtra` looks at others too. */
const sourcesOf = (key: keyof StoredRow): readonly (keyof StoredRow)[] =>
  key === "extra" ? ["extra", "titleKey", "imageUrl"] : [key];

/** The columns that differ in some of these rows; all of them when a row before is unknown. */
const changedColumns = (
  columns: readonly Column[],
  rows: readonly StoredRow[],
  before: ReadonlyMap<string, StoredRow> | undefined,
): readonly Column[] =>
  columns.filter(([, key]) => {
    const sources = sourcesOf(key);
    return rows.some((row) => sources.some((source) => before?.get(row.id)?.[source] !== row[source]));
  });

/** Whether a column of its own differs, and not its state alone. */
const isChanged = (row: StoredRow, before: StoredRow | undefined): boolean =>
  STORED.some(([, key]) => before?.[key] !== row[key]);

const storedOf = (row: StoredRow, key: keyof StoredRow): string | number | null =>
  key === "extra" ? packExtra(row) : (row[key] ?? null);

function argsOf(row: StoredRow, columns: readonly Column[]): Args {
  const args: Args = {};
  for (const [, key] of columns) args[key] = storedOf(row, key);
  return args;
}

/** What the table itself gives a new row. */
const DEFAULTS: ReadonlyMap<keyof StoredRow, unknown> = new Map(
  STORED_FIELDS.flatMap(({ key, blank, words }) => (words ? [[key, blank]] : [])),
);
/** Whether a row has something else in a column. */
const brings =
  ([, key]: Column) =>
  (row: StoredRow): boolean =>
    row[key] !== (DEFAULTS.get(key) ?? null);

/** Its text is what finds a statement prepared: one that is always new is expensive to look up. */
function insertSql(columns: readonly Column[]): string {
  const names = columns.map(([column]) => column).join(", ");
  const values = columns.map(([, key]) => `:${key}`).join(", ");
  return `insert into product (tenant_id, ${names}) values (:tenant, ${values})`;
}
const INSERT_WHOLE = insertSql(INSERTED);

/** The last row that any tenant has; row ids grow with each new product. 0 without any. */
export const findLastRow = (db: Reader): Promise<number> =>
  db.one("select ifnull(max(row_id), 0) as row_id from product", {}, (row) => number(row, "row_id"));

/**
 * Inserts whole products, and returns them as they are stored, each with its change number. Throws DUPLICATE_EAN's cause, a
 * unique constraint, when a code is taken.
 */
export async function insertProducts(tx: Tx, rows: readonly ProductRow[], nowMs: number): Promise<Stored[]> {
  if (rows.length === 0) return [];
  const [firstUs, last] = await Promise.all([numberNew(tx, rows, nowMs), findLastRow(tx)]);
  const stored = rows.map((row, index) => ({ ...row, updatedAtUs: firstUs + index, rowId: last + 1 + index }));
  const isFew = rows.length < NARROW_FROM;
  await tx.runMany(
    isFew ? INSERT_WHOLE : insertSql(INSERTED.filter((column) => rows.some(brings(column)))),
    // The parameters are called as the columns' keys are.
    stored.map((row) => ({ ...row, extra: packExtra(row) })),
  );
  await insertStates(tx, stored);
  await countOfOwners(tx, rows);
  return stored;
}

// A call into the driver costs as much as a row: this number of parameters, of several rows, go into one.
const PARAMETERS = 120;

interface Update {
  sql: string;
  /** How many rows it takes. */
  rows: number;
  /** The same for one row by its id. */
  one: string;
}
const updates = new Map<string, Update>();
const UPDATES_MAX = 200;

/** The statement that sets these columns of several rows, made once: its text is what finds it prepared. */
function updateOf(columns: readonly Column[]): Update {
  const names = columns.map(([column]) => column);
  const known = updates.get(names.join());
  if (known) return known;
  const rows = Math.max(1, Math.floor(PARAMETERS / (columns.length + 1)));
  const values = Array.from(
    { length: rows },
    (_, place) => `(:rowId${place}, ${columns.map(([, key]) => `:${key}${place}`).join(", ")})`,
  );
  const set = names.map((name) => `${name} = fresh.${name}`).join(", ");
  const sql = `with fresh (row_id, ${names.join(", ")}) as (values ${values.join(", ")})
    update product set ${set} from fresh
      where +product.tenant_id = :tenant and product.row_id = fresh.row_id`;
  const own = columns.map(([column, key]) => `${column} = :${key}`).join(", ");
  const one = `update product set ${own} where tenant_id = :tenant and id = :id`;
  if (updates.size >= UPDATES_MAX) updates.clear();
  updates.set(names.join(), { sql, rows, one });
  return { sql, rows, one };
}

/** Sets these columns, of most rows several in a statement. */
async function storeColumns(tx: Tx, rows: readonly StoredRow[], columns: readonly Column[]): Promise<void> {
  const { sql, rows: perStatement, one } = updateOf(columns);
  const known = rows.every(({ rowId }) => rowId !== undefined) ? rows.length - (rows.length % perStatement) : 0;
  const batches: Args[] = [];
  for (let start = 0; start < known; start += perStatement) {
    const batch: Args = {};
    for (const [place, row] of rows.slice(start, start + perStatement).entries()) {
      batch[`rowId${place}`] = storedOf(row, "rowId");
      for (const [, key] of columns) batch[`${key}${place}`] = storedOf(row, key);
    }
    batches.push(batch);
  }
  await tx.runMany(sql, batches);
  const named: readonly Column[] = [...columns, ["id", "id"]];
  await tx.runMany(
    one,
    rows.slice(known).map((row) => argsOf(row, named)),
  );
}

/**
 * Stores whole products by their id, and returns them with their new change numbers; one that is missing is passed over.
 * `before` holds, by id, the rows as they were read in this transaction: it makes the update about twice as fast.
 */
export async function updateProducts(
  tx: Tx,
  changed: readonly StoredRow[],
  { before, nowMs }: { before?: ReadonlyMap<string, StoredRow>; nowMs: number },
): Promise<StoredRow[]> {
  const rows = await numbered(tx, changed, nowMs);
  if (rows.length === 0) return [];
  await updateStates(tx, rows, before);
  // Rows that change the same indexed columns share a statement.
  const groups = new Map<string, { indexed: readonly Column[]; rows: StoredRow[] }>();
  for (const row of rows) {
    if (!isChanged(row, before?.get(row.id))) continue;
    const indexed = changedColumns(INDEXED, [row], before);
    const group = groups.get(indexed.join()) ?? { indexed, rows: [] };
    group.rows.push(row);
    groups.set(indexed.join(), group);
  }
  for (const group of groups.values()) {
    const plain = group.rows.length < NARROW_FROM ? PLAIN : changedColumns(PLAIN, group.rows, before);
    const columns = [...plain, ...group.indexed];
    if (columns.length > 0) await storeColumns(tx, group.rows, columns);
  }
  return rows;
}

/** Takes their codes from products that are about to get another one, so that others can have them in the same change. */
export const releaseCodes = (tx: Tx, ids: readonly string[]): Promise<number> =>
  tx.run(
    `update product set gtin14 = null
      where tenant_id = :tenant and id in (select value from json_each(:ids))`,
    { ids: JSON.stringify(ids) },
  );
