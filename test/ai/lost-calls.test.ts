import { expect, test } from "bun:test";
import { findSpend } from "../../db/ai/spend.ts";
import { noteInterrupted } from "../../src/ai/provider/ledger.ts";
import { type Reservation, reserveCall } from "../../src/ai/provider/reserve.ts";
import { sweepAll } from "../../workers/maintenance/maintain.ts";
import { clock, newTenant, services } from "../harness.ts";

const BATCH = "batch:lost";
const MINUTE_MS = 60_000;

/** A call of a process that ends before its answer comes; its id, and what is reserved for it. */
async function sendCall(tenantId: string, jobId: string | null) {
  const id = services.newId();
  const request: Reservation = {
    call: {
      ...{ id, action: "generate", provider: "openai_compatible", model: "small", isRouted: false },
      ...{ promptSlug: null, productId: null, jobId, piece: jobId && "1", requestHash: null },
    },
    turnId: services.newId(),
    limits: { atOnce: 4, requestsPerMinute: null, tokensPerMinute: null },
    estimate: { bytes: 1_000, outputTokensMax: 100, inputPrice: 1, outputPrice: 2 },
    budgets: { day: 1_000_000, month: null, batch: jobId === null ? null : { period: BATCH, maxMicros: 1_000_000 } },
    canWait: false,
    timeoutMs: MINUTE_MS,
  };
  const reserved = await services.write(reserveCall, tenantId, request);
  if (reserved.is !== "made") throw new Error(`It was not let through: ${reserved.is}`);
  return { id, ...reserved.made };
}

const spendsOf = (tenant: { db: Parameters<typeof findSpend>[0] }, periods: readonly string[]) =>
  Promise.all(periods.map((period) => findSpend(tenant.db, period)));

test("a call that a killed process has left counts as spent once none can be waiting for it, and is none of the ledger's open ones", async () => {
  const [tenant, other] = [await newTenant(), await newTenant()];
  const { reservedMicros, periods } = await sendCall(tenant.id, null);
  clock.nowMs += 14 * MINUTE_MS;
  const fresh = await sendCall(other.id, null);
  await sweepAll(services, new AbortController().signal);
  expect(await spendsOf(tenant, periods)).toEqual(periods.map(() => ({ spentMicros: 0, reservedMicros })));

  clock.nowMs += 2 * MINUTE_MS;
  await sweepAll(services, new AbortController().signal);
  expect(await spendsOf(tenant, periods)).toEqual(
    periods.map(() => ({ spentMicros: reservedMicros, reservedMicros: 0 })),
  );
  const { body } = await tenant.admin.get("/enrichment/calls?state=interrupted");
  expect([body.total, body.items[0].unsettled_usd > 0]).toEqual([1, true]);
  const [left] = await spendsOf(other, fresh.periods);
  expect(left).toEqual({ spentMicros: 0, reservedMicros: fresh.reservedMicros });
});

test("a batch that takes up what a killed process has begun counts its open calls as spent, also in its own budget, once", async () => {
  const tenant = await newTenant();
  const { id, reservedMicros, periods } = await sendCall(tenant.id, "lost");
  expect(periods).toContain(BATCH);
  for (let times = 0; times < 2; times++) await services.write(noteInterrupted, tenant.id, { ids: [id] });
  expect(await spendsOf(tenant, periods)).toEqual(
    periods.map(() => ({ spentMicros: reservedMicros, reservedMicros: 0 })),
  );
});
