/** What distinguishes a table from the others. */
export interface TableKind {
  /** Its rows own products. */
  isCounted?: boolean;
  /** Ids are integers: the first that the tenant does not use. */
  isNumbered?: boolean;
  /**
   * The version is the change number of the tenant's sequence, stored in `updated_at_us` in place of the two other columns.
   */
  isSequenced?: boolean;
  /** Its rows never change: they have neither version nor `updated_at_ms`. */
  isFixed?: boolean;
  /** Its rows have a version and no `updated_at_ms`. */
  isUndated?: boolean;
}

/** A condition of a list: `column = value`, `instr(column, value)` or a statement's own text. `null` does not restrict. */
export interface Condition {
  sql: string;
  args: Record<string, string | number | null>;
}

/** Which part of a list, and in which order. */
export interface Range {
  conditions: readonly Condition[];
  /** A column; ties are broken by the id, in the same direction. */
  sort: string;
  order: "asc" | "desc";
  /** Where the page before ended: the value of the sort column, and the id. */
  after: readonly [value: string | number, id: string] | undefined;
  offset: number;
  limit: number;
}

const BEHIND = { asc: ">", desc: "<" } as const;

/** Every statement of a table by what it does: `test/tenancy.test.ts` reads them. */
export interface Statements {
  find: string;
  findBy: (column: string) => string;
  list: (range: Pick<Range, "conditions" | "sort" | "order" | "after">) => string;
  count: (conditions: readonly Condition[]) => string;
  nextId: string;
  insert: string;
  update: string;
  erase: string;
}

/** A column of such a table. */
export interface Column {
  column: string;
  computed?: string | undefined;
}

export function stampsOf({ isSequenced = false, isFixed = false, isUndated = false }: TableKind): string[] {
  if (isFixed) return [];
  if (isUndated) return ["version"];
  return isSequenced ? ["updated_at_us"] : ["updated_at_ms", "version"];
}

/** Writes the statements of a table whose primary key is `(tenant_id, id)`. Names are those of our own code, never input. */
export function statementsOf(name: string, columns: readonly Column[], kind: TableKind = {}): Statements {
  const own = columns.filter(({ computed }) => computed === undefined).map(({ column }) => column);
  const changing = [...own, ...stampsOf(kind)];
  const all = ["id", ...own, "created_at_ms", ...stampsOf(kind)];
  const count = kind.isCounted
    ? `ifnull((select product_count.products from product_count
        where product_count.tenant_id = :tenant and product_count.owner_id = ${name}.id), 0)`
    : "0";
  const computed = columns.flatMap(({ column, computed: sql }) => (sql === undefined ? [] : `(${sql}) as ${column}`));
  const storedColumns = all.map((column) => `${name}.${column}`);
  const selected = [...storedColumns, ...computed, `${count} as product_count`].join(", ");
  const ofTenant = `${name}.tenant_id = :tenant`;
  const where = (conditions: readonly Condition[]) => [ofTenant, ...conditions.map(({ sql }) => sql)].join(" and ");
  return {
    find: `select ${selected} from ${name} where ${ofTenant} and ${name}.id = :id`,
    findBy: (column) => `select ${selected} from json_each(:values) wanted
      cross join ${name} on ${ofTenant} and ${name}.${column} = wanted.value`,
    list: ({ conditions, sort, order, after }) => {
      const key = after ? ` and (${name}.${sort}, ${name}.id) ${BEHIND[order]} (:afterValue, :afterId)` : "";
      return `select ${selected} from ${name} where ${where(conditions)}${key}
      order by ${name}.${sort} ${order}, ${name}.id ${order} limit :limit offset :offset`;
    },
    count: (conditions) => `select count(*) as count from ${name} where ${where(conditions)}`,
    nextId: `select ifnull(max(${name}.id), 0) + 1 as id from ${name} where ${ofTenant}`,
    insert: `insert into ${name} (tenant_id, ${all.join(", ")})
      values (:tenant, ${all.map((column) => `:${column}`).join(", ")})`,
    update: `update ${name} set ${changing.map((column) => `${column} = :${column}`).join(", ")}
      where tenant_id = :tenant and id = :id`,
    erase: `delete from ${name} where tenant_id = :tenant and id = :id`,
  };
}
