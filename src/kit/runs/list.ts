import { type TObject, type TSchema, Type } from "@sinclair/typebox";
import type { KeyedTable, Where } from "../../../db/keyed-table.ts";
import type { Reader } from "../../../db/ports.ts";
import type { Columns, ColumnType, ValuesOf } from "../../../db/table.ts";
import { keysetPage, NEWEST } from "../../http/input/keyset-page.ts";
import { flatPage, flatPageOf, type PageInput, pageOf, pageQuery } from "../../http/input/page.ts";
import type { Run, RunFields } from "./run.ts";

const LIMIT = 20;
const Limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: `Default ${LIMIT}.` }));
const Offset = Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: "Default 0." }));

/** How a list is paged: the newest alone, by offset, or as lists are everywhere. */
export type Paging = "newest" | "offset" | "pages";

const offsetPageOf = (item: TSchema) =>
  Type.Object({
    items: Type.Array(item),
    total: Type.Integer(),
    page: Type.Integer(),
    per_page: Type.Integer(),
    pages: Type.Integer(),
    total_pages: Type.Integer(),
    limit: Type.Integer(),
    offset: Type.Integer(),
  });

/** The query of such a list; `filters`: what restricts it to one value. */
export const runsQuery = (paging: Paging, filters: Record<string, TSchema>): TObject =>
  Type.Object({
    ...(paging === "pages" && pageQuery().properties),
    ...Object.fromEntries(Object.entries(filters).map(([name, schema]) => [name, Type.Optional(schema)])),
    ...(paging !== "pages" && { limit: Limit }),
    ...(paging === "offset" && { offset: Offset }),
  });

/** The schema of what it answers. */
export const runsPage = (paging: Paging, item: TSchema): TSchema =>
  paging === "newest" ? Type.Array(item) : paging === "offset" ? offsetPageOf(item) : flatPageOf(item);

interface RunListRequest {
  limit?: number | undefined;
  offset?: number | undefined;
}

/** What a list of runs answers, the newest first. */
export async function listRuns<F extends RunFields, M extends string, Body>(
  db: Reader,
  run: Run<F, M>,
  { paging, where, query }: { paging: Paging; where: Where<F>; query: RunListRequest & Record<string, unknown> },
  bodiesOf: (rows: ValuesOf<F>[]) => Promise<Body[]>,
) {
  // Every kind of run knows when it was made.
  const by = ("createdAtMs" in run.fields ? "createdAtMs" : "startedAtMs") as keyof F & string;
  const placeOf = (row: object) => {
    const { id, ...times } = row as { id: string; createdAtMs?: number; startedAtMs?: number };
    return [times.createdAtMs ?? times.startedAtMs ?? 0, id] as const;
  };
  const { limit = LIMIT, offset = 0 } = query;
  if (paging === "newest") return bodiesOf(await run.table.list(db, { where, by, limit }));
  if (paging === "offset") {
    const total = await run.table.count(db, where);
    const items = await bodiesOf(await run.table.list(db, { where, by, limit, offset }));
    const pages = Math.ceil(total / limit);
    const page = Math.floor(offset / limit) + 1;
    return { items, total, page, per_page: limit, pages, total_pages: pages, limit, offset };
  }
  const page = pageOf(query);
  const { items, total, next } = await keysetPage(page, {
    name: `${run.table.name} ${JSON.stringify(where)}`,
    shape: NEWEST,
    read: ({ after, ...range }) => run.table.list(db, { where, by, ...(after && { after }), ...range }),
    count: () => run.table.count(db, where),
    place: (row) => [...placeOf(row)],
  });
  return flatPage(await bodiesOf(items), total, page, next);
}

/** What a list of a run's products answers, by their ids. `where`: which run, and which of its products. */
export async function listProducts<C extends Columns & { productId: ColumnType<string> }, Body>(
  db: Reader,
  table: KeyedTable<C>,
  { where, query }: { where: Where<C>; query: PageInput },
  bodyOf: (row: ValuesOf<C>) => Body,
) {
  const page = pageOf(query);
  const { items, total, next } = await keysetPage(page, {
    name: `${table.name} ${JSON.stringify(where)}`,
    shape: ["text"],
    read: ({ after, ...range }) =>
      table.list(db, { where, by: "productId", order: "asc", ...(after && { after: [after[0], after[0]] }), ...range }),
    count: () => table.count(db, where),
    place: (row) => [String(row.productId)],
  });
  return flatPage(items.map(bodyOf), total, page, next);
}
