import type { Reader, Tx } from "../ports.ts";
import { boolean, json, number, numberOrNull, text, textOrNull } from "../rows.ts";

export const PHASES = ["not_started", "running", "completed", "skipped", "failed"] as const;
export type Phase = (typeof PHASES)[number];

/** The last web run of a product. */
export interface WebRun {
  productId: string;
  id: string;
  collect: Phase;
  synthesize: Phase;
  chunksFound: number;
  usedWeb: boolean;
  /** As the API shows them. */
  sources: unknown;
  errorMessage: string | null;
  startedAtMs: number;
  finishedAtMs: number | null;
}

export const findWebRun = (db: Reader, productId: string): Promise<WebRun | undefined> =>
  db.first(
    `select product_id, id, collect, synthesize, chunks_found, used_web, sources, error_message, started_at_ms,
        finished_at_ms
      from web_run where tenant_id = :tenant and product_id = :productId`,
    { productId },
    (row) => ({
      productId: text(row, "product_id"),
      id: text(row, "id"),
      // Check constraints hold the words.
      collect: text(row, "collect") as Phase,
      synthesize: text(row, "synthesize") as Phase,
      chunksFound: number(row, "chunks_found"),
      usedWeb: boolean(row, "used_web"),
      sources: json(row, "sources"),
      errorMessage: textOrNull(row, "error_message"),
      startedAtMs: number(row, "started_at_ms"),
      finishedAtMs: numberOrNull(row, "finished_at_ms"),
    }),
  );

export const putWebRun = (tx: Tx, { usedWeb, sources, ...run }: WebRun): Promise<number> =>
  tx.run(
    `insert into web_run (tenant_id, product_id, id, collect, synthesize, chunks_found, used_web, sources,
        error_message, started_at_ms, finished_at_ms)
      values (:tenant, :productId, :id, :collect, :synthesize, :chunksFound, :usedWeb, :sources, :errorMessage,
        :startedAtMs, :finishedAtMs)
      on conflict (tenant_id, product_id) do update set id = excluded.id, collect = excluded.collect,
        synthesize = excluded.synthesize, chunks_found = excluded.chunks_found, used_web = excluded.used_web,
        sources = excluded.sources, error_message = excluded.error_message, started_at_ms = excluded.started_at_ms,
        finished_at_ms = excluded.finished_at_ms`,
    { ...run, usedWeb: usedWeb ? 1 : 0, sources: JSON.stringify(sources) },
  );
