import {
  countPendingEans,
  listPendingEans,
  type PendingEan,
  type PendingEanSort,
  pendingPlace,
} from "../../../db/imports/pending-eans.ts";
import type { Reader } from "../../../db/ports.ts";
import { decodeCursor, encodeCursor } from "../../http/input/cursor.ts";
import { flatPage, type PageInput, pageOf } from "../../http/input/page.ts";
import { candidatesOf } from "./candidates.ts";

export const PENDING_PAGE_SIZES = { perPage: 50, perPageMax: 500 };

export const PENDING_STATUSES = ["pending", "resolving", "resolved", "ignored"] as const;

export interface PendingQuery extends PageInput {
  supplier_code?: string;
  ean_type?: PendingEan["eanType"];
  search?: string;
  sort_by?: PendingEanSort;
  sort_order?: "asc" | "desc";
}

/** A waiting row as the API shows it. */
export const pendingRecord = (found: PendingEan) => ({
  id: found.id,
  sku: found.sku,
  name: found.name,
  supplier_code: found.supplierCode === "" ? null : found.supplierCode,
  // The table checks it.
  status: found.status as (typeof PENDING_STATUSES)[number],
  ean_type: found.eanType,
  resolution_score: found.resolutionScore,
  candidates: candidatesOf(found),
  import_count: found.importCount,
  first_seen_at: new Date(found.firstSeenAtMs).toISOString(),
  last_seen_at: new Date(found.lastSeenAtMs).toISOString(),
  created_at: new Date(found.firstSeenAtMs).toISOString(),
});

/** A page of the rows that wait for an EAN, with figures on all that match. */
export async function listPendingPage(db: Reader, query: PendingQuery) {
  const page = pageOf(query, PENDING_PAGE_SIZES);
  const codes = query.supplier_code?.split(",").flatMap((code) => code.trim() || []);
  const filter = {
    supplierCodes: codes ?? null,
    eanType: query.ean_type ?? null,
    search: query.search?.trim() || null,
  };
  const { sort_by: sort = "last_seen_at", sort_order: order = "desc" } = query;
  const list = `pending-eans?${JSON.stringify([filter, sort, order])}`;
  const after = page.cursor === undefined ? undefined : decodeCursor(list, page.cursor, ["count", "text"]);
  // One more than is shown says whether there is a next page.
  const found = await listPendingEans(db, filter, { sort, order, after, offset: page.offset, limit: page.perPage + 1 });
  const shown = found.slice(0, page.perPage);
  const last = found.length > shown.length ? shown.at(-1) : undefined;
  const { total, toResolve, suppliers } = await countPendingEans(db, filter);
  return {
    ...flatPage(shown.map(pendingRecord), total, page, last ? encodeCursor(list, pendingPlace(sort, last)) : null),
    stats: { total, ean_to_resolve: toResolve, ean_not_resolvable: total - toResolve, suppliers },
  };
}
