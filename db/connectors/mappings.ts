import { initially, jsonOrNullColumn, keyedTable } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { numberOrNull, text } from "../rows.ts";
import { computed, membersOf, packedRows, type SelectedBy, selection } from "../selection.ts";
import { FLAG, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

/** What a platform calls the parts of a product. */
export interface PartIds {
  /** Variants by our id. */
  variants: Readonly<Record<string, string>>;
  /** Pictures by what names their content. */
  images: Readonly<Record<string, string>>;
  /** A digest of what was last said of its offer beside the price, where that is apart from it; absent: not known. */
  offer?: string;
}
export const PARTS = jsonOrNullColumn<PartIds>();

const MAPPING = {
  productId: TEXT,
  externalId: TEXT,
  /** Of the variant or stock item that carries price and stock, where the platform has one. */
  externalItemId: TEXT_OR_NULL,
  externalUrl: TEXT_OR_NULL,
  /** What was sent of it, as `sentOf` writes it; absent: what is noted stays. */
  sent: initially(TEXT_OR_NULL, null),
  /** What the platform calls its parts; absent: what is noted stays. */
  parts: initially(PARTS, null),
  /** The platform's own time of what it reported of the product last; absent: what is noted stays. */
  reportedAtMs: initially(NUMBER_OR_NULL, null),
};
type Kept = "sent" | "parts" | "reportedAtMs";
/** What a product is called on a platform. */
export type Mapping = Omit<ValuesOf<typeof MAPPING>, Kept> & {
  sent?: string;
  parts?: PartIds;
  reportedAtMs?: number | null;
};
const given = packedRows(membersOf(MAPPING));
const places = keyedTable("platform_mapping", { connectorId: TEXT, productId: TEXT, isHidden: FLAG }, [
  "connectorId",
  "productId",
]);

/** Which products these external ids are of. */
export const findByExternalIds = (
  db: Reader,
  connectorId: string,
  externalIds: readonly string[],
): Promise<{ productId: string; externalId: string; reportedAtMs: number | null }[]> =>
  db.all(
    `select product_id, external_id, reported_at_ms from platform_mapping
      where tenant_id = :tenant and connector_id = :connectorId
        and (external_id in (select value from json_each(:externalIds))
          or external_item_id in (select value from json_each(:externalIds)))`,
    { connectorId, externalIds: JSON.stringify(externalIds) },
    (row) => ({
      productId: text(row, "product_id"),
      externalId: text(row, "external_id"),
      reportedAtMs: numberOrNull(row, "reported_at_ms"),
    }),
  );

const HOLDERS = selection("product_variant", {
  sku: TEXT,
  productId: TEXT,
  reference: computed("product.reference", TEXT_OR_NULL),
  externalId: computed("platform_mapping.external_id", TEXT_OR_NULL),
});
/** A variant with the product that it is of, and what a platform calls that; `null`: the connector does not know it. */
export type VariantHolder = SelectedBy<typeof HOLDERS>;

/** Which products the variants with these SKUs are of, and what they are called on a connector's platform. */
export const listVariantHolders = (
  db: Reader,
  connectorId: string,
  skus: readonly string[],
): Promise<VariantHolder[]> =>
  db.all(
    `select ${HOLDERS.selected}
      from json_each(:skus) wanted
      cross join product_variant on product_variant.tenant_id = :tenant and product_variant.sku = wanted.value
      cross join product on product.tenant_id = :tenant and product.id = product_variant.product_id
        and product.deleted_at_ms is null
      left join platform_mapping on platform_mapping.tenant_id = :tenant
        and platform_mapping.connector_id = :connectorId and platform_mapping.product_id = product_variant.product_id`,
    { connectorId, skus: JSON.stringify(skus) },
    HOLDERS.read,
  );

/** Notes what products are called there; what is noted already is replaced. Deleted products are left out. */
export const putMappings = (tx: Tx, connectorId: string, mappings: readonly Mapping[], nowMs: number) =>
  tx.run(
    `insert into platform_mapping (tenant_id, connector_id, last_synced_at_ms, ${given.names})
      select :tenant, :connectorId, :nowMs, ${given.values("given")}
        from json_each(:mappings) given
        cross join product on product.tenant_id = :tenant and product.id = given.value ->> 0
        where true
      on conflict do update set external_id = excluded.external_id, external_item_id = excluded.external_item_id,
        external_url = ifnull(excluded.external_url, external_url), last_synced_at_ms = excluded.last_synced_at_ms,
        sent = ifnull(excluded.sent, sent), parts = ifnull(excluded.parts, parts),
        reported_at_ms = ifnull(excluded.reported_at_ms, reported_at_ms)`,
    { connectorId, nowMs, mappings: given.json(mappings) },
  );

/** Notes whether products are hidden there. */
export const markHidden = (tx: Tx, connectorId: string, productId: readonly string[], isHidden: boolean) =>
  places.set(tx, { connectorId, productId }, { isHidden });

/** Forgets what products are called there: they are no longer on the platform. */
export const deleteMappings = (tx: Tx, connectorId: string, productId: readonly string[]) =>
  places.erase(tx, { connectorId, productId });

/** Forgets a connector's mappings, some at a time. */
export const deleteSomeMappings = (tx: Tx, connectorId: string, limit: number): Promise<number> =>
  tx.run(
    `delete from platform_mapping where tenant_id = :tenant and connector_id = :connectorId and product_id in (
      select product_id from platform_mapping where tenant_id = :tenant and connector_id = :connectorId limit :limit)`,
    { connectorId, limit },
  );
