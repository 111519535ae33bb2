import { type TSchema, Type } from "@sinclair/typebox";
import type { Tx } from "../../../db/ports.ts";
import { ALERT_TYPES, type AlertChannel, findMissingScope, setCreator } from "../../../db/price-alerts/alerts.ts";
import { json } from "../../../db/rows.ts";
import { type ColumnType, NUMBER, TEXT_OR_NULL } from "../../../db/table.ts";
import { amountOf } from "../../http/input/amount.ts";
import { orNull, Uuid, unknownReference } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { type FieldProblem, invalidBody } from "../../http/output/errors.ts";
import { PRICE_MAX } from "../../kit/cents.ts";
import { changesOf } from "../../kit/resource/changes.ts";
import {
  choiceField,
  type Field,
  flagField,
  hiddenField,
  optionalDateTime,
  optionalMoney,
  sentOnce,
} from "../../kit/resource/fields.ts";
import { record } from "../../kit/resource/record.ts";
import { findLiveProduct } from "../../products/changes/live-product.ts";

/** What the kinds without a threshold compare with is known. */
const WITH_THRESHOLD: readonly string[] = ["above", "below", "change_pct"];
const CHANNELS = ["in_app", "webhook", "email"] as const;
const DIGESTS = ["none", "hourly", "daily"] as const;
const MINUTES_MAX = 10_080;

const Channels = Type.Array(oneOf(CHANNELS), {
  minItems: 1,
  maxItems: 10,
  description:
    "Default in_app. `webhook` sends the event `price.alert`; `email` goes to the alert's author, else to admins.",
  examples: [["in_app", "webhook"]],
});
const CHANNEL_LIST: ColumnType<AlertChannel[]> = {
  read: (row, column) => json(row, column) as AlertChannel[], // written by `bind`
  bind: (value) => JSON.stringify(value),
};
const channelsField: Field<AlertChannel[]> = {
  input: Channels,
  output: Type.Array(oneOf(CHANNELS)),
  column: CHANNEL_LIST,
  initial: ["in_app"],
  normalize: (channels) => CHANNELS.filter((channel) => channels.includes(channel)),
};
const scopeField = (input: TSchema, description: string): Field<string | null> => ({
  input: orNull(input, description),
  output: orNull(Uuid, description),
  column: TEXT_OR_NULL,
  initial: null,
});
/** What examples watch by category, brand or competitor is nothing: they watch a product. */
const OtherUuid = Type.String({ format: "uuid" });
const Cooldown = Type.Integer({
  minimum: 0,
  maximum: MINUTES_MAX,
  description: "Minutes without another notification of a product after one. Default 60; 0: none.",
});

/** What a user wants to learn about the competitors of products. */
export const PriceAlert = record({
  table: "price_alert",
  noun: "alert",
  expands: { product: "product", category: "category", brand: "brand", competitor: "competitor" },
  fields: {
    all_products: sentOnce(flagField(false, "Watches all products. Default false.")),
    product_id: sentOnce(scopeField(Uuid, "The product that is watched.")),
    category_id: sentOnce(
      scopeField(OtherUuid, "Instead of a product: those of this category and of the ones below it."),
    ),
    brand_id: sentOnce(scopeField(OtherUuid, "Instead of a product: those of this brand.")),
    competitor_id: sentOnce(
      scopeField(OtherUuid, "Only prices of this competitor; without product, category and brand, all that it sells."),
    ),
    alert_type: choiceField(ALERT_TYPES, undefined, {
      description:
        "`above`, `below`: a competitor's price is over or under the threshold. `change_pct`: it has moved by more percent. `not_cheapest`: it is below the own price, and none was before. `out_of_stock`, `back_in_stock`: its stock status says so, and did not before. `below_cost`, `below_map`: it is below the product's cost with tax, or its minimum advertised price.",
    }),
    threshold: optionalMoney(
      amountOf({
        minimum: 0.01,
        maximum: PRICE_MAX,
        description: "A price, or a percentage for `change_pct`; the kinds after it have none.",
        examples: [49.9],
      }),
    ),
    channels: channelsField,
    digest: choiceField(DIGESTS, "none", "When mails go out: at once (default), or gathered in one an hour or a day."),
    cooldown_minutes: { input: Cooldown, output: Type.Integer(), column: NUMBER, initial: 60 },
    is_active: flagField(true, "Default true."),
    snoozed_until: optionalDateTime(
      "Until then it does not fire; what happens meanwhile is not caught up on. Null: it is awake.",
    ),
    last_triggered_at: { ...optionalDateTime("Null: never."), sent: "never" as const },
    created_by: hiddenField(TEXT_OR_NULL, null),
  },
});

type Scope = {
  all_products: boolean;
  product_id: string | null;
  category_id: string | null;
  brand_id: string | null;
  competitor_id: string | null;
};

/** Throws VALIDATION_FAILED for an alert of nothing or of too much, and for what there is not; PRODUCT_NOT_FOUND. */
async function requireScope(tx: Tx, scope: Scope): Promise<void> {
  const { product_id: productId, category_id: categoryId, brand_id: brandId, competitor_id: competitorId } = scope;
  const sent = (["all_products", "product_id", "category_id", "brand_id"] as const).filter(
    (field) => scope[field] !== null && scope[field] !== false,
  );
  if (sent.length === 0 && competitorId === null) throw invalidBody([{ field: "product_id", type: "missing" }]);
  const surplus = sent
    .slice(1)
    .map((field): FieldProblem => ({ field, type: "invalid_value", key: "alerts.one_scope" }));
  if (surplus.length > 0) throw invalidBody(surplus);
  if (productId !== null) await findLiveProduct(tx, productId);
  const missing = await findMissingScope(tx, { categoryId, brandId, competitorId });
  if (missing.length > 0) throw unknownReference(...missing);
}

/** Throws VALIDATION_FAILED for a threshold that is missing, or that the kind does not have. */
function requireThreshold({ alert_type: type, threshold }: { alert_type: string; threshold: number | null }): void {
  const hasOne = WITH_THRESHOLD.includes(type);
  if (hasOne && threshold === null) throw invalidBody([{ field: "threshold", type: "missing" }]);
  if (hasOne || threshold === null) return;
  throw invalidBody([{ field: "threshold", type: "invalid_value", key: "alerts.no_threshold" }]);
}

export const alertChanges = changesOf("price-alerts", PriceAlert, {
  check: async (tx, row, before) => {
    requireThreshold(row);
    if (!before) await requireScope(tx, row);
  },
  created: async (tx, { id }, { by }) => {
    if (by?.kind === "user" && by.id !== null) await setCreator(tx, id, by.id);
  },
});
