import type { Reader } from "../ports.ts";
import { nameIn } from "../products/lists/facets.ts";
import { filterSql, type ProductFilter } from "../products/lists/filter.ts";
import { STATE } from "../products/product-state.ts";
import { GRADE_RANGES } from "../products/shown.ts";
import { number, type Row, textOrNull } from "../rows.ts";
import { type SelectedBy, selection } from "../selection.ts";
import { NUMBER, TEXT_OR_NULL } from "../table.ts";

/** How many live products have a score. */
export interface ScoreCount {
  score: number;
  products: number;
}

const liveSql = (filter: ProductFilter): { where: string; args: Record<string, string | number | null> } =>
  filterSql({ ...filter, includeDeleted: false });

/** The scores of the products that a filter lets through, lowest first. */
export function countScores(db: Reader, filter: ProductFilter): Promise<ScoreCount[]> {
  const { where, args } = liveSql(filter);
  return db.all(
    `select product.completeness_score as score, count(*) as products from product
      where product.tenant_id = :tenant and ${where} group by product.completeness_score order by 1`,
    args,
    (row) => ({ score: number(row, "score"), products: number(row, "products") }),
  );
}

/** What the row itself shows of a criterion, and what the criterion weighs. */
export interface CriterionSql {
  field: string;
  weight: number;
}

/** What of a criterion the row itself shows. */
export const FILLED: Record<string, string> = {
  title: "product.title <> ''",
  ean: "product.ean is not null",
  brand: "product.brand_id is not null",
  category: "product.category_id is not null",
  price: "coalesce(product.price_cents, 0) > 0",
  images: "product.image_url is not null",
  supplier: "(product.supplier_id is not null or state.supplier_count > 0)",
  weight: "product.weight is not null",
};

/**
 * How many products of a filter lack each criterion. Whether a text says anything is not for SQL to see: it follows from
 * the score, which is that of the other criteria and of those of the texts, whose weights add up to no sum twice.
 */
export function countMissing(
  db: Reader,
  filter: ProductFilter,
  criteria: readonly CriterionSql[],
): Promise<Record<string, number>> {
  const { where, args } = liveSql(filter);
  const seen = criteria.filter(({ field }) => FILLED[field] !== undefined);
  const texts = criteria.filter(({ field }) => FILLED[field] === undefined);
  const known = seen.map(({ field, weight }) => `${weight} * (${FILLED[field]})`).join(" + ");
  const filled = seen.map(({ field }) => `${FILLED[field]} as has_${field},`);
  const sumsWithout = (field: string) => {
    const sums = [0];
    for (const each of texts) if (each.field !== field) sums.push(...sums.map((sum) => sum + each.weight));
    return sums;
  };
  const columns = [
    ...seen.map(({ field }) => `total(not has_${field}) as "${field}"`),
    ...texts.map(({ field }) => `total(rest in (${sumsWithout(field).join(", ")})) as "${field}"`),
  ];
  return db.one(
    `select ${columns.join(", ")} from (
        select ${filled.join("")} product.completeness_score - (${known}) as rest
          from product ${STATE} where product.tenant_id = :tenant and ${where})`,
    args,
    (row) => Object.fromEntries(criteria.map(({ field }) => [field, number(row, field)])),
  );
}

export const GROUPINGS = ["brand", "category", "supplier"] as const;
export type Grouping = (typeof GROUPINGS)[number];

const GROUP = selection("counted", {
  /** `null`: those without any. */
  id: TEXT_OR_NULL,
  products: NUMBER,
  average: NUMBER,
});
/** The products of one brand, category or supplier. */
export interface ScoreGroup extends SelectedBy<typeof GROUP> {
  name: string | null;
  /** How many have each grade, A to D. */
  grades: [a: number, b: number, c: number, d: number];
}

const GROUPED: Record<Grouping, { by: string; join: string }> = {
  brand: { by: "product.brand_id", join: "" },
  category: { by: "product.category_id", join: "" },
  supplier: {
    by: "link.supplier_id",
    join: "left join product_supplier link on link.tenant_id = :tenant and link.product_id = product.id",
  },
};
const GROUPS_MAX = 10_000;
/** How many products have each grade, under its letter. */
const IN_GRADES = GRADE_RANGES.map(
  ({ grade, from, to }) => `total(product.completeness_score between ${from} and ${to}) as ${grade.toLowerCase()}`,
).join(", ");

const readGroup = (row: Row): ScoreGroup => ({
  ...GROUP.read(row),
  name: textOrNull(row, "name"),
  grades: [number(row, "a"), number(row, "b"), number(row, "c"), number(row, "d")],
});

/**
 * The products of a filter by brand, category or supplier, the largest group first. The bounds of the grades are those of
 * `src/products/fields/completeness.ts`.
 */
export function countGroups(db: Reader, filter: ProductFilter, grouping: Grouping): Promise<ScoreGroup[]> {
  const { where, args } = liveSql(filter);
  const { by, join } = GROUPED[grouping];
  return db.all(
    `select ${GROUP.selected}, ${nameIn(grouping)} as name, counted.a, counted.b, counted.c, counted.d
      from (
        select ${by} as id, count(*) as products, avg(product.completeness_score) as average,
            ${IN_GRADES}
          from product ${join}
          where product.tenant_id = :tenant and ${where} group by 1 order by products desc limit ${GROUPS_MAX}) counted
      order by counted.products desc, name`,
    args,
    readGroup,
  );
}
