import { Type } from "@sinclair/typebox";
import { CASE_STATUSES, type MapCase } from "../../../db/price-monitor/map-cases.ts";
import type { MapEvidence } from "../../../db/price-monitor/map-evidence.ts";
import { orNull, Time, Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { view } from "../../kit/view.ts";
import { isoOfMs, isoOrNull } from "../../text/instant.ts";

/** The story of one competitor below the minimum advertised price of a product. */
export const MapCases = view<MapCase>()({
  product_id: [Uuid, "productId"],
  title: [Type.String(), "title"],
  ean: [orNull(Type.String()), "ean"],
  sku: [orNull(Type.String()), "reference"],
  competitor_id: [Uuid, "competitorId"],
  competitor_name: [Type.String(), "competitorName"],
  seller_name: [orNull(Type.String(), "Who sells it there. Null: the page names no seller."), "sellerName"],
  status: [oneOf(CASE_STATUSES, { description: "`resolved`: no longer below." }), "status"],
  url: [Type.String(), "url"],
  competitor_price: [Type.Number({ description: "As it was last below." }), ({ priceCents }) => priceCents / 100],
  map_price: [Type.Number(), ({ mapCents }) => mapCents / 100],
  first_seen_at: [Time, ({ firstSeenAtMs }) => isoOfMs(firstSeenAtMs)],
  last_seen_at: [Time, ({ lastSeenAtMs }) => isoOfMs(lastSeenAtMs)],
  notified_at: [
    orNull(Time, "When the competitor was written to, since it was opened. Null: not yet."),
    ({ notifiedAtMs }) => isoOrNull(notifiedAtMs),
  ],
  resolved_at: [orNull(Time, "Null: it is open."), ({ resolvedAtMs }) => isoOrNull(resolvedAtMs)],
  reopened_at: [orNull(Time, "When it was below again. Null: never."), ({ reopenedAtMs }) => isoOrNull(reopenedAtMs)],
  reopened_count: [Type.Integer(), "reopenedCount"],
});
/** The same in lists. */
export const MapCaseBody = MapCases.expanding({ product: "product", competitor: "competitor" });

const Evidence = view<MapEvidence>()({
  url: [Type.String(), "url"],
  seller_name: [orNull(Type.String()), "sellerName"],
  competitor_price: [Type.Number(), ({ priceCents }) => priceCents / 100],
  map_price: [Type.Number(), ({ mapCents }) => mapCents / 100],
  page_text: [Type.String({ description: "What the page said then, as text; at most 20,000 characters." }), "pageText"],
  taken_at: [Time, ({ takenAtMs }) => isoOfMs(takenAtMs)],
});

/** A case with what pages said. */
export const MapCaseWithEvidence = Type.Object({
  ...MapCases.Body.properties,
  evidence: Type.Array(Evidence.Body, {
    description: "Newest first: of the checks that read the page, the first and the newest nine.",
  }),
});
export const caseWithEvidence = (found: MapCase, evidence: readonly MapEvidence[]) => ({
  ...MapCases.of(found),
  evidence: evidence.map((each) => Evidence.of(each)),
});
