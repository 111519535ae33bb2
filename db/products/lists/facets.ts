import type { Reader } from "../../ports.ts";
import { type Args, json, number, text, textOrNull } from "../../rows.ts";
import { GRADE } from "../shown.ts";
import { withCategoriesBelow } from "./categories-below.ts";
import { filterSql, isLive, type ProductFilter, plusFor } from "./filter.ts";

/** How many products have a value. */
export interface FacetValue {
  /** Of the brand, category, …; the word itself where there is no id. */
  id: string;
  name: string;
  count: number;
}

interface Facet {
  /** What products are counted by; those where it is null are in no value. */
  by: string;
  /** What it is called: a subselect over `counted.id`. */
  name: string;
  /** Further tables. */
  join?: string;
  /** The filters that a choice among these values sets: they do not count here, or all other values would be missing. */
  own: readonly (keyof ProductFilter)[];
}

/** What the row of a table is called that `counted.id` names. */
export const nameIn = (table: "brand" | "category" | "supplier" | "tag") =>
  `(select ${table}.name from ${table} where ${table}.tenant_id = :tenant and ${table}.id = counted.id)`;

/** A new facet is one entry here. The bounds of the grades are those of `src/products/fields/completeness.ts`. */
const FACETS = {
  brand: { by: "product.brand_id", name: nameIn("brand"), own: ["brandIds", "brands", "noBrand"] },
  category: {
    by: "product.category_id",
    name: nameIn("category"),
    own: ["categoryIds", "categories", "withoutCategory"],
  },
  supplier: {
    by: "link.supplier_id",
    name: nameIn("supplier"),
    join: "cross join product_supplier link on link.tenant_id = :tenant and link.product_id = product.id",
    own: ["supplierIds", "supplierCodes", "noSupplier", "hasMultipleSuppliers"],
  },
  tag: {
    by: "tagged.tag_id",
    name: nameIn("tag"),
    join: "cross join product_tag tagged on tagged.tenant_id = :tenant and tagged.product_id = product.id",
    own: ["tagIds"],
  },
  status: { by: "product.status", name: "counted.id", own: ["statuses"] },
  completeness_grade: {
    by: GRADE,
    name: "counted.id",
    own: ["completenessRanges", "minCompleteness", "maxCompleteness"],
  },
} as const satisfies Record<string, Facet>;

export type FacetName = keyof typeof FACETS;
// The keys of a literal object are its own.
export const FACET_NAMES = Object.keys(FACETS) as FacetName[];
export type Facets = Partial<Record<FacetName, FacetValue[]>>;

/** Of brands there may be thousands; no user chooses among more. */
const VALUES_MAX = 100;

/** The products that a facet counts, by their values. */
function countedSql(filter: ProductFilter, facet: Facet): { sql: string; args: Args } {
  const others = { ...filter };
  for (const key of facet.own) delete others[key];
  const { where, args, reach } = filterSql({ ...others, includeDeleted: true });
  const live = filter.includeDeleted ? "1" : isLive(reach);
  const sql = `select ${facet.by} as id, count(*) as products from product ${facet.join ?? ""}
    where ${plusFor(reach)}product.tenant_id = :tenant and ${live} and ${where} group by 1`;
  return { sql, args };
}

/** The values that most products have, with their numbers; those alike by name, then by id. */
const listNamed = (db: Reader, facet: Facet, counted: string, args: Args): Promise<FacetValue[]> =>
  db.all(
    `select counted.id, ${facet.name} as name, counted.products from (
        ${counted} order by products desc, id limit ${VALUES_MAX + 1}) counted
      where counted.id is not null
      order by counted.products desc, name, counted.id limit ${VALUES_MAX}`,
    args,
    (row) => ({ id: text(row, "id"), name: textOrNull(row, "name") ?? "", count: number(row, "products") }),
  );

function countFacet(db: Reader, filter: ProductFilter, facet: Facet): Promise<FacetValue[]> {
  const { sql, args } = countedSql(filter, facet);
  return listNamed(db, facet, sql, args);
}

/** Each category with what lies below it, as the filter by it takes them. */
async function countCategories(db: Reader, filter: ProductFilter): Promise<FacetValue[]> {
  const { sql, args } = countedSql(filter, FACETS.category);
  const counts = await db.one(
    `select json_group_array(json_array(id, products)) as counts from (${sql}) where id is not null`,
    args,
    // Made by the statement of such pairs.
    (row) => json(row, "counts") as [string, number][],
  );
  const totals = JSON.stringify(await withCategoriesBelow(db, counts));
  const counted = "select value ->> 0 as id, value ->> 1 as products from json_each(:totals)";
  return listNamed(db, FACETS.category, counted, { totals });
}

/** Counts the products of a list by what they have. Reads every one of them. */
export async function countFacets(db: Reader, filter: ProductFilter, names: readonly FacetName[]): Promise<Facets> {
  const facets: Facets = {};
  for (const name of names) {
    facets[name] = name === "category" ? await countCategories(db, filter) : await countFacet(db, filter, FACETS[name]);
  }
  return facets;
}
