import { keyedStatements, type Range, tailOf, testOf } from "./keyed-statements.ts";
import type { Reader, Tx } from "./ports.ts";
import { type Args, jsonOrNull, number, text, textOrNull } from "./rows.ts";
import {
  bindingOf,
  excludedOf,
  type Member,
  membersOf,
  type PackedRows,
  packedRows,
  type Selection,
  selectedOf,
  selection,
} from "./selection.ts";
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

/** A column of some words, which a check constraint holds too. Conditions name them in the statement: partial indexes serve it. */
export const wordColumn = <const T extends string>(words: readonly T[]): ColumnType<T> => ({
  read: (row, column) => text(row, column) as T, // by the check constraint
  bind: (value) => value,
  words,
});

/** One of some words, or none. */
export const wordOrNullColumn = <const T extends string>(words: readonly T[]): ColumnType<T | null> => ({
  read: (row, column) => textOrNull(row, column) as T | null, // by the check constraint
  bind: (value) => value,
  words,
});

/** A row as it is inserted: what begins with something of its own, or is worked out, may be left out. */
export type NewRow<C> = Partial<ValuesOf<C>> & Pick<ValuesOf<C>, Needed<C>>;
type Needed<C> = { [K in keyof C]: C[K] extends { initial: unknown } | { computed: string } ? never : K }[keyof C];

/** Which rows: each of these columns has the value, or one of the values. `undefined` does not restrict. */
export type Where<C> = { [K in keyof C]?: ValuesOf<C>[K] | readonly ValuesOf<C>[K][] | undefined };

/** Which rows of a list, and in which order; the last column of the key decides between equals, in the same direction. */
export interface Part<C> extends Range {
  where?: Where<C>;
  by?: keyof C & string;
}

/**
 * A table whose rows are known by the columns of its primary key behind the tenant, and are written by work: whole, in
 * part, or by counts that are added. Members are called as the columns are, in the writing of the language: `costMicros` is
 * stored in `cost_micros`.
 */
export interface KeyedTable<C extends Columns> extends Selection<C> {
  readonly name: string;
  /** The same as a statement reads them that calls the table otherwise. */
  as(alias: string): string;
  /** Has a row that is there take these members from the one that was to be inserted: a part of `do update set`. */
  excluded(...members: (keyof C & string)[]): string;
  find(db: Reader, where: Where<C>): Promise<ValuesOf<C> | undefined>;
  list(db: Reader, part: Part<C>): Promise<ValuesOf<C>[]>;
  count(db: Reader, where: Where<C>): Promise<number>;
  /** Returns the row with all that it was not given. */
  insert(tx: Tx, row: NewRow<C>): Promise<ValuesOf<C>>;
  /** `conflict`: what becomes of a row that is there: "on conflict …". */
  insertAll(tx: Tx, rows: readonly NewRow<C>[], conflict?: string): Promise<void>;
  /** Inserts rows in one statement, whose count no one needs; `same`: what all of them have. */
  send<S extends keyof C & string>(
    tx: Tx,
    rows: readonly Omit<NewRow<C>, S>[],
    same: { [K in S]: ValuesOf<C>[K] },
    conflict?: string,
  ): Promise<void>;
  /** Inserts a row unless one has its key. Returns 0 when one has. */
  note(tx: Tx, row: NewRow<C>): Promise<number>;
  /** Inserts a row or takes the place of the one that has its key. */
  put(tx: Tx, row: NewRow<C>): Promise<number>;
  /** Inserts a row, or stores all that may change of the one that has its key. */
  save(tx: Tx, row: NewRow<C>): Promise<number>;
  saveAll(tx: Tx, rows: readonly NewRow<C>[]): Promise<void>;
  /** Stores all that may change of a row. */
  update(tx: Tx, row: ValuesOf<C>): Promise<number>;
  updateAll(tx: Tx, rows: readonly ValuesOf<C>[]): Promise<void>;
  /** Gives rows these values, and adds these counts. Returns how many rows. */
  set(tx: Tx, where: Where<C>, values: Partial<ValuesOf<C>>, plus?: Counts<C>): Promise<number>;
  /** The same, where no one needs the count. */
  sendSet(tx: Tx, where: Where<C>, values: Partial<ValuesOf<C>>, plus?: Counts<C>): Promise<void>;
  erase(tx: Tx, where: Where<C>): Promise<number>;
}
/** What is added to columns of numbers. */
export type Counts<C> = {
  [K in keyof C as ValuesOf<C>[K] extends number ? K : never]?: number;
};

/** What statements bind of some members of rows, and what of which rows. */
function partsOf(name: string, members: readonly Member[]) {
  const byName = new Map(members.map((each) => [each.member, each]));
  const known = (member: string) => {
    const found = byName.get(member);
    if (!found) throw new TypeError(`${name} has no ${member}`);
    return found;
  };
  return {
    columnOf: (member: string) => known(member).column,
    boundOf: (values: object): Args =>
      Object.fromEntries(
        Object.entries(values).map(([member, value]) => {
          const { column, type } = known(member);
          return [column, type.bind(value)];
        }),
      ),
    testsOf: (where: object): { tests: string[]; args: Args } => {
      const tests = Object.entries(where).flatMap(([member, value]) => {
        const { column, type } = known(member);
        return value === undefined ? [] : [testOf(column, type, value)];
      });
      return { tests: tests.map(({ sql }) => sql), args: Object.assign({}, ...tests.map(({ args }) => args)) };
    },
  };
}

/** The row with what it was not given. */
function wholeOf<C extends Columns>(members: readonly Member[], given: Record<string, unknown>): ValuesOf<C> {
  const values = members.map(({ member, type: { initial = null } }) => {
    const value = given[member];
    return [member, value === undefined ? initial : value] as const;
  });
  // Made of the columns that its type names.
  return Object.fromEntries(values) as ValuesOf<C>;
}

type Parts = ReturnType<typeof partsOf>;
const namesOf = (members: readonly Member[]): string[] => members.map(({ column }) => column);

/** Inserts rows that come as JSON: the statement for each choice of what they have in common is made once. */
function packedInsert(members: readonly Member[], { packed }: ReturnType<typeof keyedStatements>, { boundOf }: Parts) {
  const known = new Map<string, { sql: string; given: PackedRows }>();
  const of = (same: string[], conflict: string | undefined) => {
    const choice = [...same, conflict].join();
    const made = known.get(choice);
    if (made) return made;
    const given = packedRows(members.filter(({ column }) => !same.includes(column)));
    const fresh = { sql: packed(given, same, conflict), given };
    known.set(choice, fresh);
    return fresh;
  };
  return (tx: Tx, rows: readonly object[], same: object, conflict?: string): Promise<void> => {
    const shared = boundOf(same);
    const { sql, given } = of(Object.keys(shared), conflict);
    return tx.send(sql, { ...shared, rows: given.json(rows) });
  };
}

/** Declares such a table. `key`: the members of its primary key behind the tenant. */
export function keyedTable<C extends Columns>(
  name: string,
  columns: C,
  key: readonly (keyof C & string)[] = ["id" as keyof C & string],
): KeyedTable<C> {
  const { selected, read } = selection(name, columns);
  const members = membersOf(columns).filter(({ type }) => type.computed === undefined);
  const changing = members.filter(({ type }) => !type.isFixed);
  const parts = partsOf(name, members);
  const { columnOf, testsOf, boundOf } = parts;
  const sql = keyedStatements(name, key.map(columnOf), namesOf(members), namesOf(changing));
  const bindAll = bindingOf(members);
  const bindChanging = bindingOf(members.filter(({ member, type }) => !type.isFixed || key.includes(member)));
  const setOf = (where: Where<C>, values: object, plus: object = {}) => {
    const { tests, args } = testsOf(where);
    const [set, added] = [boundOf(values), boundOf(plus)];
    return [sql.set(Object.keys(set), Object.keys(added), tests), { ...args, ...set, ...added }] as const;
  };
  return {
    name,
    columns,
    selected,
    as: (alias) => selectedOf(alias, membersOf(columns)),
    read,
    excluded: (...some) => excludedOf(some.map((member) => ({ column: columnOf(member) }))),
    list: (db, { where = {}, by, ...part }) => {
      const { tests, args } = testsOf(where);
      const range = tailOf(part, by === undefined ? [] : [...new Set([by, ...key.slice(-1)])].map(columnOf));
      return db.all(sql.list(selected, [...tests, ...range.tests], range.tail), { ...args, ...range.args }, read);
    },
    find: (db, where) => {
      const { tests, args } = testsOf(where);
      return db.first(sql.list(selected, tests), args, read);
    },
    count: (db, where) => {
      const { tests, args } = testsOf(where);
      return db.one(sql.count(tests), args, (row) => number(row, "count"));
    },
    insert: async (tx, given) => {
      await tx.run(sql.insert, bindAll(given));
      return wholeOf(members, given);
    },
    insertAll: (tx, rows, conflict) =>
      tx.runMany(conflict === undefined ? sql.insert : `${sql.insert} ${conflict}`, rows.map(bindAll)),
    send: packedInsert(members, sql, parts),
    note: (tx, row) => tx.run(sql.note, bindAll(row)),
    put: (tx, row) => tx.run(sql.put, bindAll(row)),
    save: (tx, row) => tx.run(sql.save, bindAll(row)),
    saveAll: (tx, rows) => tx.runMany(sql.save, rows.map(bindAll)),
    update: (tx, row) => tx.run(sql.update, bindChanging(row)),
    updateAll: (tx, rows) => tx.runMany(sql.update, rows.map(bindChanging)),
    set: (tx, where, values, plus) => tx.run(...setOf(where, values, plus)),
    sendSet: (tx, where, values, plus) => tx.send(...setOf(where, values, plus)),
    erase: (tx, where) => {
      const { tests, args } = testsOf(where);
      return tx.run(sql.erase(tests), args);
    },
  };
}
