import { isSent, type Source } from "../../src/connectors/engine/fields.ts";
import { finePrice } from "../../src/connectors/engine/platform-values.ts";
import { findPlatform } from "../../src/connectors/engine/platforms.ts";
import type { PulledProduct } from "../../src/connectors/engine/pulled-product.ts";
import type { PushItem } from "../../src/connectors/engine/push-item.ts";
import type { PushKind } from "../../src/connectors/engine/push-outcome.ts";
import type { PreviewChange } from "../../src/connectors/push-preview.ts";
import { isMoved } from "./levels.ts";
import type { Way } from "./link.ts";

type Side = Partial<Record<Source, string | null>>;

const priceOf = (cents: number | null | undefined) => (cents === null || cents === undefined ? null : finePrice(cents));

/** What the platform has. */
const sideOf = ({ title, description, brand, ean, sku, priceCents, stock }: PulledProduct): Side => ({
  name: title ?? null,
  description: description ?? null,
  brand: brand ?? null,
  ean: ean ?? null,
  reference: sku ?? null,
  price: priceOf(priceCents),
  stock: stock === undefined ? null : String(stock),
});

/** The stock that it would have: what it has with what changed here, where it is changed so. */
function stockOf(way: Way, item: PushItem, there: PulledProduct | null): string {
  if (there?.stock === undefined || !isMoved(way, item)) return String(item.stock);
  return String(Math.max(0, there.stock + item.stock - (item.stockFrom ?? 0)));
}

/** What would be there, of what is sent; the stock and price of one with variants are theirs. */
function wantedOf(way: Way, item: PushItem, there: PulledProduct | null, sends: ReadonlySet<PushKind>): Side {
  const fits = findPlatform(way.connector.platformId)?.fits ?? ((name: string) => name);
  const { title, description, brand, ean, sku, priceCents, variants, externalId } = item;
  const isPlain = variants.length === 0;
  const content: Side = {
    name: fits(title),
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
    ...(isPriced && { price: priceOf(priceCents) }),
    ...(isStocked && { stock: stockOf(way, item, there) }),
  };
}

/** The fields that a push would change, as they are there and as they would be. `there`: `null` has none of them. */
export function changesOf(
  way: Way,
  item: PushItem,
  there: PulledProduct | null,
  sends: ReadonlySet<PushKind>,
): PreviewChange[] {
  const has = there === null ? {} : sideOf(there);
  const wanted = Object.entries(wantedOf(way, item, there, sends)) as [Source, string | null][];
  const isUnknown = (field: Source) => there !== null && way.adapter.unread?.includes(field) === true;
  return wanted.flatMap(([field, after]) => {
    const before = has[field] ?? null;
    if (isUnknown(field)) return [];
    return isSent(item, field) && (after ?? "") !== (before ?? "") ? [{ field, before, after }] : [];
  });
}
