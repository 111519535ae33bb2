import { findChange } from "../../../../db/history/product-changes.ts";
import type { Reader } from "../../../../db/ports.ts";
import {
  findOwnPoints,
  type HistoryPlace,
  listObservedPoints,
  listPricePoints,
  listPricesBefore,
  type StoredPoint,
} from "../../../../db/pricing/price-points.ts";
import type { ProductRow } from "../../../../db/products/product-row.ts";
import { decodeCursor, encodeCursor } from "../../../http/input/cursor.ts";
import { BASE_CURRENCY } from "../../../kit/cents.ts";
import { INTERNAL } from "../entries-of-product.ts";

export const DAY_MS = 86_400_000;

/** The requested part of a product's price history. */
export interface HistorySpan {
  sinceMs: number;
  /** `null`: of any source. */
  source: string | null;
  limit: number;
  /** Where the page before began. */
  cursor?: string | undefined;
}

/** A part of a history, and the cursor of the part before it; `null`: there is none. */
export interface HistoryPart {
  points: StoredPoint[];
  next: string | null;
}

/** Of points at one time comes first: the price that a product was made with, then ours, then those of competitors. */
const RANKS = { first: 0, own: 1, observed: 2 } as const;
const rankOf = ({ rowId, origin }: StoredPoint): number => {
  if (origin === "observation") return RANKS.observed;
  return rowId === 0 ? RANKS.first : RANKS.own;
};
const PLACE = ["count", "count", "count"] as const;
type Place = readonly [atMs: number, rank: number, rowId: number];
const placeOf = (point: StoredPoint): Place => [point.recordedAtMs, rankOf(point), point.rowId];
const inOrder = (one: Place, other: Place): number => one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
const NOW: Place = [Number.MAX_SAFE_INTEGER, RANKS.observed, Number.MAX_SAFE_INTEGER];

/** Before which row of its table a point of a rank lies that comes before a place. */
function rowBefore([atMs, rank, rowId]: Place, ofRank: number): HistoryPlace {
  if (ofRank === rank) return { atMs, rowId };
  return { atMs, rowId: ofRank < rank ? Number.MAX_SAFE_INTEGER : 0 };
}

/** The price that a product was made with: it is stored only where it follows from nothing else. */
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

/** The points with each competitor's price before the first of them: it says how far that one has moved. */
async function withPricesBefore(db: Reader, points: StoredPoint[], { sinceMs }: HistorySpan): Promise<StoredPoint[]> {
  const [oldest] = points;
  if (!oldest) return points;
  const codes = [...new Set(points.filter(({ origin }) => origin === "observation").map(({ source }) => source))];
  const before = rowBefore(placeOf(oldest), RANKS.observed);
  const known = await listPricesBefore(db, { productId: oldest.productId, codes, sinceMs, before });
  const prices = new Map(known.map(({ source, priceCents }) => [source, priceCents]));
  return points.map((point) => ({ ...point, beforeCents: point.beforeCents ?? prices.get(point.source) ?? null }));
}

/**
 * What a product's prices were, oldest first: its own, entered ones, and what was seen of competitors. Of more than the limit
 * the newest; those before them are behind the cursor. Throws INVALID_PARAMETER for the cursor of another list.
 */
export async function pricePoints(db: Reader, product: ProductRow, span: HistorySpan): Promise<HistoryPart> {
  const { source, sinceMs, limit, cursor } = span;
  const list = `price-history ${product.id} ${source ?? ""}`;
  const from: Place = cursor === undefined ? NOW : decodeCursor(list, cursor, PLACE);
  const request = { source, sinceMs, productId: product.id, limit: limit + 1 };
  const [first, own, observed] = await Promise.all([
    firstPoint(db, product, span),
    listPricePoints(db, { ...request, before: rowBefore(from, RANKS.own) }),
    listObservedPoints(db, { ...request, before: rowBefore(from, RANKS.observed) }),
  ]);
  const oldestFirst = [...first, ...own, ...observed]
    .filter((point) => inOrder(placeOf(point), from) < 0)
    .toSorted((one, other) => inOrder(placeOf(one), placeOf(other)));
  if (oldestFirst.length <= limit) return { points: oldestFirst, next: null };
  const points = oldestFirst.slice(-limit);
  const [oldest] = points;
  const next = oldest ? encodeCursor(list, placeOf(oldest)) : null;
  return { points: await withPricesBefore(db, points, span), next };
}
