import type { Reader, Tx } from "../ports.ts";
import { boolean, number, numberOrNull, type Row, text, textOrNull } from "../rows.ts";

/** A supplier of a product, on the terms that hold for it: its own for this product, else those of the supplier. */
export interface Offer {
  supplierId: string;
  code: string;
  name: string;
  supplierReference: string | null;
  costPriceCents: number | null;
  currency: string;
  stock: number | null;
  leadTimeDays: number | null;
  minOrderQuantity: number | null;
  isActive: boolean;
  updatedAtMs: number;
}

const COLUMNS = `link.supplier_id, supplier.code, supplier.name, link.supplier_reference, link.cost_price_cents,
  ifnull(link.currency, supplier.currency) as currency, link.stock,
  ifnull(link.lead_time_days, supplier.lead_time_days) as lead_time_days, link.min_order_quantity, supplier.is_active,
  link.updated_at_ms`;

const readOffer = (row: Row): Offer => ({
  supplierId: text(row, "supplier_id"),
  code: text(row, "code"),
  name: text(row, "name"),
  supplierReference: textOrNull(row, "supplier_reference"),
  costPriceCents: numberOrNull(row, "cost_price_cents"),
  currency: text(row, "currency"),
  stock: numberOrNull(row, "stock"),
  leadTimeDays: numberOrNull(row, "lead_time_days"),
  minOrderQuantity: numberOrNull(row, "min_order_quantity"),
  isActive: boolean(row, "is_active"),
  updatedAtMs: number(row, "updated_at_ms"),
});

/** Everyone who sells a product, by name. */
export const listOffers = (db: Reader, productId: string): Promise<Offer[]> =>
  db.all(
    `select ${COLUMNS} from product_supplier link
      join supplier on supplier.tenant_id = :tenant and supplier.id = link.supplier_id
      where link.tenant_id = :tenant and link.product_id = :productId order by supplier.name_key, supplier.id`,
    { productId },
    readOffer,
  );

/** The terms that hold for one product only, as they are stored; `null`: the supplier's own, or unknown. */
export interface OwnTerms {
  supplierReference: string | null;
  costPriceCents: number | null;
  currency: string | null;
  leadTimeDays: number | null;
  minOrderQuantity: number | null;
}

export const findOwnTerms = (db: Reader, productId: string, supplierId: string): Promise<OwnTerms | undefined> =>
  db.first(
    `select supplier_reference, cost_price_cents, currency, lead_time_days, min_order_quantity from product_supplier
      where tenant_id = :tenant and product_id = :productId and supplier_id = :supplierId`,
    { productId, supplierId },
    (row) => ({
      supplierReference: textOrNull(row, "supplier_reference"),
      costPriceCents: numberOrNull(row, "cost_price_cents"),
      currency: textOrNull(row, "currency"),
      leadTimeDays: numberOrNull(row, "lead_time_days"),
      minOrderQuantity: numberOrNull(row, "min_order_quantity"),
    }),
  );

/** Links a product to a supplier, or changes the terms; its stock is left alone. */
export const putOwnTerms = (
  tx: Tx,
  link: { productId: string; supplierId: string },
  terms: OwnTerms,
  nowMs: number,
): Promise<number> =>
  tx.run(
    `insert into product_supplier (tenant_id, product_id, supplier_id, supplier_reference, cost_price_cents, currency,
        lead_time_days, min_order_quantity, updated_at_ms)
      values (:tenant, :productId, :supplierId, :supplierReference, :costPriceCents, :currency, :leadTimeDays,
        :minOrderQuantity, :nowMs)
      on conflict do update set supplier_reference = excluded.supplier_reference,
        cost_price_cents = excluded.cost_price_cents, currency = excluded.currency,
        lead_time_days = excluded.lead_time_days, min_order_quantity = excluded.min_order_quantity,
        updated_at_ms = excluded.updated_at_ms`,
    { ...link, ...terms, nowMs },
  );

/** What a product is called on a platform. */
export interface PlatformMapping {
  connectorId: string;
  connectorName: string;
  platformId: string;
  externalId: string;
  externalUrl: string | null;
  lastSyncedAtMs: number | null;
}

export const listPlatformMappings = (db: Reader, productId: string): Promise<PlatformMapping[]> =>
  db.all(
    `select mapping.connector_id, connector.name, connector.platform_id, mapping.external_id, mapping.external_url,
        mapping.last_synced_at_ms
      from platform_mapping mapping
      join connector on connector.tenant_id = :tenant and connector.id = mapping.connector_id
      where mapping.tenant_id = :tenant and mapping.product_id = :productId order by connector.name, connector.id`,
    { productId },
    (row) => ({
      connectorId: text(row, "connector_id"),
      connectorName: text(row, "name"),
      platformId: text(row, "platform_id"),
      externalId: text(row, "external_id"),
      externalUrl: textOrNull(row, "external_url"),
      lastSyncedAtMs: numberOrNull(row, "last_synced_at_ms"),
    }),
  );
