import { fixed, keyedTable } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { FLAG, NUMBER, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

const PRICE = {
  id: TEXT,
  productId: fixed(TEXT),
  source: fixed(TEXT),
  /** ISO 4217. */
  currency: fixed(TEXT),
  priceCents: NUMBER,
  isActive: FLAG,
  /** Whether it is the latest of its product, source and currency. */
  isCurrent: FLAG,
  /** Taken off the list. */
  isRemoved: FLAG,
  /** `null`: without an end. */
  validUntilMs: NUMBER_OR_NULL,
  url: TEXT_OR_NULL,
  notes: TEXT_OR_NULL,
  createdAtMs: fixed(NUMBER),
  updatedAtMs: NUMBER,
};
export const productPriceRows = keyedTable("product_price", PRICE);
/** A price of a product by one source. */
export type ProductPrice = ValuesOf<typeof PRICE>;

/** The number of entries of one product that are shown; the rest are old ones that were replaced. */
const SHOWN_MAX = 1_000;

/** The stored entries of a product, removed ones included, newest first. */
export const listProductPrices = (db: Reader, productId: string): Promise<ProductPrice[]> =>
  productPriceRows.list(db, { where: { productId }, by: "createdAtMs", limit: SHOWN_MAX });

/** Ends a source's price for a product. */
export const retireProductPrices = (
  tx: Tx,
  { productId, source, currency }: Pick<ProductPrice, "productId" | "source" | "currency">,
  nowMs: number,
): Promise<number> =>
  tx.run(
    `update product_price set is_active = 0, is_current = 0, updated_at_ms = :nowMs
      where tenant_id = :tenant and product_id = :productId and source = :source and currency = :currency
        and (is_current = 1 or is_active = 1)`,
    { productId, source, currency, nowMs },
  );

/** Brings the entries of products' own prices to what those are now: it counts again, regardless of its state. */
export const followOwnPrices = (
  tx: Tx,
  products: readonly { productId: string; priceCents: number | null }[],
  nowMs: number,
): Promise<void> =>
  tx.send(
    `update product_price set price_cents = ifnull(changed.value ->> 1, price_cents),
        is_active = changed.value ->> 1 is not null, is_removed = 0, updated_at_ms = :nowMs
      from json_each(:changes) changed
      where product_price.tenant_id = :tenant and product_price.product_id = changed.value ->> 0
        and product_price.product_id in (select value ->> 0 from json_each(:changes))
        and product_price.source = 'internal' and product_price.currency = 'EUR' and product_price.is_current = 1`,
    { changes: JSON.stringify(products.map(({ productId, priceCents }) => [productId, priceCents])), nowMs },
  );
