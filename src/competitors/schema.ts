import { Type } from "@sinclair/typebox";

const Id = Type.String({ format: "uuid", examples: ["019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01"] });
const number = (description: string) => Type.Union([Type.Number(), Type.Null()], { description });
const text = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const Competitor = Type.Object({
  competitor_id: Id,
  code: Type.String(),
  name: Type.String(),
  price: Type.Number(),
  shipping_cost: number("Null when it is unknown."),
  total_price: Type.Number({ description: "With shipping, as far as that is known." }),
  currency: Type.String(),
  url: Type.String(),
  stock_status: text("As it was seen."),
  observed_at: Type.String({ format: "date-time" }),
  gap: number("Our price less theirs; null when we have none."),
  gap_percent: number("The same in percent of theirs."),
});

export const ProductParams = Type.Object({ product_id: Id });
export const CompetitorsBody = Type.Object({
  product_id: Id,
  items: Type.Array(Competitor),
  total: Type.Integer({ minimum: 0 }),
});
export const ComparisonBody = Type.Object({
  product_id: Id,
  our_price: number("Null when the product has none."),
  currency: Type.String(),
  lowest: number("Null when nothing was seen."),
  highest: number("Null when nothing was seen."),
  average: number("Null when nothing was seen."),
  rank: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], { description: "1: nobody is cheaper." }),
  competitors_count: Type.Integer({ minimum: 0 }),
  gap_to_lowest: number("Our price less the lowest."),
  gap_to_lowest_percent: number("The same in percent of the lowest."),
  competitors: Type.Array(Competitor),
});
