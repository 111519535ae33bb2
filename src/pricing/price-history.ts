import { findChange } from "../../db/history/product-changes.ts";
import type { Reader } from "../../db/ports.ts";
import { findOwnPoints, listObservedPoints, listPricePoints, type StoredPoint } from "../../db/pricing/price-points.ts";
import type { ProductRow } from "../../db/products/product-row.ts";
import { BASE_CURRENCY } from "./base-currency.ts";
import { INTERNAL } from "./entries-of-product.ts";

export const DAY_MS = 86_400_000;

/** What part of a product's price history is asked for. */
export interface HistorySpan {
  sinceMs: number;
  /** `null`: of any source. */
  source: string | null;
  limit: number;
}

/** The price that a product was made with: it is kept only where it follows from nothing else. */
async function firstPoint(db: Reader, product: ProductRow, { sinceMs, source }: HistorySpan): Promise<StoredPoint[]> {
  if (product.createdAtMs < sinceMs || (source ?? INTERNAL) !== INTERNAL) return [];
  const points = await findOwnPoints(db, product.id);
  const priceCents = points ? points.firstBeforeCents : product.priceCents;
  if (priceCents === null) return [];
  const creation = await findChange(db, product.id, 1);
  return [
    {
      rowId: 0,
      productId: product.id,
      source: INTERNAL,
      currency: BASE_CURRENCY,
      beforeCents: null,
      priceCents,
      isActive: true,
      origin: creation?.author.kind === "import" ? "import" : "manual",
      recordedAtMs: product.createdAtMs,
    },
  ];
}

/** What a product's prices were, oldest first: its own, entered ones, and what was seen of competitors. */
export async function pricePoints(db: Reader, product: ProductRow, span: HistorySpan): Promise<StoredPoint[]> {
  const asked = { ...span, productId: product.id };
  const [first, own, observed] = await Promise.all([
    firstPoint(db, product, span),
    listPricePoints(db, asked),
    listObservedPoints(db, asked),
  ]);
  const oldestFirst = [...first, ...own.toReversed(), ...observed.toReversed()].toSorted(
    (one, other) => one.recordedAtMs - other.recordedAtMs,
  );
  return oldestFirst.slice(-span.limit);
}
