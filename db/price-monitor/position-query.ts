import type { ProductFilter } from "../products/lists/filter.ts";
import { filterSql, reachOf } from "../products/lists/filter.ts";
import type { Args } from "../rows.ts";

export const POSITIONS = ["cheapest", "average", "dearest"] as const;
/** Where the own price is among those of the competitors: none is below it, some are, none is above it. */
export type Position = (typeof POSITIONS)[number];

/** The rates by which own prices, which are kept without tax, get it; competitors' prices always contain tax. */
export interface OwnTax {
  byClass: Readonly<Record<string, number>>;
  defaultClass: string;
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
const RATE = "ifnull(place.tax_rate, :byClass ->> ifnull(place.tax_class, :defaultClass))";

/** The own price as competitors' are, and how far it is above the lowest, of a row of `price_position`. */
function partsOf(tax: OwnTax | null) {
  if (tax === null) return { own: "place.own_cents", gap: "place.gap" };
  const own = `cast(round(place.own_cents * (1 + ${RATE} / 100.0)) as integer)`;
  return {
    own,
    gap: `ifnull(cast(round((${own} - place.lowest_cents) * 10000.0 / place.lowest_cents) as integer), ${NO_GAP})`,
  };
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
  ...(tax && { byClass: JSON.stringify(tax.byClass), defaultClass: tax.defaultClass }),
});

/** Filters of products by what positions have of them, as those of lists read it. */
const STORED: { [K in keyof ProductFilter]?: string } = {
  isActive: "(place.status = 'active') = :isActive",
  statuses: "place.status in (select value from json_each(:statuses))",
  hasPrice: "(ifnull(place.own_cents, 0) > 0) = :hasPrice",
  noBrand: "(place.brand_id is null) = :noBrand",
  withoutCategory: "(place.category_id is null) = :withoutCategory",
  priceMinCents: "place.own_cents >= max(:priceMinCents, 0)",
  priceMaxCents: "place.own_cents <= :priceMaxCents",
};
const boundOf = (value: unknown) =>
  typeof value === "boolean" ? Number(value) : Array.isArray(value) ? JSON.stringify(value) : Number(value);

interface Filtered {
  from: string;
  where: string[];
  args: Args;
  /** Whether products are looked at, too. */
  isJoined: boolean;
}

/** The positions of a filter that asks for nothing but what they have; `undefined`: it asks for more. */
function storedOf(filter: ProductFilter): Filtered | undefined {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  // The keys of a filter are its own.
  const tests = given.map(([key]) => STORED[key as keyof ProductFilter]);
  if (!tests.every((test) => test !== undefined)) return undefined;
  const args = Object.fromEntries(given.map(([key, value]) => [key, boundOf(value)]));
  return { from: "price_position place", where: ["place.tenant_id = :tenant", ...tests], args, isJoined: false };
}

/** The positions of a filter: from the products that an index finds, else from the positions, each product looked at. */
function filteredOf({ includeDeleted: _, ...filter }: ProductFilter): Filtered {
  const stored = storedOf(filter);
  if (stored) return stored;
  const live = { ...filter, includeDeleted: false };
  if (reachOf(live) === "any") {
    const { where, args } = filterSql(live, undefined, true);
    const from = `price_position place ${PRODUCT}`;
    return { from, where: ["place.tenant_id = :tenant", where], args, isJoined: true };
  }
  const { where, args } = filterSql(live);
  return {
    from: "product cross join price_position place on place.tenant_id = :tenant and place.product_id = product.id",
    where: ["product.tenant_id = :tenant", where],
    args,
    isJoined: true,
  };
}

/** Where the products of a query come from, and what they must be. */
export function sourceOf(query: PositionQuery) {
  const parts = partsOf(query.tax);
  const { from, where, args, isJoined } = filteredOf(query.filter);
  return {
    parts,
    isJoined,
    from: `from ${from} where ${[...where, ...conditionsOf(query, parts)].join(" and ")}`,
    args: { ...args, ...argsOf(query) },
  };
}
