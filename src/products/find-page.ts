import type { Reader } from "../../db/ports.ts";
import { countProducts, type ListedProduct, listProducts, type ProductListQuery } from "../../db/products/list.ts";

/** A page of a list, and how many products the whole list has. Plain data: it may be asked of a worker thread. */
export interface ProductPageRequest extends ProductListQuery {
  /** Whether the whole list is to be counted. */
  counts: boolean;
}

export interface ProductPageRows {
  products: ListedProduct[];
  /** Whether there are products after these. */
  hasMore: boolean;
  /** `null` when it was not asked for. */
  total: number | null;
  /** How long counting took. */
  countMs: number;
}

/** Reads a page, and counts the whole list when that is asked for. */
export async function findPage(db: Reader, { counts, ...query }: ProductPageRequest): Promise<ProductPageRows> {
  const startedMs = performance.now();
  const total = counts ? await countProducts(db, query.filter) : null;
  const countMs = performance.now() - startedMs;
  const products = await listProducts(db, { ...query, limit: query.limit + 1 });
  const hasMore = products.length > query.limit;
  return { products: products.slice(0, query.limit), hasMore, total, countMs };
}
