import type { Reader, Tx } from "../ports.ts";
import { boolean, number, numberOrNull, type Row, text, textOrNull } from "../rows.ts";

/** A price of a product by one source. */
export interface ProductPrice {
  id: string;
  productId: string;
  source: string;
  /** ISO 4217. */
  currency: string;
  priceCents: number;
  isActive: boolean;
  /** Whether it is the latest of its product, source and currency. */
  isCurrent: boolean;
  /** Taken off the list. */
  isRemoved: boolean;
  /** `null`: without an end. */
  validUntilMs: number | null;
  url: string | null;
  notes: string | null;
  createdAtMs: number;
  updatedAtMs: number;
}

const COLUMNS = `price.id, price.product_id, price.source, price.currency, price.price_cents, price.is_active,
  price.is_current, price.is_removed, price.valid_until_ms, price.url, price.notes, price.created_at_ms,
  price.updated_at_ms`;

const readPrice = (row: Row): ProductPrice => ({
  id: text(row, "id"),
  productId: text(row, "product_id"),
  source: text(row, "source"),
  currency: text(row, "currency"),
  priceCents: number(row, "price_cents"),
  isActive: boolean(row, "is_active"),
  isCurrent: boolean(row, "is_current"),
  isRemoved: boolean(row, "is_removed"),
  validUntilMs: numberOrNull(row, "valid_until_ms"),
  url: textOrNull(row, "url"),
  notes: textOrNull(row, "notes"),
  createdAtMs: number(row, "created_at_ms"),
  updatedAtMs: number(row, "updated_at_ms"),
});

const argsOf = ({ isActive, isCurrent, isRemoved, ...price }: ProductPrice) => ({
  ...price,
  isActive: Number(isActive),
  isCurrent: Number(isCurrent),
  isRemoved: Number(isRemoved),
});

/** So many entries of one product are shown; the rest are old ones that were replaced. */
const SHOWN_MAX = 1_000;

/** The stored entries of a product, removed ones included, newest first. */
export const listProductPrices = (db: Reader, productId: string): Promise<ProductPrice[]> =>
  db.all(
    `select ${COLUMNS} from product_price price where price.tenant_id = :tenant and price.product_id = :productId
      order by price.created_at_ms desc, price.id desc limit ${SHOWN_MAX}`,
    { productId },
    readPrice,
  );

export const findProductPrice = (db: Reader, id: string): Promise<ProductPrice | undefined> =>
  db.first(
    `select ${COLUMNS} from product_price price where price.tenant_id = :tenant and price.id = :id`,
    { id },
    readPrice,
  );

export const insertProductPrice = (tx: Tx, price: ProductPrice): Promise<number> =>
  tx.run(
    `insert into product_price (tenant_id, id, product_id, source, currency, price_cents, is_active, is_current,
        is_removed, valid_until_ms, url, notes, created_at_ms, updated_at_ms)
      values (:tenant, :id, :productId, :source, :currency, :priceCents, :isActive, :isCurrent, :isRemoved, :validUntilMs,
        :url, :notes, :createdAtMs, :updatedAtMs)`,
    argsOf(price),
  );

export const updateProductPrice = (tx: Tx, price: ProductPrice): Promise<number> =>
  tx.run(
    `update product_price set price_cents = :priceCents, is_active = :isActive, is_current = :isCurrent,
        is_removed = :isRemoved, valid_until_ms = :validUntilMs, url = :url, notes = :notes, updated_at_ms = :updatedAtMs
      where tenant_id = :tenant and id = :id`,
    argsOf(price),
  );

/** Ends what a source has asked for a product until now. */
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

export const deleteProductPrice = (tx: Tx, id: string): Promise<number> =>
  tx.run("delete from product_price where tenant_id = :tenant and id = :id", { id });

/** Brings the entries of products' own prices to what those are now: it counts again, whatever was done to it. */
export const followOwnPrices = (
  tx: Tx,
  products: readonly { productId: string; priceCents: number | null }[],
  nowMs: number,
): Promise<number> =>
  tx.run(
    `update product_price set price_cents = ifnull(changed.value ->> 1, price_cents),
        is_active = changed.value ->> 1 is not null, is_removed = 0, updated_at_ms = :nowMs
      from json_each(:changes) changed
      where product_price.tenant_id = :tenant and product_price.product_id = changed.value ->> 0
        and product_price.product_id in (select value ->> 0 from json_each(:changes))
        and product_price.source = 'internal' and product_price.currency = 'EUR' and product_price.is_current = 1`,
    { changes: JSON.stringify(products.map(({ productId, priceCents }) => [productId, priceCents])), nowMs },
  );
