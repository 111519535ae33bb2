import type { ReferenceFilter } from "../../../db/products/lists/by-reference.ts";
import { countAllProducts } from "../../../db/products/lists/count.ts";
import type { MachineProduct } from "../../../db/products/machine-products.ts";
import { decodeCursor, encodeCursor } from "../../http/input/cursor.ts";
import { byReferenceCall } from "../calls.ts";
import { findByReferences } from "./find-page.ts";
import { FAR_OFFSET, knownLength, LARGE_CATALOG, type ProductListPlace } from "./list-length.ts";

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
  const { services, db } = place;
  const { filter, page, limit, cursor } = input;
  const list = `${db.tenantId} references ${JSON.stringify(filter)}`;
  const from = cursor === undefined ? undefined : decodeCursor(list, cursor, ["textOrNull", "text"]);
  const after = from ? { reference: from[0], id: from[1] } : null;
  const { total: known, put } = await knownLength(place, ["references", filter]);
  const offset = after ? 0 : (page - 1) * limit;
  const request = { filter, after, offset, limit, counts: known === undefined };
  const isPointed = filter.gtin14 !== null;
  const isCostly = !isPointed && (request.counts || filter.search !== null || offset > FAR_OFFSET);
  const isHeavy = isCostly && (await countAllProducts(place.db)) > LARGE_CATALOG;
  const rows = isHeavy
    ? await services.call(byReferenceCall, db.tenantId, request)
    : await findByReferences(db, request);
  if (rows.total !== null) put({ total: rows.total, countMs: rows.countMs });
  const last = rows.hasMore ? rows.products.at(-1) : undefined;
  return {
    products: rows.products,
    total: known ?? rows.total ?? 0,
    nextCursor: last ? encodeCursor(list, [last.reference, last.id]) : null,
  };
}
