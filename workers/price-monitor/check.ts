import type { Reader } from "../../db/ports.ts";
import { listDueProducts, listUnchecked } from "../../db/price-monitor/checks.ts";
import type { PageReader } from "../../src/ai/web/read-web-page.ts";
import type { JobContext, JobHandler } from "../../src/jobs/job.ts";
import { endChecks } from "../../src/prices/price-monitor/check/begin-checks.ts";
import { checkProducts } from "../../src/prices/price-monitor/check/check-products.ts";
import { noteCheck } from "../../src/prices/price-monitor/check/note-check.ts";
import { runConcurrently } from "../run-concurrently.ts";

const AT_ONCE = 100;
/** The number in one look; the next look goes on. */
const DUE_MAX = 1_000;
const CONCURRENCY = 4;
const WAIT_MAX_MS = 120_000;

/**
 * Checks watched products: those that are named, or those of a tier that are due. What was checked says so itself, so an
 * interrupted job goes on with the others.
 */
export const check: JobHandler<"price-monitor.check"> = async ({ tier, productIds, sinceMs }, context) => {
  const { db, services, commit, signal } = context;
  const reader = { services, tenantId: db.tenantId, signal, waitMaxMs: WAIT_MAX_MS };
  if (tier === null) {
    await checkAll(reader, await listUnchecked(db, productIds ?? [], sinceMs), context);
    return;
  }
  const nowMs = services.now();
  for (let done = 0; done < DUE_MAX; done += AT_ONCE) {
    const due: string[] = await listDueProducts(db satisfies Reader, { tier, nowMs, limit: AT_ONCE });
    await checkAll(reader, due, context);
    if (due.length < AT_ONCE) break;
  }
  await commit(endChecks, { tier }, "done");
};

/** Checks products at a fixed concurrency, each stored when it is done. */
async function checkAll(
  reader: PageReader,
  ids: readonly string[],
  { commit, throwIfTurnIsOver }: JobContext<"price-monitor.check">,
): Promise<void> {
  await runConcurrently(CONCURRENCY, async (queue) => {
    const own = ids.filter((_, place) => place % CONCURRENCY === queue);
    for await (const each of checkProducts(reader, own)) {
      await commit(noteCheck, each, "kept");
      throwIfTurnIsOver();
    }
  });
}
