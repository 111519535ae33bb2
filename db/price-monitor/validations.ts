import { keyedTable, wordColumn } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { number, text } from "../rows.ts";
import { computed, type SelectedBy, selection } from "../selection.ts";
import { jsonColumn, NUMBER, NUMBER_OR_NULL, TEXT, type ValuesOf } from "../table.ts";
import type { Observation } from "./observe.ts";
import { SORTED_BY, type SortedPart, sortedSql } from "./sorted-part.ts";

export const DOUBT_REASONS = ["ambiguous", "fuzzy", "outlier", "price_bot"] as const;
export type DoubtReason = (typeof DOUBT_REASONS)[number];
const STATUSES = ["pending", "confirmed", "rejected", "skipped"] as const;

/** What an observation says besides whose and which it is. */
export type ObservedOffer = Omit<Observation, "productId" | "competitorId">;

const ITEM = {
  id: TEXT,
  reason: wordColumn(DOUBT_REASONS),
  status: wordColumn(STATUSES),
  competitorId: TEXT,
  internalSku: TEXT,
  /** Ids of products. */
  candidates: jsonColumn<string[]>(),
  observation: jsonColumn<ObservedOffer>(),
  /** Where it is stored; `null`: several products may be meant. */
  observationRow: NUMBER_OR_NULL,
  createdAtMs: NUMBER,
};
/** An observation that a person is to look at. */
export type Validation = ValuesOf<typeof ITEM>;
export const validations = keyedTable("price_validation", { ...ITEM, priceCents: NUMBER });
const { selected: COLUMNS, read } = selection("item", ITEM);
const LISTED = selection("item", {
  ...ITEM,
  competitorName: computed("competitor.name", TEXT),
  sortedBy: computed("page.sorted_by", SORTED_BY),
});
/** The same in the queue, with what that is ordered by. */
export type QueuedValidation = SelectedBy<typeof LISTED>;

/** What the queue is ordered by. */
const SORTS = {
  created_at: "item.created_at_ms",
  internal_sku: "item.internal_sku",
  competitor_name: "competitor.name_key",
  price: "item.price_cents",
  reason: "item.reason",
};
export type ValidationSort = keyof typeof SORTS;
export const VALIDATION_SORTS = Object.keys(SORTS) as [ValidationSort, ...ValidationSort[]]; // the keys of a constant
const SELLER = "cross join competitor on competitor.tenant_id = :tenant and competitor.id = item.competitor_id";

/**
 * Adds items to the queue, each of another competitor or SKU; one of the same that waits, or was skipped, makes way.
 */
export const putValidations = (tx: Tx, given: readonly Validation[]): Promise<void> =>
  validations.send(
    tx,
    given.map((item) => ({ ...item, priceCents: item.observation.priceCents })),
    {},
    `on conflict (tenant_id, competitor_id, internal_sku) where status in ('pending', 'skipped') do update set
        ${validations.excluded("reason", "status", "candidates", "priceCents", "observation", "observationRow", "createdAtMs")}`,
  );

/** The items that wait, or were skipped, of these competitors and SKUs. */
export const findOpenValidations = (db: Reader, pairs: readonly (readonly [string, string])[]): Promise<Validation[]> =>
  db.all(
    `select ${COLUMNS} from json_each(:pairs) wanted
      cross join price_validation item on item.tenant_id = :tenant and item.competitor_id = wanted.value ->> 0
        and item.internal_sku = wanted.value ->> 1 and item.status in ('pending', 'skipped')`,
    { pairs: JSON.stringify(pairs) },
    read,
  );

/** Which of those that wait; `null` does not restrict. */
export interface PendingFilter {
  reason: DoubtReason | null;
  competitorId: string | null;
  /** Part of the SKU that the competitor's item was sent with. */
  search: string | null;
}
const PENDING = `item.tenant_id = :tenant and item.status = 'pending' and item.reason = ifnull(:reason, item.reason)
  and item.competitor_id = ifnull(:competitorId, item.competitor_id)
  and (:search is null or instr(lower(item.internal_sku), lower(:search)) > 0)`;

/** A part of those that wait. */
export function listPendingValidations(
  db: Reader,
  filter: PendingFilter,
  part: SortedPart<ValidationSort>,
): Promise<QueuedValidation[]> {
  const by = SORTS[part.sort];
  const sorted = sortedSql([by, "item.id"], part);
  return db.all(
    `with page as materialized (
        select item.id, ${by} as sorted_by from price_validation item ${SELLER}
          where ${PENDING} ${sorted.behind} ${sorted.order} ${sorted.range})
      select ${LISTED.selected} from page
        cross join price_validation item on item.tenant_id = :tenant and item.id = page.id
        ${SELLER} ${sortedSql(["page.sorted_by", "page.id"], part).order}`,
    { ...filter, ...sorted.args },
    LISTED.read,
  );
}

export const countPendingValidations = (db: Reader, filter: PendingFilter): Promise<number> =>
  db.one(`select count(*) as count from price_validation item where ${PENDING}`, { ...filter }, (row) =>
    number(row, "count"),
  );

/** How the candidates of items are shown. */
export const listCandidates = (
  db: Reader,
  ids: readonly string[],
): Promise<{ id: string; ean: string; title: string }[]> =>
  db.all(
    `select product.id, ifnull(product.ean, '') as ean, product.title from json_each(:ids) wanted
      cross join product on product.tenant_id = :tenant and product.id = wanted.value`,
    { ids: JSON.stringify(ids) },
    (row) => ({ id: text(row, "id"), ean: text(row, "ean"), title: text(row, "title") }),
  );
