import type { Reader } from "../../../db/ports.ts";
import { findOwnPoints } from "../../../db/pricing/price-points.ts";
import { listProductPrices, type ProductPrice } from "../../../db/pricing/product-prices.ts";
import type { ProductRow } from "../../../db/products/product-row.ts";
import { BASE_CURRENCY } from "../../kit/cents.ts";

/** The source of a product's own price. */
export const INTERNAL = "internal";
const SUPPLIER = "supplier:";

export const PRICE_TYPES = ["internal", "supplier", "competitor"] as const;
export type PriceType = (typeof PRICE_TYPES)[number];

export function typeOf(source: string): PriceType {
  if (source === INTERNAL) return "internal";
  return source.startsWith(SUPPLIER) ? "supplier" : "competitor";
}

/** Whether an entry is the product's own price. */
export const isOwn = ({ source, currency }: Pick<ProductPrice, "source" | "currency">): boolean =>
  source === INTERNAL && currency === BASE_CURRENCY;

/** A product's own price as an entry, which is stored only once it is given more than a price. Its id is the product's. */
const ownEntry = ({ id, createdAtMs }: ProductRow, priceCents: number, updatedAtMs: number): ProductPrice => ({
  id,
  productId: id,
  source: INTERNAL,
  currency: BASE_CURRENCY,
  priceCents,
  isActive: true,
  isCurrent: true,
  isRemoved: false,
  validUntilMs: null,
  url: null,
  notes: null,
  createdAtMs,
  updatedAtMs,
});

/** All entries of a product that are not removed, its own price among them, newest first. */
export async function entriesOf(db: Reader, product: ProductRow): Promise<ProductPrice[]> {
  const stored = await listProductPrices(db, product.id);
  const shown = stored.filter(({ isRemoved }) => !isRemoved);
  const hasOwn = stored.some((entry) => isOwn(entry) && entry.isCurrent);
  if (hasOwn || product.priceCents === null) return shown;
  const lastMs = (await findOwnPoints(db, product.id))?.lastAtMs ?? product.createdAtMs;
  const newestFirst = (one: ProductPrice, other: ProductPrice) => other.createdAtMs - one.createdAtMs;
  return [...shown, ownEntry(product, product.priceCents, lastMs)].toSorted(newestFirst);
}

/** Whether an entry counts now. */
export const isInForce = ({ isActive, validUntilMs }: ProductPrice, nowMs: number): boolean =>
  isActive && (validUntilMs === null || validUntilMs >= nowMs);
