import type { Reader } from "../ports.ts";
import { filterSql, type ProductFilter } from "../products/lists/filter.ts";
import { unpackExtra } from "../products/stored-extra.ts";
import { number, type Row, text } from "../rows.ts";
import {
  type ExportedProduct,
  type ExportMember,
  NAME_IDS,
  type NameMember,
  SOURCES,
  type StoredMember,
  tablesOf,
} from "./exported-product.ts";

const NAMES: Record<NameMember, string> = {
  brandName: `select id, name from brand
    where tenant_id = :tenant and id in (select value from json_each(:ids))`,
  categoryPath: `select id, path as name from category
    where tenant_id = :tenant and id in (select value from json_each(:ids))`,
  supplierCode: `select id, code as name from supplier
    where tenant_id = :tenant and id in (select value from json_each(:ids))`,
};
/** Some megabytes. */
const KNOWN_MAX = 20_000;

/** Finds the names of some ids, each as often as it comes; `null` and what does not exist have none. */
type FindNames = (ids: readonly (string | null)[]) => Promise<ReadonlyMap<string | null, string>>;

/** Names of brands, paths of categories or codes of suppliers, each read once: a join would read them for every product. */
export function openNames(db: Reader, member: NameMember, { knownMax = KNOWN_MAX } = {}): FindNames {
  const known = new Map<string | null, string>();
  return async (ids) => {
    let missing = new Set(ids.filter((id) => id !== null && !known.has(id)));
    if (missing.size > 0 && known.size + missing.size > knownMax) {
      known.clear();
      missing = new Set(ids);
    }
    if (missing.size === 0) return known;
    const found = await db.all(NAMES[member], { ids: JSON.stringify([...missing]) }, (row) => [
      text(row, "id"),
      text(row, "name"),
    ]);
    for (const [id = "", name = ""] of found) known.set(id, name);
    return known;
  };
}

/** Which products, and how to name them. */
export interface ProductSelection {
  filter: ProductFilter;
  /** `null`: the pivot language, which is the product's own. */
  language: string | null;
  /** Languages to have the texts of beside each other, without the pivot. */
  languages?: readonly string[];
  /** Absent: by age, the oldest first. */
  order?: "title";
}

/** Which products of a selection come next. */
export interface ExportPlace {
  /** Those behind this one; `undefined`: from the first. */
  after: Pick<ExportedProduct, "rowId" | "titleKey"> | undefined;
  /** How many of them to leave out. */
  offset: number;
  limit: number;
}

/** Every row id is above 0. */
const START = { rowId: 0, titleKey: "" };
const BY_AGE = "product.row_id > :afterRowId order by product.row_id";
const BY_TITLE = `(product.title_key, product.row_id) > (:afterTitleKey, :afterRowId)
      order by product.title_key, product.row_id`;

const isName = (member: ExportMember): member is NameMember => Object.hasOwn(NAME_IDS, member);

/** What `extra` is read with. */
const BESIDE_EXTRA = ["titleKey", "imageUrl"] as const;

/** What is read with the product to have these members, each once. */
function storedMembers(members: readonly ExportMember[]): StoredMember[] {
  const own = members.map((member) => (isName(member) ? NAME_IDS[member] : member));
  return [...new Set<StoredMember>([...own, ...(own.includes("extra") ? BESIDE_EXTRA : [])])];
}

/**
 * Reads a selection from place to place: `members` of each product and the values of its place, nothing else. The statement
 * is made once: a long text that is always new is expensive to look up.
 */
export function openProducts(
  db: Reader,
  { filter, language, languages = [], order }: ProductSelection,
  members: Iterable<ExportMember>,
): (place: ExportPlace) => Promise<ExportedProduct[]> {
  const { where, args } = filterSql(filter);
  const wanted = [...members];
  const names = [...new Set(wanted.filter(isName))].map((member) => ({
    member,
    idMember: NAME_IDS[member],
    find: openNames(db, member),
  }));
  const positioned: ExportMember[] = order === "title" ? ["rowId", "titleKey"] : ["rowId"];
  const read = storedMembers([...positioned, ...wanted]);
  const stored = read.map((member) => ({ member, ...SOURCES[member] }));
  const sql = `select ${stored.map(({ member, sql }) => `${sql} as ${member}`).join(", ")}
       from ${tablesOf(read)}
      where product.tenant_id = :tenant and ${where} and ${order === "title" ? BY_TITLE : BY_AGE}
      limit :limit offset :offset`;

  const made = stored.flatMap(({ member, read }) => (read ? [{ member, read }] : []));
  const hasExtra = read.includes("extra");

  /** The row itself becomes the product: to make another object of this number of members takes as long as to read them. */
  function readProduct(row: Row): ExportedProduct {
    for (const { member, read } of made) row[member] = read(row[member]);
    // Its reader has said what of it.
    const product = row as unknown as ExportedProduct;
    if (hasExtra) unpackExtra(product.extra, product);
    return product;
  }

  return async ({ after = START, offset, limit }) => {
    const place = { afterRowId: after.rowId, afterTitleKey: after.titleKey ?? "" };
    const all = { ...args, ...place, language, languages: JSON.stringify(languages), limit, offset };
    const products = await db.all(sql, all, readProduct);
    for (const { member, idMember, find } of names) {
      const found = await find(products.map((product) => product[idMember]));
      for (const product of products) product[member] = found.get(product[idMember]) ?? null;
    }
    return products;
  };
}

export function countExportedProducts(db: Reader, { filter }: ProductSelection): Promise<number> {
  const { where, args } = filterSql(filter);
  return db.one(
    `select count(*) as products from product where product.tenant_id = :tenant and ${where}`,
    args,
    (row) => number(row, "products"),
  );
}

/** How many rows products and their active variants make: the variants besides their products, or instead of them. */
export function countRowsWithVariants(db: Reader, { filter }: ProductSelection, isInstead: boolean): Promise<number> {
  const { where, args } = filterSql(filter);
  return db.one(
    `select ifnull(sum(iif(:isInstead, max(1, counted.variants), 1 + counted.variants)), 0) as result_rows from
       (select (select count(*) from product_variant where product_variant.tenant_id = :tenant
           and product_variant.product_id = product.id and product_variant.is_active = 1) as variants
          from product where product.tenant_id = :tenant and ${where}) counted`,
    { ...args, isInstead: Number(isInstead) },
    (row) => number(row, "result_rows"),
  );
}

/** Whether more than `limit` products would be exported; looks at no more of them. */
export function isLongerThan(db: Reader, { filter }: ProductSelection, limit: number): Promise<boolean> {
  const { where, args } = filterSql(filter);
  return db.one(
    `select count(*) as products from
       (select 1 from product where product.tenant_id = :tenant and ${where} limit :limit + 1)`,
    { ...args, limit },
    (row) => number(row, "products") > limit,
  );
}
