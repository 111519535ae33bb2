import { COUNTING } from "../competitors/competitors.ts";
import { wordColumn } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { number } from "../rows.ts";
import { computed, type SelectedBy, selection } from "../selection.ts";
import { NUMBER, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL } from "../table.ts";
import { SORTED_BY, type SortedPart, sortedSql } from "./sorted-part.ts";

export const CASE_STATUSES = ["open", "resolved"] as const;
export type CaseStatus = (typeof CASE_STATUSES)[number];

/** A competitor and a product. */
export interface CaseKey {
  productId: string;
  competitorId: string;
}

const CASE = selection("found", {
  productId: TEXT,
  competitorId: TEXT,
  status: computed("iif(found.resolved_at_ms is null, 'open', 'resolved')", wordColumn(CASE_STATUSES)),
  competitorName: computed("competitor.name", TEXT),
  title: computed("product.title", TEXT),
  ean: computed("product.ean", TEXT_OR_NULL),
  reference: computed("product.reference", TEXT_OR_NULL),
  url: TEXT,
  /** Who sells it there; `null`: not named. */
  sellerName: TEXT_OR_NULL,
  /** As they were last while it was violated. */
  priceCents: NUMBER,
  mapCents: NUMBER,
  firstSeenAtMs: NUMBER,
  lastSeenAtMs: NUMBER,
  /** `null`: no letter was sent since it was opened. */
  notifiedAtMs: NUMBER_OR_NULL,
  resolvedAtMs: NUMBER_OR_NULL,
  /** `null`: never. */
  reopenedAtMs: NUMBER_OR_NULL,
  reopenedCount: NUMBER,
});
/** The story of one competitor below the minimum advertised price of a product. */
export type MapCase = SelectedBy<typeof CASE>;
const LISTED = selection("found", { ...CASE.columns, sortedBy: computed("page.sorted_by", SORTED_BY) });
/** The same in a list, with what that is ordered by. */
export type ListedCase = SelectedBy<typeof LISTED>;

const SELLER = `cross join competitor on competitor.tenant_id = :tenant and competitor.id = found.competitor_id
  and ${COUNTING}`;
const PRODUCT = "cross join product on product.tenant_id = :tenant and product.id = found.product_id";

/** What the list is ordered by. */
const SORTS = {
  last_seen_at: "found.last_seen_at_ms",
  first_seen_at: "found.first_seen_at_ms",
  notified_at: "ifnull(found.notified_at_ms, 0)",
  resolved_at: "ifnull(found.resolved_at_ms, 0)",
  reopened_count: "found.reopened_count",
  competitor_price: "found.price_cents",
  map_price: "found.map_cents",
  gap: "found.map_cents - found.price_cents",
  competitor_name: "competitor.name_key",
  title: "product.title_key",
};
export type CaseSort = keyof typeof SORTS;
export const CASE_SORTS = Object.keys(SORTS) as [CaseSort, ...CaseSort[]]; // the keys of a constant

/**
 * Opens, goes on with and ends the cases of products, as their latest prices say by now; with `competitorIds` only those of
 * these competitors.
 */
export async function followCases(
  tx: Tx,
  { productIds, competitorIds }: { productIds: readonly string[]; competitorIds?: readonly string[] },
  nowMs: number,
): Promise<void> {
  const args = {
    productIds: JSON.stringify(productIds),
    competitorIds: competitorIds ? JSON.stringify(competitorIds) : null,
    nowMs,
  };
  await tx.run(
    `insert into map_case (tenant_id, product_id, competitor_id, url, seller_name, price_cents, map_cents,
        first_seen_at_ms, last_seen_at_ms)
      select :tenant, seen.product_id, seen.competitor_id, seen.url, seen.seller_name, seen.price_cents,
          seen.price_cents + seen.map_gap_cents, :nowMs, seen.observed_at_ms
        from json_each(:productIds) wanted
        cross join competitor_price seen on seen.tenant_id = :tenant and seen.product_id = wanted.value
          and seen.map_gap_cents is not null
        where :competitorIds is null or seen.competitor_id in (select value from json_each(:competitorIds))
      on conflict do update set url = excluded.url, seller_name = excluded.seller_name,
        price_cents = excluded.price_cents, map_cents = excluded.map_cents, last_seen_at_ms = excluded.last_seen_at_ms,
        reopened_at_ms = iif(resolved_at_ms is null, reopened_at_ms, :nowMs),
        reopened_count = reopened_count + (resolved_at_ms is not null),
        notified_at_ms = iif(resolved_at_ms is null, notified_at_ms, null), resolved_at_ms = null`,
    args,
  );
  await tx.run(
    `update map_case set resolved_at_ms = :nowMs
      where tenant_id = :tenant and resolved_at_ms is null
        and product_id in (select value from json_each(:productIds))
        and (:competitorIds is null or competitor_id in (select value from json_each(:competitorIds)))
        and not exists (select 1 from competitor_price seen
          where seen.tenant_id = :tenant and seen.product_id = map_case.product_id
            and seen.competitor_id = map_case.competitor_id and seen.map_gap_cents is not null)`,
    args,
  );
}

/** Which cases; `null` does not restrict. */
export interface CaseFilter {
  status: CaseStatus | null;
  isNotified: boolean | null;
  productId: string | null;
  competitorId: string | null;
  /** Part of the title, EAN or SKU, as `nameKey` writes it. */
  search: string | null;
}

const FILTER = `found.tenant_id = :tenant
  and (:status is null or (found.resolved_at_ms is null) = (:status = 'open'))
  and (:isNotified is null or (found.notified_at_ms is not null) = :isNotified)
  and found.product_id = ifnull(:productId, found.product_id)
  and found.competitor_id = ifnull(:competitorId, found.competitor_id)
  and found.competitor_id not in (select competitor.id from competitor where competitor.tenant_id = :tenant
    and (competitor.blacklisted_at_ms is not null or competitor.deleted_at_ms is not null))`;
const SEARCHED = `and (instr(product.title_key, :search) > 0 or instr(ifnull(product.ean, ''), :search) > 0
  or instr(ifnull(product.reference_key, ''), :search) > 0)`;
const filterOf = ({ search }: CaseFilter) => (search === null ? FILTER : `${FILTER} ${SEARCHED}`);
const argsOf = ({ isNotified, ...rest }: CaseFilter) => ({
  ...rest,
  isNotified: isNotified === null ? null : Number(isNotified),
});

/**
 * A part of the cases. Products are looked at only where a search or the order asks for them. `isOfProducts`: in the order of
 * titles they are gone through until the part is full.
 */
export function listCases(
  db: Reader,
  filter: CaseFilter,
  { isOfProducts = false, ...part }: SortedPart<CaseSort> & { isOfProducts?: boolean },
): Promise<ListedCase[]> {
  const by = SORTS[part.sort];
  const beside = [
    by.startsWith("competitor.") ? SELLER : "",
    by.startsWith("product.") || filter.search !== null ? PRODUCT : "",
  ];
  const from =
    isOfProducts && part.sort === "title"
      ? `product cross join map_case found on found.tenant_id = :tenant and found.product_id = product.id
          where product.tenant_id = :tenant and likelihood(product.deleted_at_ms is null, 0.99)`
      : `map_case found ${beside.join(" ")} where true`;
  const sorted = sortedSql([by, "found.product_id", "found.competitor_id"], part);
  return db.all(
    `with page as materialized (
        select found.product_id, found.competitor_id, ${by} as sorted_by
          from ${from} and ${filterOf(filter)} ${sorted.behind} ${sorted.order} ${sorted.range})
      select ${LISTED.selected} from page
        cross join map_case found on found.tenant_id = :tenant and found.product_id = page.product_id
          and found.competitor_id = page.competitor_id
        ${SELLER} ${PRODUCT} ${sortedSql(["page.sorted_by", "page.product_id", "page.competitor_id"], part).order}`,
    { ...argsOf(filter), ...sorted.args },
    LISTED.read,
  );
}

export const countCases = (db: Reader, filter: CaseFilter): Promise<number> =>
  db.one(
    `select count(*) as count from map_case found ${filter.search === null ? "" : PRODUCT}
      where found.tenant_id = :tenant and ${filterOf(filter)}`,
    argsOf(filter),
    (row) => number(row, "count"),
  );

export const findCase = (db: Reader, key: CaseKey): Promise<MapCase | undefined> =>
  db.first(
    `select ${CASE.selected} from map_case found ${SELLER} ${PRODUCT}
      where found.tenant_id = :tenant and found.product_id = :productId and found.competitor_id = :competitorId`,
    { ...key },
    CASE.read,
  );

/** Notes that the competitor of a case was written to. */
export const setNotified = (tx: Tx, key: CaseKey, atMs: number): Promise<number> =>
  tx.run(
    `update map_case set notified_at_ms = :atMs
      where tenant_id = :tenant and product_id = :productId and competitor_id = :competitorId`,
    { ...key, atMs },
  );
