import type { Reader, Tx } from "./ports.ts";
import { type Args, jsonOrNull, number, type Row, text } from "./rows.ts";
import { type Columns, type ColumnType, NUMBER, type ValuesOf } from "./table.ts";

/** A column whose value a new row has when it is not given one. */
export interface Initial<T> extends ColumnType<T> {
  initial: T;
}
export const initially = <T>(column: ColumnType<T>, initial: NoInfer<T>): Initial<T> => ({ ...column, initial });
/** Counts from 0. */
export const COUNT: Initial<number> = initially(NUMBER, 0);

/** A column that is written once, with its row. */
export const fixed = <C extends ColumnType<unknown>>(column: C): C => ({ ...column, isFixed: true });

export const jsonOrNullColumn = <T>(): ColumnType<T | null> => ({
  read: (row, column) => jsonOrNull(row, column) as T | null,
  bind: (value) => (value === null ? null : JSON.stringify(value)),
});

/** A column that is called otherwise than its member. */
export const called = <C extends ColumnType<unknown>>(name: string, column: C): C => ({ ...column, called: name });

/** A column of some words, which a check constraint holds too. Conditions name them in the statement: partial indexes serve it. */
export const wordColumn = <const T extends string>(words: readonly T[]): ColumnType<T> => ({
  read: (row, column) => text(row, column) as T, // by the check constraint
  bind: (value) => value,
  words,
});

/** A row as it is inserted: what begins with something of its own may be left out. */
export type NewRow<C> = Partial<ValuesOf<C>> & Pick<ValuesOf<C>, Needed<C>>;
type Needed<C> = { [K in keyof C]: C[K] extends { initial: unknown } ? never : K }[keyof C];

/** Which rows: each of these columns has the value, or one of the values. `undefined` does not restrict. */
export type Where<C> = { [K in keyof C]?: ValuesOf<C>[K] | readonly ValuesOf<C>[K][] | undefined };

/** Which rows of a list, and in which order; the last column of the key decides between equals, in the same direction. */
export interface Part<C> {
  where?: Where<C>;
  by?: keyof C & string;
  /** Default desc: the newest first. */
  order?: "asc" | "desc";
  /** Where the part before ended: the value that the list is ordered by, and that of the key. */
  after?: readonly [value: string | number, key: string | number] | undefined;
  offset?: number;
  limit?: number;
}

/**
 * A table whose rows are known by the columns of its primary key behind the tenant, and are written by work: whole, in part,
 * or by counts that are added. Members are called as the columns are, in the writing of the language: `costMicros` is kept in
 * `cost_micros`.
 */
export interface KeyedTable<C extends Columns> {
  readonly name: string;
  /** Its columns with the table's name before them, for a statement of its own. */
  readonly selected: string;
  /** Reads a row of such a statement. */
  read(row: Row): ValuesOf<C>;
  find(db: Reader, where: Where<C>): Promise<ValuesOf<C> | undefined>;
  list(db: Reader, part: Part<C>): Promise<ValuesOf<C>[]>;
  count(db: Reader, where: Where<C>): Promise<number>;
  /** Returns the row with all that it was not given. */
  insert(tx: Tx, row: NewRow<C>): Promise<ValuesOf<C>>;
  insertAll(tx: Tx, rows: readonly NewRow<C>[]): Promise<void>;
  /** Inserts a row unless one has its key. Returns 0 when one has. */
  note(tx: Tx, row: NewRow<C>): Promise<number>;
  /** Inserts a row or takes the place of the one that has its key. */
  put(tx: Tx, row: NewRow<C>): Promise<number>;
  /** Stores all that may change of a row. */
  update(tx: Tx, row: ValuesOf<C>): Promise<number>;
  /** Gives rows these values, and adds these counts. Returns how many rows. */
  set(tx: Tx, where: Where<C>, values: Partial<ValuesOf<C>>, plus?: Counts<C>): Promise<number>;
  erase(tx: Tx, where: Where<C>): Promise<number>;
}
/** What is added to columns of numbers. */
export type Counts<C> = {
  [K in keyof C as ValuesOf<C>[K] extends number ? K : never]?: number;
};

const snake = (member: string) => member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** The column that keeps a member. */
const columnOf = (member: string, { suffix = "", called }: ColumnType<unknown>) => called ?? snake(member) + suffix;

/** A condition, and what it binds. */
interface Test {
  sql: string;
  args: Args;
}

/** Tests one column. A word is written into the statement, as far as the column has it. */
function testOf(column: string, type: ColumnType<unknown>, value: unknown): Test {
  if (value === null) return { sql: `${column} is null`, args: {} };
  if (type.words) {
    const words = (Array.isArray(value) ? value : [value]).filter((word) => type.words?.includes(word));
    const literals = words.map((word) => `'${word}'`);
    return {
      sql: literals.length === 1 ? `${column} = ${literals}` : `${column} in (${literals.join(", ")})`,
      args: {},
    };
  }
  const parameter = `is_${column}`;
  if (!Array.isArray(value)) return { sql: `${column} = :${parameter}`, args: { [parameter]: type.bind(value) } };
  const values = JSON.stringify(value.map((each) => type.bind(each)));
  return {
    sql: `${column} in (select wanted.value from json_each(:${parameter}) wanted)`,
    args: { [parameter]: values },
  };
}

/** Writes the statements of a table. Names are those of our own code, never input. */
export function keyedStatements(name: string, key: readonly string[], columns: readonly string[], changing = columns) {
  const where = (tests: readonly string[]) => ["tenant_id = :tenant", ...tests].join(" and ");
  const selected = columns.map((column) => `${name}.${column}`).join(", ");
  const values = `(tenant_id, ${columns.join(", ")})
      values (:tenant, ${columns.map((column) => `:${column}`).join(", ")})`;
  const assigned = changing.filter((column) => !key.includes(column));
  return {
    selected,
    list: (tests: readonly string[], tail = "") => `select ${selected} from ${name} where ${where(tests)}${tail}`,
    count: (tests: readonly string[]) => `select count(*) as count from ${name} where ${where(tests)}`,
    insert: `insert into ${name} ${values}`,
    note: `insert into ${name} ${values} on conflict do nothing`,
    put: `insert into ${name} ${values} on conflict (tenant_id, ${key.join(", ")}) do update set
      ${columns.filter((column) => !key.includes(column)).map((column) => `${column} = excluded.${column}`)}`,
    update: `update ${name} set ${assigned.map((column) => `${column} = :${column}`).join(", ")}
      where ${where(key.map((column) => `${column} = :${column}`))}`,
    set: (set: readonly string[], plus: readonly string[], tests: readonly string[]) =>
      `update ${name} set ${[
        ...set.map((column) => `${column} = :${column}`),
        ...plus.map((column) => `${column} = ${column} + :${column}`),
      ].join(", ")} where ${where(tests)}`,
    erase: (tests: readonly string[]) => `delete from ${name} where ${where(tests)}`,
  };
}

/** How rows of a table are bound and read, by the members of their type. */
function bindingOf<C extends Columns>(name: string, columns: C) {
  const members = Object.entries(columns).map(([member, type]) => ({ member, type, column: columnOf(member, type) }));
  const byName = new Map(members.map((each) => [each.member, each]));
  const known = (member: string) => {
    const found = byName.get(member);
    if (!found) throw new TypeError(`${name} has no ${member}`);
    return found;
  };
  return {
    members,
    columnOf: (member: string) => known(member).column,
    boundOf: (values: object): Args =>
      Object.fromEntries(
        Object.entries(values).map(([member, value]) => {
          const { column, type } = known(member);
          return [column, type.bind(value)];
        }),
      ),
    testsOf: (where: Where<C>): { tests: string[]; args: Args } => {
      const tests = Object.entries(where).flatMap(([member, value]) => {
        const { column, type } = known(member);
        return value === undefined ? [] : [testOf(column, type, value)];
      });
      return { tests: tests.map(({ sql }) => sql), args: Object.assign({}, ...tests.map(({ args }) => args)) };
    },
    /** What is left out begins with something of its own. */
    whole: (row: NewRow<C>): ValuesOf<C> => {
      const given: Record<string, unknown> = row;
      const values = members.map(({ member, type: { initial = null } }) => {
        const value = given[member];
        return [member, value === undefined ? initial : value] as const;
      });
      // Made of the columns that its type names.
      return Object.fromEntries(values) as ValuesOf<C>;
    },
    read: (row: Row): ValuesOf<C> => {
      const values: Record<string, unknown> = {};
      for (const { member, type, column } of members) values[member] = type.read(row, column);
      // The same.
      return values as ValuesOf<C>;
    },
  };
}

/** Which rows of a list, as the end of its statement. */
function tailOf({ order, after, offset = 0, limit }: Part<never>, columns: readonly string[]) {
  const direction = order ?? "desc";
  const tests = after ? [`(${columns.join(", ")}) ${direction === "desc" ? "<" : ">"} (:afterValue, :afterKey)`] : [];
  const sorted = columns.map((column) => `${column} ${direction}`).join(", ");
  const range = limit === undefined ? "" : " limit :limit offset :offset";
  return {
    tests,
    args: {
      ...(after && { afterValue: after[0], afterKey: after[1] }),
      ...(limit !== undefined && { limit, offset }),
    },
    tail: `${columns.length > 0 ? ` order by ${sorted}` : ""}${range}`,
  };
}

/** Declares such a table. `key`: the members of its primary key behind the tenant. */
export function keyedTable<C extends Columns>(
  name: string,
  columns: C,
  key: readonly (keyof C & string)[] = ["id" as keyof C & string],
): KeyedTable<C> {
  const { members, columnOf: column, boundOf, testsOf, whole, read } = bindingOf(name, columns);
  const changing = members.filter(({ type }) => !type.isFixed);
  const sql = keyedStatements(
    name,
    key.map(column),
    members.map((member) => member.column),
    changing.map((member) => member.column),
  );
  return {
    name,
    selected: sql.selected,
    read,
    list: (db, { where = {}, by, ...part }) => {
      const { tests, args } = testsOf(where);
      const last = by === undefined ? [] : [column(by), ...key.slice(-1).map(column)];
      const range = tailOf(part, last);
      return db.all(sql.list([...tests, ...range.tests], range.tail), { ...args, ...range.args }, read);
    },
    find: (db, where) => {
      const { tests, args } = testsOf(where);
      return db.first(sql.list(tests), args, read);
    },
    count: (db, where) => {
      const { tests, args } = testsOf(where);
      return db.one(sql.count(tests), args, (row) => number(row, "count"));
    },
    insert: async (tx, given) => {
      const row = whole(given);
      await tx.run(sql.insert, boundOf(row));
      return row;
    },
    insertAll: (tx, rows) => tx.runMany(sql.insert, rows.map(whole).map(boundOf)),
    note: (tx, row) => tx.run(sql.note, boundOf(whole(row))),
    put: (tx, row) => tx.run(sql.put, boundOf(whole(row))),
    update: (tx, row) => tx.run(sql.update, boundOf(row)),
    set: (tx, where, values, plus = {}) => {
      const { tests, args } = testsOf(where);
      const [set, added] = [boundOf(values), boundOf(plus)];
      return tx.run(sql.set(Object.keys(set), Object.keys(added), tests), { ...args, ...set, ...added });
    },
    erase: (tx, where) => {
      const { tests, args } = testsOf(where);
      return tx.run(sql.erase(tests), args);
    },
  };
}
