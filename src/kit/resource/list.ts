import { type TObject, type TSchema, Type } from "@sinclair/typebox";
import type { Reader } from "../../../db/ports.ts";
import type { Counted, Stamps } from "../../../db/table.ts";
import type { Condition, Range } from "../../../db/table-statements.ts";
import { keysetPage } from "../../http/input/keyset-page.ts";
import { oneOf } from "../../http/input/one-of.ts";
import {
  flatPage,
  flatPageOf,
  metaPage,
  metaPageOf,
  type PageInput,
  type PageSizes,
  pageOf,
  pageQuery,
} from "../../http/input/page.ts";
import { SizedPageQuery, sizedPage, sizedPageOf } from "../../http/input/page-size.ts";
import { nameKey } from "../../text/name-key.ts";
import { valueAt } from "./record.ts";

/** The parameters of a list besides its page. */
export interface ListSpec {
  /** Columns that `search` looks into, stored in the form of `nameKey`. None: there is no search. */
  search?: { columns: readonly string[]; description: string };
  /** `sort_by` and the column of each; none: as `by` says. */
  sorts?: Readonly<Record<string, string>>;
  /** The column of the order, smallest first, where the query names none. Absent: newest first. */
  by?: string;
  /** With `by`: the largest first. */
  isDescending?: boolean;
  /** Parameters that restrict to one value of the column of their name. */
  filters?: Readonly<Record<string, TSchema>>;
  /** Flags that add rows to a list, or take some away. */
  flags?: Readonly<Record<string, Flag>>;
  /** How many items a page has, where that is not the usual. */
  sizes?: PageSizes;
  /** Where the counters stand: beside the items, there with `page_size`, or in `meta`, which is the default. */
  counters?: "meta" | "flat" | "sized";
}

/** A flag of a list: what its description says, and what it restricts the list to, if anything. */
interface Flag {
  description: string;
  restricts: (isSet: boolean, nowMs: number) => Condition | undefined;
}

/** The list of resources that are found by their names. */
export const NAMED_LIST = {
  search: { columns: ["name_key"], description: "Part of the name, ignoring case and accents." },
  sorts: { name: "name_key", created_at: "created_at_ms" },
} satisfies ListSpec;

type Query = PageInput & Record<string, unknown>;

/** The query of a list. */
export function listQuery({ search, sorts, filters = {}, flags = {}, sizes, counters }: ListSpec): TObject {
  const names = Object.keys(sorts ?? {});
  const order = oneOf(["asc", "desc"], { description: "Default desc, or asc when the list is sorted by name." });
  return Type.Object({
    ...(counters === "sized" ? SizedPageQuery : pageQuery(sizes)).properties,
    ...(search && { search: Type.Optional(Type.String({ maxLength: 200, description: search.description })) }),
    ...(sorts && {
      sort_by: Type.Optional(oneOf(names, { description: "Default created_at." })),
      sort_order: Type.Optional(order),
    }),
    ...Object.fromEntries(Object.entries(filters).map(([name, schema]) => [name, Type.Optional(schema)])),
    ...Object.fromEntries(
      Object.entries(flags).map(([name, { description }]) => [name, Type.Optional(Type.Boolean({ description }))]),
    ),
  });
}

/** The schema of a page. */
export const listPage = ({ counters = "meta" }: ListSpec, item: TObject): TObject =>
  ({ meta: metaPageOf, flat: flatPageOf, sized: sizedPageOf })[counters](item);

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
  /** Distinguishes its cursors from those of other lists. */
  name: string;
  list(db: Reader, range: Range): Promise<Item[]>;
  count(db: Reader, conditions: readonly Condition[]): Promise<number>;
}

const PAGES = { meta: metaPage, flat: flatPage, sized: sizedPage };

/**
 * One page of a list. `more` restricts it besides the query. Throws INVALID_PARAMETER for a page that is too large and for
 * a cursor of another list.
 */
export async function pageOfList<Item extends Stamps & Partial<Counted>, Body>(...request: ListRequest<Item, Body>) {
  const { items, total, page, next } = await readPage(...request);
  return metaPage(items, total, page, next);
}

/** The same with its counters where the list has them. */
export async function countedPageOfList<Item extends Stamps & Partial<Counted>, Body>(
  ...request: ListRequest<Item, Body>
) {
  const { items, total, page, next } = await readPage(...request);
  const [, , { counters = "meta" }] = request;
  return PAGES[counters](items, total, page, next);
}

type ListRequest<Item, Body> = [
  db: Reader,
  source: ListSource<Item>,
  spec: ListSpec,
  query: Query,
  bodyOf: (item: Item) => Body,
  more?: readonly Condition[],
  /** For flags that depend on the time. */
  nowMs?: number,
];

async function readPage<Item extends Stamps & Partial<Counted>, Body>(
  ...[db, source, spec, query, bodyOf, more = [], nowMs = 0]: ListRequest<Item, Body>
) {
  const { page_size: size = query.per_page } = query;
  const page = pageOf({ ...query, per_page: typeof size === "number" ? size : undefined }, spec.sizes);
  const sortBy = typeof query["sort_by"] === "string" ? query["sort_by"] : "created_at";
  const sort = spec.by ?? spec.sorts?.[sortBy] ?? "created_at_ms";
  const request = query["sort_order"];
  const order =
    request === "asc" || request === "desc"
      ? request
      : sortBy === "name" || (spec.by && !spec.isDescending)
        ? "asc"
        : "desc";
  const filters = [...conditionsOfQuery(spec, query), ...more];
  const set = Object.keys(spec.flags ?? {}).filter((name) => query[name] === true);
  const flagged = Object.entries(spec.flags ?? {}).flatMap(
    ([name, { restricts }]) => restricts(set.includes(name), nowMs) ?? [],
  );
  const conditions = [...filters, ...flagged];
  const { items, total, next } = await keysetPage(page, {
    name: `${source.name} ${JSON.stringify([filters, set, sort, order])}`,
    shape: [sort.endsWith("_ms") ? "count" : "textOrNumber", "text"],
    read: (range) => source.list(db, { conditions, sort, order, ...range }),
    count: () => source.count(db, conditions),
    // The column that the list is ordered by is text or a number.
    place: (item) => [valueAt(item, sort) as string | number, item.id],
  });
  return { items: items.map(bodyOf), total, page, next };
}
