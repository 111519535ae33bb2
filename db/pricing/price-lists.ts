import type { Reader, Tx } from "../ports.ts";
import { boolean, number, numberOrNull, type Row, text } from "../rows.ts";

/** A price list with what it asks for one product, in single pieces. */
export interface ListPrice {
  id: string;
  name: string;
  channel: string;
  /** ISO 4217. */
  currency: string;
  priority: number;
  /** Whether it is active and today is within its dates. */
  isEligible: boolean;
  /** `null`: the list has no entry for the product. */
  priceCents: number | null;
}

const COLUMNS = `list.id, list.name, list.channel, list.currency, list.priority,
  list.is_active = 1 and ifnull(list.start_at_ms, 0) <= :nowMs and ifnull(list.end_at_ms, :nowMs) >= :nowMs
    as is_eligible,
  (select entry.price_cents from price_list_entry entry
    where entry.tenant_id = :tenant and entry.price_list_id = list.id and entry.product_id = :productId
      and entry.variant_id is null and entry.min_quantity = 1) as price_cents`;

const readListPrice = (row: Row): ListPrice => ({
  id: text(row, "id"),
  name: text(row, "name"),
  channel: text(row, "channel"),
  currency: text(row, "currency"),
  priority: number(row, "priority"),
  isEligible: boolean(row, "is_eligible"),
  priceCents: numberOrNull(row, "price_cents"),
});

/** The lists that hold now, the one that counts first: by priority, then the newest. */
export const listEligiblePrices = (db: Reader, productId: string, nowMs: number): Promise<ListPrice[]> =>
  db.all(
    `select ${COLUMNS} from price_list list
      where list.tenant_id = :tenant and list.is_active = 1 and ifnull(list.start_at_ms, 0) <= :nowMs
        and ifnull(list.end_at_ms, :nowMs) >= :nowMs
      order by list.priority desc, list.created_at_ms desc, list.id desc`,
    { productId, nowMs },
    readListPrice,
  );

export const findListPrice = (
  db: Reader,
  priceListId: string,
  productId: string,
  nowMs: number,
): Promise<ListPrice | undefined> =>
  db.first(
    `select ${COLUMNS} from price_list list where list.tenant_id = :tenant and list.id = :priceListId`,
    { priceListId, productId, nowMs },
    readListPrice,
  );

/** Sets what a list asks for a single piece of a product. */
export const putListPrice = (
  tx: Tx,
  entry: { id: string; priceListId: string; productId: string; priceCents: number },
  nowMs: number,
): Promise<number> =>
  tx.run(
    `insert into price_list_entry (tenant_id, id, price_list_id, product_id, price_cents, created_at_ms, updated_at_ms)
      values (:tenant, :id, :priceListId, :productId, :priceCents, :nowMs, :nowMs)
      on conflict do update set price_cents = excluded.price_cents, updated_at_ms = excluded.updated_at_ms`,
    { ...entry, nowMs },
  );

/** A price that repricing has changed. */
export interface RepricingChange {
  id: string;
  productId: string;
  /** `null`: the product's own price. */
  priceListId: string | null;
  beforeCents: number | null;
  afterCents: number;
  actorKind: string;
  actorId: string | null;
  createdAtMs: number;
}

export const insertRepricingChange = (tx: Tx, change: RepricingChange): Promise<number> =>
  tx.run(
    `insert into repricing_change (tenant_id, id, product_id, price_list_id, before_cents, after_cents, actor_kind,
        actor_id, created_at_ms)
      values (:tenant, :id, :productId, :priceListId, :beforeCents, :afterCents, :actorKind, :actorId, :createdAtMs)`,
    { ...change },
  );
