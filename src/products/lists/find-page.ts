import type { Reader } from "../../../db/ports.ts";
import {
  countByReference,
  listByReference,
  type ReferenceFilter,
  type ReferencePlace,
} from "../../../db/products/lists/by-reference.ts";
import { countProducts } from "../../../db/products/lists/count.ts";
import { countFacets, type FacetName, type Facets } from "../../../db/products/lists/facets.ts";
import type { ProductFilter } from "../../../db/products/lists/filter.ts";
import { listProducts, type ProductListQuery } from "../../../db/products/lists/list.ts";
import type { ListedProduct } from "../../../db/products/lists/listed-product.ts";
import type { CursorValues } from "../../http/input/cursor.ts";
import type { CountedProducts } from "../changes/find-changes.ts";
import { listText } from "../views/product-body.ts";

/** A page of a list. Plain data: a worker thread may do it. */
export interface ProductPageRequest extends ProductListQuery {
  /** By what all products of the list are to be counted. */
  facets: FacetName[];
}

export interface ProductPageRows {
  /** The products as lists show them: a JSON array. */
  items: string;
  /** Where the page ends; `null` when no products come after it. */
  end: CursorValues | null;
  /** How many products the list has; `null` when the page does not show it. */
  total: number | null;
  /** `null` when none was requested. */
  facets: Facets | null;
}

/** How many products a list has, and how long counting took. */
export interface ProductCount {
  total: number;
  countMs: number;
}

/**
 * The length of a list that ends with this page; `null` when it goes on, or the number of products before it is unknown.
 */
const lengthByEnd = ({ after, offset, limit }: ProductListQuery, found: number): number | null =>
  after === null && found <= limit && (found > 0 || offset === 0) ? offset + found : null;

/** Counts a list; says how long it took. */
export async function countList(db: Reader, filter: ProductFilter): Promise<ProductCount> {
  const startedMs = performance.now();
  const total = await countProducts(db, filter);
  return { total, countMs: performance.now() - startedMs };
}

const valuesOf = ({ sortValues, rowId }: ListedProduct): CursorValues => [...sortValues, rowId];

/** Reads a page. */
export async function findPage(db: Reader, { facets: wanted, ...query }: ProductPageRequest): Promise<ProductPageRows> {
  const { limit } = query;
  const found = await listProducts(db, { ...query, limit: limit + 1 });
  const facets = wanted.length > 0 ? await countFacets(db, query.filter, wanted) : null;
  const products = found.slice(0, limit);
  const last = found.length > limit ? products.at(-1) : undefined;
  return {
    items: listText(products),
    end: last ? valuesOf(last) : null,
    total: lengthByEnd(query, found.length),
    facets,
  };
}

/** A page of the list by reference. Plain data: a worker thread may do it. */
export interface ReferenceRequest {
  filter: ReferenceFilter;
  after: ReferencePlace | null;
  offset: number;
  limit: number;
  /** Whether the whole list is to be counted. */
  counts: boolean;
}

/** Reads a page of products by reference, and counts the whole list when that is requested. */
export async function findByReferences(db: Reader, request: ReferenceRequest): Promise<CountedProducts> {
  const { filter, limit, counts, ...place } = request;
  const startedMs = performance.now();
  const total = counts ? await countByReference(db, filter) : null;
  const countMs = performance.now() - startedMs;
  const products = await listByReference(db, filter, { ...place, limit: limit + 1 });
  return { products: products.slice(0, limit), hasMore: products.length > limit, total, countMs };
}
