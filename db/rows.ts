/** What a statement may bind. Anything else is refused before the driver sees it. */
export type Args = Record<string, string | number | null>;
export type Row = Record<string, unknown>;

/** Makes a row of the values of its columns. */
export type RowMaker = (values: readonly unknown[]) => Row;

const rowMakers = new Map<string, RowMaker>();

/**
 * What makes rows of these columns. Its source is made of their names, which our statements give them: an object that is
 * filled by names from a list takes ten times as long.
 */
export function rowMakerOf(columns: readonly string[]): RowMaker {
  const members = columns.map((column, index) => `${JSON.stringify(column)}: values[${index}]`).join(", ");
  const known = rowMakers.get(members);
  if (known) return known;
  const maker = new Function("values", `return { ${members} };`) as RowMaker; // by its source
  rowMakers.set(members, maker);
  return maker;
}

const PARAMETER = /(?<![:\w]):([a-zA-Z]\w*)/g;

/** The parameters of a statement in the order SQLite numbers them: by first use. */
export const parameterNames = (sql: string): string[] => [
  ...new Set(Array.from(sql.matchAll(PARAMETER), ([, name = ""]) => name)),
];

/** The same statement with something else in the place of each parameter. */
export const replaceParameters = (sql: string, instead: (name: string) => string): string =>
  sql.replace(PARAMETER, (_, name: string) => instead(name));

/** The same statement with its parameters as `?1`, `?2`, … in the order of `parameterNames`. */
export function withNumbers(sql: string, names: readonly string[]): string {
  return replaceParameters(sql, (name) => `?${names.indexOf(name) + 1}`);
}

type Value = string | number | null;
/** Takes from arguments what a statement binds, in order; `tenantId` is what it names `:tenant`. */
export type Binder = (args: Args, tenantId: string | undefined) => Value[];

const binders = new Map<string, Binder>();

/**
 * What takes the values of `names`, in order. It throws on a missing one (the driver would bind NULL without a word) and
 * on a type SQLite does not have (libsql 0.5.29 ends the whole process when it is given a boolean). Its source is made of
 * the names, as that of row makers is.
 */
export function binderOf(names: readonly string[]): Binder {
  const known = binders.get(names.join());
  if (known) return known;
  const values = names.map((name) => `checked(${name === "tenant" ? "tenantId ?? " : ""}args.${name}, "${name}")`);
  const source = `return (args, tenantId) => [${values.join(", ")}];`;
  const binder = new Function("checked", source)(checked) as Binder; // by its source
  binders.set(names.join(), binder);
  return binder;
}

function checked(value: unknown, name: string): Value {
  if (value === null || typeof value === "string") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw new TypeError(`Cannot bind :${name} as ${typeof value}`);
}

/** Reads a NOT NULL text column; throws when the row lacks it, so a wrong SELECT fails loudly. */
export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value === "string") return value;
  throw new TypeError(`Cannot read ${column} as text: the row holds ${typeof value}`);
}

/** Reads a NOT NULL number column, integer or real. */
export function number(row: Row, column: string): number {
  const value = row[column];
  if (typeof value === "number") return value;
  throw new TypeError(`Cannot read ${column} as a number: the row holds ${typeof value}`);
}

/** Reads a NOT NULL integer column that holds 0 or 1. */
export const boolean = (row: Row, column: string): boolean => number(row, column) === 1;

/** Reads a NOT NULL column of JSON text. */
export const json = (row: Row, column: string): unknown => JSON.parse(text(row, column));

export const textOrNull = (row: Row, column: string) => (row[column] === null ? null : text(row, column));
export const numberOrNull = (row: Row, column: string) => (row[column] === null ? null : number(row, column));
export const jsonOrNull = (row: Row, column: string) => (row[column] === null ? null : json(row, column));
