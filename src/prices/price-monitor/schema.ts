import { Type } from "@sinclair/typebox";
import { MONITORED_SORTS, TIERS } from "../../../db/price-monitor/monitored.ts";
import { currencyAmountOf } from "../../http/input/amount.ts";
import { DateTime, maybe, orNull, Time, Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { SizedPageQuery } from "../../http/input/page-size.ts";
import { FILTER_QUERY } from "../../products/lists/filter-schema.ts";
import { CompetitorCode } from "../competitors/competitor.ts";
import { Currency } from "../pricing/lists/price-list.ts";
import { LastCheck, Monitored, Movers, PageResults } from "./bodies.ts";
import { sortQuery } from "./sort-query.ts";

const Price = currencyAmountOf({ minimum: 0.001, maximum: 1e10 });
const amount = orNull(Type.Number());
const text = (maxLength: number) => maybe(Type.String({ maxLength }));
const line = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: "\\S" });

/** One observation: checked by itself, so that the others are taken. */
export const ObservationItem = Type.Object({
  internal_sku: line(100),
  competitor_name: line(200),
  competitor_code: maybe(CompetitorCode),
  competitor_url: Type.String({ maxLength: 2048, pattern: "^https?://\\S+$" }),
  price_ttc: Price,
  price_original: maybe(Price),
  shipping_cost: maybe(currencyAmountOf({ minimum: 0, maximum: 1e10 })),
  stock_status: text(50),
  seller_name: text(200),
  promo_label: text(200),
  currency: maybe(Currency),
  observed_at: maybe(DateTime),
});

export const ObservationsInput = Type.Object(
  {
    observations: Type.Array(Type.Any({ ...ObservationItem }), {
      maxItems: 5000,
      description:
        "Objects with `internal_sku` (SKU or EAN), `competitor_name`, `competitor_url`, `price_ttc`, and optionally `competitor_code` (your own code for the competitor, which goes before its name), `price_original`, `shipping_cost`, `stock_status`, `seller_name`, `promo_label`; `currency` (EUR by default) needs an exchange rate of the tenant, by which the price is converted; `observed_at` at most five minutes from now.",
    }),
  },
  {
    examples: [
      {
        observations: [
          {
            internal_sku: "4006381333931",
            competitor_name: "Big Shop",
            competitor_url: "https://bigshop.example/p/1",
            price_ttc: 12.9,
          },
        ],
      },
    ],
  },
);

export const ObservationsTaken = Type.Object({
  accepted: Type.Integer(),
  rejected: Type.Integer(),
  pending_validation: Type.Integer({ description: "Accepted ones that wait in `/prices/validation`." }),
  errors: Type.Array(
    Type.Object({ index: Type.Integer(), internal_sku: orNull(Type.String()), message: Type.String() }),
  ),
});

export const WatchlistQuery = Type.Object({
  tier: Type.Optional(oneOf(TIERS)),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 5000, description: "Default 500." })),
});
export const Watchlist = Type.Object({
  items: Type.Array(
    Type.Object({
      product_id: Uuid,
      sku: orNull(Type.String()),
      ean: orNull(Type.String()),
      title: Type.String(),
      brand: orNull(Type.String()),
      tier: oneOf(TIERS),
      price: amount,
      map_price: amount,
      urls: Type.Array(
        Type.Object({ competitor_code: Type.String(), competitor_name: Type.String(), url: Type.String() }),
      ),
      last_check_at: orNull(Time),
    }),
  ),
  total: Type.Integer({ minimum: 0, description: "Active monitored products, of the tier if one is given." }),
  generated_at: Time,
});

export const Dashboard = Type.Object({
  monitored_products: Type.Integer(),
  active_alerts: Type.Integer(),
  map_violations: Type.Integer(),
  last_check_at: orNull(Time),
  top_movers: Type.Array(Movers.Body),
});

const { include_deleted: _, ...PRODUCT_FILTERS } = FILTER_QUERY;
export const MonitoredQuery = Type.Object({
  ...SizedPageQuery.properties,
  ...PRODUCT_FILTERS,
  ...sortQuery(
    MONITORED_SORTS,
    "`created_at`: by the age of the product. `lowest_price`: of competitors. `last_check_at`: the last check or observation.",
  ),
  tier: Type.Optional(oneOf(TIERS)),
  active_only: Type.Optional(Type.Boolean({ description: "Default true." })),
});
export const CheckQuery = Type.Object({
  tier: Type.Optional(oneOf(TIERS)),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: "Default 100." })),
});
export const ChecksStarted = Type.Object({
  id: Uuid,
  status: Type.Literal("processing"),
  products: Type.Integer({ minimum: 0 }),
});
export const Checked = Type.Object({
  product_id: Uuid,
  checked_at: Time,
  sources_checked: Type.Integer(),
  prices_found: Type.Integer(),
  results: Type.Array(PageResults.Body),
});
export const MonitoredStatus = Type.Object({
  ...Monitored.Body.properties,
  tier: orNull(oneOf(TIERS)),
  is_monitored: Type.Boolean(),
  map_price: amount,
  next_check_at: orNull(Time),
  last_check: orNull(LastCheck.Body),
});
export const MonitoredUpdate = Type.Object(
  { tier: Type.Optional(oneOf(TIERS)), is_active: Type.Optional(Type.Boolean()) },
  { examples: [{ tier: "tier1_high" }] },
);
export const MonitoredBulk = Type.Object({
  product_ids: Type.Array(Type.String({ maxLength: 100 }), {
    minItems: 1,
    maxItems: 5000,
    examples: [[Uuid["examples"]?.[0]]],
  }),
  tier: Type.Optional(oneOf(TIERS, { description: "Default tier3_standard." })),
});
export const Enrolled = Type.Object({
  enrolled: Type.Integer(),
  updated: Type.Integer(),
  errors: Type.Array(Type.Object({ product_id: Type.String(), message: Type.String() })),
});
