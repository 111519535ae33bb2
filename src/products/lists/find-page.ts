import type { Reader } from "../../../db/ports.ts";
import { countFacets, type FacetName, type Facets } from "../../../db/products/facets.ts";
import { boundColumn, type ProductFilter } from "../../../db/products/filter.ts";
import { countProducts, listProducts, type ProductListQuery } from "../../../db/products/list.ts";
import type { ListedProduct } from "../../../db/products/listed-product.ts";
import type { CursorValues } from "../../http/input/cursor.ts";
import { listText } from "../views/product-body.ts";

/** A page of a list, and how many products the whole list has. Plain data: it may be asked of a worker thread. */
export interface ProductPageRequest extends ProductListQuery {
  /** Whether the whole list is to be counted. */
  counts: boolean;
  /** How many products the list has, if that is known. */
  known?: number | undefined;
  /** By what all products of the list are to be counted. */
  facets: FacetName[];
}

export interface ProductPageRows {
  /** The products as lists show them: a JSON array. */
  items: string;
  /** Where the page ends; `null` when no products come after it. */
  end: CursorValues | null;
  /** `null` when it was not asked for and the page does not tell. */
  total: number | null;
  /** How long counting took; `null` when nothing was counted. */
  countMs: number | null;
  /** `null` when none was asked for. */
  facets: Facets | null;
}

/** So many products within bounds are sorted faster than looked for among all. */
const SHORT_MAX = 2_000;

/** The length of a list that ends with this page; `null` when it goes on, or nobody knows what came before. */
const lengthByEnd = ({ after, offset, limit }: ProductListQuery, found: number): number | null =>
  after === null && found <= limit && (found > 0 || offset === 0) ? offset + found : null;

/** Counts a list; says how long it took. */
export async function countList(db: Reader, filter: ProductFilter): Promise<{ total: number; countMs: number }> {
  const startedMs = performance.now();
  const total = await countProducts(db, filter);
  return { total, countMs: performance.now() - startedMs };
}

const valuesOf = ({ sortValues, rowId }: ListedProduct): CursorValues => [...sortValues, rowId];

/** Reads a page, and counts the whole list when that is asked for. */
export async function findPage(
  db: Reader,
  { counts, known, facets: wanted, ...query }: ProductPageRequest,
): Promise<ProductPageRows> {
  // Within bounds an index counts, and how many there are tells the shortest way to the page.
  const early = counts && boundColumn(query.filter) ? await countList(db, query.filter) : undefined;
  const isShort = (known ?? early?.total ?? SHORT_MAX) < SHORT_MAX;
  const { limit } = query;
  const found = await listProducts(db, { ...query, isShort, limit: limit + 1 });
  const total = lengthByEnd(query, found.length);
  const isUncounted = counts && early === undefined && total === null;
  const counted = early ?? (isUncounted ? await countList(db, query.filter) : { total, countMs: null });
  const facets = wanted.length > 0 ? await countFacets(db, query.filter, wanted) : null;
  const products = found.slice(0, limit);
  const last = found.length > limit ? products.at(-1) : undefined;
  return { items: listText(products), end: last ? valuesOf(last) : null, ...counted, facets };
}
