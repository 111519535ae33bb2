import { type Static, Type } from "@sinclair/typebox";
import { type MonitoredProduct, TIERS } from "../../../db/price-monitor/monitored.ts";
import type { Mover, SeenPrice } from "../../../db/price-monitor/seen-prices.ts";
import { DOUBT_REASONS, type Validation } from "../../../db/price-monitor/validations.ts";
import type { StoredPoint } from "../../../db/pricing/price-points.ts";
import { orNull, Time, Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { type Language, translate } from "../../http/output/messages.ts";
import { BASE_CURRENCY, priceOf } from "../../kit/cents.ts";
import { view } from "../../kit/view.ts";
import { isoOfMs, isoOrNull } from "../../text/instant.ts";
import { changeOf } from "../price-alerts/crossing.ts";
import { shownAmount } from "../pricing/currency-decimals.ts";
import { INTERNAL, typeOf } from "../pricing/entries-of-product.ts";
import type { PageResult } from "./check/page-result.ts";

const amount = orNull(Type.Number());
const percentOf = (hundredths: number | null) => (hundredths === null ? null : hundredths / 100);

/** A product that is watched. */
export const Monitored = view<MonitoredProduct>()({
  product_id: [Uuid, "productId"],
  ean: [orNull(Type.String()), "ean"],
  sku: [orNull(Type.String()), "sku"],
  title: [Type.String(), "title"],
  tier: [oneOf(TIERS), "tier"],
  is_active: [Type.Boolean(), "isActive"],
  current_price: [amount, ({ priceCents }) => priceOf(priceCents)],
  lowest_competitor_price: [amount, ({ lowestCents }) => priceOf(lowestCents)],
  competitors_count: [Type.Integer(), "competitors"],
  last_check_at: [orNull(Time, "Last check or observation."), ({ seenAtMs }) => isoOrNull(seenAtMs)],
});

/** What was found on a page. */
export const PageResults = view<PageResult, [Language]>()({
  competitor_id: [
    orNull(Uuid, "Null: no competitor has the source of this price as its code, and the page is not read."),
    "competitorId",
  ],
  competitor_name: [Type.String(), "competitorName"],
  url: [Type.String(), "url"],
  price: [amount, ({ priceCents }) => priceOf(priceCents)],
  status: [oneOf(["ok", "no_price", "error"]), "status"],
  message: [
    orNull(Type.String(), "Why there is no price, or why it does not count yet."),
    ({ key, params }, language) => key && translate(language, key, params),
  ],
});

/** The last check of a product. */
export const LastCheck = view<MonitoredProduct, [checkedAtMs: number, language: Language]>()({
  checked_at: [Time, (_, checkedAtMs) => isoOfMs(checkedAtMs)],
  sources_checked: [Type.Integer(), "sourcesChecked"],
  prices_found: [Type.Integer(), "pricesFound"],
  errors: [Type.Integer(), "checkErrors"],
  results: [
    Type.Array(PageResults.Body),
    // Written by `noteCheck`.
    ({ checkResults }, _, language) => (checkResults as PageResult[]).map((each) => PageResults.of(each, language)),
  ],
});

/** A price of a competitor that was seen. */
export const SeenPrices = view<SeenPrice>()({
  id: [Type.String(), ({ rowId }) => String(rowId)],
  competitor_id: [Uuid, "competitorId"],
  competitor_name: [Type.String(), "competitorName"],
  url: [Type.String(), "url"],
  price_ttc: [Type.Number(), ({ priceCents }) => priceCents / 100],
  price_original: [amount, ({ priceOriginalCents }) => priceOf(priceOriginalCents)],
  shipping_cost: [amount, ({ shippingCostCents }) => priceOf(shippingCostCents)],
  stock_status: [orNull(Type.String()), "stockStatus"],
  seller_name: [orNull(Type.String()), "sellerName"],
  promo_label: [orNull(Type.String()), "promoLabel"],
  quoted_price: [
    orNull(Type.Number(), "As the competitor quotes it, in `quoted_currency`. Null: it is in the base currency."),
    ({ quotedCents, quotedCurrency }) => shownAmount(quotedCurrency ?? BASE_CURRENCY, quotedCents),
  ],
  quoted_currency: [orNull(Type.String({ examples: ["USD"] })), "quotedCurrency"],
  exchange_rate: [
    orNull(Type.Number(), "Units of `quoted_currency` for one unit of the base currency, when it was seen."),
    "exchangeRate",
  ],
  is_valid: [Type.Boolean({ description: "False: it waits for validation, or was rejected there." }), "isValid"],
  is_blacklisted: [Type.Boolean(), "isBlacklisted"],
  observed_at: [Time, ({ observedAtMs }) => isoOfMs(observedAtMs)],
});

/** Our price and those of competitors in the order of time, each with its change since the one before of its source. */
export function unifiedItems(points: readonly StoredPoint[]) {
  const last = new Map<string, number | null>();
  return points
    .filter(({ source }) => typeOf(source) !== "supplier")
    .map((point) => {
      const key = `${point.source} ${point.currency}`;
      const before = last.get(key) ?? point.beforeCents;
      last.set(key, point.priceCents);
      const kind: "internal" | "competitor" = point.source === INTERNAL ? "internal" : "competitor";
      return {
        at: isoOfMs(point.recordedAtMs),
        kind,
        source: point.source,
        price: shownAmount(point.currency, point.priceCents),
        currency: point.currency,
        change_pct: point.priceCents === null ? null : percentOf(changeOf(before, point.priceCents)),
        origin: point.origin,
      };
    });
}

/** A price that moved. */
export const Movers = view<Mover>()({
  product_id: [Uuid, "productId"],
  title: [Type.String(), "title"],
  competitor_name: [Type.String(), "competitorName"],
  old_price: [Type.Number(), ({ baseCents }) => baseCents / 100],
  new_price: [Type.Number(), ({ priceCents }) => priceCents / 100],
  change_pct: [Type.Number(), ({ baseCents, priceCents }) => percentOf(changeOf(baseCents, priceCents)) ?? 0],
});

const Candidate = Type.Object({ product_id: Uuid, ean: orNull(Type.String()), title: Type.String() });

/** An observation that a person is to look at, with the products that it may mean by their ids. */
export const Validations = view<
  Validation & { competitorName: string },
  [candidates: ReadonlyMap<string, Static<typeof Candidate>>]
>()({
  id: [Uuid, "id"],
  reason: [
    oneOf(DOUBT_REASONS, {
      description:
        "`ambiguous`: several products match. `fuzzy`: matches without zeros, dashes or case. `outlier`: over 50% off. `price_bot`: found by web search.",
    }),
    "reason",
  ],
  internal_sku: [Type.String(), "internalSku"],
  candidates: [Type.Array(Candidate), ({ candidates }, known) => candidates.flatMap((id) => known.get(id) ?? [])],
  competitor_id: [Uuid, "competitorId"],
  competitor_name: [Type.String(), "competitorName"],
  competitor_url: [Type.String(), ({ observation }) => observation.url],
  price_ttc: [Type.Number(), ({ observation }) => observation.priceCents / 100],
  created_at: [Time, ({ createdAtMs }) => isoOfMs(createdAtMs)],
  status: [Type.String(), "status"],
});
