import type { Reader, Tx } from "../ports.ts";
import { type Row, text } from "../rows.ts";

export interface Brand {
  id: string;
  name: string;
  /** Lower case, without accents: unique in the tenant. */
  nameKey: string;
  slug: string;
}

const readBrand = (row: Row): Brand => ({
  id: text(row, "id"),
  name: text(row, "name"),
  nameKey: text(row, "name_key"),
  slug: text(row, "slug"),
});

/** The brands whose names have these keys, in no order. */
export const findBrandsByKeys = (db: Reader, keys: readonly string[]): Promise<Brand[]> =>
  db.all(
    `select brand.id, brand.name, brand.name_key, brand.slug from json_each(:keys) wanted
      cross join brand on brand.tenant_id = :tenant and brand.name_key = wanted.value`,
    { keys: JSON.stringify(keys) },
    readBrand,
  );

export const findBrand = (db: Reader, id: string): Promise<Brand | undefined> =>
  db.first("select id, name, name_key, slug from brand where tenant_id = :tenant and id = :id", { id }, readBrand);

export const insertBrands = (tx: Tx, brands: readonly Brand[], nowMs: number): Promise<void> =>
  tx.runMany(
    `insert into brand (tenant_id, id, name, name_key, slug, created_at_ms, updated_at_ms)
      values (:tenant, :id, :name, :nameKey, :slug, :nowMs, :nowMs)`,
    brands.map((brand) => ({ ...brand, nowMs })),
  );
