import type { Reader, Tx } from "../ports.ts";
import { type SelectedBy, selection } from "../selection.ts";
import { TEXT } from "../table.ts";

/**
 * Ends what the calls and runs of a process that has ended still hold, of all tenants: calls may be paid for, so what was
 * reserved for them counts as spent; products can be enriched again at once.
 */
export async function rescueCalls(tx: Tx, nowMs: number): Promise<void> {
  await tx.run("update ai_call set state = 'interrupted', ended_at_ms = :nowMs where state = 'sent'", { nowMs });
  await tx.run(
    `update ai_spend set spent_micros = spent_micros + reserved_micros, reserved_micros = 0 where reserved_micros > 0`,
    {},
  );
  await tx.run("delete from ai_turn where tokens >= 0", {});
  await tx.run("delete from enrichment_run where until_ms >= 0", {});
}

const LOST = selection("ai_call", { tenantId: TEXT, id: TEXT });

/** Calls of all tenants that were sent before a time and are not known to have ended. */
export const listLostCalls = (
  db: Reader,
  { beforeMs, limit }: { beforeMs: number; limit: number },
): Promise<SelectedBy<typeof LOST>[]> =>
  db.all(
    `select ${LOST.selected} from ai_call where state = 'sent' and at_ms < :beforeMs limit :limit`,
    { beforeMs, limit },
    LOST.read,
  );

/** Erases what calls have answered before a time, of every tenant; what a batch still has to apply stays. */
export const eraseOldAnswers = (tx: Tx, { beforeMs, limit }: { beforeMs: number; limit: number }): Promise<number> =>
  tx.run(
    `update ai_call set answer = null, request_hash = null
      where rowid in (select rowid from ai_call where answer is not null and at_ms < :beforeMs
                        and (job_id is null or state = 'applied') limit :limit)`,
    { beforeMs, limit },
  );
