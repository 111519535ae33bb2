import type { Reader } from "../../db/ports.ts";
import { filterSql, isLive, type ProductFilter, plusFor } from "../../db/products/lists/filter.ts";
import { type Args, number } from "../../db/rows.ts";
import type { FacetCount, FacetCounts, FacetName } from "../port.ts";

/** Some products. */
interface Source {
  from: string;
  where: string;
  args: Args;
}

interface FacetSource {
  value: string;
  join?: string;
}

/** What each facet counts by. */
const FACET_SOURCES: Record<FacetName, FacetSource> = {
  brand: { value: "product.brand_id" },
  category: { value: "product.category_id" },
  supplier: {
    value: "product_supplier.supplier_id",
    join: `cross join product_supplier
      on product_supplier.tenant_id = :tenant and product_supplier.product_id = product.id`,
  },
  status: { value: "product.status" },
  completeness_grade: { value: "product.completeness_score" },
  tag: {
    value: "product_tag.tag_id",
    join: `cross join product_tag
      on product_tag.tenant_id = :tenant and product_tag.product_id = product.id`,
  },
};

/** How many live products that a filter lets through have each value, by facet. */
export const countAllByFacet = (
  db: Reader,
  filter: ProductFilter,
  facets: readonly FacetName[],
): Promise<FacetCounts> => countEach(db, liveRows(filter), facets);

/** How many of these rows have each value, by facet. */
export const countRowsByFacet = (
  db: Reader,
  rows: Iterable<number>,
  facets: readonly FacetName[],
): Promise<FacetCounts> =>
  countEach(
    db,
    {
      from: "json_each(:rows) hit cross join product on product.row_id = hit.value",
      where: "+product.tenant_id = :tenant and +product.deleted_at_ms is null",
      args: { rows: JSON.stringify([...rows]) },
    },
    facets,
  );

const countEach = async (db: Reader, source: Source, facets: readonly FacetName[]): Promise<FacetCounts> =>
  new Map(await Promise.all(facets.map(async (facet) => [facet, await countBy(db, source, facet)] as const)));

function countBy(db: Reader, { from, where, args }: Source, facet: FacetName): Promise<FacetCount[]> {
  const { value, join = "" } = FACET_SOURCES[facet];
  return db.all(
    `select ${value} as value, count(*) as hits from ${from} ${join}
      where ${where} and ${value} is not null group by 1 order by hits desc, value`,
    args,
    (row) => ({ value: String(row["value"]), count: number(row, "hits") }),
  );
}

function liveRows(filter: ProductFilter): Source {
  const { where, args, reach } = filterSql({ ...filter, includeDeleted: true });
  return {
    from: "product",
    where: `${plusFor(reach)}product.tenant_id = :tenant and ${isLive(reach)} and ${where}`,
    args,
  };
}
