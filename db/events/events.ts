import type { Tx } from "../ports.ts";

/** An event as it is stored and sent. */
export interface EventRow {
  id: string;
  type: string;
  /** The JSON text whose UTF-8 bytes every receiver gets. */
  body: string;
  createdAtMs: number;
}

export const insertEvents = (tx: Tx, events: readonly EventRow[]): Promise<void> =>
  tx.runMany(
    `insert into event (tenant_id, id, type, body, created_at_ms)
      values (:tenant, :id, :type, :body, :createdAtMs)`,
    events.map((event) => ({ ...event })),
  );
