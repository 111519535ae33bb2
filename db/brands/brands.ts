import { BEHIND, type NamedRange, rangeArgs } from "../named-range.ts";
import type { Reader, Tx } from "../ports.ts";
import { boolean, number, type Row, text, textOrNull } from "../rows.ts";

/** What a name is matched by and leads to. */
export interface BrandName {
  id: string;
  name: string;
  /** Lower case, without accents: unique in the tenant. */
  nameKey: string;
  slug: string;
}

export interface Brand extends BrandName {
  description: string | null;
  logoUrl: string | null;
  website: string | null;
  isActive: boolean;
  /** The caller's own. */
  externalId: string | null;
  createdAtMs: number;
  updatedAtMs: number;
  /** Grows with every change. */
  version: number;
}

/** A brand with how many live products it has. */
export interface CountedBrand extends Brand {
  productCount: number;
}

const readName = (row: Row): BrandName => ({
  id: text(row, "id"),
  name: text(row, "name"),
  nameKey: text(row, "name_key"),
  slug: text(row, "slug"),
});

const COLUMNS = `brand.id, brand.name, brand.name_key, brand.slug, brand.description, brand.logo_url, brand.website,
  brand.is_active, brand.external_id, brand.created_at_ms, brand.updated_at_ms, brand.version,
  ifnull((select product_count.products from product_count
    where product_count.tenant_id = :tenant and product_count.owner_id = brand.id), 0) as products`;

const readBrand = (row: Row): CountedBrand => ({
  ...readName(row),
  description: textOrNull(row, "description"),
  logoUrl: textOrNull(row, "logo_url"),
  website: textOrNull(row, "website"),
  isActive: boolean(row, "is_active"),
  externalId: textOrNull(row, "external_id"),
  createdAtMs: number(row, "created_at_ms"),
  updatedAtMs: number(row, "updated_at_ms"),
  version: number(row, "version"),
  productCount: number(row, "products"),
});

const SORTS = { name: "brand.name_key", created_at: "brand.created_at_ms" } as const;
const MATCHES = "brand.tenant_id = :tenant and (:search is null or instr(brand.name_key, :search) > 0)";

export function listBrands(db: Reader, range: NamedRange): Promise<CountedBrand[]> {
  const { sort, order } = range;
  return db.all(
    `select ${COLUMNS} from brand
      where ${MATCHES}
        and (:afterValue is null or (${SORTS[sort]}, brand.id) ${BEHIND[order]} (:afterValue, :afterId))
      order by ${SORTS[sort]} ${order}, brand.id ${order} limit :limit offset :offset`,
    rangeArgs(range),
    readBrand,
  );
}

export const countBrands = (db: Reader, search: string | null): Promise<number> =>
  db.one(`select count(*) as count from brand where ${MATCHES}`, { search }, (row) => number(row, "count"));

/** The brands whose names have these keys, in no order. */
export const findBrandsByKeys = (db: Reader, keys: readonly string[]): Promise<BrandName[]> =>
  db.all(
    `select brand.id, brand.name, brand.name_key, brand.slug from json_each(:keys) wanted
      cross join brand on brand.tenant_id = :tenant and brand.name_key = wanted.value`,
    { keys: JSON.stringify(keys) },
    readName,
  );

/** The brand whose name has this key. */
export const findBrandByKey = (db: Reader, key: string): Promise<BrandName | undefined> =>
  db.first(
    "select id, name, name_key, slug from brand where tenant_id = :tenant and name_key = :key",
    { key },
    readName,
  );

export const findBrand = (db: Reader, id: string): Promise<CountedBrand | undefined> =>
  db.first(`select ${COLUMNS} from brand where brand.tenant_id = :tenant and brand.id = :id`, { id }, readBrand);

/** Inserts brands of which only the name is known. */
export const insertBrands = (tx: Tx, brands: readonly BrandName[], nowMs: number): Promise<void> =>
  tx.runMany(
    `insert into brand (tenant_id, id, name, name_key, slug, created_at_ms, updated_at_ms)
      values (:tenant, :id, :name, :nameKey, :slug, :nowMs, :nowMs)`,
    brands.map((brand) => ({ ...brand, nowMs })),
  );

const argsOf = ({ isActive, ...brand }: Brand) => ({ ...brand, isActive: isActive ? 1 : 0 });

export const insertBrand = (tx: Tx, brand: Brand): Promise<number> =>
  tx.run(
    `insert into brand (tenant_id, id, name, name_key, slug, description, logo_url, website, is_active, external_id,
        created_at_ms, updated_at_ms, version)
      values (:tenant, :id, :name, :nameKey, :slug, :description, :logoUrl, :website, :isActive, :externalId,
        :createdAtMs, :updatedAtMs, :version)`,
    argsOf(brand),
  );

export const updateBrand = (tx: Tx, brand: Brand): Promise<number> =>
  tx.run(
    `update brand set name = :name, name_key = :nameKey, slug = :slug, description = :description,
        logo_url = :logoUrl, website = :website, is_active = :isActive, external_id = :externalId,
        updated_at_ms = :updatedAtMs, version = :version
      where tenant_id = :tenant and id = :id`,
    argsOf(brand),
  );

export const deleteBrand = (tx: Tx, id: string): Promise<number> =>
  tx.run("delete from brand where tenant_id = :tenant and id = :id", { id });
