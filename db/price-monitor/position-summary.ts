import type { Reader } from "../ports.ts";
import { number, text, textOrNull } from "../rows.ts";
import { isWanted, type PositionQuery, sourceOf } from "./position-query.ts";

const GROUPS = { brand: "place.brand_id", category: "place.category_id", supplier: "place.supplier_id" };
export type PositionGroup = keyof typeof GROUPS;
export const POSITION_GROUPS = Object.keys(GROUPS) as [PositionGroup, ...PositionGroup[]]; // the keys of a constant

/** What the products of a brand, category or supplier come to; "" stands for those that have none. */
export interface PositionSummary {
  groupId: string;
  /** `null`: it is none. */
  name: string | null;
  products: number;
  cheapest: number;
  average: number;
  dearest: number;
  unpriced: number;
  belowMap: number;
  /** In hundredths of a percent, over the products that have an own price. */
  averageGap: number | null;
}

/** What a product counts as: whether it has an own price, where that stands, and with one more when it is below MAP. */
const KIND = `case when place.own_cents is null then 0 when ${isWanted.cheapest("place.own_cents")} then 2
  when ${isWanted.dearest("place.own_cents")} then 6 else 4 end + ifnull(place.own_cents < place.map_cents, 0)`;
const KINDS = 8;
/** Positions that are read as one text. */
const AT_ONCE = 20_000;

/** How many products of each kind a group has, and the sum of their gaps. */
interface Tally {
  kinds: number[];
  gap: number;
}

/** Adds positions, each as one number of its kind and its gap, then a blank and its group: SQLite is slow with texts. */
function addAll(tallies: Map<string, Tally>, positions: string): void {
  for (let at = 0; at < positions.length; ) {
    const blank = positions.indexOf(" ", at);
    const comma = positions.indexOf(",", blank);
    const end = comma < 0 ? positions.length : comma;
    const groupId = positions.slice(blank + 1, end);
    const marked = Number(positions.slice(at, blank));
    const gap = Math.floor(marked / KINDS);
    const kind = marked - gap * KINDS;
    const tally = tallies.get(groupId) ?? { kinds: Array(KINDS).fill(0), gap: 0 };
    if (!tallies.has(groupId)) tallies.set(groupId, tally);
    tally.kinds[kind] = (tally.kinds[kind] ?? 0) + 1;
    if (kind > 1) tally.gap += gap;
    at = end + 1;
  }
}

/**
 * Goes through the positions of a query. SQLite would sort them all by their groups, which takes three times as long as to
 * hand them over as texts.
 */
async function tallyPositions(db: Reader, query: PositionQuery, group: PositionGroup): Promise<Map<string, Tally>> {
  const { parts, from, args, isJoined } = await sourceOf(db, query);
  const [part, limit] = isJoined ? ["", -1] : ["and place.product_id > :afterId order by place.product_id", AT_ONCE];
  const lastId = isJoined ? "null" : "max(place.product_id)";
  const sql = `select count(*) as found, ${lastId} as last_id,
      group_concat(((${KIND}) + ${KINDS} * ${parts.gapOf("place.own_cents")}) || ' ' || place.group_id) as positions
    from (select place.product_id, ifnull(${GROUPS[group]}, '') as group_id, ${parts.own} as own_cents,
        place.lowest_cents, place.highest_cents, place.map_cents, place.gap
      ${from} ${part} limit ${limit}) place`;
  const tallies = new Map<string, Tally>();
  for (let afterId = ""; ; ) {
    const found = await db.one(sql, isJoined ? args : { ...args, afterId }, (row) => ({
      count: number(row, "found"),
      lastId: textOrNull(row, "last_id"),
      positions: textOrNull(row, "positions"),
    }));
    if (found.positions !== null) addAll(tallies, found.positions);
    if (found.lastId === null || isJoined || found.count < AT_ONCE) return tallies;
    afterId = found.lastId;
  }
}

const NAMES: Record<PositionGroup, string> = {
  brand: "brand on brand.tenant_id = :tenant and brand.id = wanted.value",
  category: "category on category.tenant_id = :tenant and category.id = wanted.value",
  supplier: "supplier on supplier.tenant_id = :tenant and supplier.id = wanted.value",
};
const findNames = (db: Reader, group: PositionGroup, ids: readonly string[]): Promise<[string, string][]> =>
  db.all(
    `select ${group}.id, ${group}.name from json_each(:ids) wanted cross join ${NAMES[group]}`,
    { ids: JSON.stringify(ids) },
    (row) => [text(row, "id"), text(row, "name")],
  );

/** Which groups, by what and after which. */
export interface PositionSummaryRequest {
  asked: PositionQuery;
  group: PositionGroup;
  after: string | undefined;
  limit: number;
}

/** What products come to by their brand, category or supplier, by id. */
export async function summarizePositions(
  db: Reader,
  { asked, group, after, limit }: PositionSummaryRequest,
): Promise<PositionSummary[]> {
  const tallies = await tallyPositions(db, asked, group);
  const ids = [...tallies.keys()].filter((id) => after === undefined || id > after).toSorted();
  const names = new Map(await findNames(db, group, ids.slice(0, limit)));
  return ids.slice(0, limit).map((groupId) => {
    const { kinds = [], gap = 0 } = tallies.get(groupId) ?? {};
    const count = (...some: number[]) => some.reduce((sum, kind) => sum + (kinds[kind] ?? 0), 0);
    const priced = count(2, 3, 4, 5, 6, 7);
    return {
      groupId,
      name: names.get(groupId) ?? null,
      products: priced + count(0, 1),
      cheapest: count(2, 3),
      average: count(4, 5),
      dearest: count(6, 7),
      unpriced: count(0, 1),
      belowMap: count(1, 3, 5, 7),
      averageGap: priced === 0 ? null : gap / priced,
    };
  });
}
