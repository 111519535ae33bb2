import type { Reader } from "../../../db/ports.ts";
import {
  countByReference,
  listByReference,
  type ReferenceFilter,
  type ReferencePlace,
} from "../../../db/products/lists/by-reference.ts";
import type { MachineProduct } from "../../../db/products/machine-products.ts";

/** A page of the list by reference. Plain data: a worker thread may do it. */
export interface ReferenceRequest {
  filter: ReferenceFilter;
  after: ReferencePlace | null;
  offset: number;
  limit: number;
  /** Whether the whole list is to be counted. */
  counts: boolean;
}

export interface ReferenceRows {
  products: MachineProduct[];
  hasMore: boolean;
  /** `null` when it was not requested. */
  total: number | null;
  /** How long counting took. */
  countMs: number;
}

/** Reads a page of products by reference, and counts the whole list when that is requested. */
export async function findByReferences(db: Reader, request: ReferenceRequest): Promise<ReferenceRows> {
  const { filter, limit, counts, ...place } = request;
  const startedMs = performance.now();
  const total = counts ? await countByReference(db, filter) : null;
  const countMs = performance.now() - startedMs;
  const products = await listByReference(db, filter, { ...place, limit: limit + 1 });
  return { products: products.slice(0, limit), hasMore: products.length > limit, total, countMs };
}
