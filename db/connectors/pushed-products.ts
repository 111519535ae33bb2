import type { Reader } from "../ports.ts";
import { STATE } from "../products/product-state.ts";
import { boolean, number, numberOrNull, type Row, text, textOrNull } from "../rows.ts";
import { readMapped } from "./mappings.ts";

/** Which products a synchronisation is of. */
export interface SyncScope {
  productIds?: string[];
  /** Unix microseconds. */
  sinceUs?: number;
}

/** A product as connectors send it. */
export interface PushedProduct {
  rowId: number;
  id: string;
  ean: string | null;
  reference: string | null;
  title: string;
  /** HTML of the allow list. */
  description: string | null;
  brand: string | null;
  category: string | null;
  priceCents: number | null;
  stock: number;
  /** Kilograms. */
  weight: number | null;
  status: string;
  workflowStatus: string;
  imageUrl: string | null;
  externalId: string | null;
  externalItemId: string | null;
  /** Its change number. */
  updatedAtUs: number;
  /** What was last sent of it, as `sentOf` writes it; `null`: not known. */
  sent: string | null;
  /** Its change number when its own platform had told the last change. */
  pulledUs: number | null;
  /** It may have been made on the platform without our knowing. */
  isDoubtful: boolean;
}

const read = (row: Row): PushedProduct => ({
  rowId: number(row, "row_id"),
  id: text(row, "id"),
  ean: textOrNull(row, "ean"),
  reference: textOrNull(row, "reference"),
  title: text(row, "title"),
  description: textOrNull(row, "description"),
  brand: textOrNull(row, "brand_name"),
  category: textOrNull(row, "category_name"),
  priceCents: numberOrNull(row, "price_cents"),
  stock: number(row, "stock"),
  weight: numberOrNull(row, "weight"),
  status: text(row, "status"),
  workflowStatus: text(row, "workflow_status"),
  imageUrl: textOrNull(row, "image_url"),
  ...readMapped(row),
  updatedAtUs: number(row, "updated_at_us"),
  sent: textOrNull(row, "sent"),
  pulledUs: numberOrNull(row, "pulled_us"),
  isDoubtful: boolean(row, "is_doubtful"),
});

const COLUMNS = `product.row_id, product.id, product.ean, product.reference, product.title, product.description,
  brand.name as brand_name, category.name as category_name, product.price_cents, state.stock, product.weight,
  product.status, product.workflow_status, product.image_url, mapping.external_id, mapping.external_item_id,
  state.updated_at_us, mapping.sent, mapping.pulled_us, sending.product_id is not null as is_doubtful`;
const BESIDE = `left join brand on brand.tenant_id = :tenant and brand.id = product.brand_id
  left join category on category.tenant_id = :tenant and category.id = product.category_id
  left join platform_mapping mapping on mapping.tenant_id = :tenant and mapping.connector_id = :connectorId
    and mapping.product_id = product.id
  left join platform_sending sending on sending.tenant_id = :tenant and sending.connector_id = :connectorId
    and sending.product_id = product.id`;

const AMONG = `product.row_id in (select found.row_id from json_each(:productIds) wanted
  cross join product found on found.tenant_id = :tenant and found.id = wanted.value)`;

/** The next live products of a synchronisation in the order of their rows, with what the connector calls them. */
export const listPushed = (
  db: Reader,
  { connectorId, productIds, sinceUs }: SyncScope & { connectorId: string },
  { after, limit }: { after: number; limit: number },
): Promise<PushedProduct[]> =>
  db.all(
    `select ${COLUMNS} from product ${STATE} ${BESIDE}
      where product.tenant_id = :tenant and product.deleted_at_ms is null and product.row_id > :after
        ${productIds ? `and ${AMONG}` : ""} ${sinceUs === undefined ? "" : "and state.updated_at_us >= :sinceUs"}
      order by product.row_id limit :limit`,
    {
      connectorId,
      after,
      limit,
      ...(productIds && { productIds: JSON.stringify(productIds) }),
      ...(sinceUs !== undefined && { sinceUs }),
    },
    read,
  );

/** The next live products that have changed after that change number, in the order of their changes. */
export const listChangedForPush = (
  db: Reader,
  { connectorId, afterUs, limit }: { connectorId: string; afterUs: number; limit: number },
): Promise<PushedProduct[]> =>
  db.all(
    `select ${COLUMNS} from product_state state
      cross join product on product.tenant_id = :tenant and product.row_id = state.row_id ${BESIDE}
      where state.tenant_id = :tenant and state.updated_at_us > :afterUs and product.deleted_at_ms is null
      order by state.updated_at_us limit :limit`,
    { connectorId, afterUs, limit },
    read,
  );

/** How many of these ids are products of the tenant, and how many of them are live. */
export const countKnown = (db: Reader, productIds: readonly string[]): Promise<{ known: number; live: number }> =>
  db.one(
    `select count(*) as known, count(*) filter (where product.deleted_at_ms is null) as live
      from json_each(:productIds) wanted
      cross join product on product.tenant_id = :tenant and product.id = wanted.value`,
    { productIds: JSON.stringify(productIds) },
    (row) => ({ known: number(row, "known"), live: number(row, "live") }),
  );
