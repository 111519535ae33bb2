import type { Reader } from "../../../db/ports.ts";
import {
  type ChangesFilter,
  countChanges,
  listChanges,
  type MachineProduct,
} from "../../../db/products/machine-products.ts";

/** A page of the change feed. Plain data: a worker thread may do it. */
export interface ChangesRequest {
  /** What the whole list is. */
  filter: ChangesFilter;
  /** Where the page begins. */
  fromUs: number;
  offset: number;
  limit: number;
  /** Whether the whole list is to be counted. */
  counts: boolean;
}

/** Products of a list for machines, and how many the whole has. */
export interface CountedProducts {
  products: MachineProduct[];
  hasMore: boolean;
  /** `null` when it was not requested. */
  total: number | null;
  /** How long counting took. */
  countMs: number;
}

/** Reads a page of what has changed, and counts the whole list when that is requested. */
export async function findChanges(db: Reader, request: ChangesRequest): Promise<CountedProducts> {
  const { filter, fromUs, offset, limit, counts } = request;
  const startedMs = performance.now();
  const total = counts ? await countChanges(db, filter) : null;
  const countMs = performance.now() - startedMs;
  const products = await listChanges(db, { ...filter, fromUs }, { limit: limit + 1, offset });
  return { products: products.slice(0, limit), hasMore: products.length > limit, total, countMs };
}
