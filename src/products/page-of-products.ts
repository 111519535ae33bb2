import type { Reader } from "../../db/ports.ts";
import type { ProductFilter } from "../../db/products/filter.ts";
import { countProducts, type ProductListQuery, readClock } from "../../db/products/list.ts";
import { decodeCursor, encodeCursor } from "../http/cursor.ts";
import { invalidParameter } from "../http/errors.ts";
import { metaPage, type Page, type PageInput, pageOf } from "../http/page.ts";
import type { Services } from "../services.ts";
import { FILTER_NAMES, parseFilters } from "./filter-schema.ts";
import { findPage, type ProductPageRequest, type ProductPageRows } from "./find-page.ts";
import { listItem } from "./product-body.ts";
import type { ProductTotals } from "./totals.ts";

/** What a request for a list of products says besides its filters. */
export interface ProductListInput extends PageInput {
  sort_by?: ProductListQuery["sort"] | undefined;
  sort_order?: ProductListQuery["order"] | undefined;
}

/** Where a list is read. */
export interface ProductListPlace {
  services: Pick<Services, "ask">;
  totals: ProductTotals;
  db: Reader;
}

/** From here on the HTTP thread does not read a filtered list itself: it may have to look at each product. */
export const LARGE_CATALOG = 20_000;
export const FAR_OFFSET = 20_000;
/** Restrictions by which an index finds the few products there are. */
const POINTED: readonly (keyof ProductFilter)[] = ["ids", "gtin14s"];

/** The filters among what a query says; it may say other things. Throws INVALID_PARAMETER. */
export function filterOf(query: object): ProductFilter {
  const given = Object.entries(query).filter(([name]) => FILTER_NAMES.includes(name));
  const parsed = parseFilters(Object.fromEntries(given));
  if ("problems" in parsed) throw invalidParameter(parsed.problems);
  return parsed.filter;
}

/** Where the page before ended. Throws INVALID_PARAMETER for a cursor of another list. */
function placeOf(list: string, { cursor }: Page): ProductListQuery["after"] {
  if (cursor === undefined) return null;
  const [sortValue, rowId] = decodeCursor(list, cursor);
  // Made by `encodeCursor` below of such a pair, as its checksum says.
  return { sortValue: sortValue as string | number, rowId: rowId as number };
}

const isHeavy = ({ filter, offset }: ProductPageRequest, size: number): boolean => {
  const restrictions = (Object.keys(filter) as (keyof ProductFilter)[]).filter((key) => key !== "includeDeleted");
  const isPointed = restrictions.some((key) => POINTED.includes(key));
  return offset > FAR_OFFSET || (restrictions.length > 0 && !isPointed && size > LARGE_CATALOG);
};

/** The length of the tenant's whole catalog: one index is counted. */
export async function catalogSize({ totals, db }: ProductListPlace, clock: number): Promise<number> {
  const known = totals.find(db.tenantId, clock);
  if (known !== undefined) return known;
  const startedMs = performance.now();
  const total = await countProducts(db, {});
  totals.keep(db.tenantId, { total, clock, countMs: performance.now() - startedMs });
  return total;
}

/** A page of the products that pass the query's filters and `restriction`. Throws INVALID_PARAMETER. */
export async function pageOfProducts(
  place: ProductListPlace,
  query: ProductListInput,
  restriction: ProductFilter = {},
) {
  const filter = { ...filterOf(query), ...restriction };
  const { sort_by: sort = "created_at", sort_order: order = "desc" } = query;
  const page = pageOf(query);
  const filtered = JSON.stringify(filter);
  const list = `products ${sort} ${order} ${filtered}`;
  const { rows, total } = await readPage(place, filtered, {
    filter,
    sort,
    order,
    after: placeOf(list, page),
    offset: page.offset,
    limit: page.perPage,
    counts: true,
  });
  const last = rows.hasMore ? rows.products.at(-1) : undefined;
  return metaPage(
    rows.products.map(listItem),
    total,
    page,
    last ? encodeCursor(list, [last.sortValue, last.rowId]) : null,
  );
}

/** Reads a page here, or in a worker thread when it may take long. Its total comes from memory while nothing changes. */
async function readPage(
  place: ProductListPlace,
  filtered: string,
  request: ProductPageRequest,
): Promise<{ rows: ProductPageRows; total: number }> {
  const { services, totals, db } = place;
  const clock = await readClock(db);
  const size = await catalogSize(place, clock);
  const isWhole = filtered === "{}";
  const list = `${db.tenantId} ${filtered}`;
  const known = isWhole ? size : totals.find(list, clock);
  const asked = { ...request, counts: known === undefined };
  const rows = isHeavy(asked, size)
    ? await services.ask("products.page", db.tenantId, asked)
    : await findPage(db, asked);
  if (rows.total !== null) totals.keep(list, { total: rows.total, clock, countMs: rows.countMs });
  return { rows, total: known ?? rows.total ?? 0 };
}
