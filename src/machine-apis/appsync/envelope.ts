import { Type } from "@sinclair/typebox";
import type { MachineProduct } from "../../../db/products/machine-products.ts";
import { orNull, Ticks, Uuid } from "../../http/input/fields.ts";
import { type Language, type MessageKey, type MessageParams, translate } from "../../http/output/messages.ts";
import { priceOf } from "../../kit/cents.ts";
import { view } from "../../kit/view.ts";
import type { Outcome } from "../../products/changes/set/apply.ts";
import { outcomeBody, textIn } from "../../products/changes/set/outcome-body.ts";
import { isoOfUs } from "../../text/instant.ts";
import { Ean } from "../machine-fields.ts";

/** In which language an answer speaks, which its headers say. */
export interface Speaking {
  language: Language;
  set: { headers: Record<string, string | number> };
}

/** The one shape of every answer: an object counts as one. */
export function envelope<Data>(
  data: Data,
  { language, set }: Speaking,
  key: MessageKey = "appsync.done",
  params: MessageParams = {},
) {
  set.headers["content-language"] = language;
  set.headers["vary"] = "Accept-Language";
  const message = translate(language, key, params);
  return { success: true as const, code: 200 as const, message, data, count: Array.isArray(data) ? data.length : 1 };
}

interface Paging {
  page: number;
  limit: number;
  total: number;
  nextCursor: string | null;
}

/** The answer with a page of a list. */
export const listEnvelope = <Item>(items: Item[], { page, limit, total, nextCursor }: Paging, to: Speaking) => ({
  ...envelope(items, to),
  page,
  pages: Math.ceil(total / limit),
  total,
  next_cursor: nextCursor,
});

/** The answer with a whole list. */
export const wholeList = <Item>(items: Item[], to: Speaking) =>
  listEnvelope(items, { page: 1, limit: Math.max(1, items.length), total: items.length, nextCursor: null }, to);

/** A product as an ERP knows it. */
export const SyncedProducts = view<MachineProduct>()(
  {
    id: [Uuid, "id"],
    ean: [Ean, "ean"],
    reference: [orNull(Type.String()), "reference"],
    name: [Type.String(), "title"],
    brand: [orNull(Type.String()), "brandName"],
    price_ht: [
      orNull(Type.Number(), "Excluding VAT: the cost price."),
      ({ costPriceCents }) => priceOf(costPriceCents),
    ],
    price_ttc: [orNull(Type.Number(), "Including VAT: the selling price."), ({ priceCents }) => priceOf(priceCents)],
    stock: [Type.Integer(), "stock"],
    is_active: [Type.Boolean(), ({ status }) => status === "active"],
    updated_at: [Ticks, ({ updatedAtUs }) => isoOfUs(updatedAtUs)],
  },
  { title: "SyncProduct" },
);

/** The answer to a sync: what became of each item, in order, and how many of each. */
export function syncAnswer(items: readonly unknown[], outcomes: readonly Outcome[], to: Speaking) {
  const counts = { created: 0, updated: 0, error: 0 };
  const rows = outcomes.map((outcome, index) => {
    const shown = outcomeBody(outcome, to.language);
    counts[shown.status]++;
    return { reference: textIn(items[index], "reference"), ...shown };
  });
  return envelope(rows, to, "appsync.synced", { ...counts, errors: counts.error });
}

/** The answer to an update by EAN: which codes were found. */
export function updatesAnswer(items: readonly { ean: string }[], found: readonly boolean[], to: Speaking) {
  const rows = items.map(({ ean }, index) => {
    const updated = found[index] === true;
    return { ean, updated, status: updated ? ("ok" as const) : ("not_found" as const) };
  });
  const updated = rows.filter((row) => row.updated).length;
  return envelope(rows, to, "appsync.updated", { updated, missing: rows.length - updated });
}
