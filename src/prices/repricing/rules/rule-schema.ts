import { Type } from "@sinclair/typebox";
import { currencyAmountOf } from "../../../http/input/amount.ts";
import { maybe, Uuid } from "../../../http/input/fields.ts";
import { oneOf } from "../../../http/input/one-of.ts";
import { ACTION_TYPES, DEFAULT_CHANGE_PERCENT } from "./decide.ts";
import { ROUNDINGS } from "./endings.ts";

const Percent = (maximum: number) => Type.Number({ minimum: 0, maximum });
const Money = currencyAmountOf({ minimum: 0, maximum: 1e10 });
export const ActionInput = Type.Object(
  {
    type: oneOf(ACTION_TYPES),
    value: maybe(
      Type.Number({ minimum: -100, maximum: 1e10 }),
      "An amount in the currency of the price that it sets, or a percentage.",
    ),
  },
  { description: "What the rule does; null: nothing.", examples: [{ type: "undercut_amount", value: 0.1 }] },
);
export const BoundsInput = Type.Object({
  min_price: maybe(Money),
  max_price: maybe(Money),
  min_margin_percent: maybe(Percent(99)),
  max_change_percent: maybe(Percent(1000), `Default ${DEFAULT_CHANGE_PERCENT}.`),
  rounding: Type.Optional(
    oneOf(ROUNDINGS, {
      description: "A step, or with which digits prices end (`x.99`, `x90`). Default none: any amount of the currency.",
    }),
  ),
  endings: maybe(
    Type.Record(Type.String({ pattern: "^[A-Z]{3}$" }), oneOf(ROUNDINGS), {
      maxProperties: 50,
      additionalProperties: false,
      description: "By currency, instead of `rounding`.",
      examples: [{ EUR: "x.99", CHF: "0.05", JPY: "x90" }],
    }),
  ),
});
export const TargetInput = Type.Union([Type.Literal("base"), Type.Object({ price_list_id: Uuid })], {
  description: "`base` (default): the product's own price. Otherwise the price list to change.",
});
const FIELDS =
  "competitor_price competitor_avg competitor_id price cost_price margin_percent stock category_id supplier_id brand_id stock_status";
const OPERATORS = "eq ne lt lte gt gte in not_in between";
/** What is not understood is kept as it is: such a rule never matches. */
const Condition = Type.Object(
  {
    field: Type.Optional(Type.String({ description: "What is compared.", examples: FIELDS.split(" ") })),
    operator: Type.Optional(Type.String({ description: "How it is compared.", examples: OPERATORS.split(" ") })),
    value: Type.Optional(Type.Unknown({ description: "A number, a word, or a list such as [10, 20]." })),
  },
  { additionalProperties: true },
);
export const Conditions = Type.Array(Condition, {
  maxItems: 50,
  description:
    "All must match; none: every product. `field`: competitor_price, competitor_avg, competitor_id, price, cost_price, margin_percent, stock, category_id, supplier_id, brand_id, stock_status (of any competitor). Money is as it is stored; margin_percent is without tax where /settings/tax has a country. `operator`: eq, ne, lt, lte, gt, gte, in, not_in, between.",
  examples: [[{ field: "margin_percent", operator: "gte", value: 15 }]],
});
