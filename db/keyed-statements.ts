import type { Args } from "./rows.ts";
import type { PackedRows } from "./selection.ts";
import type { ColumnType } from "./table.ts";

/** A condition, and what it binds. */
export interface Test {
  sql: string;
  args: Args;
}

/** Tests one column. A word is written into the statement, as far as the column has it. */
export function testOf(column: string, type: ColumnType<unknown>, value: unknown): Test {
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
  const excluded = (stored: readonly string[]) =>
    stored.filter((column) => !key.includes(column)).map((column) => `${column} = excluded.${column}`);
  const isTaken = `on conflict (tenant_id, ${key.join(", ")}) do update set`;
  const values = `(tenant_id, ${columns.join(", ")})
      values (:tenant, ${columns.map((column) => `:${column}`).join(", ")})`;
  const assigned = changing.filter((column) => !key.includes(column));
  return {
    list: (selected: string, tests: readonly string[], tail = "") =>
      `select ${selected} from ${name} where ${where(tests)}${tail}`,
    count: (tests: readonly string[]) => `select count(*) as count from ${name} where ${where(tests)}`,
    insert: `insert into ${name} ${values}`,
    note: `insert into ${name} ${values} on conflict do nothing`,
    put: `insert into ${name} ${values} ${isTaken} ${excluded(columns)}`,
    save: `insert into ${name} ${values} ${isTaken} ${excluded(changing)}`,
    /** `given`: what comes of each row as JSON. */
    packed: (given: Pick<PackedRows, "names" | "values">, same: readonly string[], conflict = "") =>
      `insert into ${name} (tenant_id, ${[...same, given.names].join(", ")})
      select ${[":tenant", ...same.map((column) => `:${column}`), given.values("given")].join(", ")}
        from json_each(:rows) given where true ${conflict}`,
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

/** Which part of a list, and in which order. */
export interface Range {
  /** Default desc: the newest first. */
  order?: "asc" | "desc";
  /** Where the part before ended: the value that the list is ordered by, and that of the key. */
  after?: readonly [value: string | number, key: string | number] | undefined;
  offset?: number;
  limit?: number;
}

/** Which rows of a list, as the end of its statement. */
export function tailOf({ order, after, offset = 0, limit }: Range, columns: readonly string[]) {
  const direction = order ?? "desc";
  const tests = after
    ? [
        `(${columns.join(", ")}) ${direction === "desc" ? "<" : ">"} (${[":afterValue", ":afterKey"].slice(0, columns.length).join(", ")})`,
      ]
    : [];
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
