import { type CallEnd, endCall, listOpenCalls, markInterrupted, type OpenCall } from "../../../db/ai/calls.ts";
import { models, newModel } from "../../../db/ai/models.ts";
import { listLostCalls, rescueCalls } from "../../../db/ai/rescue.ts";
import { addSpend, findSpend } from "../../../db/ai/spend.ts";
import { turns } from "../../../db/ai/turns.ts";
import { mutation, type Tx } from "../../../db/ports.ts";
import type { ThreadServices } from "../../runtime/services.ts";
import { blockMs } from "./call-limits.ts";
import { type Made, periodsOf } from "./reserve.ts";

/** For this time an answer can be taken again for an equal request. */
export const REUSE_MS = 30 * 86_400_000;
/** A call takes ten minutes at most: its process has ended. */
const LOST_MS = 15 * 60_000;

/** What came of a call that was under way. */
export interface Settlement {
  made: Made;
  end: Omit<CallEnd, "id" | "reservedMicros">;
  /** The answer never came: it counts as paid, by its estimate. */
  isMaybePaid: boolean;
  /** It was refused for a limit, and for how long if it says so. */
  limit?: { saidSeconds?: number | undefined } | undefined;
  /** Limits that the answer's headers name. */
  limits: { requestsPerMinute?: number | null; tokensPerMinute?: number | null };
  leftOut: readonly string[];
}

/** More is no tokenizer's doing. */
const PER_KILOBYTE_MAX = 4000;

/** Keeps what the next calls of the model are planned by. */
async function learn(tx: Tx, { made, end, limit, limits, leftOut }: Settlement, nowMs: number): Promise<void> {
  const { provider, model, bytes } = made;
  const before = (await models.find(tx, { provider, model })) ?? newModel(provider, model);
  const isAnswered = end.state === "answered";
  const perKilobyte = bytes > 0 ? Math.min(PER_KILOBYTE_MAX, Math.ceil((end.inputTokens * 1000) / bytes)) : 0;
  await models.save(tx, {
    ...before,
    ...limits,
    tokensPerKilobyte: Math.max(before.tokensPerKilobyte, isAnswered ? perKilobyte : 0),
    outputTokensMost: Math.max(before.outputTokensMost, end.outputTokens),
    leftOut: [...new Set([...before.leftOut, ...leftOut])],
    ...(isAnswered && { refusals: 0 }),
    ...(limit && {
      refusals: before.refusals + 1,
      blockedUntilMs: Math.max(before.blockedUntilMs, nowMs + Math.ceil(blockMs(limit.saidSeconds, before.refusals))),
    }),
  });
}

/** Notes what came of a call: what it cost, what it said, and what it is no longer reserved for. */
export const settleCall = mutation("ai.settle-call", async (tx, settlement: Settlement, { now }): Promise<void> => {
  const nowMs = now();
  const { made, end, isMaybePaid } = settlement;
  const { callId, turnId, reservedMicros, periods } = made;
  const unknown = isMaybePaid ? reservedMicros : 0;
  await endCall(tx, { ...end, id: callId, reservedMicros: unknown }, nowMs);
  await addSpend(tx, periods, { spentMicros: end.costMicros + unknown, reservedMicros: -reservedMicros });
  const tokens = end.inputTokens + end.outputTokens;
  await turns.set(tx, { id: turnId }, { state: "over", ...(end.state === "answered" && { tokens }) });
  await learn(tx, settlement, nowMs);
});

/** Ends calls whose process has ended. They may be paid for, so what was reserved for them counts as spent. */
async function interrupt(tx: Tx, ids: readonly string[], nowMs: number): Promise<void> {
  for (const { atMs, jobId, reservedMicros } of await markInterrupted(tx, ids, nowMs)) {
    const batch = jobId === null ? null : { period: `batch:${jobId}`, maxMicros: null };
    for (const period of periodsOf(atMs, batch)) {
      // Not every job has a budget.
      const reserved = Math.min(reservedMicros, (await findSpend(tx, period)).reservedMicros);
      if (reserved > 0) await addSpend(tx, [period], { spentMicros: reserved, reservedMicros: -reserved });
    }
  }
}

/** Notes that the process ended while these calls were under way. */
export const noteInterrupted = mutation("ai.note-interrupted", (tx, { ids }: { ids: string[] }, { now }) =>
  interrupt(tx, ids, now()),
);

/** The calls of a job for a product that are to be taken up, of a piece if one is meant; those whose answer is lost are noted. */
export async function takeUpCalls(
  { reader, write }: Pick<ThreadServices, "reader" | "write">,
  tenantId: string,
  {
    jobId,
    productId,
    isMeant = () => true,
  }: { jobId: string; productId: string; isMeant?: (call: OpenCall) => boolean },
): Promise<OpenCall[]> {
  const open = (await listOpenCalls(reader(tenantId), jobId, productId)).filter(isMeant);
  const ids = open.filter(({ answer }) => answer === null).map(({ id }) => id);
  if (ids.length > 0) await write(noteInterrupted, tenantId, { ids });
  return open;
}

/**
 * Ends the calls of all tenants, at most `limit`, whose process has ended and that no batch takes up again, where others go on.
 * Returns how many there were.
 */
export async function endLostCalls(tx: Tx, { nowMs, limit }: { nowMs: number; limit: number }): Promise<number> {
  const lost = await listLostCalls(tx, { beforeMs: nowMs - LOST_MS, limit });
  for (const [tenantId, calls] of Map.groupBy(lost, (call) => call.tenantId)) {
    const ids = calls.map(({ id }) => id);
    await interrupt(tx.as(tenantId), ids, nowMs);
  }
  return lost.length;
}

/** Ends what the process before had under way. For the start of one that is alone on its database. */
export const rescueAi = mutation("ai.rescue", (tx, _: undefined, { now }) => rescueCalls(tx, now()));
