import type { Reader, Tx } from "../ports.ts";
import { json, number, numberOrNull, type Row, text } from "../rows.ts";
import type { Observation } from "./observe.ts";

export type DoubtReason = "ambiguous" | "fuzzy" | "outlier" | "price_bot";
export type ValidationStatus = "pending" | "confirmed" | "rejected" | "skipped";

/** What an observation says besides whose and which it is. */
export type ObservedOffer = Omit<Observation, "productId" | "competitorId">;

/** An observation that a person is to look at. */
export interface Validation {
  id: string;
  reason: DoubtReason;
  status: ValidationStatus;
  competitorId: string;
  internalSku: string;
  /** Ids of products. */
  candidates: string[];
  observation: ObservedOffer;
  /** Where it is stored; `null`: several products may be meant. */
  observationRow: number | null;
  createdAtMs: number;
}

const COLUMNS = `item.id, item.reason, item.status, item.competitor_id, item.internal_sku, item.candidates,
  item.observation, item.observation_row, item.created_at_ms`;

const readValidation = (row: Row): Validation => ({
  id: text(row, "id"),
  reason: text(row, "reason") as DoubtReason, // checked by the table
  status: text(row, "status") as ValidationStatus, // checked by the table
  competitorId: text(row, "competitor_id"),
  internalSku: text(row, "internal_sku"),
  // Both written by `putValidations`.
  candidates: json(row, "candidates") as string[],
  observation: json(row, "observation") as ObservedOffer,
  observationRow: numberOrNull(row, "observation_row"),
  createdAtMs: number(row, "created_at_ms"),
});

/**
 * Adds items to the queue, each of another competitor or SKU; one of the same that waits, or was skipped, makes way.
 */
export const putValidations = (tx: Tx, items: readonly Validation[]): Promise<number> =>
  tx.run(
    `insert into price_validation (tenant_id, id, reason, status, competitor_id, internal_sku, candidates, price_cents,
        observation, observation_row, created_at_ms)
      select :tenant, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6,
          value ->> 7, value ->> 8, value ->> 9
        from json_each(:items) where true
      on conflict (tenant_id, competitor_id, internal_sku) where status in ('pending', 'skipped') do update set
        reason = excluded.reason, status = excluded.status, candidates = excluded.candidates,
        price_cents = excluded.price_cents, observation = excluded.observation,
        observation_row = excluded.observation_row, created_at_ms = excluded.created_at_ms`,
    {
      items: JSON.stringify(
        items.map((item) => [
          item.id,
          item.reason,
          item.status,
          item.competitorId,
          item.internalSku,
          JSON.stringify(item.candidates),
          item.observation.priceCents,
          JSON.stringify(item.observation),
          item.observationRow,
          item.createdAtMs,
        ]),
      ),
    },
  );

/** The items that wait, or were skipped, of these competitors and SKUs. */
export const findOpenValidations = (db: Reader, pairs: readonly (readonly [string, string])[]): Promise<Validation[]> =>
  db.all(
    `select ${COLUMNS} from json_each(:pairs) wanted
      cross join price_validation item on item.tenant_id = :tenant and item.competitor_id = wanted.value ->> 0
        and item.internal_sku = wanted.value ->> 1 and item.status in ('pending', 'skipped')`,
    { pairs: JSON.stringify(pairs) },
    readValidation,
  );

export const findValidation = (db: Reader, id: string): Promise<Validation | undefined> =>
  db.first(
    `select ${COLUMNS} from price_validation item where item.tenant_id = :tenant and item.id = :id`,
    { id },
    readValidation,
  );

export const settleValidation = (tx: Tx, id: string, status: ValidationStatus): Promise<number> =>
  tx.run("update price_validation set status = :status where tenant_id = :tenant and id = :id", { id, status });

/** Those that wait, newest first. */
export const listPendingValidations = (
  db: Reader,
  { after, limit, offset }: { after: { createdAtMs: number; id: string } | undefined; limit: number; offset: number },
): Promise<(Validation & { competitorName: string })[]> =>
  db.all(
    `select ${COLUMNS}, competitor.name as competitor_name from price_validation item
      join competitor on competitor.tenant_id = :tenant and competitor.id = item.competitor_id
      where item.tenant_id = :tenant and item.status = 'pending'
        and (item.created_at_ms, item.id) < (:afterMs, :afterId)
      order by item.created_at_ms desc, item.id desc limit :limit offset :offset`,
    { limit, offset, afterMs: after?.createdAtMs ?? Number.MAX_SAFE_INTEGER, afterId: after?.id ?? "" },
    (row) => ({ ...readValidation(row), competitorName: text(row, "competitor_name") }),
  );

export const countPendingValidations = (db: Reader): Promise<number> =>
  db.one("select count(*) as count from price_validation where tenant_id = :tenant and status = 'pending'", {}, (row) =>
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
