import type { Reader, Tx } from "../ports.ts";
import { number, type Row, text, textOrNull } from "../rows.ts";

export const MAPPING_STATUSES = ["active", "pending", "rejected"] as const;
export type MappingStatus = (typeof MAPPING_STATUSES)[number];
export const MAPPING_SOURCES = ["manual", "import", "connector"] as const;
export type MappingSource = (typeof MAPPING_SOURCES)[number];

/** Which ASIN an EAN has on a marketplace. */
export interface EanAsinMapping {
  id: string;
  /** As first written, without blanks and dashes. */
  ean: string;
  /** Padded to 14 digits: what uniqueness and matching compare. */
  gtin14: string;
  asin: string;
  marketplace: string;
  status: MappingStatus;
  /** 0 to 1. */
  confidence: number;
  source: MappingSource;
  createdAtMs: number;
  updatedAtMs: number;
  /** Grows with every change. */
  version: number;
}

/** A mapping with the product that has its EAN now, if any. */
export interface MappedProduct extends EanAsinMapping {
  productId: string | null;
}

const COLUMNS = `mapping.id, mapping.ean, mapping.gtin14, mapping.asin, mapping.marketplace, mapping.status,
  mapping.confidence, mapping.source, mapping.created_at_ms, mapping.updated_at_ms, mapping.version,
  (select product.id from product where product.tenant_id = :tenant and product.gtin14 = mapping.gtin14
    and product.deleted_at_ms is null) as product_id`;

const readMapping = (row: Row): MappedProduct => ({
  id: text(row, "id"),
  ean: text(row, "ean"),
  gtin14: text(row, "gtin14"),
  asin: text(row, "asin"),
  marketplace: text(row, "marketplace"),
  // The table checks both.
  status: text(row, "status") as MappingStatus,
  source: text(row, "source") as MappingSource,
  confidence: number(row, "confidence"),
  createdAtMs: number(row, "created_at_ms"),
  updatedAtMs: number(row, "updated_at_ms"),
  version: number(row, "version"),
  productId: textOrNull(row, "product_id"),
});

/** What a list shows; `null`: whatever it is. */
export interface MappingFilter {
  gtin14: string | null;
  asin: string | null;
  marketplace: string | null;
  status: MappingStatus | null;
}

const CONDITIONS: Record<keyof MappingFilter, string> = {
  gtin14: "and mapping.gtin14 = :gtin14",
  asin: "and mapping.asin = :asin",
  marketplace: "and mapping.marketplace = :marketplace",
  status: "and mapping.status = :status",
};

/** Only what is asked for, so that a code or an ASIN is found by its index. */
const matches = (filter: MappingFilter): string =>
  Object.entries(CONDITIONS)
    .filter(([name]) => filter[name as keyof MappingFilter] !== null)
    .map(([, condition]) => condition)
    .join(" ");

/** One page, newest first. */
export const listMappings = (
  db: Reader,
  filter: MappingFilter,
  page: { limit: number; offset: number; after: Pick<EanAsinMapping, "createdAtMs" | "id"> | undefined },
): Promise<MappedProduct[]> =>
  db.all(
    `select ${COLUMNS} from ean_asin_mapping mapping
      where mapping.tenant_id = :tenant ${matches(filter)} and (mapping.created_at_ms, mapping.id) < (:createdAtMs, :id)
      order by mapping.created_at_ms desc, mapping.id desc limit :limit offset :offset`,
    {
      ...filter,
      createdAtMs: page.after?.createdAtMs ?? Number.MAX_SAFE_INTEGER,
      id: page.after?.id ?? "",
      limit: page.limit,
      offset: page.offset,
    },
    readMapping,
  );

export const countMappings = (db: Reader, filter: MappingFilter): Promise<number> =>
  db.one(
    `select count(*) as count from ean_asin_mapping mapping where mapping.tenant_id = :tenant ${matches(filter)}`,
    { ...filter },
    (row) => number(row, "count"),
  );

/** The mappings with these ids, in no order. */
export const findMappings = (db: Reader, ids: readonly string[]): Promise<MappedProduct[]> =>
  db.all(
    `select ${COLUMNS} from json_each(:ids) wanted
      cross join ean_asin_mapping mapping on mapping.tenant_id = :tenant and mapping.id = wanted.value`,
    { ids: JSON.stringify(ids) },
    readMapping,
  );

/** The mappings of these codes padded to 14 digits on a marketplace, in no order. */
export const findMappingsOf = (db: Reader, marketplace: string, gtin14s: readonly string[]): Promise<MappedProduct[]> =>
  db.all(
    `select ${COLUMNS} from json_each(:gtin14s) wanted
      cross join ean_asin_mapping mapping on mapping.tenant_id = :tenant and mapping.gtin14 = wanted.value
        and mapping.marketplace = :marketplace`,
    { gtin14s: JSON.stringify(gtin14s), marketplace },
    readMapping,
  );

/** The next mappings by code and marketplace, after one of them. */
export const listMappingsByCode = (
  db: Reader,
  after: { gtin14: string; marketplace: string },
  limit: number,
): Promise<MappedProduct[]> =>
  db.all(
    `select ${COLUMNS} from ean_asin_mapping mapping
      where mapping.tenant_id = :tenant and (mapping.gtin14, mapping.marketplace) > (:gtin14, :marketplace)
      order by mapping.gtin14, mapping.marketplace limit :limit`,
    { ...after, limit },
    readMapping,
  );

export const insertMappings = (tx: Tx, mappings: readonly Omit<EanAsinMapping, "version">[]): Promise<void> =>
  tx.runMany(
    `insert into ean_asin_mapping (tenant_id, id, ean, gtin14, asin, marketplace, status, confidence, source,
        created_at_ms, updated_at_ms)
      values (:tenant, :id, :ean, :gtin14, :asin, :marketplace, :status, :confidence, :source, :createdAtMs,
        :updatedAtMs)`,
    mappings.map((mapping) => ({ ...mapping })),
  );

export const updateMappings = (tx: Tx, mappings: readonly EanAsinMapping[]): Promise<void> =>
  tx.runMany(
    `update ean_asin_mapping set ean = :ean, gtin14 = :gtin14, asin = :asin, marketplace = :marketplace,
        status = :status, confidence = :confidence, source = :source, updated_at_ms = :updatedAtMs, version = :version
      where tenant_id = :tenant and id = :id`,
    mappings.map(({ createdAtMs: _, ...mapping }) => mapping),
  );

export const deleteMapping = (tx: Tx, id: string): Promise<number> =>
  tx.run("delete from ean_asin_mapping where tenant_id = :tenant and id = :id", { id });
