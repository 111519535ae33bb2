import { Type } from "@sinclair/typebox";
import { Uuid } from "../../http/input/fields.ts";
import { Competitors } from "./bodies.ts";

const number = (description: string) => Type.Union([Type.Number(), Type.Null()], { description });

export const CompetitorsBody = Type.Object({
  product_id: Uuid,
  items: Type.Array(Competitors.expanding({ competitor: "competitor" })),
  total: Type.Integer({ minimum: 0 }),
});
export const ComparisonQuery = Type.Object({
  shipping: Type.Optional(
    Type.Boolean({
      description: "Whether prices are compared with their shipping, as far as it is known. Default false.",
    }),
  ),
  own_shipping: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1_000_000, description: "With `shipping`: what your own costs. Default 0." }),
  ),
});
export const ComparisonBody = Type.Object({
  product_id: Uuid,
  our_price: number("With your shipping where that is compared. Null if the product has none."),
  currency: Type.String(),
  with_shipping: Type.Boolean({ description: "Whether all amounts below but those of `competitors` hold shipping." }),
  lowest: number("Null if no competitor price is known."),
  highest: number("Null if no competitor price is known."),
  average: number("Null if no competitor price is known."),
  rank: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], { description: "1 if no competitor is cheaper." }),
  competitors_count: Type.Integer({ minimum: 0 }),
  gap_to_lowest: number("Our price minus the lowest competitor price."),
  gap_to_lowest_percent: number("The gap as a percentage of the lowest price."),
  competitors: Type.Array(Competitors.Body),
});
