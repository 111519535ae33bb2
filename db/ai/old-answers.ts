import type { Tx } from "../ports.ts";

/** Erases what calls have answered before a time, of every tenant; what a batch still has to apply stays. */
export const eraseOldAnswers = (tx: Tx, { beforeMs, limit }: { beforeMs: number; limit: number }): Promise<number> =>
  tx.run(
    `update ai_call set answer = null, request_hash = null
      where rowid in (select rowid from ai_call where answer is not null and at_ms < :beforeMs
                        and (job_id is null or state = 'applied') limit :limit)`,
    { beforeMs, limit },
  );
