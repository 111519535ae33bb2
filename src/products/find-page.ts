import type { Reader } from "../../db/ports.ts";
import { countFacets, type FacetName, type Facets } from "../../db/products/facets.ts";
import { countProducts, listProducts, type ProductListQuery } from "../../db/products/list.ts";
import type { ListedProduct } from "../../db/products/listed-product.ts";

/** A page of a list, and how many products the whole list has. Plain data: it may be asked of a worker thread. */
export interface ProductPageRequest extends ProductListQuery {
  /** Whether the whole list is to be counted. */
  counts: boolean;
  /** By what all products of the list are to be counted. */
  facets: FacetName[];
}

export interface ProductPageRows {
  products: ListedProduct[];
  /** Whether there are products after these. */
  hasMore: boolean;
  /** `null` when it was not asked for. */
  total: number | null;
  /** `null` when none was asked for. */
  facets: Facets | null;
  /** How long counting took. */
  countMs: number;
}

/** Reads a page, and counts the whole list when that is asked for. */
export async function findPage(
  db: Reader,
  { counts, facets: wanted, ...query }: ProductPageRequest,
): Promise<ProductPageRows> {
  const startedMs = performance.now();
  const total = counts ? await countProducts(db, query.filter) : null;
  const countMs = performance.now() - startedMs;
  const facets = wanted.length > 0 ? await countFacets(db, query.filter, wanted) : null;
  const { products } = await listProducts(db, { ...query, limit: query.limit + 1 });
  const hasMore = products.length > query.limit;
  return { products: products.slice(0, query.limit), hasMore, total, facets, countMs };
}
