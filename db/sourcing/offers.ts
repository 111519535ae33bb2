import type { Reader } from "../ports.ts";
import { computed, selection } from "../selection.ts";
import { FLAG, NUMBER, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";
import { TERMS, type Terms } from "./product-suppliers.ts";

const OFFER = {
  ...TERMS,
  // The supplier's own, where the link says nothing else.
  currency: computed("ifnull(link.currency, supplier.currency)", TEXT),
  leadTimeDays: computed("ifnull(link.lead_time_days, supplier.lead_time_days)", NUMBER_OR_NULL),
  supplierId: TEXT,
  code: computed("supplier.code", TEXT),
  name: computed("supplier.name", TEXT),
  isActive: computed("supplier.is_active", FLAG),
  updatedAtMs: NUMBER,
};
/** A supplier of a product, on the terms that hold for it: its own for this product, else those of the supplier. */
export type Offer = ValuesOf<typeof OFFER>;
const offers = selection("link", OFFER);
const terms = selection("product_supplier", TERMS);

/** Everyone who sells a product, by name. */
export const listOffers = (db: Reader, productId: string): Promise<Offer[]> =>
  db.all(
    `select ${offers.selected} from product_supplier link
      join supplier on supplier.tenant_id = :tenant and supplier.id = link.supplier_id
      where link.tenant_id = :tenant and link.product_id = :productId order by supplier.name_key, supplier.id`,
    { productId },
    offers.read,
  );

/** The terms of a link as they are stored; `undefined`: the supplier does not sell the product. */
export const findOwnTerms = (db: Reader, productId: string, supplierId: string): Promise<Terms | undefined> =>
  db.first(
    `select ${terms.selected} from product_supplier
      where tenant_id = :tenant and product_id = :productId and supplier_id = :supplierId`,
    { productId, supplierId },
    terms.read,
  );

const MAPPING = {
  connectorId: TEXT,
  connectorName: computed("connector.name", TEXT),
  platformId: computed("connector.platform_id", TEXT),
  externalId: TEXT,
  externalUrl: TEXT_OR_NULL,
  lastSyncedAtMs: NUMBER_OR_NULL,
};
/** What a product is called on a platform. */
export type PlatformMapping = ValuesOf<typeof MAPPING>;
const mappings = selection("mapping", MAPPING);

export const listPlatformMappings = (db: Reader, productId: string): Promise<PlatformMapping[]> =>
  db.all(
    `select ${mappings.selected}
      from platform_mapping mapping
      join connector on connector.tenant_id = :tenant and connector.id = mapping.connector_id
      where mapping.tenant_id = :tenant and mapping.product_id = :productId order by connector.name, connector.id`,
    { productId },
    mappings.read,
  );
