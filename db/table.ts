import type { Reader, Tx } from "./ports.ts";
import { nextNumbers } from "./products/sequence.ts";
import { boolean, json, number, numberOrNull, type Row, text, textOrNull } from "./rows.ts";
import { type Column, type Condition, type Range, stampsOf, statementsOf, type TableKind } from "./table-statements.ts";

/** How a value is stored in a column. */
export interface ColumnType<T> {
  read(row: Row, column: string): T;
  /** `record`: what the value is a member of, for columns that depend on another one. */
  bind(value: T, record?: object): string | number | null;
  /** What the column is called behind the member's name: `min_order_amount` is stored in `min_order_amount_cents`. */
  suffix?: string;
  /** What the column is called, where that is not the member's name. */
  called?: string;
  /** The expression that it is read by: such a column is not stored. */
  computed?: string;
  /** What a new row of `keyedTable` has when it is not given one. */
  initial?: T;
  /** Written once, with its row. */
  isFixed?: boolean;
  /** All that it can hold. */
  words?: readonly string[];
}

const asIs = <T extends string | number | null>(value: T) => value;

export const TEXT: ColumnType<string> = { read: text, bind: asIs };
export const TEXT_OR_NULL: ColumnType<string | null> = { read: textOrNull, bind: asIs };
export const NUMBER: ColumnType<number> = { read: number, bind: asIs };
export const NUMBER_OR_NULL: ColumnType<number | null> = { read: numberOrNull, bind: asIs };
export const FLAG: ColumnType<boolean> = { read: boolean, bind: Number };
export const FLAG_OR_NULL: ColumnType<boolean | null> = {
  read: (row, column) => (numberOrNull(row, column) === null ? null : boolean(row, column)),
  bind: (value) => (value === null ? null : Number(value)),
};
/** A value that is stored as JSON. Only what `T` names is written into the column. */
export const jsonColumn = <T>(): ColumnType<T> => ({
  read: (row, column) => json(row, column) as T,
  bind: (value) => JSON.stringify(value),
});
export type Columns = Record<string, ColumnType<unknown>>;
export type ValuesOf<C> = { [K in keyof C]: C[K] extends ColumnType<infer T> ? T : never };

/** What each row of such a table has besides its own columns. */
export interface Stamps {
  /** The digits of a number in a table that is numbered. */
  id: string;
  created_at_ms: number;
  updated_at_ms: number;
  /** Grows with every change; it is the ETag. */
  version: number;
}

export interface Counted {
  /** Live products that name the row. */
  product_count: number;
}
export type StoredRow<C> = ValuesOf<C> & Stamps;

/** The rows of one kind, of one tenant at a time. */
export interface Table<Row_ extends Stamps> {
  readonly name: string;
  find(db: Reader, id: string): Promise<(Row_ & Counted) | undefined>;
  /** By the value of a column, in no order. */
  findBy(db: Reader, column: string, values: readonly string[]): Promise<(Row_ & Counted)[]>;
  list(db: Reader, range: Range): Promise<(Row_ & Counted)[]>;
  /** All of a list that is short by its nature, in the order of a column, oldest first unless it says otherwise. */
  listAll(db: Reader, conditions: readonly Condition[], sort?: string): Promise<(Row_ & Counted)[]>;
  count(db: Reader, conditions: readonly Condition[]): Promise<number>;
  /** The id of the next row, where ids are numbers. */
  nextId(db: Reader): Promise<string | undefined>;
  /** Returns the rows with their versions. */
  insert(tx: Tx, rows: readonly Row_[]): Promise<Row_[]>;
  /** Stores all columns of rows that are there; returns them with their next versions. */
  update(tx: Tx, rows: readonly Row_[]): Promise<Row_[]>;
  erase(tx: Tx, id: string): Promise<number>;
}

type Member = Column & { member: string; type: ColumnType<unknown> };

/** How rows of a kind are read, and what statements bind of them. */
function rowsOf<C extends Columns>(
  members: readonly Member[],
  { isNumbered = false, isSequenced = false, isFixed = false, isUndated = false }: TableKind,
) {
  const stampsIn = (row: Row) => {
    const created_at_ms = number(row, "created_at_ms");
    if (isFixed) return { created_at_ms, updated_at_ms: created_at_ms, version: 1 };
    if (isUndated) return { created_at_ms, updated_at_ms: created_at_ms, version: number(row, "version") };
    if (!isSequenced) {
      return { created_at_ms, updated_at_ms: number(row, "updated_at_ms"), version: number(row, "version") };
    }
    const version = number(row, "updated_at_us");
    return { created_at_ms, updated_at_ms: Math.floor(version / 1000), version };
  };
  const boundId = (id: string) => (isNumbered ? Number(id) : id);
  return {
    boundId,
    read: (row: Row): StoredRow<C> & Counted => {
      const values: Record<string, unknown> = {
        id: isNumbered ? String(number(row, "id")) : text(row, "id"),
        ...stampsIn(row),
        product_count: number(row, "product_count"),
      };
      for (const { member, type, column } of members) values[member] = type.read(row, column);
      // Made of the columns that its type names.
      return values as StoredRow<C> & Counted;
    },
    /** What both statements that write bind. */
    argsOf: (row: StoredRow<C>) => {
      const { id, updated_at_ms, version } = row;
      const values: Record<string, unknown> = row;
      const columns = members.filter(({ computed }) => computed === undefined);
      const own = columns.map(({ member, type, column }) => [column, type.bind(values[member], row)] as const);
      const stamps: Record<string, number> = { updated_at_us: version, updated_at_ms, version };
      const bound = stampsOf({ isSequenced, isFixed, isUndated }).map(
        (column) => [column, stamps[column] ?? 0] as const,
      );
      return { ...Object.fromEntries([...own, ...bound]), id: boundId(id) };
    },
  };
}

const argsOfAll = (conditions: readonly Condition[]) => Object.assign({}, ...conditions.map(({ args }) => args));
const NO_LIMIT = -1;

/** A table whose rows are changed one at a time through a resource. */
export function table<C extends Columns>(name: string, columns: C, kind: TableKind = {}): Table<StoredRow<C>> {
  const members = Object.entries(columns).map(([member, type]) => ({
    member,
    type,
    column: member + (type.suffix ?? ""),
    computed: type.computed,
  }));
  const sql = statementsOf(name, members, kind);
  const { boundId, read, argsOf } = rowsOf<C>(members, kind);
  const versioned = async (tx: Tx, rows: readonly StoredRow<C>[], next: (row: StoredRow<C>) => number) => {
    const [first] = rows;
    const number = kind.isSequenced && first ? await nextNumbers(tx, rows.length, first.updated_at_ms) : undefined;
    return rows.map((row, index) => ({ ...row, version: number === undefined ? next(row) : number + index }));
  };
  const list = (db: Reader, range: Range) => {
    const { conditions, after, limit, offset } = range;
    const key = after && { afterValue: after[0], afterId: boundId(after[1]) };
    return db.all(sql.list(range), { ...argsOfAll(conditions), ...key, limit, offset }, read);
  };
  return {
    name,
    find: (db, id) => db.first(sql.find, { id: boundId(id) }, read),
    findBy: (db, column, values) => db.all(sql.findBy(column), { values: JSON.stringify(values) }, read),
    list,
    listAll: (db, conditions, sort = "created_at_ms") =>
      list(db, { conditions, sort, order: "asc", after: undefined, offset: 0, limit: NO_LIMIT }),
    count: (db, conditions) => db.one(sql.count(conditions), argsOfAll(conditions), (row) => number(row, "count")),
    nextId: async (db) => (kind.isNumbered ? db.one(sql.nextId, {}, (row) => String(number(row, "id"))) : undefined),
    insert: async (tx, given) => {
      const rows = await versioned(tx, given, ({ version }) => version);
      await tx.runMany(
        sql.insert,
        rows.map((row) => ({ ...argsOf(row), created_at_ms: row.created_at_ms })),
      );
      return rows;
    },
    update: async (tx, given) => {
      const rows = await versioned(tx, given, ({ version }) => version + 1);
      await tx.runMany(sql.update, rows.map(argsOf));
      return rows;
    },
    erase: (tx, id) => tx.run(sql.erase, { id: boundId(id) }),
  };
}
