import { Type } from "@sinclair/typebox";
import type { MachineProduct } from "../../../db/products/machine-products.ts";
import { orNull, Ticks, Uuid } from "../../http/input/fields.ts";
import { type Language, type MessageKey, type MessageParams, translate } from "../../http/output/messages.ts";
import { priceOf } from "../../kit/cents.ts";
import { view } from "../../kit/view.ts";
import { isoOfUs } from "../../text/instant.ts";

/** The one shape of every answer: an object counts as one. */
export const envelope = <Data>(
  data: Data,
  language: Language,
  key: MessageKey = "appsync.done",
  params: MessageParams = {},
) => ({
  success: true as const,
  code: 200 as const,
  message: translate(language, key, params),
  data,
  count: Array.isArray(data) ? data.length : 1,
});

interface Paging {
  page: number;
  limit: number;
  total: number;
  nextCursor: string | null;
}

/** The answer with a page of a list. */
export const listEnvelope = <Item>(items: Item[], { page, limit, total, nextCursor }: Paging, language: Language) => ({
  ...envelope(items, language),
  page,
  pages: Math.ceil(total / limit),
  total,
  next_cursor: nextCursor,
});

/** The answer with a whole list. */
export const wholeList = <Item>(items: Item[], language: Language) =>
  listEnvelope(items, { page: 1, limit: Math.max(1, items.length), total: items.length, nextCursor: null }, language);

export const Ean = orNull(Type.String(), "As first written, without spaces and hyphens.");

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
