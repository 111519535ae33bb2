import { Type } from "@sinclair/typebox";
import type { AlertChannel } from "../../db/price-alerts/alerts.ts";
import { setCreator } from "../../db/price-alerts/alerts.ts";
import { findRowsByIds } from "../../db/products/match.ts";
import { json } from "../../db/rows.ts";
import { type ColumnType, NUMBER, TEXT, TEXT_OR_NULL } from "../../db/table.ts";
import { amountOf } from "../http/input/amount.ts";
import { Uuid } from "../http/input/fields.ts";
import { oneOf } from "../http/input/one-of.ts";
import { ApiError } from "../http/output/errors.ts";
import { PRICE_MAX } from "../products/fields/cents.ts";
import { changesOf } from "../resource/changes.ts";
import {
  choiceField,
  type Field,
  flagField,
  hiddenField,
  moneyField,
  optionalMoment,
  sentOnce,
} from "../resource/fields.ts";
import { record } from "../resource/record.ts";

export const ALERT_TYPES = ["above", "below", "change_pct"] as const;
const CHANNELS = ["in_app", "webhook", "email"] as const;
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
const productField: Field<string> = { input: Uuid, output: Uuid, column: TEXT };
const Cooldown = Type.Integer({
  minimum: 0,
  maximum: MINUTES_MAX,
  description: "Minutes without another notification after one. Default 60; 0: none.",
});

/** What somebody wants to be told of about the competitors of a product. */
export const PriceAlert = record({
  table: "price_alert",
  noun: "alert",
  fields: {
    product_id: sentOnce(productField),
    alert_type: choiceField(ALERT_TYPES, undefined, {
      description:
        "`above`, `below`: a competitor's price is over or under the threshold. `change_pct`: it has moved by more percent.",
    }),
    threshold: moneyField(
      amountOf({
        minimum: 0.01,
        maximum: PRICE_MAX,
        description: "A price, or a percentage for `change_pct`.",
        examples: [49.9],
      }),
    ),
    channels: channelsField,
    cooldown_minutes: { input: Cooldown, output: Type.Integer(), column: NUMBER, initial: 60 },
    is_active: flagField(true, "Default true."),
    last_triggered_at: { ...optionalMoment("Null: never."), sent: "never" as const },
    created_by: hiddenField(TEXT_OR_NULL, null),
  },
  derived: {},
  derive: () => ({}),
});

export const {
  create: createAlert,
  update: updateAlert,
  remove: deleteAlert,
} = changesOf("price-alerts", PriceAlert, {
  check: async (tx, row, before) => {
    const [product] = before ? [] : await findRowsByIds(tx, [row.product_id]);
    if (!before && product?.deletedAtMs !== null) throw new ApiError("PRODUCT_NOT_FOUND");
  },
  created: async (tx, { id }, { by }) => {
    if (by?.kind === "user" && by.id !== null) await setCreator(tx, id, by.id);
  },
});
