import type { ReferenceFilter } from "../../db/products/by-reference.ts";
import { readClock } from "../../db/products/clock.ts";
import { countAllProducts } from "../../db/products/list.ts";
import type { MachineProduct } from "../../db/products/machine-products.ts";
import { decodeCursor, encodeCursor } from "../http/cursor.ts";
import { findByReferences } from "./find-by-reference.ts";
import { LARGE_CATALOG, type ProductListPlace } from "./list-length.ts";
import { FAR_OFFSET } from "./page-of-products.ts";

export interface ReferencePageInput {
  filter: ReferenceFilter;
  /** From 1. */
  page: number;
  limit: number;
  cursor?: string | undefined;
}

export interface ReferencePage {
  products: MachineProduct[];
  /** Of the whole list. */
  total: number;
  nextCursor: string | null;
}

/** A page of products by reference, those without one last. Throws INVALID_PARAMETER for a cursor of another list. */
export async function pageByReference(place: ProductListPlace, input: ReferencePageInput): Promise<ReferencePage> {
  const { services, totals, db } = place;
  const { filter, page, limit, cursor } = input;
  const list = `${db.tenantId} references ${JSON.stringify(filter)}`;
  // Made by `encodeCursor` below of such a pair, as its checksum says.
  const [reference, id] = cursor === undefined ? [] : (decodeCursor(list, cursor) as [string | null, string]);
  const after = id === undefined ? null : { reference: reference ?? null, id };
  const clock = await readClock(db);
  const known = totals.find(list, clock);
  const offset = after ? 0 : (page - 1) * limit;
  const asked = { filter, after, offset, limit, counts: known === undefined };
  const isPointed = filter.gtin14 !== null;
  const isCostly = !isPointed && (asked.counts || filter.search !== null || offset > FAR_OFFSET);
  const isHeavy = isCostly && (await countAllProducts(place.db)) > LARGE_CATALOG;
  const rows = isHeavy
    ? await services.ask("products.by-reference", db.tenantId, asked)
    : await findByReferences(db, asked);
  if (rows.total !== null) totals.keep(list, { total: rows.total, clock, countMs: rows.countMs });
  const last = rows.hasMore ? rows.products.at(-1) : undefined;
  return {
    products: rows.products,
    total: known ?? rows.total ?? 0,
    nextCursor: last ? encodeCursor(list, [last.reference, last.id]) : null,
  };
}
