import { initially, keyedTable } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { json, number, numberOrNull } from "../rows.ts";
import { NUMBER, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

const CHANGE = {
  id: TEXT,
  /** `null`: one product, by hand. */
  runId: TEXT_OR_NULL,
  ruleId: TEXT_OR_NULL,
  ruleName: TEXT_OR_NULL,
  productId: TEXT,
  /** `null`: the product's own price. */
  priceListId: TEXT_OR_NULL,
  beforeCents: NUMBER_OR_NULL,
  afterCents: NUMBER,
  reason: TEXT,
  /** ISO 4217, of both amounts. */
  currency: initially(TEXT, "EUR"),
  /** Units of that currency for one euro, when it was changed; `null`: it is in euros, or by hand. */
  exchangeRate: initially(NUMBER_OR_NULL, null),
  actorKind: TEXT,
  actorId: TEXT_OR_NULL,
  createdAtMs: NUMBER,
  /** `null`: it stands. */
  revertedAtMs: initially(NUMBER_OR_NULL, null),
};
/** Prices that repricing has changed. */
export const repricingChanges = keyedTable("repricing_change", CHANGE);
export type StoredChange = ValuesOf<typeof CHANGE>;
const { read } = repricingChanges;
const COLUMNS = repricingChanges.as("change");

/** Which changes a list shows; `null` does not restrict. */
export interface ChangeFilter {
  productId: string | null;
  ruleId: string | null;
  runId: string | null;
  fromMs: number | null;
  toMs: number | null;
}

/** The condition on the column that has the fewest rows; its index ends with the order of the list. */
const whereOf = ({ productId, ruleId, runId, fromMs, toMs }: ChangeFilter): string =>
  [
    "change.tenant_id = :tenant",
    ...(productId === null ? [] : ["change.product_id = :productId"]),
    ...(runId === null ? [] : ["change.run_id = :runId"]),
    ...(ruleId === null ? [] : ["change.rule_id = :ruleId"]),
    ...(fromMs === null ? [] : ["change.created_at_ms >= :fromMs"]),
    ...(toMs === null ? [] : ["change.created_at_ms <= :toMs"]),
  ].join(" and ");

/** A part of the changes, newest first. */
export const listRepricingChanges = (
  db: Reader,
  filter: ChangeFilter,
  { after, limit, offset }: { after: { createdAtMs: number; id: string } | undefined; limit: number; offset: number },
): Promise<StoredChange[]> =>
  db.all(
    `select ${COLUMNS} from repricing_change change
      where change.tenant_id = :tenant and ${whereOf(filter)}
        and (change.created_at_ms, change.id) < (:afterMs, :afterId)
      order by change.created_at_ms desc, change.id desc limit :limit offset :offset`,
    { ...filter, limit, offset, afterMs: after?.createdAtMs ?? Number.MAX_SAFE_INTEGER, afterId: after?.id ?? "" },
    read,
  );

export const countRepricingChanges = (db: Reader, filter: ChangeFilter): Promise<number> =>
  db.one(
    `select count(*) as count from repricing_change change where change.tenant_id = :tenant and ${whereOf(filter)}`,
    { ...filter },
    (row) => number(row, "count"),
  );

/** The changes of a run that stand, in the order of their ids after one. */
export const listInEffect = (db: Reader, runId: string, afterId: string, limit: number): Promise<StoredChange[]> =>
  db.all(
    `select ${COLUMNS} from repricing_change change
      where change.tenant_id = :tenant and change.run_id = :runId and change.reverted_at_ms is null
        and change.id > :afterId order by change.id limit :limit`,
    { runId, afterId, limit },
    read,
  );

/** A price that a run has changed, as one of several: `[before, after, rule]`. */
export type Turn = [beforeCents: number | null, afterCents: number, ruleId: string];

/** The last changes that runs have made to prices and that stand, newest first, in the order of the prices. */
export const listTurns = (
  db: Reader,
  prices: readonly { productId: string; priceListId: string | null }[],
  limit: number,
): Promise<Turn[][]> =>
  db.all(
    `select (select json_group_array(json_array(turn.before_cents, turn.after_cents, turn.rule_id)) from
        (select change.before_cents, change.after_cents, change.rule_id from repricing_change change
          where change.tenant_id = :tenant and change.product_id = wanted.value ->> 0
            and change.price_list_id is (wanted.value ->> 1) and change.run_id is not null
            and change.reverted_at_ms is null
          order by change.created_at_ms desc, change.id desc limit :limit) turn) as turns
      from json_each(:prices) wanted order by wanted.key`,
    { prices: JSON.stringify(prices.map(({ productId, priceListId }) => [productId, priceListId])), limit },
    (row) => json(row, "turns") as Turn[], // put together by the statement
  );

/** When runs last changed prices, as far as that stands, in the order of the prices; `null`: never. */
export const listLastChanged = (
  db: Reader,
  prices: readonly { productId: string; priceListId: string | null }[],
): Promise<(number | null)[]> =>
  db.all(
    `select (select max(change.created_at_ms) from repricing_change change
        where change.tenant_id = :tenant and change.product_id = wanted.value ->> 0
          and change.price_list_id is (wanted.value ->> 1) and change.run_id is not null
          and change.reverted_at_ms is null) as last_ms
      from json_each(:prices) wanted order by wanted.key`,
    { prices: JSON.stringify(prices.map(({ productId, priceListId }) => [productId, priceListId])) },
    (row) => numberOrNull(row, "last_ms"),
  );

/** How many changes of a run stand. */
export const countInEffect = (db: Reader, runId: string): Promise<number> =>
  db.one(
    `select count(*) as standing from repricing_change change
      where change.tenant_id = :tenant and change.run_id = :runId and change.reverted_at_ms is null`,
    { runId },
    (row) => number(row, "standing"),
  );

export const markReverted = (tx: Tx, id: readonly string[], atMs: number): Promise<number> =>
  repricingChanges.set(tx, { id }, { revertedAtMs: atMs });
