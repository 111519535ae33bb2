import { type NewCall, putCall } from "../../../db/ai/calls.ts";
import { type LearntModel, models, newModel } from "../../../db/ai/models.ts";
import { addSpend, findSpend } from "../../../db/ai/spend.ts";
import { countTurns, removeOldTurns, turns } from "../../../db/ai/turns.ts";
import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { type Limits, LOOK_MS, MINUTE_MS, waitFor } from "./call-limits.ts";

/** A sum that calls may not pass. */
export interface Budget {
  /** `batch:` and its id; a day and a month are known without. */
  period: string;
  /** `null`: it is only counted. */
  maxMicros: number | null;
}

/** What a call may use and cost, before it is sent. */
export interface Estimate {
  /** Of the prompt. */
  bytes: number;
  /** What its answer may have; 0: it is paid by its prompt alone. */
  outputTokensMax: number;
  /** Millionths of a US dollar for a token; for a translator, for a byte. */
  inputPrice: number;
  outputPrice: number;
}

export interface Reservation {
  call: Omit<NewCall, "reservedMicros">;
  /** Of this try. */
  turnId: string;
  limits: Limits;
  estimate: Estimate;
  /** Those of the tenant, by period, and that of the batch. */
  budgets: { day: number | null; month: number | null; batch: Budget | null };
  /** Whether what it is for can go on later. */
  canWait: boolean;
  timeoutMs: number;
}

/** A call that is under way: what is settled once it has ended. */
export interface Made {
  callId: string;
  turnId: string;
  provider: string;
  model: string;
  reservedMicros: number;
  periods: string[];
  bytes: number;
}

/** What becomes of a call that asks to be made. */
export type Reserved =
  | { is: "made"; made: Made; outputTokensMax: number; leftOut: string[] }
  /** For this long; `ends`: or until another call has ended. */
  | { is: "waiting"; ms: number; ends?: boolean; isBlocked?: boolean }
  | { is: "refused"; period: string };

/** Before a model has said how many tokens it makes of a text. Figures are tokens of their own with some. */
const TOKENS_PER_KILOBYTE = 400;
const TOKENS_AROUND = 20;
/** How much shorter than the limit an answer may be made near the end of a budget, as long as none is known. */
const SHARE_MIN = 4;
/** And when the longest is known. */
const ROOM = 1.5;

const dayOf = (nowMs: number) => new Date(nowMs).toISOString().slice(0, 10);
/** The periods that a call counts for. */
export const periodsOf = (nowMs: number, batch: Budget | null): [day: string, month: string, ...batch: string[]] => [
  `day:${dayOf(nowMs)}`,
  `month:${dayOf(nowMs).slice(0, 7)}`,
  ...(batch ? [batch.period] : []),
];

/** What is left of the budget that has the least, and whether calls under way may give some of it back. */
async function leftOf(tx: Tx, { budgets }: Reservation, nowMs: number) {
  const [day, month] = periodsOf(nowMs, null);
  const all = [
    ...(budgets.day === null ? [] : [{ period: day, maxMicros: budgets.day }]),
    ...(budgets.month === null ? [] : [{ period: month, maxMicros: budgets.month }]),
    ...(budgets.batch === null || budgets.batch.maxMicros === null
      ? []
      : [{ period: budgets.batch.period, maxMicros: budgets.batch.maxMicros }]),
  ];
  let least: { period: string; leftMicros: number; isOpen: boolean } | undefined;
  for (const { period, maxMicros } of all) {
    const { spentMicros, reservedMicros } = await findSpend(tx, period);
    const leftMicros = maxMicros - spentMicros - reservedMicros;
    if (!least || leftMicros < least.leftMicros) least = { period, leftMicros, isOpen: reservedMicros > 0 };
  }
  return least;
}

/** What a call is taken to cost: its prompt, and how long its answer may be with what is left. */
function priced(
  { bytes, inputPrice, outputPrice, outputTokensMax }: Estimate,
  learnt: LearntModel,
  leftMicros: number,
) {
  const perKilobyte = learnt.tokensPerKilobyte || TOKENS_PER_KILOBYTE;
  const inputTokens = outputTokensMax === 0 ? bytes : Math.ceil((bytes * perKilobyte) / 1000) + TOKENS_AROUND;
  const inputMicros = inputTokens * inputPrice;
  const least = learnt.outputTokensMost > 0 ? learnt.outputTokensMost * ROOM : outputTokensMax / SHARE_MIN;
  const affordable = outputPrice > 0 ? Math.floor((leftMicros - inputMicros) / outputPrice) : outputTokensMax;
  const outputTokens = Math.max(0, Math.min(outputTokensMax, affordable));
  const isEnough = inputMicros <= leftMicros && outputTokens >= Math.min(outputTokensMax, Math.ceil(least));
  return { isEnough, inputTokens, outputTokens, micros: Math.ceil(inputMicros + outputTokens * outputPrice) };
}

async function turnFor(tx: Tx, request: Reservation, learnt: LearntModel, tokens: number, nowMs: number) {
  const { call, turnId: id, limits, canWait } = request;
  const { provider, model } = call;
  await removeOldTurns(tx, { provider, sinceMs: nowMs - MINUTE_MS, nowMs });
  const counts = await countTurns(tx, { provider, model, id, sinceMs: nowMs - MINUTE_MS, nowMs });
  return waitFor(counts, { limits, learnt, tokens, canWait, nowMs });
}

/** Somebody who waits for an answer says so for this long: work that can go on later then waits behind. */
const SAID_MS = 2_000;

async function noteTurn(tx: Tx, request: Reservation, tokens: number, isOpen: boolean, nowMs: number) {
  const { call, turnId: id, canWait, timeoutMs } = request;
  if (!isOpen && canWait) return;
  const { provider, model } = call;
  const untilMs = nowMs + (isOpen ? timeoutMs + MINUTE_MS : SAID_MS);
  await turns.put(tx, { id, provider, model, state: isOpen ? "open" : "waiting", tokens, atMs: nowMs, untilMs });
}

/**
 * Lets a call be made if the provider's limits and all budgets have room for it, with its row in the ledger; near the end of a
 * budget its answer may be shorter. Otherwise says what it waits for.
 */
export const reserveCall = mutation(
  "ai.reserve-call",
  async (tx, request: Reservation, context: MutationContext): Promise<Reserved> => {
    const nowMs = context.now();
    const { call, estimate, budgets } = request;
    const { provider, model } = call;
    const learnt = (await models.find(tx, { provider, model })) ?? newModel(provider, model);
    const left = await leftOf(tx, request, nowMs);
    const price = priced(estimate, learnt, left?.leftMicros ?? Number.MAX_SAFE_INTEGER);
    const tokens = price.inputTokens + price.outputTokens;
    const wait = await turnFor(tx, request, learnt, tokens, nowMs);
    if (wait.ms > 0) {
      await noteTurn(tx, request, tokens, false, nowMs);
      return { is: "waiting", ...wait };
    }
    if (left && !price.isEnough) {
      return left.isOpen ? { is: "waiting", ms: LOOK_MS, ends: true } : { is: "refused", period: left.period };
    }
    const reservedMicros = price.micros;
    await noteTurn(tx, request, tokens, true, nowMs);
    await putCall(tx, { ...call, reservedMicros }, nowMs);
    const periods = periodsOf(nowMs, budgets.batch);
    await addSpend(tx, periods, { spentMicros: 0, reservedMicros });
    const { turnId } = request;
    const made = { callId: call.id, turnId, provider, model, reservedMicros, periods, bytes: estimate.bytes };
    return { is: "made", made, outputTokensMax: price.outputTokens, leftOut: learnt.leftOut };
  },
);
