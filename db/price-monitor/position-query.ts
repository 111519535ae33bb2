import type { Reader } from "../ports.ts";
import { countAllProducts } from "../products/lists/count.ts";
import { filterSql, type ProductFilter, plusFor, reachOf } from "../products/lists/filter.ts";
import { indexedHits } from "../products/lists/search-condition.ts";
import { type Args, number, type Row } from "../rows.ts";

export const POSITIONS = ["cheapest", "average", "dearest"] as const;
/** Where the own price is among those of the competitors: none is below it, some are, none is above it. */
export type Position = (typeof POSITIONS)[number];

/** The rates, in millionths, by which own prices, which are kept without tax, get it; competitors' prices always contain tax. */
export interface OwnTax {
  byClass: readonly (readonly [taxClass: string, rate: number])[];
  /** Of products that name no class; `null`: it is not known. */
  ofOthers: number | null;
}

/** Which products, and in which order. */
export interface PositionQuery {
  filter: ProductFilter;
  position: Position | null;
  /** Sold by this competitor. */
  competitorId: string | null;
  /** In hundredths of a percent of the lowest price. */
  minGap: number | null;
  maxGap: number | null;
  isBelowMap: boolean | null;
  /** `null`: own prices contain tax, or tax is left out of account. */
  tax: OwnTax | null;
}

export const NO_GAP = -2_147_483_648;
/** The rate of a product in millionths: its own, else that of its class. Null: it is not known. */
const rateOf = ({ byClass }: OwnTax) => `ifnull(cast(place.tax_rate * 10000 + 0.5 as integer),
  case when place.tax_class is null then :rateOfOthers
    ${byClass.map((_, at) => `when place.tax_class = :class${at} then :rate${at}`).join(" ")} end)`;

/** The own price of a row of `price_position` as competitors' are, exact before it is rounded to cents. */
const ownOf = (tax: OwnTax) => `cast((place.own_cents * (1000000 + ${rateOf(tax)}) + 500000) / 1000000 as integer)`;
/** How far an own price is above the lowest; where own prices are compared as they are stored, this is, too. */
const gapOf = (own: string) =>
  `ifnull(cast(round((${own} - place.lowest_cents) * 10000.0 / place.lowest_cents) as integer), ${NO_GAP})`;

/**
 * What is worked out of a row of `price_position`; `gapOf` where its own price is at hand, with tax. Where more than the gap
 * decides, a plus keeps SQLite from the index of gaps: it would look up nearly all positions to find the few that are wanted.
 */
function partsOf({ filter, position, competitorId, isBelowMap, tax }: PositionQuery) {
  if (tax !== null) {
    const own = ownOf(tax);
    return { own, gap: gapOf(own), gapOf };
  }
  const isByGap = position === null && competitorId === null && isBelowMap === null && Object.keys(filter).length === 0;
  return { own: "place.own_cents", gap: isByGap ? "place.gap" : "+place.gap", gapOf: () => "place.gap" };
}

export type Parts = ReturnType<typeof partsOf>;

/** A price is above the lowest when somebody is cheaper. */
export const isWanted: Record<Position, (own: string) => string> = {
  cheapest: (own) => `${own} <= place.lowest_cents`,
  average: (own) => `${own} > place.lowest_cents and ${own} < place.highest_cents`,
  dearest: (own) => `${own} > place.lowest_cents and ${own} >= place.highest_cents`,
};

export const PRODUCT = "cross join product on product.tenant_id = :tenant and product.id = place.product_id";
/** What the products of a query must be, besides its filter. */
function conditionsOf({ position, competitorId, minGap, maxGap, isBelowMap }: PositionQuery, { own, gap }: Parts) {
  const conditions: string[] = [];
  if (position) conditions.push(isWanted[position](own));
  if (competitorId !== null) {
    conditions.push(`exists (select 1 from competitor_price seen where seen.tenant_id = :tenant
      and seen.product_id = place.product_id and seen.competitor_id = :competitorId)`);
  }
  if (minGap !== null) conditions.push(`${gap} >= :minGap`);
  if (maxGap !== null) conditions.push(`${gap} <= :maxGap and ${own} is not null`);
  if (isBelowMap !== null) conditions.push(`ifnull(${own} < place.map_cents, 0) = ${Number(isBelowMap)}`);
  return conditions;
}

/** What the statement of a query binds. */
const argsOf = ({ competitorId, minGap, maxGap, tax }: PositionQuery) => ({
  ...(competitorId !== null && { competitorId }),
  ...(minGap !== null && { minGap }),
  ...(maxGap !== null && { maxGap }),
  ...(tax && {
    rateOfOthers: tax.ofOthers,
    ...Object.fromEntries(
      tax.byClass.flatMap(([taxClass, rate], at) => [
        [`class${at}`, taxClass],
        [`rate${at}`, rate],
      ]),
    ),
  }),
});

/** Filters of products by what positions have of them, as those of lists read it. */
const STORED: { [K in keyof ProductFilter]?: string } = {
  isActive: "(place.status = 'active') = :isActive",
  statuses: "place.status in (select value from json_each(:statuses))",
  lifecycleStatuses: "place.lifecycle_status in (select value from json_each(:lifecycleStatuses))",
  workflowStatuses: "place.workflow_status in (select value from json_each(:workflowStatuses))",
  inStock: "place.in_stock = :inStock",
  hasAsin: "place.has_asin = :hasAsin",
  hasPrice: "(ifnull(place.own_cents, 0) > 0) = :hasPrice",
  hasImages: "place.has_images = :hasImages",
  hasMultipleSuppliers: "(place.supplier_count > 1) = :hasMultipleSuppliers",
  hasScraperAssets: "place.has_scraper_assets = :hasScraperAssets",
  notEnriched: "place.not_enriched = :notEnriched",
  noSupplier: "(place.supplier_id is null and place.supplier_count = 0) = :noSupplier",
  noBrand: "(place.brand_id is null) = :noBrand",
  withoutCategory: "(place.category_id is null) = :withoutCategory",
  withoutDescription: "place.without_description = :withoutDescription",
  priceMinCents: "place.own_cents >= max(:priceMinCents, 0)",
  priceMaxCents: "place.own_cents <= :priceMaxCents",
  minCompleteness: "place.completeness_score >= :minCompleteness",
  maxCompleteness: "place.completeness_score <= :maxCompleteness",
  createdAfterMs: "place.created_at_ms > :createdAfterMs",
  createdBeforeMs: "place.created_at_ms < :createdBeforeMs",
  // When a product was changed is not kept with its position: each change would write both. The fewer are left out, the more
  // are summed, so what is left out is set aside.
  updatedAfterUs: `place.product_row_id not in (select changed.row_id from product_state changed
    where changed.tenant_id = :tenant and changed.updated_at_us <= :updatedAfterUs)`,
  updatedBeforeUs: `place.product_row_id not in (select changed.row_id from product_state changed
    where changed.tenant_id = :tenant and changed.updated_at_us >= :updatedBeforeUs)`,
  completenessRanges: `exists (select 1 from json_each(:completenessRanges) wanted
    where place.completeness_score between wanted.value ->> 'from' and wanted.value ->> 'to')`,
};
const boundOf = (value: unknown) =>
  typeof value === "boolean" ? Number(value) : Array.isArray(value) ? JSON.stringify(value) : Number(value);

/** True of each position; the index of gaps, whose order is not that of products, does not have it. */
const IN_ORDER = "place.competitors > 0";

/** The products of all positions: their row ids find them in half the time. */
const BY_ROW = "cross join product on +product.tenant_id = :tenant and product.row_id = place.product_row_id";

interface Filtered {
  from: string;
  where: string[];
  args: Args;
  /** Whether products or their changes are looked at, too. */
  isJoined: boolean;
}

/** What of a filter positions have, as tests of them, and what only their products have. */
function storedOf(filter: ProductFilter) {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  // The keys of a filter are its own.
  const testOf = (key: string) => STORED[key as keyof ProductFilter];
  const stored = given.filter(([key]) => testOf(key) !== undefined);
  return {
    tests: stored.map(([key]) => testOf(key) ?? ""),
    args: Object.fromEntries(stored.map(([key, value]) => [key, boundOf(value)])),
    others: Object.fromEntries(given.filter(([key]) => testOf(key) === undefined)) as ProductFilter,
  };
}

/** From this part of all products on it takes longer to find them by an index than to look at those of all positions. */
const BROAD_PART = 0.1;

/** What finds the products of a filter by indexes, a limit of them at most; of a search and of the rest apart. */
function soughtOf(filter: ProductFilter): { sql: string; args: Args }[] {
  const { search, ...others } = storedOf(filter).others;
  const { where, args, reach } = filterSql({ ...others, includeDeleted: true });
  const sql = `select 1 from product where ${plusFor(reach)}product.tenant_id = :tenant and ${where} limit :limit`;
  const hits = search ? indexedHits(search) : undefined;
  return [...(hits ? [hits] : []), ...(reach === "any" ? [] : [{ sql, args }])];
}

/** Whether each index finds that part of all products for a filter. Reads no more of them than show it. */
async function isBroad(db: Reader, { includeDeleted: _, ...filter }: ProductFilter): Promise<boolean> {
  const sought = soughtOf(filter);
  if (sought.length === 0) return false;
  const limit = Math.ceil((await countAllProducts(db)) * BROAD_PART);
  for (const { sql, args } of sought) {
    const count = (row: Row) => number(row, "found");
    if ((await db.one(`select count(*) as found from (${sql})`, { ...args, limit }, count)) < limit) return false;
  }
  return true;
}

/** The positions of a filter: from the products that an index finds, else from the positions, each product looked at. */
function filteredOf({ includeDeleted: _, ...filter }: ProductFilter, isOfMany: boolean): Filtered {
  const { tests, args: storedArgs, others } = storedOf(filter);
  const needsProducts = Object.keys(others).length > 0;
  const isJoined = needsProducts || filter.updatedAfterUs !== undefined || filter.updatedBeforeUs !== undefined;
  if (!needsProducts || isOfMany || reachOf(others) === "any") {
    const from = "price_position place";
    const where = ["place.tenant_id = :tenant", ...tests];
    if (!needsProducts) return { from, where, args: storedArgs, isJoined };
    // Only live products have positions.
    const product = filterSql({ ...others, includeDeleted: true }, undefined, true);
    return {
      from: `${from} ${BY_ROW}`,
      where: [...where, IN_ORDER, product.where],
      args: { ...storedArgs, ...product.args },
      isJoined,
    };
  }
  const { where, args } = filterSql({ ...filter, includeDeleted: false });
  return {
    from: "product cross join price_position place on place.tenant_id = :tenant and place.product_id = product.id",
    where: ["product.tenant_id = :tenant", where],
    args,
    isJoined,
  };
}

/** Whether to find the products of a query takes longer than to go through them twice: for a page and for their number. */
export const isPositionCostly = ({ competitorId, filter }: PositionQuery): boolean =>
  competitorId !== null || filteredOf(filter, false).isJoined;

/** Where the products of a query come from, and what they must be. */
export async function sourceOf(db: Reader, query: PositionQuery) {
  const parts = partsOf(query);
  const { from, where, args, isJoined } = filteredOf(query.filter, await isBroad(db, query.filter));
  return {
    parts,
    isJoined,
    from: `from ${from} where ${[...where, ...conditionsOf(query, parts)].join(" and ")}`,
    args: { ...args, ...argsOf(query) },
  };
}
