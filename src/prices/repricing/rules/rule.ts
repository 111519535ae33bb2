import { createHash } from "node:crypto";
import { Type } from "@sinclair/typebox";
import { findCompetitorStates } from "../../../../db/competitors/competitors.ts";
import { json, jsonOrNull } from "../../../../db/rows.ts";
import { type ColumnType, TEXT_OR_NULL } from "../../../../db/table.ts";
import { amountOf } from "../../../http/input/amount.ts";
import { orNull, Uuid } from "../../../http/input/fields.ts";
import { oneOf } from "../../../http/input/one-of.ts";
import { type FieldProblem, invalidBody } from "../../../http/output/errors.ts";
import { BASE_CURRENCY } from "../../../kit/base-currency.ts";
import { centsOf } from "../../../kit/cents.ts";
import { changesOf } from "../../../kit/resource/changes.ts";
import {
  type Field,
  flagField,
  hiddenField,
  jsonField,
  lineField,
  nameField,
  numberField,
  optionalDateTime,
  optionalMoney,
} from "../../../kit/resource/fields.ts";
import { record } from "../../../kit/resource/record.ts";
import { PriceList } from "../../pricing/price-list.ts";
import { testOf } from "./conditions.ts";
import { ACTION_TYPES, type Action, type Bounds, DEFAULT_CHANGE_PERCENT, type Rule } from "./decide.ts";
import { ROUNDINGS } from "./money-math.ts";

const HOUR_MS = 3_600_000;

type Condition = Record<string, unknown>;
type Target = "base" | { price_list_id: string };

const Percent = (maximum: number) => Type.Number({ minimum: 0, maximum });
const Money = amountOf({ minimum: 0, maximum: 1e10 });
const ActionInput = Type.Object(
  {
    type: oneOf(ACTION_TYPES),
    value: Type.Optional(orNull(Type.Number({ minimum: -100, maximum: 1e10 }), "An amount in EUR or a percentage.")),
  },
  { description: "What the rule does; null: nothing.", examples: [{ type: "undercut_amount", value: 0.1 }] },
);
const BoundsInput = Type.Object({
  min_price: Type.Optional(orNull(Money)),
  max_price: Type.Optional(orNull(Money)),
  min_margin_percent: Type.Optional(orNull(Percent(99))),
  max_change_percent: Type.Optional(orNull(Percent(1000), `Default ${DEFAULT_CHANGE_PERCENT}.`)),
  rounding: Type.Optional(oneOf(ROUNDINGS, { description: "Default none." })),
});
const TargetInput = Type.Union([Type.Literal("base"), Type.Object({ price_list_id: Uuid })], {
  description: "`base` (default): the product's own price. Otherwise the price list to change.",
});
const Conditions = Type.Array(Type.Record(Type.String(), Type.Unknown()), {
  maxItems: 50,
  description:
    "All must match; none: every product. `field`: competitor_price, competitor_avg, competitor_id, price, cost_price, margin_percent, stock, category_id, supplier_id, brand_id, stock_status (of any competitor). Money is as it is stored; margin_percent is without tax where /settings/tax has a country. `operator`: eq, ne, lt, lte, gt, gte, in, not_in, between.",
  examples: [[{ field: "margin_percent", operator: "gte", value: 15 }]],
});

// Each is written by `bind` of what its schema has let through.
const jsonColumn = <T>(): ColumnType<T> => ({
  read: (row, column) => json(row, column) as T,
  bind: (value) => JSON.stringify(value),
});
const jsonOrNullColumn = <T>(): ColumnType<T | null> => ({
  read: (row, column) => jsonOrNull(row, column) as T | null,
  bind: (value) => (value === null ? null : JSON.stringify(value)),
});
const conditionsField: Field<Condition[]> = {
  input: Conditions,
  output: Conditions,
  column: jsonColumn(),
  initial: [],
};
const actionField: Field<Action | null> = {
  input: orNull(ActionInput),
  output: orNull(ActionInput),
  column: jsonOrNullColumn(),
  initial: null,
};
const boundsField: Field<Bounds | null> = {
  input: orNull(BoundsInput),
  output: orNull(BoundsInput),
  column: jsonOrNullColumn(),
  initial: null,
};
const targetField: Field<Target> = {
  input: TargetInput,
  output: TargetInput,
  column: jsonColumn(),
  initial: "base",
};

/** How prices follow competitors, costs and stock. */
export const RepricingRule = record({
  table: "repricing_rule",
  noun: "rule",
  fields: {
    name: nameField(200, "Shown to users.", { example: "Follow the cheapest" }),
    description: lineField(2000, "For users."),
    is_active: flagField(true, "Default true."),
    priority: numberField(
      Type.Integer({
        minimum: -1_000_000_000,
        maximum: 1_000_000_000,
        description: "The matching rule with the highest priority applies; on ties the oldest. Default 0.",
      }),
      0,
      Type.Integer(),
    ),
    conditions: conditionsField,
    action: actionField,
    bounds: boundsField,
    target: targetField,
    last_simulated_at: { ...optionalDateTime("Null: never."), sent: "never" as const },
    include_out_of_stock: flagField(false, "Whether competitors without stock count, too. Default false."),
    competitor_ids: {
      ...jsonField<string[]>(
        Type.Array(Uuid, {
          maxItems: 200,
          description: "Only these competitors count, in conditions, too. None (default): all.",
          examples: [[]],
        }),
        [],
      ),
      normalize: (ids: string[]) => [...new Set(ids.map((id) => id.toLowerCase()))],
    },
    own_shipping: {
      ...optionalMoney(amountOf({ minimum: 0, maximum: 1e6 })),
      input: orNull(
        amountOf({ minimum: 0, maximum: 1e6 }),
        "What your shipping costs: competitors are then compared with theirs, and a price with it is what your customer pays. Null (default): without shipping.",
      ),
    },
    cooldown_hours: numberField(
      Type.Integer({
        minimum: 0,
        maximum: 8_760,
        description:
          "A price that a run has changed rests this long: the product is skipped (`cooling_down`). Default 0.",
      }),
      0,
    ),
    simulated_as: hiddenField(TEXT_OR_NULL, null),
  },
  derived: {},
  derive: () => ({}),
});

export type RuleRow = ReturnType<typeof RepricingRule.blank>;

/** Values that an action cannot do without, and what they must be. */
function actionProblems({ action }: RuleRow): FieldProblem[] {
  if (!action || action.type === "match_lowest") return [];
  const { type, value } = action;
  const problem = (kind: FieldProblem["type"]): FieldProblem[] => [{ field: "action.value", type: kind }];
  if (value == null) return problem("missing");
  if (type === "change_percent") return value > 1000 ? problem("out_of_range") : [];
  const isShare = type === "undercut_percent" || type === "set_margin_percent";
  return value < 0 || (isShare && value >= 100) || (type === "set_price" && value < 0.01)
    ? problem("out_of_range")
    : [];
}

export const {
  create: createRule,
  update: updateRule,
  remove: deleteRule,
} = changesOf("repricing-rules", RepricingRule, {
  check: async (tx, row) => {
    const problems = actionProblems(row);
    const { min_price: min, max_price: max } = row.bounds ?? {};
    if (min != null && max != null && min > max) problems.push({ field: "bounds.max_price", type: "out_of_range" });
    const listId = row.target === "base" ? undefined : row.target.price_list_id;
    if (listId !== undefined && !(await PriceList.table.find(tx, listId.toLowerCase()))) {
      problems.push({ field: "target.price_list_id", type: "invalid_value", key: "validation.unknown_reference" });
    }
    const known = await findCompetitorStates(tx, row.competitor_ids);
    const isKnown = row.competitor_ids.every((id) => known.get(id)?.id === id);
    if (!isKnown)
      problems.push({ field: "competitor_ids", type: "invalid_value", key: "validation.unknown_reference" });
    if (problems.length > 0) throw invalidBody(problems);
  },
});

/** What of a rule's conditions is outside the grammar: it never matches then. */
export const warningsOf = ({ conditions }: RuleRow): string[] =>
  conditions.flatMap((each, place) => (testOf(each) ? [] : [`conditions.${place}`]));

/** What of a rule decides about prices: a new name or description leaves it as it was simulated. */
export const fingerprintOf = (row: RuleRow): string =>
  createHash("sha256")
    .update(
      JSON.stringify([
        ...[row.priority, row.conditions, row.action, row.bounds, row.target, row.include_out_of_stock],
        ...[row.competitor_ids, row.own_shipping, row.cooldown_hours],
      ]),
    )
    .digest("base64url");

/** A rule as the engine takes it, aimed at euros unless it says otherwise. */
export const engineRule = (row: RuleRow): Rule => ({
  id: row.id,
  name: row.name,
  fingerprint: fingerprintOf(row),
  includesOutOfStock: row.include_out_of_stock,
  competitorIds: row.competitor_ids,
  ownShippingCents: row.own_shipping === null ? null : centsOf(row.own_shipping),
  cooldownMs: row.cooldown_hours * HOUR_MS,
  conditions: row.conditions,
  action: row.action,
  bounds: row.bounds,
  priceListId: row.target === "base" ? null : row.target.price_list_id.toLowerCase(),
  currency: BASE_CURRENCY,
});

/** Active rules first by priority, then the oldest. */
export const inOrder = (rows: readonly RuleRow[]): RuleRow[] =>
  rows.toSorted((one, other) => other.priority - one.priority || one.created_at_ms - other.created_at_ms);
