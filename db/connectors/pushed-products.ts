import type { Reader } from "../ports.ts";
import type { ProductFilter } from "../products/lists/filter.ts";
import { productFields } from "../products/product-row.ts";
import { STATE } from "../products/product-state.ts";
import { number } from "../rows.ts";
import { computed, selection } from "../selection.ts";
import { FLAG, NUMBER, NUMBER_OR_NULL, TEXT_OR_NULL, type ValuesOf } from "../table.ts";
import { PARTS } from "./mappings.ts";

/** Which products a synchronisation is of. */
export interface SyncScope {
  productIds?: string[];
  /** Which of the live products, instead of naming them. */
  filter?: ProductFilter;
  /** Unix microseconds. */
  sinceUs?: number;
  /** Also what has not changed since it was sent. */
  isForced?: true;
}

const PUSHED = {
  ...productFields(
    ...([
      ...(["id", "priceCents", "stock", "status", "workflowStatus"] as const),
      ...(["updatedAtUs", "deletedAtMs", "taxRate", "reference"] as const),
      // What `extra` is read with.
      ...(["extra", "titleKey", "imageUrl"] as const),
    ] as const),
  ),
  rowId: NUMBER,
  externalId: computed("mapping.external_id", TEXT_OR_NULL),
  externalItemId: computed("mapping.external_item_id", TEXT_OR_NULL),
  /** What was last sent of it, as `sentOf` writes it; `null`: not known. */
  sent: computed("mapping.sent", TEXT_OR_NULL),
  /** What the platform calls its parts. */
  parts: computed("mapping.parts", PARTS),
  /** Its change number when its last change came from its own platform. */
  pulledUs: computed("mapping.pulled_us", NUMBER_OR_NULL),
  /** It was taken from sale there, as it is no longer sold here. */
  isHidden: computed("ifnull(mapping.is_hidden, 0)", FLAG),
  /** It may have been made on the platform without our knowing. */
  isDoubtful: computed("sending.product_id is not null", FLAG),
};
/** A product as connectors send it. */
export type PushedProduct = ValuesOf<typeof PUSHED>;
const { selected, read } = selection("product", PUSHED);

const BESIDE = `left join platform_mapping mapping on mapping.tenant_id = :tenant and mapping.connector_id = :connectorId
    and mapping.product_id = product.id
  left join platform_sending sending on sending.tenant_id = :tenant and sending.connector_id = :connectorId
    and sending.product_id = product.id`;

/** Also deleted ones that a platform still has. */
const LIVE_OR_THERE = "(product.deleted_at_ms is null or mapping.external_id is not null)";

const AMONG = `product.row_id in (select found.row_id from json_each(:productIds) wanted
  cross join product found on found.tenant_id = :tenant and found.id = wanted.value)`;

/** The next products of a synchronisation in the order of their rows, with what the connector calls them; deleted ones that the platform has among them. */
export const listPushed = (
  db: Reader,
  { connectorId, productIds, sinceUs }: SyncScope & { connectorId: string },
  { after, limit }: { after: number; limit: number },
): Promise<PushedProduct[]> =>
  db.all(
    `select ${selected} from product ${STATE} ${BESIDE}
      where product.tenant_id = :tenant and ${LIVE_OR_THERE} and product.row_id > :after
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

/** The next products that have changed after that change number, in the order of their changes; deleted ones that the platform has among them. */
export const listChangedForPush = (
  db: Reader,
  { connectorId, afterUs, limit }: { connectorId: string; afterUs: number; limit: number },
): Promise<PushedProduct[]> =>
  db.all(
    `select ${selected} from product_state state
      cross join product on product.tenant_id = :tenant and product.row_id = state.row_id ${BESIDE}
      where state.tenant_id = :tenant and state.updated_at_us > :afterUs and ${LIVE_OR_THERE}
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
