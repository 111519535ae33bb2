import type { Reader, Tx } from "../ports.ts";
import type { ProductFilter } from "../products/lists/filter.ts";
import { filterSql } from "../products/lists/filter.ts";
import { number } from "../rows.ts";
import { computed, type SelectedBy, selection } from "../selection.ts";
import { NUMBER, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL } from "../table.ts";

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

const NO_GAP = -2_147_483_648;
const RATE = `ifnull(product.tax_rate, (select value from json_each(:byClass)
  where key = ifnull(product.extra ->> 'tax_class', :defaultClass)))`;

/** The own price as competitors' are, how many are below it, and how far it is above the lowest. */
function partsOf(tax: OwnTax | null) {
  if (tax === null) return { own: "place.own_cents", cheaper: "place.cheaper", gap: "place.gap" };
  const own = `cast(round(place.own_cents * (1 + ${RATE} / 100.0)) as integer)`;
  return {
    own,
    cheaper: `(select count(*) from competitor_price seen
      join competitor on competitor.tenant_id = :tenant and competitor.id = seen.competitor_id
        and competitor.blacklisted_at_ms is null and competitor.deleted_at_ms is null
      where seen.tenant_id = :tenant and seen.product_id = place.product_id and seen.price_cents < ${own})`,
    gap: `ifnull(cast(round((${own} - place.lowest_cents) * 10000.0 / place.lowest_cents) as integer), ${NO_GAP})`,
  };
}

type Parts = ReturnType<typeof partsOf>;

const SORTS = {
  gap: ({ gap }: Parts) => gap,
  competitors: () => "place.competitors",
  lowest_price: () => "place.lowest_cents",
  own_price: ({ own }: Parts) => `ifnull(${own}, -1)`,
  map_gap: ({ own }: Parts) => `ifnull(${own} - map_price.price_cents, ${NO_GAP})`,
};
export type PositionSort = keyof typeof SORTS;
export const POSITION_SORTS = Object.keys(SORTS) as [PositionSort, ...PositionSort[]]; // the keys of a constant

const isWanted: Record<Position, (parts: Parts) => string> = {
  cheapest: ({ own, cheaper }) => `${own} is not null and ${cheaper} = 0`,
  average: ({ own, cheaper }) => `${cheaper} > 0 and ${own} < place.highest_cents`,
  dearest: ({ own, cheaper }) => `${cheaper} > 0 and ${own} >= place.highest_cents`,
};

const PRODUCT = "cross join product on product.tenant_id = :tenant and product.id = place.product_id";
const STATE = "cross join product_state state on state.tenant_id = :tenant and state.row_id = product.row_id";
const MAP = "left join map_price on map_price.tenant_id = :tenant and map_price.product_id = place.product_id";

/** What of a product is read besides its position: each costs a look at another table. */
interface Besides {
  product?: boolean;
  map?: boolean;
}

/** What the products of a query must be, besides its filter. */
function conditionsOf(
  { position, competitorId, minGap, maxGap, isBelowMap }: PositionQuery,
  { own, cheaper, gap }: Parts,
): string[] {
  const conditions: string[] = [];
  if (position) conditions.push(isWanted[position]({ own, cheaper, gap }));
  if (competitorId !== null) {
    conditions.push(`exists (select 1 from competitor_price seen where seen.tenant_id = :tenant
      and seen.product_id = place.product_id and seen.competitor_id = :competitorId)`);
  }
  if (minGap !== null) conditions.push(`${gap} >= :minGap`);
  if (maxGap !== null) conditions.push(`${gap} <= :maxGap and ${own} is not null`);
  if (isBelowMap !== null) conditions.push(`ifnull(${own} < map_price.price_cents, 0) = ${Number(isBelowMap)}`);
  return conditions;
}

/** What the statement of a query binds. */
const argsOf = ({ competitorId, minGap, maxGap, tax }: PositionQuery) => ({
  ...(competitorId !== null && { competitorId }),
  ...(minGap !== null && { minGap }),
  ...(maxGap !== null && { maxGap }),
  ...(tax && { byClass: JSON.stringify(tax.byClass), defaultClass: tax.defaultClass }),
});

/** Where the products of a query come from, and what they must be. */
function sourceOf(query: PositionQuery, { product = false, map = false }: Besides = {}) {
  const parts = partsOf(query.tax);
  const { where, args } = filterSql({ ...query.filter, includeDeleted: false }, undefined, true);
  const isFiltered = Object.keys(query.filter).length > 0;
  const conditions = [...(isFiltered ? [where] : []), ...conditionsOf(query, parts)];
  const joins = [
    ...(isFiltered || product || query.tax ? [PRODUCT] : []),
    ...(isFiltered ? [STATE] : []),
    ...(map || query.isBelowMap !== null ? [MAP] : []),
  ];
  return {
    parts,
    from: `from price_position place ${joins.join(" ")}
      where ${["place.tenant_id = :tenant", ...conditions].join(" and ")}`,
    args: { ...args, ...argsOf(query) },
  };
}

const PLACE = { productId: TEXT, competitors: NUMBER, lowestCents: NUMBER, totalCents: NUMBER, highestCents: NUMBER };
/** A part of the list, with own prices as `parts` has them, and by what it is ordered. */
const placed = (parts: Parts, sort: PositionSort) =>
  selection("place", {
    ...PLACE,
    ownCents: computed(parts.own, NUMBER_OR_NULL),
    cheaper: computed(parts.cheaper, NUMBER),
    sortedBy: computed(SORTS[sort](parts), NUMBER),
  });
const SHOWN = selection("place", {
  ...PLACE,
  ownCents: NUMBER_OR_NULL,
  cheaper: NUMBER,
  sortedBy: NUMBER,
  mapCents: computed("map_price.price_cents", NUMBER_OR_NULL),
  title: computed("product.title", TEXT),
  ean: computed("product.ean", TEXT_OR_NULL),
  reference: computed("product.reference", TEXT_OR_NULL),
  brandId: computed("product.brand_id", TEXT_OR_NULL),
  categoryId: computed("product.category_id", TEXT_OR_NULL),
  supplierId: computed("product.supplier_id", TEXT_OR_NULL),
});
/** How the own price of a product stands among those of its competitors. */
export type PricePosition = SelectedBy<typeof SHOWN>;

/** A part of the products that competitors sell, by a figure of theirs and then by id. */
export function listPositions(
  db: Reader,
  query: PositionQuery,
  { sort, isDescending, after, limit, offset }: PositionPart,
): Promise<PricePosition[]> {
  const { parts, from, args } = sourceOf(query, { map: sort === "map_gap" });
  const by = SORTS[sort](parts);
  const [order, beyond] = isDescending ? ["desc", "<"] : ["asc", ">"];
  const behind = after ? `and (${by}, place.product_id) ${beyond} (:afterValue, :afterId)` : "";
  return db.all(
    `with place as materialized (select ${placed(parts, sort).selected} ${from} ${behind}
        order by ${by} ${order}, place.product_id ${order} limit :limit offset :offset)
      select ${SHOWN.selected} from place ${PRODUCT} ${MAP} order by place.sorted_by ${order}, place.product_id ${order}`,
    { ...args, ...(after && { afterValue: after[0], afterId: after[1] }), limit, offset },
    SHOWN.read,
  );
}

/** Which part of the list. */
export interface PositionPart {
  sort: PositionSort;
  isDescending: boolean;
  /** The figure and the id of the product that the part before ended with. */
  after: readonly [number, string] | undefined;
  limit: number;
  offset: number;
}

export function countPositions(db: Reader, query: PositionQuery): Promise<number> {
  const { from, args } = sourceOf(query);
  return db.one(`select count(*) as count ${from}`, args, (row) => number(row, "count"));
}

const GROUPS = { brand: "product.brand_id", category: "product.category_id", supplier: "product.supplier_id" };
export type PositionGroup = keyof typeof GROUPS;
export const POSITION_GROUPS = Object.keys(GROUPS) as [PositionGroup, ...PositionGroup[]]; // the keys of a constant

const NAMES: Record<PositionGroup, string> = {
  brand: "(select brand.name from brand where brand.tenant_id = :tenant and brand.id = grouped.group_id)",
  category:
    "(select category.name from category where category.tenant_id = :tenant and category.id = grouped.group_id)",
  supplier:
    "(select supplier.name from supplier where supplier.tenant_id = :tenant and supplier.id = grouped.group_id)",
};
const GROUPED = {
  groupId: TEXT,
  products: NUMBER,
  cheapest: NUMBER,
  average: NUMBER,
  dearest: NUMBER,
  unpriced: NUMBER,
  belowMap: NUMBER,
  /** In hundredths of a percent, over the products that have an own price. */
  averageGap: NUMBER_OR_NULL,
};
const summed = (group: PositionGroup) =>
  selection("grouped", { ...GROUPED, name: computed(NAMES[group], TEXT_OR_NULL) });
/** What the products of a brand, category or supplier come to; "" stands for those that have none. */
export type PositionSummary = SelectedBy<ReturnType<typeof summed>>;

/** What products come to by their brand, category or supplier, by id. */
export function summarizePositions(
  db: Reader,
  query: PositionQuery,
  { group, after, limit }: { group: PositionGroup; after: string | undefined; limit: number },
): Promise<PositionSummary[]> {
  const { parts, from, args } = sourceOf(query, { product: true, map: true });
  const { selected, read } = summed(group);
  const id = `ifnull(${GROUPS[group]}, '')`;
  return db.all(
    `with placed as materialized (
        select ${id} as group_id, ${parts.own} as own_cents, ${parts.cheaper} as cheaper, ${parts.gap} as gap,
            place.highest_cents as highest_cents, map_price.price_cents as map_cents
          ${from} ${after === undefined ? "" : `and ${id} > :after`}),
      grouped as (
        select group_id, count(*) as products, sum(own_cents is not null and cheaper = 0) as cheapest,
            sum(own_cents is not null and cheaper > 0 and own_cents < highest_cents) as average,
            sum(own_cents is not null and cheaper > 0 and own_cents >= highest_cents) as dearest,
            sum(own_cents is null) as unpriced, sum(ifnull(own_cents < map_cents, 0)) as below_map,
            avg(iif(own_cents is null, null, gap)) as average_gap
          from placed group by group_id order by group_id limit :limit)
      select ${selected} from grouped order by grouped.group_id`,
    { ...args, ...(after !== undefined && { after }), limit },
    read,
  );
}

/** Works the positions of products out again. */
export const renewPositions = (tx: Tx, productIds: readonly string[]): Promise<number> =>
  tx.run("insert into renewed_price_position select :tenant, value from json_each(:productIds)", {
    productIds: JSON.stringify(productIds),
  });
