import type { Args, Row } from "./rows.ts";
import type { Columns, ColumnType, ValuesOf } from "./table.ts";

/** A value that is worked out, or is another table's: it is read by this expression, and not stored. */
export const computed = <T>(sql: string, type: ColumnType<T>): ColumnType<T> & { computed: string } => ({
  ...type,
  computed: sql,
});

/** A column that is called otherwise than its member. */
export const called = <C extends ColumnType<unknown>>(name: string, column: C): C => ({ ...column, called: name });

/** What statements read into records whose members are named once. */
export interface Selection<C extends Columns> {
  readonly columns: C;
  /** What a statement selects: the table's columns with its name before them, and what is computed by its name. */
  readonly selected: string;
  /** Reads a row of such a statement. */
  read(row: Row): ValuesOf<C>;
}
export type SelectedBy<S> = S extends Selection<infer C> ? ValuesOf<C> : never;

/** A member of a record, and where it is stored. */
export interface Member {
  member: string;
  /** `costMicros` is stored in `cost_micros`. */
  column: string;
  type: ColumnType<unknown>;
}

const snake = (member: string) => member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The members of a record, in their order. */
export const membersOf = (columns: Columns): Member[] =>
  Object.entries(columns).map(([member, type]) => ({
    member,
    type,
    column: type.called ?? snake(member) + (type.suffix ?? ""),
  }));

/** What a statement selects of them from a table. */
export const selectedOf = (table: string, members: readonly Member[]): string =>
  members
    .map(({ column, type }) => (type.computed ? `${type.computed} as ${column}` : `${table}.${column}`))
    .join(", ");

/**
 * Reads such records. Its source is made of their members' names, as that of `rowMakerOf` is: a loop over them takes three times
 * as long.
 */
export function readerOf<T>(members: readonly Pick<Member, "member" | "column" | "type">[]): (row: Row) => T {
  const readers = members.map((_, place) => `read${place}`);
  const values = members.map(({ member, column }, place) => `${member}: read${place}(row, "${column}")`);
  const make = new Function(...readers, `return (row) => ({ ${values.join(", ")} });`);
  return make(...members.map(({ type }) => type.read)) as (row: Row) => T; // by its source
}

/** Takes from such a record what a statement binds by its columns; what is left out begins with something of its own. */
export function bindingOf(members: readonly Member[]): (record: object) => Args {
  const binds = members.map((_, place) => `bind${place}, first${place}`);
  const values = members.map(
    ({ member, column }, place) =>
      `${column}: bind${place}(record.${member} === undefined ? first${place} : record.${member})`,
  );
  const make = new Function(...binds, `return (record) => ({ ${values.join(", ")} });`);
  return make(...members.flatMap(({ type }) => [type.bind, type.initial ?? null])) as (record: object) => Args; // the same
}

/** Members of a table as a JSON object, which the same reader reads. */
export const objectOf = (table: string, members: readonly Pick<Member, "column">[]): string =>
  `json_object(${members.map(({ column }) => `'${column}', ${table}.${column}`).join(", ")})`;

/** Has a row that is there take these from the one that was to be inserted: a part of `do update set`. */
export const excludedOf = (members: readonly Pick<Member, "column">[]): string =>
  members.map(({ column }) => `${column} = excluded.${column}`).join(", ");

/** Records that a statement takes from JSON, where each is a list. */
export interface PackedRows {
  /** The columns of a table that they are stored in. */
  names: string;
  /** What of `row`, an entry of `json_each`, is stored in them. */
  values(row: string): string;
  /** The same by the names of the columns. */
  aliased(row: string): string;
  json(records: readonly object[]): string;
}

export function packedRows(members: readonly Member[]): PackedRows {
  const bind = bindingOf(members);
  return {
    names: members.map(({ column }) => column).join(", "),
    values: (row) => members.map((_, place) => `${row}.value ->> ${place}`).join(", "),
    aliased: (row) => members.map(({ column }, place) => `${row}.value ->> ${place} as ${column}`).join(", "),
    json: (records) => JSON.stringify(records.map((record) => Object.values(bind(record)))),
  };
}

/** Declares what statements read of a table and beside it. */
export function selection<C extends Columns>(table: string, columns: C): Selection<C> {
  const members = membersOf(columns);
  return { columns, selected: selectedOf(table, members), read: readerOf(members) };
}
