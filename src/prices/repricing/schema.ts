import { Type } from "@sinclair/typebox";
import { currencyAmountOf } from "../../http/input/amount.ts";
import { maybe, Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { PRICE_MAX } from "../../kit/cents.ts";

const number = (description: string) => Type.Union([Type.Number(), Type.Null()], { description });

export const RepricingInput = Type.Object(
  {
    price_list_id: maybe(Uuid, "Null: the product's own price."),
    rule_id: maybe(Uuid),
    target_price: maybe(currencyAmountOf({ minimum: 0, maximum: PRICE_MAX }), "Overrides rules."),
  },
  { title: "RepricingInput", examples: [{ target_price: 12.9 }] },
);

const PROPOSAL = {
  product_id: Uuid,
  price_list_id: Type.Union([Uuid, Type.Null()]),
  current_price: number("Null if none."),
  proposed_price: number("Equals the current price if no rule applies."),
  currency: Type.String({ examples: ["EUR"] }),
  change: number("Proposed price minus current price."),
  change_percent: number("The change as a percentage of the current price."),
  rule: Type.Union([Type.Object({ id: Uuid, name: Type.String() }), Type.Null()], {
    description: "The rule that was applied.",
  }),
  constraints: Type.Array(
    Type.Object({
      type: oneOf(["map", "cost_floor", "min_margin"]),
      applied: Type.Boolean({ description: "Whether this floor raised the price." }),
      value: Type.Number(),
    }),
  ),
  reasons: Type.Array(Type.String(), { examples: [["target_price", "map"]] }),
};
export const ProposalBody = Type.Object(PROPOSAL);
export const AppliedBody = Type.Object({
  ...PROPOSAL,
  applied: Type.Boolean({ description: "Whether the price was changed." }),
  history_id: Type.Union([Uuid, Type.Null()]),
});
export const EligibleListsBody = Type.Object({
  items: Type.Array(
    Type.Object({
      id: Uuid,
      name: Type.String(),
      channel: Type.String(),
      currency: Type.String(),
      priority: Type.Integer(),
      current_price: number("Null if the list has no price for the product."),
    }),
  ),
  total: Type.Integer({ minimum: 0 }),
});
