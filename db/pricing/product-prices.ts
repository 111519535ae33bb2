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
        and product_price.source = 'internal' and product_price.currency = 'EUR' and product_price.is_current = 1`,
    { changes: JSON.stringify(products.map(({ productId, priceCents }) => [productId, priceCents])), nowMs },
  );

export type PointOrigin = "manual" | "import" | "erp_sync" | "repricing" | "connector";

/** What a price was from a moment on. */
export interface PricePoint {
  productId: string;
  source: string;
  currency: string;
  /** `null`: there was none. */
  beforeCents: number | null;
  /** `null`: no price any more. */
  priceCents: number | null;
  isActive: boolean;
  origin: PointOrigin;
}

export const insertPricePoints = (tx: Tx, points: readonly PricePoint[], nowMs: number): Promise<number> =>
  tx.run(
    `insert into price_point (tenant_id, product_id, source, currency, before_cents, price_cents, is_active, origin,
        recorded_at_ms)
      select :tenant, point.value ->> 0, point.value ->> 1, point.value ->> 2, point.value ->> 3, point.value ->> 4,
          point.value ->> 5, point.value ->> 6, :nowMs
        from json_each(:points) point order by point.key`,
    {
      nowMs,
      points: JSON.stringify(
        points.map(({ productId, source, currency, beforeCents, priceCents, isActive, origin }) => [
          productId,
          source,
          currency,
          beforeCents,
          priceCents,
          Number(isActive),
          origin,
        ]),
      ),
    },
  );

/** A point with its place. */
export interface StoredPoint extends Omit<PricePoint, "origin"> {
  rowId: number;
  origin: PointOrigin | "observation";
  recordedAtMs: number;
}

const readPoint = (row: Row): StoredPoint => ({
  rowId: number(row, "row_id"),
  productId: text(row, "product_id"),
  source: text(row, "source"),
  currency: text(row, "currency"),
  beforeCents: numberOrNull(row, "before_cents"),
  priceCents: numberOrNull(row, "price_cents"),
  isActive: boolean(row, "is_active"),
  origin: text(row, "origin") as StoredPoint["origin"], // checked by the table
  recordedAtMs: number(row, "recorded_at_ms"),
});

interface Span {
  productId: string;
  sinceMs: number;
  /** `null`: of any source. */
  source: string | null;
  limit: number;
}

/** The newest points of a product since a moment, newest first. */
export const listPricePoints = (db: Reader, span: Span): Promise<StoredPoint[]> =>
  db.all(
    `select row_id, product_id, source, currency, before_cents, price_cents, is_active, origin, recorded_at_ms
      from price_point
      where tenant_id = :tenant and product_id = :productId and recorded_at_ms >= :sinceMs
        and source = ifnull(:source, source)
      order by recorded_at_ms desc, row_id desc limit :limit`,
    { ...span },
    readPoint,
  );

/** The same of competitors: what was seen of them, as points of the source that their code is. */
export const listObservedPoints = (db: Reader, span: Span): Promise<StoredPoint[]> =>
  db.all(
    `select seen.row_id, seen.product_id, competitor.code as source, 'EUR' as currency, null as before_cents,
        seen.price_cents, 1 as is_active, 'observation' as origin, seen.observed_at_ms as recorded_at_ms
      from competitor_observation seen
      join competitor on competitor.tenant_id = :tenant and competitor.id = seen.competitor_id
      where seen.tenant_id = :tenant and seen.product_id = :productId and seen.observed_at_ms >= :sinceMs
        and seen.is_valid = 1 and competitor.code = ifnull(:source, competitor.code)
      order by seen.observed_at_ms desc, seen.row_id desc limit :limit`,
    { ...span },
    readPoint,
  );

/** The first point of a product's own price, and when the last one was. */
export const findOwnPoints = (
  db: Reader,
  productId: string,
): Promise<{ firstBeforeCents: number | null; lastAtMs: number } | undefined> =>
  db.first(
    `select (select before_cents from price_point
              where tenant_id = :tenant and product_id = :productId and source = 'internal' and currency = 'EUR'
              order by recorded_at_ms, row_id limit 1) as before_cents, recorded_at_ms
      from price_point
      where tenant_id = :tenant and product_id = :productId and source = 'internal' and currency = 'EUR'
      order by recorded_at_ms desc, row_id desc limit 1`,
    { productId },
    (row) => ({ firstBeforeCents: numberOrNull(row, "before_cents"), lastAtMs: number(row, "recorded_at_ms") }),
  );

/** What one source asks. */
export interface PriceSource {
  source: string;
  prices: number;
  products: number;
  lowestCents: number;
  highestCents: number;
  averageCents: number;
  /** Products for which nobody is cheaper. */
  timesBest: number;
  lastUpdatedMs: number;
}

/** The active prices in euros by source, of live products or of one, entered or changed since a moment; the most used first. */
export const listPriceSources = (
  db: Reader,
  asked: { productId: string | null; sinceMs: number; nowMs: number },
): Promise<PriceSource[]> =>
  db.all(
    `with price as (
        select entry.product_id, entry.source, entry.price_cents, entry.updated_at_ms
          from product_price entry
          join product on product.tenant_id = :tenant and product.id = entry.product_id and product.deleted_at_ms is null
          where entry.tenant_id = :tenant and entry.is_active = 1 and entry.is_removed = 0 and entry.currency = 'EUR'
            and ifnull(entry.valid_until_ms, :nowMs) >= :nowMs and entry.updated_at_ms >= :sinceMs
            and entry.product_id = ifnull(:productId, entry.product_id)
        union all
        select product.id, 'internal', product.price_cents, state.updated_at_us / 1000
          from product
          cross join product_state state on state.tenant_id = :tenant and state.row_id = product.row_id
          where product.tenant_id = :tenant and product.deleted_at_ms is null and product.price_cents is not null
            and state.updated_at_us >= :sinceMs * 1000 and product.id = ifnull(:productId, product.id)
            and not exists (select 1 from product_price own
              where own.tenant_id = :tenant and own.product_id = product.id and own.source = 'internal'
                and own.currency = 'EUR' and own.is_current = 1)
      )
      select source, count(*) as prices, count(distinct product_id) as products, min(price_cents) as lowest,
          max(price_cents) as highest, avg(price_cents) as average, sum(price_cents = cheapest) as times_best,
          max(updated_at_ms) as last_updated
        from (select product_id, source, price_cents, updated_at_ms,
            min(price_cents) over (partition by product_id) as cheapest from price)
        group by source order by prices desc, source`,
    asked,
    (row) => ({
      source: text(row, "source"),
      prices: number(row, "prices"),
      products: number(row, "products"),
      lowestCents: number(row, "lowest"),
      highestCents: number(row, "highest"),
      averageCents: number(row, "average"),
      timesBest: number(row, "times_best"),
      lastUpdatedMs: number(row, "last_updated"),
    }),
  );
