import type { Reader, Tx } from "../ports.ts";
import { number, type Row, text, textOrNull } from "../rows.ts";

/** How a file of EANs and ASINs is read. */
export interface EanAsinTemplate {
  id: number;
  name: string;
  /** Unique in the tenant: names are compared by it. */
  nameKey: string;
  eanColumn: string;
  asinColumn: string;
  marketplaceColumn: string | null;
  /** For rows that name none. */
  marketplace: string | null;
  delimiter: string;
  createdAtMs: number;
  updatedAtMs: number;
  /** Grows with every change. */
  version: number;
}

const COLUMNS = `id, name, name_key, ean_column, asin_column, marketplace_column, marketplace, delimiter, created_at_ms,
  updated_at_ms, version`;

const readTemplate = (row: Row): EanAsinTemplate => ({
  id: number(row, "id"),
  name: text(row, "name"),
  nameKey: text(row, "name_key"),
  eanColumn: text(row, "ean_column"),
  asinColumn: text(row, "asin_column"),
  marketplaceColumn: textOrNull(row, "marketplace_column"),
  marketplace: textOrNull(row, "marketplace"),
  delimiter: text(row, "delimiter"),
  createdAtMs: number(row, "created_at_ms"),
  updatedAtMs: number(row, "updated_at_ms"),
  version: number(row, "version"),
});

export const findTemplate = (db: Reader, id: number): Promise<EanAsinTemplate | undefined> =>
  db.first(`select ${COLUMNS} from ean_asin_template where tenant_id = :tenant and id = :id`, { id }, readTemplate);

export const findTemplateByName = (db: Reader, nameKey: string): Promise<EanAsinTemplate | undefined> =>
  db.first(
    `select ${COLUMNS} from ean_asin_template where tenant_id = :tenant and name_key = :nameKey`,
    { nameKey },
    readTemplate,
  );

/** One page by name. */
export const listTemplates = (
  db: Reader,
  { limit, offset, after }: { limit: number; offset: number; after: string | undefined },
): Promise<EanAsinTemplate[]> =>
  db.all(
    `select ${COLUMNS} from ean_asin_template where tenant_id = :tenant and (:after is null or name_key > :after)
      order by name_key limit :limit offset :offset`,
    { limit, offset, after: after ?? null },
    readTemplate,
  );

export const countTemplates = (db: Reader): Promise<number> =>
  db.one("select count(*) as count from ean_asin_template where tenant_id = :tenant", {}, (row) =>
    number(row, "count"),
  );

/** Stores a new template and returns its number, the first that the tenant has not used yet. */
export const insertTemplate = (tx: Tx, template: Omit<EanAsinTemplate, "id" | "version">): Promise<number> =>
  tx.one(
    `insert into ean_asin_template (tenant_id, id, name, name_key, ean_column, asin_column, marketplace_column,
        marketplace, delimiter, created_at_ms, updated_at_ms)
      values (:tenant, (select ifnull(max(known.id), 0) + 1 from ean_asin_template known where known.tenant_id = :tenant),
        :name, :nameKey, :eanColumn, :asinColumn, :marketplaceColumn, :marketplace, :delimiter, :createdAtMs,
        :updatedAtMs)
      returning id`,
    { ...template },
    (row) => number(row, "id"),
  );

export const updateTemplate = (tx: Tx, template: EanAsinTemplate): Promise<number> =>
  tx.run(
    `update ean_asin_template set name = :name, name_key = :nameKey, ean_column = :eanColumn, asin_column = :asinColumn,
        marketplace_column = :marketplaceColumn, marketplace = :marketplace, delimiter = :delimiter,
        updated_at_ms = :updatedAtMs, version = :version
      where tenant_id = :tenant and id = :id`,
    { ...template },
  );

export const deleteTemplate = (tx: Tx, id: number): Promise<number> =>
  tx.run("delete from ean_asin_template where tenant_id = :tenant and id = :id", { id });
