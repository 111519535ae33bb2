import type { MonitoredProduct } from "../../../db/price-monitor/monitored.ts";
import type { Mover, SeenPrice } from "../../../db/price-monitor/seen-prices.ts";
import type { StoredPoint } from "../../../db/pricing/price-points.ts";
import { type Language, translate } from "../../http/output/messages.ts";
import { priceOf } from "../../kit/cents.ts";
import { isoOfMs } from "../../text/instant.ts";
import { changeOf } from "../price-alerts/crossing.ts";
import { INTERNAL, typeOf } from "../pricing/entries-of-product.ts";
import type { PageResult } from "./check/check-products.ts";

export const isoOrNull = (ms: number | null) => (ms === null ? null : isoOfMs(ms));
const percentOf = (hundredths: number | null) => (hundredths === null ? null : hundredths / 100);

export const monitoredBody = (product: MonitoredProduct) => ({
  product_id: product.productId,
  ean: product.ean,
  sku: product.sku,
  title: product.title,
  tier: product.tier,
  is_active: product.isActive,
  current_price: priceOf(product.priceCents),
  lowest_competitor_price: priceOf(product.lowestCents),
  competitors_count: product.competitors,
  last_check_at: isoOrNull(product.seenAtMs),
});

export const pageResultBody = (result: PageResult, language: Language) => ({
  competitor_id: result.competitorId,
  competitor_name: result.competitorName,
  url: result.url,
  price: priceOf(result.priceCents),
  status: result.status,
  message: result.key && translate(language, result.key, result.params),
});

/** What is known of the last check. */
export const lastCheckBody = (product: MonitoredProduct, language: Language) =>
  product.checkedAtMs === null
    ? null
    : {
        checked_at: isoOfMs(product.checkedAtMs),
        sources_checked: product.sourcesChecked,
        prices_found: product.pricesFound,
        errors: product.checkErrors,
        // Written by `noteCheck`.
        results: (product.checkResults as PageResult[]).map((result) => pageResultBody(result, language)),
      };

export const seenBody = (seen: SeenPrice) => ({
  id: String(seen.rowId),
  competitor_id: seen.competitorId,
  competitor_name: seen.competitorName,
  url: seen.url,
  price_ttc: seen.priceCents / 100,
  price_original: priceOf(seen.priceOriginalCents),
  shipping_cost: priceOf(seen.shippingCostCents),
  stock_status: seen.stockStatus,
  seller_name: seen.sellerName,
  promo_label: seen.promoLabel,
  is_valid: seen.isValid,
  is_blacklisted: seen.isBlacklisted,
  observed_at: isoOfMs(seen.observedAtMs),
});

/** Our price and those of competitors in the order of time, each with its change since the one before of its source. */
export function unifiedItems(points: readonly StoredPoint[]) {
  const last = new Map<string, number | null>();
  return points
    .filter(({ source }) => typeOf(source) !== "supplier")
    .map((point) => {
      const before = last.get(point.source) ?? point.beforeCents;
      last.set(point.source, point.priceCents);
      const kind: "internal" | "competitor" = point.source === INTERNAL ? "internal" : "competitor";
      return {
        at: isoOfMs(point.recordedAtMs),
        kind,
        source: point.source,
        price: priceOf(point.priceCents),
        currency: point.currency,
        change_pct: point.priceCents === null ? null : percentOf(changeOf(before, point.priceCents)),
        origin: point.origin,
      };
    });
}

export const moverBody = (mover: Mover) => ({
  product_id: mover.productId,
  title: mover.title,
  competitor_name: mover.competitorName,
  old_price: mover.baseCents / 100,
  new_price: mover.priceCents / 100,
  change_pct: percentOf(changeOf(mover.baseCents, mover.priceCents)) ?? 0,
});
