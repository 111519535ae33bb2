import type { Tx } from "../ports.ts";

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
