import { createHash } from "node:crypto";
import { Type } from "@sinclair/typebox";
import { findCompetitorStates } from "../../../../db/competitors/competitors.ts";
import { jsonOrNullColumn } from "../../../../db/keyed-table.ts";
import { jsonColumn, TEXT_OR_NULL } from "../../../../db/table.ts";
import { amountOf } from "../../../http/input/amount.ts";
import { orNull, Uuid } from "../../../http/input/fields.ts";
import { type FieldProblem, invalidBody } from "../../../http/output/errors.ts";
import { BASE_CURRENCY, centsOf } from "../../../kit/cents.ts";
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
import { problemsOfAmounts, unitsOf } from "../../pricing/currency-decimals.ts";
import { PriceList } from "../../pricing/lists/price-list.ts";
import { testOf } from "./conditions.ts";
import type { Action, Bounds, Rule } from "./decide.ts";
import { impossibleEndings } from "./endings.ts";
import { ActionInput, BoundsInput, Conditions, TargetInput } from "./rule-schema.ts";

const HOUR_MS = 3_600_000;

type Condition = Record<string, unknown>;
type Target = "base" | { price_list_id: string };

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
});

export type RuleRow = ReturnType<typeof RepricingRule.blank>;

/** Values that an action cannot do without, and what they must be. */
function actionProblems({ action }: RuleRow, currency: string): FieldProblem[] {
  if (!action || action.type === "match_lowest") return [];
  const { type, value } = action;
  const problem = (kind: FieldProblem["type"]): FieldProblem[] => [{ field: "action.value", type: kind }];
  if (value == null) return problem("missing");
  if (type === "change_percent") return value > 1000 ? problem("out_of_range") : [];
  const isShare = type === "undercut_percent" || type === "set_margin_percent";
  return value < 0 || (isShare && value >= 100) || (type === "set_price" && value < 1 / unitsOf(currency))
    ? problem("out_of_range")
    : [];
}

/** Amounts and endings that their currency does not have: none in yen ends with .99. */
function decimalProblems({ action, bounds }: RuleRow, currency: string): FieldProblem[] {
  const isAmount = action?.type === "set_price" || action?.type === "undercut_amount";
  const amounts = {
    ...(isAmount && { "action.value": action.value }),
    "bounds.min_price": bounds?.min_price,
    "bounds.max_price": bounds?.max_price,
  };
  const endings = impossibleEndings(bounds?.endings ?? {}).map(
    ({ currency: of, limit }): FieldProblem => ({
      field: `bounds.endings.${of}`,
      type: "out_of_range",
      key: "validation.currency_decimals",
      params: { currency: of, limit },
    }),
  );
  return [...problemsOfAmounts(currency, amounts), ...endings];
}

export const ruleChanges = changesOf("repricing-rules", RepricingRule, {
  audit: {
    created: "repricing_rule.created",
    changed: "repricing_rule.changed",
    deleted: "repricing_rule.deleted",
    details: ({ name }) => ({ name }),
  },
  check: async (tx, row) => {
    const listId = row.target === "base" ? undefined : row.target.price_list_id;
    const list = listId === undefined ? undefined : await PriceList.table.find(tx, listId.toLowerCase());
    const currency = list?.currency ?? BASE_CURRENCY;
    const problems = actionProblems(row, currency);
    const { min_price: min, max_price: max } = row.bounds ?? {};
    if (min != null && max != null && min > max) problems.push({ field: "bounds.max_price", type: "out_of_range" });
    if (listId !== undefined && !list) {
      problems.push({ field: "target.price_list_id", type: "invalid_value", key: "validation.unknown_reference" });
    }
    problems.push(...decimalProblems(row, currency));
    // One that was merged means the whole, see `engineAt`.
    const known = await findCompetitorStates(tx, row.competitor_ids);
    for (const [place, id] of row.competitor_ids.entries()) {
      if (known.has(id)) continue;
      problems.push({ field: `competitor_ids.${place}`, type: "invalid_value", key: "validation.unknown_reference" });
    }
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
