import { setTimeout as sleep } from "node:timers/promises";
import type { NewCall } from "../../../db/ai/calls.ts";
import type { ThreadServices } from "../../runtime/services.ts";
import { limitsIn, limitsOf } from "./call-limits.ts";
import { type CallOptions, type ProviderFailure, type Tried, untilAnswered } from "./call-provider.ts";
import { type Settlement, settleCall } from "./ledger.ts";
import { type Budget, type Estimate, type Reservation, type Reserved, reserveCall } from "./reserve.ts";

/** Those of this thread who wait until a call of their tenant has ended. */
const waiting = new Map<string, Set<() => void>>();

/** Waits until a call of the tenant ends in this thread, or for this long: other threads end theirs unheard. */
async function waitForTurn(tenantId: string, ms: number, signal?: AbortSignal): Promise<void> {
  const rung = Promise.withResolvers<void>();
  const own = waiting.get(tenantId) ?? new Set();
  waiting.set(tenantId, own.add(rung.resolve));
  const given = new AbortController();
  try {
    const ends = signal ? AbortSignal.any([signal, given.signal]) : given.signal;
    await Promise.race([rung.promise, sleep(ms, undefined, { signal: ends }).catch(() => undefined)]);
  } finally {
    given.abort();
    own.delete(rung.resolve);
    if (own.size === 0) waiting.delete(tenantId);
  }
}

/** Says that a call of a tenant has ended. */
function ringTurn(tenantId: string): void {
  for (const ring of waiting.get(tenantId) ?? []) ring();
}

/** Where a call comes from that is paid for. */
export interface PaidPlace {
  services: Pick<ThreadServices, "outbound" | "write" | "newId" | "pause">;
  tenantId: string;
  options?: CallOptions | undefined;
  /** The batch's own. */
  budget?: Budget | undefined;
  /** The setting that has the tenant's budgets; absent: the provider's own. */
  tenantBudgets?: Record<string, unknown> | undefined;
}

type End = Settlement["end"];

/** What an answer says, and what the ledger notes of it. */
export interface PaidAnswer {
  end: Pick<
    End,
    "inputTokens" | "outputTokens" | "cachedTokens" | "characters" | "costMicros" | "baselineMicros" | "answer"
  >;
  leftOut?: readonly string[];
}

/** A call before it is sent. */
export interface PaidRequest<T> {
  call: Omit<NewCall, "id" | "reservedMicros">;
  /** The setting of the provider. */
  value: Record<string, unknown>;
  estimate: Estimate;
  timeoutMs: number;
  /** Sends it once: with an answer of this number of tokens at most, and without what the provider has refused. */
  send(allowed: { outputTokensMax: number; leftOut: readonly string[] }): Promise<Tried<T & PaidAnswer>>;
}

const NOTHING = {
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  characters: 0,
  costMicros: 0,
  baselineMicros: 0,
  answer: null,
};

const MICROS = 1_000_000;
/** A budget of the setting, in US dollars. */
const budgetOf = (value: unknown): number | null => (typeof value === "number" ? Math.round(value * MICROS) : null);

/** Waits until limits and budgets have room for a call, or says why it cannot be made now. */
async function reserved(
  { services, tenantId, options }: PaidPlace,
  reservation: Reservation,
): Promise<Extract<Reserved, { is: "made" }> | Tried<never>> {
  for (;;) {
    options?.signal?.throwIfAborted();
    const outcome = await services.write(reserveCall, tenantId, reservation);
    if (outcome.is === "made") return outcome;
    if (outcome.is === "refused") {
      const isTenantBudget = !outcome.period.startsWith("batch:");
      return { failure: { kind: "budget", message: `The budget is used up (${outcome.period})`, isTenantBudget } };
    }
    const message = outcome.isBlocked ? "The provider asks to wait" : "The limit of the provider is reached";
    if (!outcome.ends) return { failure: { kind: "busy", message, isLimit: true, saidSeconds: outcome.ms / 1000 } };
    await waitForTurn(tenantId, outcome.ms, options?.signal);
  }
}

function reservationOf<T>(
  { budget, options, tenantBudgets }: PaidPlace,
  { call, value, estimate, timeoutMs }: PaidRequest<T>,
  ids: { id: string; turnId: string },
): Reservation {
  const budgets = {
    day: budgetOf((tenantBudgets ?? value)["daily_budget"]),
    month: budgetOf((tenantBudgets ?? value)["monthly_budget"]),
    batch: budget ?? null,
  };
  const canWait = options?.limitWaitMs !== undefined;
  const { turnId, id } = ids;
  return { call: { ...call, id }, turnId, limits: limitsOf(value), estimate, budgets, canWait, timeoutMs };
}

/** What a try comes to in the ledger. */
function settlementOf<T extends PaidAnswer>(made: Settlement["made"], outcome: Tried<T>): Settlement {
  const limits = limitsIn(outcome.headers ?? {});
  if (!("failure" in outcome)) {
    const end = { ...outcome.end, state: "answered" as const, error: null };
    return { made, end, isMaybePaid: false, limits, leftOut: outcome.leftOut ?? [] };
  }
  const { message, isMaybePaid = false, isLimit, saidSeconds } = outcome.failure;
  const end = { ...NOTHING, state: "failed" as const, error: message };
  return { made, end, isMaybePaid, limits, leftOut: [], ...(isLimit && { limit: { saidSeconds } }) };
}

/**
 * Makes a call that is paid for, once limits and budgets have room for it, with its row in the ledger before and after; again as
 * often as S32.7 says. A try that may be paid for keeps its row, and what it was taken to cost counts as spent. Throws only
 * the signal's reason and write errors.
 */
export async function payFor<T extends object>(
  place: PaidPlace,
  request: PaidRequest<T>,
): Promise<(T & PaidAnswer & { callId: string }) | { failure: ProviderFailure }> {
  const { services, tenantId, options = {} } = place;
  let id = services.newId();
  const once = async (): Promise<Tried<T & PaidAnswer & { callId: string }>> => {
    const allowed = await reserved(place, reservationOf(place, request, { id, turnId: services.newId() }));
    if (!("is" in allowed)) return allowed;
    const outcome = await request.send(allowed);
    const settlement = settlementOf(allowed.made, outcome);
    await services.write(settleCall, tenantId, settlement);
    ringTurn(tenantId);
    if (!("failure" in outcome)) return { ...outcome, callId: id };
    if (settlement.isMaybePaid) id = services.newId();
    return outcome;
  };
  const wait = (ms: number) => services.pause(ms, options.signal ?? new AbortController().signal);
  return untilAnswered(once, { ...options, wait: options.wait ?? wait });
}
