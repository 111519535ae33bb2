import { Type } from "@sinclair/typebox";
import { Uuid } from "../../http/input/fields.ts";

const number = (description: string) => Type.Union([Type.Number(), Type.Null()], { description });
const text = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const Competitor = Type.Object({
  competitor_id: Uuid,
  code: Type.String(),
  name: Type.String(),
  price: Type.Number(),
  shipping_cost: number("Null if unknown."),
  total_price: Type.Number({ description: "Including shipping, if known." }),
  currency: Type.String(),
  url: Type.String(),
  stock_status: text("As shown by the competitor."),
  observed_at: Type.String({ format: "date-time" }),
  gap: number("Our price minus theirs; null if we have no price."),
  gap_percent: number("The gap as a percentage of their price."),
});

export const CompetitorsBody = Type.Object({
  product_id: Uuid,
  items: Type.Array(Competitor),
  total: Type.Integer({ minimum: 0 }),
});
export const ComparisonBody = Type.Object({
  product_id: Uuid,
  our_price: number("Null if the product has none."),
  currency: Type.String(),
  lowest: number("Null if no competitor price is known."),
  highest: number("Null if no competitor price is known."),
  average: number("Null if no competitor price is known."),
  rank: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], { description: "1 if no competitor is cheaper." }),
  competitors_count: Type.Integer({ minimum: 0 }),
  gap_to_lowest: number("Our price minus the lowest competitor price."),
  gap_to_lowest_percent: number("The gap as a percentage of the lowest price."),
  competitors: Type.Array(Competitor),
});
