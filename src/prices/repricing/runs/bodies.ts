import { Type } from "@sinclair/typebox";
import type { StoredChange } from "../../../../db/repricing/changes.ts";
import type { PlannedChange, PlannedSkip } from "../../../../db/repricing/runs.ts";
import { orNull, Time, Uuid } from "../../../http/input/fields.ts";
import { oneOf } from "../../../http/input/one-of.ts";
import { view } from "../../../kit/view.ts";
import { isoOfMs, isoOrNull, millisecondsOf } from "../../../text/instant.ts";
import { changeOf } from "../../price-alerts/crossing.ts";
import { DAY_MS } from "../../pricing/changes/price-history.ts";
import { shownAmount } from "../../pricing/currency-decimals.ts";

export const targetOf = (listId: string | null) => (listId === null ? ("base" as const) : { price_list_id: listId });

export const percentOf = (hundredths: number | null) => (hundredths === null ? null : hundredths / 100);
const amount = orNull(Type.Number());
export const Target = Type.Union([Type.Literal("base"), Type.Object({ price_list_id: Uuid })]);

const Currency = Type.String({ description: "Of both prices.", examples: ["EUR"] });
const Rate = orNull(
  Type.Number(),
  "Units of the currency for one euro, by which the price was worked out. Null: it is in EUR.",
);

/** A price that repricing has changed. */
export const Changes = view<StoredChange>()({
  id: [Uuid, "id"],
  run_id: [orNull(Uuid), "runId"],
  rule_id: [orNull(Uuid), "ruleId"],
  rule_name: [orNull(Type.String()), "ruleName"],
  product_id: [Uuid, "productId"],
  target: [Target, ({ priceListId }) => targetOf(priceListId)],
  old_price: [amount, ({ beforeCents, currency }) => shownAmount(currency, beforeCents)],
  new_price: [Type.Number(), ({ afterCents, currency }) => shownAmount(currency, afterCents)],
  reason: [Type.String(), "reason"],
  currency: [Currency, "currency"],
  exchange_rate: [Rate, "exchangeRate"],
  status: [oneOf(["applied", "reverted"]), ({ revertedAtMs }) => (revertedAtMs === null ? "applied" : "reverted")],
  reverted_at: [orNull(Time), ({ revertedAtMs }) => isoOrNull(revertedAtMs)],
  created_at: [Time, ({ createdAtMs }) => isoOfMs(createdAtMs)],
});

/** The same as answers show it. */
export const ChangeBody = Changes.expanding({ product: "product" });

/** The last millisecond of a day, or the time itself. */
export const endOf = (moment: string) =>
  millisecondsOf(moment) + (moment.length === "2026-11-21".length ? DAY_MS - 1 : 0);

/** What a simulation would leave as it is. */
export const Skips = view<PlannedSkip>()({
  product_id: [Uuid, ([productId]) => productId],
  reason: [Type.String(), ([, reason]) => reason],
});

/** What a simulation would change. */
export const Plans = view<PlannedChange>()({
  product_id: [Uuid, ([productId]) => productId],
  rule_id: [Uuid, ([, ruleId]) => ruleId],
  target: [Target, ([, , , listId]) => targetOf(listId)],
  old_price: [amount, ([, , , , before, , , currency]) => shownAmount(currency, before)],
  new_price: [Type.Number(), ([, , , , , after, , currency]) => shownAmount(currency, after)],
  change_pct: [amount, ([, , , , before, after]) => percentOf(changeOf(before, after))],
  reason: [Type.String(), ([, , , , , , reason]) => reason],
  currency: [Currency, ([, , , , , , , currency]) => currency],
  exchange_rate: [Rate, ([, , , , , , , , rate]) => rate],
});
