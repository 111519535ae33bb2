import { Type } from "@sinclair/typebox";
import { oneOf } from "../http/one-of.ts";

const Id = Type.String({ format: "uuid", examples: ["019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01"] });
const number = (description: string) => Type.Union([Type.Number(), Type.Null()], { description });

export const ProductParams = Type.Object({ product_id: Id });
export const RepricingInput = Type.Object(
  {
    price_list_id: Type.Optional(Type.Union([Id, Type.Null()], { description: "Null: the product's own price." })),
    rule_id: Type.Optional(Type.Union([Id, Type.Null()])),
    target_price: Type.Optional(
      Type.Union([Type.Number({ minimum: 0, maximum: 1e12 }), Type.Null()], { description: "Wins over a rule." }),
    ),
  },
  { examples: [{ target_price: 12.9 }] },
);

const PROPOSAL = {
  product_id: Id,
  price_list_id: Type.Union([Id, Type.Null()]),
  current_price: number("Null when there is none."),
  proposed_price: number("The current one when nothing applies."),
  currency: Type.String({ examples: ["EUR"] }),
  change: number("Proposed less current."),
  change_percent: number("The same in percent of the current one."),
  rule: Type.Union([Type.Object({ id: Id, name: Type.String() }), Type.Null()], {
    description: "The rule that decided.",
  }),
  constraints: Type.Array(
    Type.Object({
      type: oneOf(["map", "cost_floor", "min_margin"]),
      applied: Type.Boolean({ description: "Whether it has raised the price." }),
      value: Type.Number(),
    }),
  ),
  reasons: Type.Array(Type.String(), { examples: [["target_price", "map"]] }),
};
export const ProposalBody = Type.Object(PROPOSAL);
export const AppliedBody = Type.Object({
  ...PROPOSAL,
  applied: Type.Boolean({ description: "Whether the price has changed." }),
  history_id: Type.Union([Id, Type.Null()]),
});
export const EligibleListsBody = Type.Object({
  items: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      channel: Type.String(),
      currency: Type.String(),
      priority: Type.Integer(),
      current_price: number("Null when the list has no entry for the product."),
    }),
  ),
  total: Type.Integer({ minimum: 0 }),
});
