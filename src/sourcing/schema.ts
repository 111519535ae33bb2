import { Type } from "@sinclair/typebox";

const Id = Type.String({ format: "uuid", examples: ["019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01"] });
const Time = Type.String({ format: "date-time", examples: ["2026-11-21T10:00:00.000Z"] });
const Price = Type.Number({ minimum: 0, maximum: 1e12, examples: [6.75] });
const orNull = <T extends ReturnType<typeof Type.Number | typeof Type.String | typeof Type.Integer>>(
  schema: T,
  description: string,
) => Type.Union([schema, Type.Null()], { description });
const Count = Type.Integer({ minimum: 0 });
const Currency = Type.String({ pattern: "^[A-Z]{3}$", description: "ISO 4217.", examples: ["EUR"] });
const Days = Type.Integer({ minimum: 0, maximum: 3650, examples: [3] });
const Quantity = Type.Integer({ minimum: 1, maximum: 1e9, examples: [10] });
const Stock = Type.Integer({ minimum: 0, maximum: 1e9, examples: [120] });
const Reference = Type.String({ maxLength: 255, examples: ["AC-4711"] });

export const ProductParams = Type.Object({ product_id: Id });
export const OfferParams = Type.Object({ product_id: Id, supplier_id: Id });

const TERMS = {
  supplier_reference: Type.Optional(orNull(Reference, "The supplier's own code of the product.")),
  cost_price: Type.Optional(orNull(Price, "What the supplier asks.")),
  currency: Type.Optional(orNull(Currency, "Of the cost price; null: the supplier's.")),
  stock: Type.Optional(Stock),
  lead_time_days: Type.Optional(orNull(Days, "Null: the supplier's.")),
  min_order_quantity: Type.Optional(orNull(Quantity, "Null: there is none.")),
  is_main: Type.Optional(Type.Boolean({ description: "True makes it the main supplier." })),
};
export const OfferCreate = Type.Object(
  {
    supplier_id: Type.Optional(Id),
    supplier_code: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
    ...TERMS,
  },
  { examples: [{ supplier_code: "ACME", cost_price: 6.75, stock: 120 }] },
);
export const OfferUpdate = Type.Object(TERMS, { examples: [{ cost_price: 6.9 }] });

const OFFER = {
  supplier_id: Id,
  code: Type.String({ examples: ["ACME"] }),
  name: Type.String({ examples: ["Acme Ltd"] }),
  supplier_reference: orNull(Type.String(), "The supplier's own code of the product."),
  cost_price: orNull(Type.Number(), "Null when it is unknown."),
  currency: Currency,
  stock: orNull(Type.Integer(), "Null when it is unknown."),
  lead_time_days: orNull(Type.Integer(), "For this product, else the supplier's."),
  min_order_quantity: orNull(Type.Integer(), "Null when there is none."),
  is_main: Type.Boolean(),
  is_active: Type.Boolean({ description: "Of the supplier." }),
  updated_at: Time,
};
export const OfferBody = Type.Object(OFFER);
export const OffersBody = Type.Object({ product_id: Id, items: Type.Array(OfferBody), total: Count });

const ScoredOffer = Type.Object({
  ...OFFER,
  score: Type.Integer({ minimum: 0, maximum: 100 }),
  reasons: Type.Array(Type.String(), {
    description: "`lowest_cost`, `highest_stock`, `shortest_lead_time`, `in_stock`.",
    examples: [["lowest_cost", "in_stock"]],
  }),
});
export const RecommendationBody = Type.Object({
  product_id: Id,
  recommended: Type.Union([ScoredOffer, Type.Null()]),
  alternatives: Type.Array(ScoredOffer),
  weights: Type.Object({ cost: Type.Number(), stock: Type.Number(), lead_time: Type.Number() }),
});

export const SourcingBody = Type.Object({
  product_id: Id,
  main_supplier: Type.Union([OfferBody, Type.Null()]),
  suppliers_count: Count,
  best_cost: orNull(Type.Number(), "Null when no cost is known."),
  average_cost: orNull(Type.Number(), "Null when no cost is known."),
  total_stock: Type.Integer(),
  price: orNull(Type.Number(), "Null when the product has none."),
  margin: Type.Union([Type.Object({ amount: Type.Number(), percent: Type.Number() }), Type.Null()], {
    description: "Of the price over the best cost; percent of the price.",
  }),
  offers: Type.Array(OfferBody, { description: "The cheapest first, those without a price last." }),
  recommended_supplier_id: Type.Union([Id, Type.Null()]),
});

export const MappingsBody = Type.Object({
  product_id: Id,
  items: Type.Array(
    Type.Object({
      connector_id: Id,
      connector_name: Type.String(),
      platform_id: Type.String(),
      external_id: Type.String(),
      external_url: orNull(Type.String(), "Null when it is unknown."),
      last_synced_at: orNull(Type.String({ format: "date-time" }), "Null before the first time."),
    }),
  ),
  total: Count,
});

export const EntityPricesBody = Type.Object({
  product_id: Id,
  items: Type.Array(
    Type.Object({
      entity_id: Id,
      entity_name: Type.String(),
      price: orNull(Type.Number(), "Null when the product has none."),
      currency: Currency,
      source: Type.Union([Type.Literal("price_list"), Type.Literal("base")]),
      price_list_id: Type.Union([Id, Type.Null()]),
    }),
  ),
  total: Count,
});
