import type { Violation } from "../../../db/price-monitor/violations.ts";
import { isoOfMs } from "../../text/instant.ts";

/** What was not seen for this long is no longer a violation. Source: S39.14. */
const SEEN_MS = 30 * 86_400_000;
export const violationsSince = (nowMs: number): number => nowMs - SEEN_MS;

export const violationBody = (violation: Violation) => {
  const mapCents = violation.priceCents + violation.gapCents;
  return {
    product_id: violation.productId,
    ean: violation.ean,
    title: violation.title,
    competitor_id: violation.competitorId,
    competitor_name: violation.competitorName,
    url: violation.url,
    competitor_price: violation.priceCents / 100,
    map_price: mapCents / 100,
    gap: violation.gapCents / 100,
    gap_percent: Math.round((violation.gapCents * 10_000) / mapCents) / 100,
    observed_at: isoOfMs(violation.observedAtMs),
  };
};
