import { Type } from "@sinclair/typebox";
import { DateTime, idParams, maybe, nameOf, orNull, Time, Uuid, WebAddress } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { Sources } from "./bodies.ts";
import { PRICE_TYPES } from "./entries-of-product.ts";
import { Money } from "./lists/list-entry.ts";
import { Currency } from "./lists/price-list.ts";

const Source = nameOf(100, "`internal` is the product's own price; `supplier:CODE`, a competitor's code, or a name.");
const Notes = Type.String({ maxLength: 2000 });
const ValidUntil = orNull(DateTime, "Not in the past. Null: without an end.");
const ONE_SOURCE = Type.Optional(Type.String({ maxLength: 100, description: "Only this source." }));
const days = (byDefault: number, maximum: number) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum, description: `Default ${byDefault}.` }));

export const PriceParams = idParams({ price_id: "price entry" });

export const PricesQuery = Type.Object({
  active_only: Type.Optional(Type.Boolean({ description: "Without inactive and expired entries. Default false." })),
  source: ONE_SOURCE,
  price_type: Type.Optional(oneOf(PRICE_TYPES)),
});

export const PriceInput = Type.Object({
  source: Source,
  price: Money,
  currency: Type.Optional(Currency),
  url: maybe(WebAddress),
  valid_until: Type.Optional(ValidUntil),
  notes: maybe(Notes),
});

export const PriceUpdate = Type.Object(
  {
    price: Type.Optional(Money),
    is_active: Type.Optional(Type.Boolean()),
    valid_until: Type.Optional(ValidUntil),
    notes: maybe(Notes),
  },
  { examples: [{ price: 11.9 }] },
);

export const PriceDeletion = Type.Object({
  soft_delete: Type.Optional(Type.Boolean({ description: "Deactivate the entry and keep it listed. Default false." })),
});

export const BestQuery = Type.Object({
  exclude_sources: Type.Optional(
    Type.Array(Type.String({ maxLength: 1000 }), {
      maxItems: 100,
      description: "Sources to exclude; repeat the parameter or separate values with commas.",
    }),
  ),
});
export const BestPrice = Type.Object({
  product_id: Uuid,
  best_price: orNull(Type.Number(), "Null without a price."),
  source: orNull(Type.String()),
  url: orNull(Type.String()),
  valid_until: orNull(Time),
});

export const HistoryCursor = Type.Optional(
  Type.String({ maxLength: 2000, description: "Of the `Link` to the entries before these." }),
);
export const PriceHistoryQuery = Type.Object({
  source: ONE_SOURCE,
  days: days(90, 730),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description: "Maximum number of entries, newest first. Default 10000.",
    }),
  ),
  cursor: HistoryCursor,
});
export const PriceHistory = Type.Array(
  Type.Object({
    id: Type.String(),
    source: Type.String(),
    price: orNull(Type.Number(), "Null: no price from then on."),
    currency: Type.String(),
    is_active: Type.Boolean(),
    change: orNull(Type.Number(), "Difference to the previous price of the source."),
    recorded_at: Time,
    origin: oneOf(["manual", "import", "erp_sync", "repricing", "observation", "connector"]),
  }),
);

const amount = orNull(Type.Number());
export const PriceStats = Type.Object({
  product_id: Uuid,
  lowest_price: amount,
  highest_price: amount,
  average_price: amount,
  sources_count: Type.Integer({ minimum: 0 }),
  sources: Type.Array(Type.String()),
  last_updated: orNull(Time),
});

export const SourcesQuery = Type.Object({
  product_id: Type.Optional(Type.String({ format: "uuid", description: "Only this product." })),
  days: days(30, 365),
});
export const PriceSources = Type.Object({
  days: Type.Integer(),
  product_id: orNull(Uuid),
  sources: Type.Array(Sources.Body),
});
