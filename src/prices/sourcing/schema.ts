import { Type } from "@sinclair/typebox";
import { amountOf } from "../../http/input/amount.ts";
import { expandable } from "../../http/input/expand.ts";
import { maybe, orNull, Time, Uuid } from "../../http/input/fields.ts";
import { PRICE_MAX } from "../../kit/cents.ts";
import { PlatformMappings } from "./bodies.ts";

const Price = amountOf({ minimum: 0, maximum: PRICE_MAX, examples: [6.75] });
const Count = Type.Integer({ minimum: 0 });
const Currency = Type.String({ pattern: "^[A-Z]{3}$", description: "ISO 4217.", examples: ["EUR"] });
const Days = Type.Integer({ minimum: 0, maximum: 3650, examples: [3] });
const Quantity = Type.Integer({ minimum: 1, maximum: 1e9, examples: [10] });
const Stock = Type.Integer({ minimum: 0, maximum: 1e9, examples: [120] });
const Reference = Type.String({ maxLength: 255, examples: ["AC-4711"] });

export const OfferParams = Type.Object({ product_id: Uuid, supplier_id: Uuid });

const TERMS = {
  supplier_reference: maybe(Reference, "Product code used by the supplier."),
  cost_price: maybe(Price, "Purchase price."),
  currency: maybe(Currency, "Of the cost price; null: the supplier's."),
  stock: Type.Optional(Stock),
  lead_time_days: maybe(Days, "Null: the supplier's default."),
  min_order_quantity: maybe(Quantity, "Null: no minimum."),
  is_main: Type.Optional(Type.Boolean({ description: "True makes this the main supplier." })),
};
export const OfferCreate = Type.Object(
  {
    supplier_id: Type.Optional(Uuid),
    supplier_code: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
    ...TERMS,
  },
  { examples: [{ supplier_code: "ACME", cost_price: 6.75, stock: 120 }] },
);
export const OfferUpdate = Type.Object(TERMS, { examples: [{ cost_price: 6.9 }] });

const OFFER = {
  supplier_id: Uuid,
  code: Type.String({ examples: ["ACME"] }),
  name: Type.String({ examples: ["Acme Ltd"] }),
  supplier_reference: orNull(Type.String(), "Product code used by the supplier."),
  cost_price: orNull(Type.Number(), "Null if unknown."),
  currency: Currency,
  stock: orNull(Type.Integer(), "Null if unknown."),
  lead_time_days: orNull(Type.Integer(), "For this product, else the supplier's default."),
  min_order_quantity: orNull(Type.Integer(), "Null if none."),
  is_main: Type.Boolean(),
  is_active: Type.Boolean({ description: "Whether the supplier is active." }),
  updated_at: Time,
};
export const OfferBody = Type.Object({ ...OFFER, ...expandable({ supplier: "supplier" }) });
export const OffersBody = Type.Object({ product_id: Uuid, items: Type.Array(OfferBody), total: Count });

const ScoredOffer = Type.Object({
  ...OFFER,
  score: Type.Integer({ minimum: 0, maximum: 100 }),
  reasons: Type.Array(Type.String(), {
    description: "`lowest_cost`, `highest_stock`, `shortest_lead_time`, `in_stock`.",
    examples: [["lowest_cost", "in_stock"]],
  }),
});
export const RecommendationBody = Type.Object({
  product_id: Uuid,
  recommended: Type.Union([ScoredOffer, Type.Null()]),
  alternatives: Type.Array(ScoredOffer),
  weights: Type.Object({ cost: Type.Number(), stock: Type.Number(), lead_time: Type.Number() }),
});

export const SourcingBody = Type.Object({
  product_id: Uuid,
  main_supplier: Type.Union([OfferBody, Type.Null()]),
  suppliers_count: Count,
  best_cost: orNull(Type.Number(), "Null if no cost is known."),
  average_cost: orNull(Type.Number(), "Null if no cost is known."),
  total_stock: Type.Integer(),
  price: orNull(Type.Number(), "Null if the product has none."),
  margin: Type.Union([Type.Object({ amount: Type.Number(), percent: Type.Number() }), Type.Null()], {
    description:
      "Margin over the best cost, as a percentage of the price; both without tax where /settings/tax has a country. Null: a price, a cost or the tax rate is not known.",
  }),
  offers: Type.Array(OfferBody, { description: "Cheapest first; offers without a price last." }),
  recommended_supplier_id: Type.Union([Uuid, Type.Null()]),
});

export const MappingsBody = Type.Object({ product_id: Uuid, items: Type.Array(PlatformMappings.Body), total: Count });

export const EntityPricesBody = Type.Object({
  product_id: Uuid,
  items: Type.Array(
    Type.Object({
      entity_id: Uuid,
      entity_name: Type.String(),
      price: orNull(Type.Number(), "Null if the product has none."),
      currency: Currency,
      source: Type.Union([Type.Literal("price_list"), Type.Literal("base")]),
      price_list_id: Type.Union([Uuid, Type.Null()]),
      ...expandable({ entity: "entity", price_list: "price_list" }),
    }),
  ),
  total: Count,
});
