import type { Reader } from "../ports.ts";
import { boolean, number, numberOrNull, type Row, text, textOrNull } from "../rows.ts";
import { readTerms, TERM_COLUMNS, type Terms } from "./product-suppliers.ts";

/** A supplier of a product, on the terms that hold for it: its own for this product, else those of the supplier. */
export interface Offer extends Terms {
  supplierId: string;
  code: string;
  name: string;
  currency: string;
  isActive: boolean;
  updatedAtMs: number;
}

/** The supplier's own, where a link says nothing else. */
const OF_SUPPLIER: readonly string[] = ["currency", "lead_time_days"];
const termOf = (column: string) =>
  OF_SUPPLIER.includes(column) ? `ifnull(link.${column}, supplier.${column}) as ${column}` : `link.${column}`;
const COLUMNS = `link.supplier_id, supplier.code, supplier.name, ${TERM_COLUMNS.map(termOf).join(", ")},
  supplier.is_active, link.updated_at_ms`;

const readOffer = (row: Row): Offer => ({
  ...readTerms(row),
  supplierId: text(row, "supplier_id"),
  code: text(row, "code"),
  name: text(row, "name"),
  currency: text(row, "currency"),
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

/** The terms of a link as they are stored; `undefined`: the supplier does not sell the product. */
export const findOwnTerms = (db: Reader, productId: string, supplierId: string): Promise<Terms | undefined> =>
  db.first(
    `select ${TERM_COLUMNS.join(", ")} from product_supplier
      where tenant_id = :tenant and product_id = :productId and supplier_id = :supplierId`,
    { productId, supplierId },
    readTerms,
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
