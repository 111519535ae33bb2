import { Type } from "@sinclair/typebox";
import type { Violation } from "../../../db/price-monitor/violations.ts";
import { orNull, Time, Uuid } from "../../http/input/fields.ts";
import { view } from "../../kit/view.ts";
import { isoOfMs, isoOrNull } from "../../text/instant.ts";

/** What was not seen for this long is no longer a violation. Source: S39.14. */
const SEEN_MS = 30 * 86_400_000;
export const violationsSince = (nowMs: number): number => nowMs - SEEN_MS;

const mapCents = ({ priceCents, gapCents }: Violation) => priceCents + gapCents;

/** A price of a competitor below the minimum advertised one. */
export const Violations = view<Violation>()({
  product_id: [Uuid, "productId"],
  ean: [orNull(Type.String()), "ean"],
  title: [Type.String(), "title"],
  competitor_id: [Uuid, "competitorId"],
  competitor_name: [Type.String(), "competitorName"],
  url: [Type.String(), "url"],
  competitor_price: [Type.Number(), ({ priceCents }) => priceCents / 100],
  map_price: [Type.Number(), (violation) => mapCents(violation) / 100],
  gap: [Type.Number(), ({ gapCents }) => gapCents / 100],
  gap_percent: [Type.Number(), (violation) => Math.round((violation.gapCents * 10_000) / mapCents(violation)) / 100],
  observed_at: [Time, ({ observedAtMs }) => isoOfMs(observedAtMs)],
  seller_name: [orNull(Type.String(), "Who sells it there. Null: not named."), "sellerName"],
  first_seen_at: [
    orNull(Time, "When it was below for the first time."),
    ({ firstSeenAtMs }) => isoOrNull(firstSeenAtMs),
  ],
  notified_at: [
    orNull(Time, "When the competitor was written to. Null: not yet."),
    ({ notifiedAtMs }) => isoOrNull(notifiedAtMs),
  ],
  reopened_at: [orNull(Time, "When it was below again. Null: never."), ({ reopenedAtMs }) => isoOrNull(reopenedAtMs)],
});

/** The same in lists. */
export const ViolationBody = Violations.expanding({ product: "product", competitor: "competitor" });
