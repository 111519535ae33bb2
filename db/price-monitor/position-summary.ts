import type { Reader } from "../ports.ts";
import { computed, type SelectedBy, selection } from "../selection.ts";
import { NUMBER, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL } from "../table.ts";
import { isWanted, type PositionQuery, sourceOf } from "./position-query.ts";

const GROUPS = { brand: "place.brand_id", category: "place.category_id", supplier: "place.supplier_id" };
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

/** What a product counts as: whether it has an own price, where that stands, and with one more when it is below MAP. */
const KIND = `case when place.own_cents is null then 0 when ${isWanted.cheapest("place.own_cents")} then 2
  when ${isWanted.dearest("place.own_cents")} then 6 else 4 end + ifnull(place.own_cents < place.map_cents, 0)`;

/**
 * What products come to by their brand, category or supplier, by id. Products of a kind are counted first, and then what
 * groups have of each kind: that takes half of what sums over all products do.
 */
export function summarizePositions(
  db: Reader,
  query: PositionQuery,
  { group, after, limit }: { group: PositionGroup; after: string | undefined; limit: number },
): Promise<PositionSummary[]> {
  const { parts, from, args } = sourceOf(query);
  const { selected, read } = summed(group);
  const id = `ifnull(${GROUPS[group]}, '')`;
  return db.all(
    `with kinds as (
        select place.group_id, ${KIND} as kind, count(*) as products, total(place.gap) as gap
          from (select ${id} as group_id, ${parts.own} as own_cents, place.lowest_cents, place.highest_cents,
                place.map_cents, ${parts.gap} as gap
              ${from} ${after === undefined ? "" : `and ${id} > :after`} limit -1) place
          group by place.group_id, kind),
      grouped as (
        select group_id, sum(products) as products, sum(products * (kind in (2, 3))) as cheapest,
            sum(products * (kind in (4, 5))) as average, sum(products * (kind > 5)) as dearest,
            sum(products * (kind < 2)) as unpriced, sum(products * (kind & 1)) as below_map,
            sum(gap * (kind > 1)) / nullif(sum(products * (kind > 1)), 0) as average_gap
          from kinds group by group_id order by group_id limit :limit)
      select ${selected} from grouped order by grouped.group_id`,
    { ...args, ...(after !== undefined && { after }), limit },
    read,
  );
}
