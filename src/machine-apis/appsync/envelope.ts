import type { MachineProduct } from "../../../db/products/machine-products.ts";
import { type Language, type MessageKey, type MessageParams, translate } from "../../http/output/messages.ts";
import { priceOf } from "../../kit/cents.ts";
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

export const syncedProduct = (product: MachineProduct) => ({
  id: product.id,
  ean: product.ean,
  reference: product.reference,
  name: product.title,
  brand: product.brandName,
  price_ht: priceOf(product.costPriceCents),
  price_ttc: priceOf(product.priceCents),
  stock: product.stock,
  is_active: product.status === "active",
  updated_at: isoOfUs(product.updatedAtUs),
});
