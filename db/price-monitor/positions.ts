import { COUNTING } from "../competitors/competitors.ts";
import type { Reader, Tx } from "../ports.ts";
import { number } from "../rows.ts";
import { computed, type SelectedBy, selection } from "../selection.ts";
import { NUMBER, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL } from "../table.ts";
import { NO_GAP, type Parts, type PositionQuery, PRODUCT, sourceOf } from "./position-query.ts";
import { SORTED_BY, type SortedPart, sortedSql } from "./sorted-part.ts";

const SORTS = {
  gap: ({ gap }: Parts) => gap,
  competitors: () => "place.competitors",
  lowest_price: () => "place.lowest_cents",
  own_price: ({ own }: Parts) => `ifnull(${own}, -1)`,
  map_gap: ({ own }: Parts) => `ifnull(${own} - place.map_cents, ${NO_GAP})`,
};
export type PositionSort = keyof typeof SORTS;
export const POSITION_SORTS = Object.keys(SORTS) as [PositionSort, ...PositionSort[]]; // the keys of a constant

const PLACE = {
  productId: TEXT,
  competitors: NUMBER,
  lowestCents: NUMBER,
  totalCents: NUMBER,
  highestCents: NUMBER,
  mapCents: NUMBER_OR_NULL,
  brandId: TEXT_OR_NULL,
  categoryId: TEXT_OR_NULL,
  supplierId: TEXT_OR_NULL,
};
/** What of a position a part of the list begins with; the rest is read for that part alone. */
const placed = (parts: Parts, sort: PositionSort) => `place.product_id, ${SORTS[sort](parts)} as sorted_by`;
const PLACED = "cross join price_position place on place.tenant_id = :tenant and place.product_id = sought.product_id";
const CHEAPER = `(select count(*) from competitor_price seen
  join competitor on competitor.tenant_id = :tenant and competitor.id = seen.competitor_id
    and ${COUNTING}
  where seen.tenant_id = :tenant and seen.product_id = place.product_id and seen.price_cents < page.own_cents)`;
const SHOWN = selection("place", {
  ...PLACE,
  ownCents: computed("page.own_cents", NUMBER_OR_NULL),
  sortedBy: computed("page.sorted_by", SORTED_BY),
  /** `null`: not counted. */
  total: computed("page.total", NUMBER_OR_NULL),
  /** How many competitors are below the own price. */
  cheaper: computed(CHEAPER, NUMBER),
  title: computed("product.title", TEXT),
  ean: computed("product.ean", TEXT_OR_NULL),
  reference: computed("product.reference", TEXT_OR_NULL),
});
/** How the own price of a product stands among those of its competitors. */
export type PricePosition = SelectedBy<typeof SHOWN>;

/**
 * A part of the products that competitors sell, by a figure of theirs and then by id. `isCounted`: each with how many there
 * are in all, which takes no second look at them.
 */
export async function listPositions(
  db: Reader,
  query: PositionQuery,
  { isCounted = false, ...part }: SortedPart<PositionSort> & { isCounted?: boolean },
): Promise<PricePosition[]> {
  const { parts, from, args } = await sourceOf(db, query);
  const found = sortedSql(["sorted_by", "product_id"], part);
  const wanted = sortedSql([SORTS[part.sort](parts), "place.product_id"], part);
  const pages = isCounted
    ? `found as materialized (select ${placed(parts, part.sort)} ${from}),
      sought as materialized (select found.*, (select count(*) from found) as total from found
        where true ${found.behind} ${found.order} ${found.range})`
    : `sought as materialized (select ${placed(parts, part.sort)}, null as total ${from}
        ${wanted.behind} ${wanted.order} ${wanted.range})`;
  return db.all(
    `with ${pages},
        page as materialized (select sought.*, ${parts.own} as own_cents from sought ${PLACED})
      select ${SHOWN.selected} from page
        cross join price_position place on place.tenant_id = :tenant and place.product_id = page.product_id
        ${PRODUCT} ${sortedSql(["page.sorted_by", "page.product_id"], part).order}`,
    { ...args, ...wanted.args },
    SHOWN.read,
  );
}

export async function countPositions(db: Reader, query: PositionQuery): Promise<number> {
  const { from, args } = await sourceOf(db, query);
  return db.one(`select count(*) as count ${from}`, args, (row) => number(row, "count"));
}

/** Works the positions of products out again. */
export const renewPositions = (tx: Tx, productIds: readonly string[]): Promise<number> =>
  tx.run("insert into renewed_price_position select :tenant, value from json_each(:productIds)", {
    productIds: JSON.stringify(productIds),
  });
