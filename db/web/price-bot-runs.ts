import type { Reader, Tx } from "../ports.ts";
import { jsonOrNull, number, numberOrNull, type Row, text, textOrNull } from "../rows.ts";

/** A search of the web for competitors' prices. */
export interface PriceBotRun {
  id: string;
  status: "processing" | "completed" | "failed";
  /** Of which products, by id; `null`: of the active monitored ones. */
  productIds: string[] | null;
  maxSources: number;
  total: number;
  processed: number;
  pricesFound: number;
  errors: number;
  costMicros: number;
  errorMessage: string | null;
  startedAtMs: number;
  completedAtMs: number | null;
}

const COLUMNS = `id, status, product_ids, max_sources, total, processed, prices_found, errors, cost_micros, error_message,
  started_at_ms, completed_at_ms`;

const readRun = (row: Row): PriceBotRun => ({
  id: text(row, "id"),
  status: text(row, "status") as PriceBotRun["status"], // checked by the table
  productIds: jsonOrNull(row, "product_ids") as string[] | null, // written by `insertPriceBotRun`
  maxSources: number(row, "max_sources"),
  total: number(row, "total"),
  processed: number(row, "processed"),
  pricesFound: number(row, "prices_found"),
  errors: number(row, "errors"),
  costMicros: number(row, "cost_micros"),
  errorMessage: textOrNull(row, "error_message"),
  startedAtMs: number(row, "started_at_ms"),
  completedAtMs: numberOrNull(row, "completed_at_ms"),
});

export const findLatestPriceBotRun = (db: Reader): Promise<PriceBotRun | undefined> =>
  db.first(
    `select ${COLUMNS} from price_bot_run where tenant_id = :tenant order by started_at_ms desc, id desc limit 1`,
    {},
    readRun,
  );

export const findPriceBotRun = (db: Reader, id: string): Promise<PriceBotRun | undefined> =>
  db.first(`select ${COLUMNS} from price_bot_run where tenant_id = :tenant and id = :id`, { id }, readRun);

/** The run that is under way; there is one at a time. */
export const findOpenPriceBotRun = (db: Reader): Promise<PriceBotRun | undefined> =>
  db.first(`select ${COLUMNS} from price_bot_run where tenant_id = :tenant and status = 'processing'`, {}, readRun);

export const insertPriceBotRun = (
  tx: Tx,
  { productIds, ...run }: Pick<PriceBotRun, "id" | "productIds" | "maxSources" | "total" | "startedAtMs">,
): Promise<number> =>
  tx.run(
    `insert into price_bot_run (tenant_id, id, status, product_ids, max_sources, total, started_at_ms)
      values (:tenant, :id, 'processing', :productIds, :maxSources, :total, :startedAtMs)`,
    { ...run, productIds: productIds && JSON.stringify(productIds) },
  );

/** Adds what one product came to. */
export const addToPriceBotRun = (
  tx: Tx,
  part: { id: string; pricesFound: number; errors: number; costMicros: number },
): Promise<number> =>
  tx.run(
    `update price_bot_run set processed = processed + 1, prices_found = prices_found + :pricesFound,
        errors = errors + :errors, cost_micros = cost_micros + :costMicros
      where tenant_id = :tenant and id = :id and status = 'processing'`,
    part,
  );

export const endPriceBotRun = (
  tx: Tx,
  end: { id: string; status: "completed" | "failed"; errorMessage: string | null; completedAtMs: number },
): Promise<number> =>
  tx.run(
    `update price_bot_run set status = :status, error_message = :errorMessage, completed_at_ms = :completedAtMs
      where tenant_id = :tenant and id = :id and status = 'processing'`,
    end,
  );
