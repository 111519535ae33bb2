import type { CompetitorState } from "../../../db/competitors/competitors.ts";
import type { ActiveAlert, AlertChannel, AlertType } from "../../../db/price-alerts/alerts.ts";
import type { KnownPrice, Observation, ObservedProduct } from "../../../db/price-monitor/observe.ts";
import { priceOf } from "../../kit/cents.ts";
import { isoOfMs } from "../../text/instant.ts";
import { changeOf } from "./crossing.ts";

/** A valid observation with what it is compared to. */
export interface Seen {
  observation: Observation;
  competitor: CompetitorState;
  /** What was known of the competitor's offer before. */
  before: KnownPrice | undefined;
}

/** The text of an alert that fired: as it is stored, shown and sent to webhooks. */
export type AlertRecord = {
  id: string;
  alert_id: string;
  product_id: string;
  product_title: string;
  ean: string | null;
  /** What we ask. */
  own_price: number | null;
  alert_type: AlertType;
  /** What the price was compared with; `null`: with nothing. */
  threshold: number | null;
  competitor_id: string;
  competitor_name: string;
  url: string;
  observed_price: number;
  previous_price: number | null;
  change_pct: number | null;
  channels: AlertChannel[];
  triggered_at: string;
};

/** An alert, and the observation that sets it off. */
export interface Fired {
  alert: ActiveAlert;
  seen: Seen;
  /** What its price was compared with, in cents or hundredths of a percent; `null`: with nothing. */
  against: number | null;
}

/** The body of an alert that fired. */
export function recordOf(
  { alert, seen, against }: Fired,
  id: string,
  { product, nowMs }: { product: ObservedProduct | undefined; nowMs: number },
): AlertRecord {
  const { observation, competitor, before } = seen;
  const previousCents = before?.priceCents ?? null;
  const change = changeOf(previousCents, observation.priceCents);
  return {
    id,
    alert_id: alert.id,
    product_id: observation.productId,
    product_title: product?.title ?? "",
    ean: product?.ean || null,
    own_price: priceOf(product?.priceCents ?? null),
    alert_type: alert.alertType,
    threshold: priceOf(against),
    competitor_id: competitor.id,
    competitor_name: competitor.name,
    url: observation.url,
    observed_price: observation.priceCents / 100,
    previous_price: priceOf(previousCents),
    change_pct: change === null ? null : change / 100,
    channels: alert.channels,
    triggered_at: isoOfMs(nowMs),
  };
}
