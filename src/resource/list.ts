import { type TObject, type TSchema, Type } from "@sinclair/typebox";
import type { Reader } from "../../db/ports.ts";
import type { Condition, Counted, Range, Stamps } from "../../db/table.ts";
import { keysetPage } from "../http/input/keyset-page.ts";
import { oneOf } from "../http/input/one-of.ts";
import { flatPage, metaPage, type PageInput, PageQuery } from "../http/input/page.ts";
import { readSizedPage, sizedPage } from "../http/input/page-size.ts";
import { nameKey } from "../text/name-key.ts";
import { valueAt } from "./record.ts";

/** What a list can be asked for besides its page. */
export interface ListSpec {
  /** Columns that `search` looks into, kept in the form of `nameKey`. None: there is no search. */
  search?: { columns: readonly string[]; description: string };
  /** `sort_by` and the column of each; none: as `by` says. */
  sorts?: Readonly<Record<string, string>>;
  /** The column of the order, smallest first, where the query names none. Absent: newest first. */
  by?: string;
  /** With `by`: the largest first. */
  isDescending?: boolean;
  /** Parameters that restrict to one value of the column of their name. */
  filters?: Readonly<Record<string, TSchema>>;
}

/** The list of things that are found by their names. */
export const NAMED_LIST = {
  search: { columns: ["name_key"], description: "Part of the name, ignoring case and accents." },
  sorts: { name: "name_key", created_at: "created_at_ms" },
} satisfies ListSpec;

type Query = PageInput & Record<string, unknown>;

/** The query of a list. */
export function listQuery({ search, sorts, filters = {} }: ListSpec): TObject {
  const names = Object.keys(sorts ?? {});
  const order = oneOf(["asc", "desc"], { description: "Default desc, or asc when the list is sorted by name." });
  return Type.Object({
    ...PageQuery.properties,
    ...(search && { search: Type.Optional(Type.String({ maxLength: 200, description: search.description })) }),
    ...(sorts && {
      sort_by: Type.Optional(oneOf(names, { description: "Default created_at." })),
      sort_order: Type.Optional(order),
    }),
    ...Object.fromEntries(Object.entries(filters).map(([name, schema]) => [name, Type.Optional(schema)])),
  });
}

const searchCondition = (columns: readonly string[], searched: string): Condition => ({
  sql: `(${columns.map((column) => `instr(${column}, :search) > 0`).join(" or ")})`,
  args: { search: nameKey(searched) },
});

/** The rows of which these columns have these values; `undefined` does not restrict. */
export const conditionsOf = (values: Readonly<Record<string, unknown>>): Condition[] =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({
      sql: `${name} = :${name}`,
      args: { [name]: typeof value === "boolean" ? Number(value) : String(value) },
    }));

function conditionsOfQuery({ search, filters = {} }: ListSpec, query: Query): Condition[] {
  const { search: searched } = query;
  return [
    ...(search && typeof searched === "string" ? [searchCondition(search.columns, searched)] : []),
    ...conditionsOf(Object.fromEntries(Object.keys(filters).map((name) => [name, query[name]]))),
  ];
}

/** Where a list is read. */
export interface ListSource<Item> {
  /** Tells its cursors from those of other lists. */
  name: string;
  list(db: Reader, range: Range): Promise<Item[]>;
  count(db: Reader, conditions: readonly Condition[]): Promise<number>;
}

/**
 * One page of a list. `more` restricts it besides the query. Throws INVALID_PARAMETER for a page that is too large and for
 * a cursor of another list.
 */
export async function pageOfList<Item extends Stamps & Partial<Counted>, Body>(...asked: Asked<Item, Body>) {
  const { items, total, page, next } = await readPage(...asked);
  return metaPage(items, total, page, next);
}

/** The same with the counters beside the items. */
export async function flatPageOfList<Item extends Stamps & Partial<Counted>, Body>(...asked: Asked<Item, Body>) {
  const { items, total, page, next } = await readPage(...asked);
  return flatPage(items, total, page, next);
}

/** The same with `page_size` for how many there are. */
export async function sizedPageOfList<Item extends Stamps & Partial<Counted>, Body>(...asked: Asked<Item, Body>) {
  const { items, total, page, next } = await readPage(...asked);
  return sizedPage(items, total, page, next);
}

type Asked<Item, Body> = [
  db: Reader,
  source: ListSource<Item>,
  spec: ListSpec,
  query: Query,
  bodyOf: (item: Item) => Body,
  more?: readonly Condition[],
];

async function readPage<Item extends Stamps & Partial<Counted>, Body>(
  ...[db, source, spec, query, bodyOf, more = []]: Asked<Item, Body>
) {
  const { page_size: size } = query;
  const page = readSizedPage({ ...query, page_size: typeof size === "number" ? size : undefined });
  const sortBy = typeof query["sort_by"] === "string" ? query["sort_by"] : "created_at";
  const sort = spec.by ?? spec.sorts?.[sortBy] ?? "created_at_ms";
  const asked = query["sort_order"];
  const order =
    asked === "asc" || asked === "desc" ? asked : sortBy === "name" || (spec.by && !spec.isDescending) ? "asc" : "desc";
  const conditions = [...conditionsOfQuery(spec, query), ...more];
  const { items, total, next } = await keysetPage(page, {
    name: `${source.name} ${JSON.stringify([conditions, sort, order])}`,
    shape: [sort.endsWith("_ms") ? "count" : "textOrNumber", "text"],
    read: (range) => source.list(db, { conditions, sort, order, ...range }),
    count: () => source.count(db, conditions),
    // The column that the list is ordered by is text or a number.
    place: (item) => [valueAt(item, sort) as string | number, item.id],
  });
  return { items: items.map(bodyOf), total, page, next };
}
