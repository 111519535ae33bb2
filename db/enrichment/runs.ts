import type { Reader, Tx } from "../ports.ts";
import { number, text, textOrNull } from "../rows.ts";

/** A product that is being enriched. */
export interface EnrichmentRun {
  id: string;
  currentType: string | null;
  startedAtMs: number;
}

/** Takes a product for a run, unless another one has it. Returns how many it took. */
export const holdProduct = (
  tx: Tx,
  run: { productId: string; id: string; nowMs: number; untilMs: number },
): Promise<number> =>
  tx.run(
    `insert into enrichment_run (tenant_id, product_id, id, started_at_ms, until_ms)
      values (:tenant, :productId, :id, :nowMs, :untilMs)
      on conflict (tenant_id, product_id) do update set id = excluded.id, current_type = null,
        started_at_ms = excluded.started_at_ms, until_ms = excluded.until_ms
        where enrichment_run.until_ms < :nowMs or enrichment_run.id = excluded.id`,
    run,
  );

/** The run that has a product. */
export const findRun = (db: Reader, productId: string, nowMs: number): Promise<EnrichmentRun | undefined> =>
  db.first(
    `select id, current_type, started_at_ms from enrichment_run
      where tenant_id = :tenant and product_id = :productId and until_ms >= :nowMs`,
    { productId, nowMs },
    (row) => ({
      id: text(row, "id"),
      currentType: textOrNull(row, "current_type"),
      startedAtMs: number(row, "started_at_ms"),
    }),
  );

/** Says what a run is at, and that it lives. */
export const noteRun = (
  tx: Tx,
  run: { productId: string; id: string; type: string; untilMs: number },
): Promise<number> =>
  tx.run(
    `update enrichment_run set current_type = :type, until_ms = :untilMs
      where tenant_id = :tenant and product_id = :productId and id = :id`,
    run,
  );

/** Says that a run lives, for all products that it has. */
export const renewRun = (tx: Tx, run: { id: string; untilMs: number }): Promise<number> =>
  tx.run("update enrichment_run set until_ms = :untilMs where tenant_id = :tenant and id = :id", run);

export const releaseProduct = (tx: Tx, run: { productId: string; id: string }): Promise<number> =>
  tx.run("delete from enrichment_run where tenant_id = :tenant and product_id = :productId and id = :id", run);
