import { type Static, Type } from "@sinclair/typebox";
import { countPendingEans, listPendingEans, type PendingEan, pendingPlace } from "../../../db/imports/pending-eans.ts";
import type { Reader } from "../../../db/ports.ts";
import { decodeCursor, encodeCursor } from "../../http/input/cursor.ts";
import { orNull } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { flatPage, pageOf, pageQuery } from "../../http/input/page.ts";
import { view } from "../../kit/view.ts";
import { isoOfMs } from "../../text/instant.ts";
import { CANDIDATE_REASONS, candidatesOf } from "./candidates.ts";

const PENDING_PAGE_SIZES = { perPage: 50, perPageMax: 500 };

export const PENDING_STATUSES = ["pending", "resolving", "resolved", "ignored"] as const;

const EanType = oneOf(["ean_to_resolve", "ean_not_resolvable"]);
const Moment = Type.String({ format: "date-time" });

export const PendingQuery = Type.Object({
  ...pageQuery(PENDING_PAGE_SIZES).properties,
  supplier_code: Type.Optional(Type.String({ maxLength: 2000, description: "Comma-separated list." })),
  ean_type: Type.Optional(EanType),
  search: Type.Optional(Type.String({ maxLength: 200, description: "Part of the SKU or name." })),
  sort_by: Type.Optional(oneOf(["first_seen_at", "last_seen_at", "import_count", "resolution_score"] as const)),
  sort_order: Type.Optional(oneOf(["asc", "desc"] as const)),
});

/** A waiting row as the API shows it. */
export const PendingEans = view<PendingEan>()({
  id: [Type.String({ format: "uuid" }), "id"],
  sku: [Type.String(), "sku"],
  name: [Type.String(), "name"],
  supplier_code: [orNull(Type.String()), ({ supplierCode }) => (supplierCode === "" ? null : supplierCode)],
  // The table checks it.
  status: [oneOf(PENDING_STATUSES), ({ status }) => status as (typeof PENDING_STATUSES)[number]],
  ean_type: [EanType, "eanType"],
  resolution_score: [Type.Integer({ minimum: 0, maximum: 100 }), "resolutionScore"],
  candidates: [
    Type.Array(Type.Object({ ean: Type.String(), reason: oneOf(CANDIDATE_REASONS) }), {
      description:
        "Codes that may be meant: of products of the catalog with the same SKU or the supplier's reference, and with a correct check digit, of which a slip would have made the one in the file.",
    }),
    candidatesOf,
  ],
  import_count: [Type.Integer({ description: "Number of imports that contained the row." }), "importCount"],
  first_seen_at: [Moment, ({ firstSeenAtMs }) => isoOfMs(firstSeenAtMs)],
  last_seen_at: [Moment, ({ lastSeenAtMs }) => isoOfMs(lastSeenAtMs)],
  created_at: [Moment, ({ firstSeenAtMs }) => isoOfMs(firstSeenAtMs)],
});

/** A page of the rows that wait for an EAN, with figures on all that match. */
export async function listPendingPage(db: Reader, query: Static<typeof PendingQuery>) {
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
    ...flatPage(
      shown.map((row) => PendingEans.of(row)),
      total,
      page,
      last ? encodeCursor(list, pendingPlace(sort, last)) : null,
    ),
    stats: { total, ean_to_resolve: toResolve, ean_not_resolvable: total - toResolve, suppliers },
  };
}
