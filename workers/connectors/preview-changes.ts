import { isSent, type Source } from "../../src/connectors/engine/fields.ts";
import { finePrice } from "../../src/connectors/engine/platform-values.ts";
import { findPlatform } from "../../src/connectors/engine/platforms.ts";
import type { PulledProduct } from "../../src/connectors/engine/pull/pulled-product.ts";
import type { PushItem } from "../../src/connectors/engine/push/push-item.ts";
import type { PushKind } from "../../src/connectors/engine/push/push-outcome.ts";
import type { PreviewChange } from "../../src/connectors/push-preview.ts";
import { isMoved } from "./levels.ts";
import type { Way } from "./link.ts";
import { isAsSent, sentPriceOf } from "./sent.ts";

type Side = Partial<Record<Source, string | null>>;

const priceOf = (cents: number | null | undefined) => (cents === null || cents === undefined ? null : finePrice(cents));

/** A price that one is reduced from; `null`: it is not reduced. */
const reducedFrom = ({ compareAtPriceCents, priceCents = 0 }: PulledProduct) =>
  (compareAtPriceCents ?? 0) > priceCents ? priceOf(compareAtPriceCents) : null;

/** What the platform has. */
const sideOf = (product: PulledProduct): Side => {
  const { title, description, brand, ean, sku, priceCents, stock } = product;
  return {
    name: title ?? null,
    description: description ?? null,
    brand: brand ?? null,
    ean: ean ?? null,
    reference: sku ?? null,
    price: priceOf(priceCents),
    compare_at_price: reducedFrom(product),
    stock: stock === undefined ? null : String(stock),
  };
};

/** The stock that it would have: what it has with what changed here, where it is changed so. */
function stockOf(way: Way, item: PushItem, there: PulledProduct | null): string {
  if (there?.stock === undefined || !isMoved(way, item)) return String(item.stock);
  return String(Math.max(0, there.stock + item.stock - (item.stockFrom ?? 0)));
}

/** What would be there, of what is sent; the stock and price of one with variants are theirs. */
function wantedOf(way: Way, item: PushItem, there: PulledProduct | null, sends: ReadonlySet<PushKind>): Side {
  const { title, description, brand, ean, sku, priceCents, compareAtPriceCents, variants, externalId } = item;
  const isPlain = variants.length === 0;
  const content: Side = {
    name: title,
    description,
    ...(brand !== null && { brand }),
    ...(ean !== null && { ean }),
    reference: sku,
  };
  const isPriced = isPlain && priceCents !== null && (sends.has("products") || sends.has("prices"));
  const isNew = externalId === null;
  const isStocked = isPlain && item.isStockOfShop !== true && (isNew || sends.has("stock"));
  return {
    ...(sends.has("products") && content),
    ...(isPriced && { price: priceOf(priceCents), compare_at_price: priceOf(compareAtPriceCents) }),
    ...(isStocked && { stock: stockOf(way, item, there) }),
  };
}

interface Before {
  /** What the platform has; `null`: nothing. */
  there: PulledProduct | null;
  /** What was sent of it last, as its mapping has it. */
  sent: string | null;
}

/** A field before a push: as the platform has it, else as it was sent last, of which only digests of texts are kept. */
function beforeOf(
  field: Source,
  { item, there, sent, isRead }: Before & { item: PushItem; isRead: boolean },
): Pick<PreviewChange, "before" | "comparedWith"> {
  if (isRead) return { before: there === null ? null : (sideOf(there)[field] ?? null), comparedWith: "platform" };
  if (field === "price") return { before: priceOf(sentPriceOf(sent)), comparedWith: "sent" };
  if (field !== "stock") return { before: null, comparedWith: "sent" };
  const { stockFrom = null } = item;
  return { before: stockFrom === null ? null : String(stockFrom), comparedWith: "sent" };
}

/** The fields of the platform that a push would change, as they are there, or were sent last, and as they would be. */
export function changesOf(way: Way, item: PushItem, before: Before, sends: ReadonlySet<PushKind>): PreviewChange[] {
  const { there, sent } = before;
  const { adapter, connector } = way;
  const known = findPlatform(connector.platformId)?.fields ?? {};
  const wanted = Object.entries(wantedOf(way, item, there, sends)) as [Source, string | null][];
  return wanted.flatMap(([field, after]) => {
    if (known[field] === undefined || !isSent(item, field)) return [];
    const isUnread = field === "compare_at_price" && there?.compareAtPriceCents === undefined;
    const isRead = there === null || !(isUnread || adapter.unread?.includes(field));
    const was = beforeOf(field, { ...before, item, isRead });
    const isSame = !isRead && isAsSent(sent, item, field);
    return isSame || (after ?? "") === (was.before ?? "") ? [] : [{ field, ...was, after }];
  });
}

/** What becomes of the stock of a product that is no longer sold here. */
export const emptiedOf = ({ adapter }: Way, there: PulledProduct | undefined): PreviewChange[] => {
  const before = there === undefined ? null : (sideOf(there).stock ?? null);
  const isRead = !adapter.unread?.includes("stock");
  return [{ field: "stock", before, after: "0", comparedWith: isRead ? "platform" : "sent" }];
};
