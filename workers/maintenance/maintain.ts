import { setTimeout as sleep } from "node:timers/promises";
import { listExpiredExports } from "../../db/exports/expired-exports.ts";
import { EVERY_TENANT } from "../../db/ports.ts";
import { listTenants } from "../../db/tenants/all-tenants.ts";
import { listPaused } from "../../db/webhooks/sweeps.ts";
import { fileKeyOf } from "../../src/exports/tasks/export-options.ts";
import { clearFile } from "../../src/exports/tasks/lifecycle.ts";
import { orphanFiles } from "../../src/maintenance/orphan-files.ts";
import { deleteOld, sweepOldRows } from "../../src/maintenance/sweep-old-rows.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { sweepHeld } from "../../src/webhooks/send/expire-held.ts";
import { sweepDeliveries } from "../../src/webhooks/send/sweep-deliveries.ts";

const EVERY_MS = 5 * 60_000;
/** No writer takes this long for a file; by the clock of the store, not of the database. */
const PARTS_AGE_MS = 86_400_000;

/** Looking at every file takes long where there are many, and what is stored by days need not be deleted by minutes. */
const DAILY_MS = 86_400_000;

const AT_ONCE = 500;

/** The ids of all tenants, until `signal` aborts. */
async function* tenantIds({ reader }: ThreadServices, signal: AbortSignal): AsyncGenerator<string> {
  for (let after: string | undefined = ""; after !== undefined; ) {
    const tenants = await listTenants(reader(EVERY_TENANT), { after, limit: AT_ONCE });
    for (const { id } of tenants) {
      if (signal.aborted) return;
      yield id;
    }
    after = tenants.length < AT_ONCE ? undefined : tenants.at(-1)?.id;
  }
}

/** Deletes what every tenant has stored for its time, in small steps. */
export async function deleteOldOfAll(services: ThreadServices, signal: AbortSignal): Promise<void> {
  for await (const id of tenantIds(services, signal)) {
    for (let more = true; more && !signal.aborted; ) ({ more } = await services.write(deleteOld, id, undefined));
  }
}

/**
 * Deletes the files that were written before `beforeMs` and that nothing refers to: what is left when a process dies
 * between a file and its row, or between a row and its file. Rows are never deleted for want of a file, which may only be
 * out of reach. Returns how many files it deleted.
 */
export async function sweepFiles(services: ThreadServices, beforeMs: number, signal: AbortSignal): Promise<number> {
  const { files, reader } = services;
  let deleted = 0;
  for await (const id of tenantIds(services, signal)) {
    for await (const orphans of orphanFiles(files, reader(id), beforeMs)) {
      for (const key of orphans) await files.delete(key);
      deleted += orphans.length;
      if (signal.aborted) break;
    }
  }
  return deleted;
}

const EXPORTS_AT_ONCE = 100;

/** Deletes the files of the exports that have expired or failed, of every tenant. */
export async function sweepExports({ reader, files, write, now }: ThreadServices): Promise<void> {
  for (let count = EXPORTS_AT_ONCE; count === EXPORTS_AT_ONCE; ) {
    const expired = await listExpiredExports(reader(EVERY_TENANT), { nowMs: now(), limit: EXPORTS_AT_ONCE });
    for (const { tenantId, id } of expired) {
      await files.delete(fileKeyOf(tenantId, id));
      await write(clearFile, tenantId, { taskId: id });
    }
    count = expired.length;
  }
}

/** Removes what has had its time, every few minutes until `signal` aborts. Never throws. */
export async function maintain(services: ThreadServices, signal: AbortSignal): Promise<void> {
  const note = (error: unknown) => services.log.error({ error: String(error) }, "cannot sweep");
  for (let dailySweptMs = Number.NEGATIVE_INFINITY; !signal.aborted; ) {
    await sweepAll(services, signal).catch(note);
    if (performance.now() - dailySweptMs >= DAILY_MS) {
      dailySweptMs = performance.now();
      await deleteOldOfAll(services, signal).catch(note);
      const deleted = await sweepFiles(services, Date.now() - PARTS_AGE_MS, signal).catch(note);
      if (deleted) services.log.warn({ files: deleted }, "deleted files that belonged to nothing");
    }
    await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

const PAGE = 200;

/** Removes old logs and events, and gives up what is held too long, which it says in the log. */
export async function sweepWebhooks(services: ThreadServices, signal: AbortSignal): Promise<void> {
  let givenUp = 0;
  const untilDone = async (step: () => Promise<{ more: boolean; givenUp: number }>) => {
    for (let more = true; more && !signal.aborted; ) {
      const done = await step();
      ({ more } = done);
      givenUp += done.givenUp;
    }
  };
  await untilDone(() => services.write(sweepDeliveries, EVERY_TENANT, undefined));
  await eachPaused(services, signal, (tenantId, webhookId) =>
    untilDone(() => services.write(sweepHeld, tenantId, { webhookId })),
  );
  if (givenUp > 0) services.log.warn({ deliveries: givenUp }, "webhook deliveries were held too long: undeliverable");
}

async function eachPaused(
  services: ThreadServices,
  signal: AbortSignal,
  sweep: (tenantId: string, webhookId: string) => Promise<void>,
): Promise<void> {
  const db = services.reader(EVERY_TENANT);
  let after = { tenantId: "", webhookId: "" };
  for (;;) {
    const paused = await listPaused(db, { after, limit: PAGE });
    for (const { tenantId, webhookId } of paused) await sweep(tenantId, webhookId);
    const last = paused.at(-1);
    if (!last || signal.aborted) return;
    after = last;
  }
}

/** One round: rows first, then files. */
export async function sweepAll(services: ThreadServices, signal: AbortSignal): Promise<void> {
  for (let more = true; more && !signal.aborted; ) {
    ({ more } = await services.write(sweepOldRows, EVERY_TENANT, undefined));
  }
  await sweepWebhooks(services, signal);
  await sweepExports(services);
  await services.files.removeParts(Date.now() - PARTS_AGE_MS);
}
