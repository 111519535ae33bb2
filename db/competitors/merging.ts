import type { Reader, Tx } from "../ports.ts";
import { number, text } from "../rows.ts";
import { listSoldProducts, type ProductsAfter } from "./observations.ts";

/** Which observations go from a competitor to another. */
export interface MoveOf {
  fromId: string;
  toId: string;
  /** `all` of its own; `merged`: those that were the other's before; `domain`: those of its pages there. */
  which: "all" | "merged" | "domain";
  domain: string | null;
}

/** The next products whose observations are to be moved, by id. */
export const listMovingProducts = (
  db: Reader,
  { fromId, toId, which }: MoveOf,
  { after, limit }: ProductsAfter,
): Promise<string[]> =>
  which === "merged"
    ? db.all(
        `select distinct seen.product_id from competitor_observation seen
          where seen.tenant_id = :tenant and seen.merged_from = :toId and seen.product_id > :after
          order by seen.product_id limit :limit`,
        { toId, after, limit },
        (row) => text(row, "product_id"),
      )
    : listSoldProducts(db, fromId, { after, limit });

/** The host name of an address, in lower case, with a dot before it. */
const HOST = `'.' || lower(substr(seen.url, instr(seen.url, '://') + 3,
  instr(replace(replace(replace(substr(seen.url, instr(seen.url, '://') + 3), ':', '/'), '?', '/'), '#', '/') || '/', '/') - 1))`;
const IS_AT = `substr(${HOST}, -length(:domain) - 1) = '.' || :domain`;
const CHOSEN = {
  all: "seen.competitor_id = :fromId and :domain is null and :toId is not null",
  merged: "seen.competitor_id = :fromId and seen.merged_from = :toId and :domain is null",
  domain: `seen.competitor_id = :fromId and ${IS_AT}`,
};
/** Who is remembered as the one before. */
const MERGED_FROM = { all: "ifnull(merged_from, :fromId)", merged: "null", domain: "null" };

/** Moves the observations of these products. Says how many there were. */
export const moveObservations = (tx: Tx, productIds: readonly string[], move: MoveOf): Promise<number> =>
  tx.run(
    `update competitor_observation set competitor_id = :toId, merged_from = ${MERGED_FROM[move.which]}
      where tenant_id = :tenant and row_id in (
        select seen.row_id from json_each(:productIds) wanted
          cross join competitor_observation seen on seen.tenant_id = :tenant and seen.product_id = wanted.value
            and ${CHOSEN[move.which]})`,
    { productIds: JSON.stringify(productIds), fromId: move.fromId, toId: move.toId, domain: move.domain },
  );

/** Works the latest prices of competitors for products out again, from what was seen; their moves are counted from then on. */
export async function renewLatest(
  tx: Tx,
  productIds: readonly string[],
  competitorIds: readonly string[],
): Promise<void> {
  const pairs = { productIds: JSON.stringify(productIds), competitorIds: JSON.stringify(competitorIds) };
  await tx.run(
    `delete from competitor_price where tenant_id = :tenant
        and product_id in (select value from json_each(:productIds))
        and competitor_id in (select value from json_each(:competitorIds))`,
    pairs,
  );
  await tx.run(
    `insert into competitor_price (tenant_id, product_id, competitor_id, price_cents, price_original_cents,
        shipping_cost_cents, url, stock_status, seller_name, promo_label, quoted_cents, quoted_currency, exchange_rate,
        observed_at_ms, base_cents, base_at_ms, move, map_gap_cents)
      select :tenant, seen.product_id, seen.competitor_id, seen.price_cents, seen.price_original_cents,
          seen.shipping_cost_cents, seen.url, seen.stock_status, seen.seller_name, seen.promo_label, seen.quoted_cents,
          seen.quoted_currency, seen.exchange_rate, seen.observed_at_ms, seen.price_cents, seen.observed_at_ms, 0,
          case when seen.price_cents < map_price.price_cents then map_price.price_cents - seen.price_cents end
        from json_each(:productIds) wanted
        cross join json_each(:competitorIds) whose
        join competitor_observation seen on seen.tenant_id = :tenant and seen.row_id = (
          select late.row_id from competitor_observation late
            where late.tenant_id = :tenant and late.product_id = wanted.value and late.competitor_id = whose.value
              and late.is_valid = 1
            order by late.observed_at_ms desc, late.row_id desc limit 1)
        left join map_price on map_price.tenant_id = :tenant and map_price.product_id = seen.product_id
        where true`,
    pairs,
  );
}

/** Makes a competitor part of another, with those that were part of it, or with `null` one of its own again. */
export const setMerged = (tx: Tx, id: string, intoId: string | null, nowMs: number): Promise<number> =>
  tx.run(
    `update competitor set merged_into = :intoId, updated_at_ms = :nowMs, version = version + 1
      where tenant_id = :tenant and (id = :id or (:intoId is not null and merged_into = :id))`,
    { id, intoId, nowMs },
  );

/** Says of competitors whether what was seen of them is being moved. */
export const setMoving = (tx: Tx, ids: readonly string[], isMoving: boolean, nowMs: number): Promise<number> =>
  tx.run(
    `update competitor set is_moving = :isMoving, updated_at_ms = :nowMs, version = version + 1
      where tenant_id = :tenant and id in (select value from json_each(:ids))`,
    { ids: JSON.stringify(ids), isMoving: Number(isMoving), nowMs },
  );

/** What else names one competitor names another from now on: alerts, decisions, doubtful prices, entered addresses. */
export async function moveBelongings(tx: Tx, fromId: string, toId: string): Promise<void> {
  const both = { fromId, toId };
  await tx.run(
    "update price_alert set competitor_id = :toId where tenant_id = :tenant and competitor_id = :fromId",
    both,
  );
  // What both have stays with the one that goes: it is decided, or entered, for the other.
  await tx.run(
    "update or ignore competitor_match set competitor_id = :toId where tenant_id = :tenant and competitor_id = :fromId",
    both,
  );
  await tx.run(
    "update or ignore price_validation set competitor_id = :toId where tenant_id = :tenant and competitor_id = :fromId",
    both,
  );
  await tx.run(
    "update or ignore competitor_address set competitor_id = :toId where tenant_id = :tenant and competitor_id = :fromId",
    both,
  );
}

/** Moves this number of observations from one competitor's count to the other's. */
export const moveCount = (tx: Tx, { fromId, toId, count }: { fromId: string; toId: string; count: number }) =>
  tx.run(
    `update competitor set observations_count = max(0, observations_count + iif(id = :toId, :count, -:count))
      where tenant_id = :tenant and id in (:fromId, :toId)`,
    { fromId, toId, count },
  );

/** Whether a competitor is being merged or split. */
export const isMoving = async (db: Reader, ids: readonly string[]): Promise<boolean> =>
  (await db.one(
    `select count(*) as count from competitor where competitor.tenant_id = :tenant and competitor.is_moving = 1
        and competitor.id in (select value from json_each(:ids))`,
    { ids: JSON.stringify(ids) },
    (row) => number(row, "count"),
  )) > 0;
