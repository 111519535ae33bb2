import type { MutationContext, Tx } from "../../../../db/ports.ts";
import { setMapPrices } from "../../../../db/pricing/map-prices.ts";
import { insertPricePoints, type PointOrigin } from "../../../../db/pricing/price-points.ts";
import { followOwnPrices } from "../../../../db/pricing/product-prices.ts";
import type { StoredRow } from "../../../../db/products/product-row.ts";
import type { MovementType } from "../../../../db/stock/movements.ts";
import type { ProductChange } from "../set/product-change.ts";
import type { ProductSource } from "./product-events.ts";
import type { HistoryOrigin } from "./record-changes.ts";

interface PriceOrigin extends HistoryOrigin {
  source: ProductSource;
  movement: MovementType;
}

const ORIGINS: Record<ProductSource, PointOrigin> = {
  api: "manual",
  ext: "erp_sync",
  appsync: "erp_sync",
  connector: "connector",
  repricing: "repricing",
};

const originOf = ({ source, movement, author }: PriceOrigin): PointOrigin =>
  source === "api" && (movement === "import" || author?.kind === "import") ? "import" : ORIGINS[source];

/**
 * Keeps what prices were, and brings the entries of products' own prices along: every write of a product's price ends here.
 * The first price of a product that a person or a file makes is not stored: it follows from the product and its next price.
 */
async function storeOwnPrices(
  tx: Tx,
  changes: readonly ProductChange[],
  origin: PriceOrigin,
  nowMs: number,
): Promise<void> {
  const pointOrigin = originOf(origin);
  const isStored = pointOrigin !== "manual" && pointOrigin !== "import";
  const changed = changes.filter(
    ({ before, row }) => (before || isStored) && (before?.priceCents ?? null) !== row.priceCents,
  );
  if (changed.length === 0) return;
  const points = changed.map(({ before, row }) => ({
    productId: row.id,
    source: "internal",
    currency: "EUR",
    beforeCents: before?.priceCents ?? null,
    priceCents: row.priceCents,
    isActive: row.priceCents !== null,
    origin: pointOrigin,
  }));
  await insertPricePoints(tx, points, nowMs);
  if (changed.some(({ before }) => before)) await followOwnPrices(tx, points, nowMs);
}

/** The minimum advertised price that counts: a deleted product has none. */
const mapOf = (row: StoredRow | undefined): number | null =>
  row?.deletedAtMs === null && typeof row.extra["map_price"] === "number" && row.extra["map_price"] > 0
    ? row.extra["map_price"]
    : null;

/** Stores what changes of products' prices beside their rows: their history, and minimum advertised prices. */
export async function storePrices(
  tx: Tx,
  changes: readonly ProductChange[],
  origin: PriceOrigin,
  { now }: MutationContext,
): Promise<void> {
  await storeOwnPrices(tx, changes, origin, now());
  const maps = changes.filter(({ before, row }) => mapOf(before) !== mapOf(row));
  if (maps.length === 0) return;
  await setMapPrices(
    tx,
    maps.map(({ row }) => ({ productId: row.id, priceCents: mapOf(row) })),
    now(),
  );
}
