import { type Connector, findConnector } from "../../db/connectors/connectors.ts";
import { findOrdersSeen } from "../../db/connectors/shop-orders.ts";
import { PlatformError } from "../../src/connectors/engine/platform-error.ts";
import { applyPulled } from "../../src/connectors/engine/pull/apply-pulled.ts";
import { changeableOf } from "../../src/connectors/engine/pull/pull-fields.ts";
import { type PullRules, takesPrices } from "../../src/connectors/engine/pull/pull-rules.ts";
import { stockOwnerOf, takesLevels } from "../../src/connectors/engine/shop/stock-owner.ts";
import { endSync } from "../../src/connectors/engine/synchronise.ts";
import { notePulledOrders, type PulledOrders } from "../../src/connectors/orders/note-orders.ts";
import { type SyncJob, SyncJobs } from "../../src/connectors/sync-job.ts";
import { type JobHandler, TurnIsOver } from "../../src/jobs/job.ts";
import { deleteToken, openWay } from "./open-way.ts";
import { readOrders, takeNewOrders } from "./pull-orders.ts";
import { type Checkpoint, type Context, push, type Run } from "./push-job.ts";

/** A synchronisation waits no longer than this for rates and works of its platform. */
const WAITED_MAX_MS = 24 * 60 * 60_000;

/** Pushes products to a platform or pulls them from it, chunk by chunk, after the last one that is noted. */
export const sync: JobHandler<"connectors.sync"> = async ({ connectorId, jobId }, context) => {
  const { db, services, commit, signal, checkpoint } = context;
  const job = await SyncJobs.find(db, jobId);
  if (job?.status !== "processing") return;
  const connector = await findConnector(db, connectorId);
  if (!connector) {
    await commit(endSync, { connectorId, jobId, error: "The connector was deleted" }, "done");
    return;
  }
  let run: Run | undefined;
  try {
    run = { ...(await openWay(connector, { services, db, signal })), job };
    const from: Checkpoint = checkpoint ?? { after: 0, cursor: null };
    await (WORKS[job.jobType] ?? push)(run, context, from);
    await commit(endSync, { connectorId, jobId, error: null }, "done");
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    await giveUp(error, { connector, job, run }, context);
  }
};

/** Ends a synchronisation that its platform has refused, or leaves the platform alone for as long as it asks. */
async function giveUp(
  error: PlatformError,
  { connector, job, run }: { connector: Connector; job: SyncJob; run: Run | undefined },
  { db, services, commit, signal }: Context,
): Promise<void> {
  const mayWait = services.now() - job.startedAtMs < WAITED_MAX_MS;
  if (error.waitMs !== undefined && mayWait) throw new TurnIsOver(error.waitMs);
  if (error.reason === "credentials") await deleteToken(connector, { services, db, signal });
  const isOfConnector = error.reason !== "refused";
  const message = run?.api.redact(error.message) ?? error.message;
  await commit(endSync, { connectorId: connector.id, jobId: job.id, error: message, isOfConnector }, "done");
}

/** What is no push. */
const WORKS: Partial<Record<SyncJob["jobType"], typeof push>> = { pull_products: pull, pull_orders: pullOrders };

/** What the tenant lets a pull change. */
const rulesOf = (connector: Connector): PullRules => ({
  createsMissing: true,
  takesImages: connector.syncOptions["pull_images"] === true,
  fields: changeableOf(connector, null),
});

/**
 * Where levels are taken, orders come first: from the first one on they say what the shop sells, and a level that holds it already
 * would count it twice. Credentials that may not read orders leave the levels alone.
 */
async function takeOrdersFirst(run: Run, context: Context): Promise<void> {
  const { connector, adapter, job } = run;
  if (!adapter.orders || stockOwnerOf(connector) === "shop") return;
  if (!(await takesLevels(context.db, connector))) return;
  // No place to go on from: the orders of an interrupted run are read again, and count once.
  const note = (page: PulledOrders) => context.commit(notePulledOrders, page, "kept");
  const given = { db: context.db, nowMs: job.startedAtMs, jobId: job.id };
  await takeNewOrders(run, given, { note, signal: context.signal });
}

async function pull(run: Run, context: Context, from: Checkpoint): Promise<void> {
  const { job, connector, adapter, api, content } = run;
  const { commit, signal, throwIfTurnIsOver } = context;
  const sinceMs = job.scope.sinceUs === undefined ? null : Math.floor(job.scope.sinceUs / 1_000);
  let { cursor } = from;
  if (cursor === null) await takeOrdersFirst(run, context);
  if (takesPrices(rulesOf(connector))) await run.askPriceTax();
  const [language] = (await content("offers")).plan.languages;
  for (;;) {
    signal.throwIfAborted();
    const page = await adapter.pull?.(api, { sinceMs, cursor, ...(language !== undefined && { language }) });
    if (!page) return;
    const input = { connectorId: connector.id, jobId: job.id, products: page.products, rules: rulesOf(connector) };
    cursor = page.next;
    await commit(applyPulled, input, { checkpoint: { after: 0, cursor } });
    if (cursor === null) return;
    throwIfTurnIsOver();
  }
}

async function pullOrders(run: Run, context: Context, from: Checkpoint): Promise<void> {
  const { job, connector } = run;
  const { db, commit, signal, throwIfTurnIsOver } = context;
  const seenMs = (await findOrdersSeen(db, connector.id)) ?? connector.createdAtMs;
  const wantedMs = job.scope.sinceUs === undefined ? seenMs : Math.floor(job.scope.sinceUs / 1_000);
  const note = async (page: PulledOrders, cursor: string | null) => {
    await commit(notePulledOrders, page, { checkpoint: { after: 0, cursor } });
    if (cursor !== null) throwIfTurnIsOver();
  };
  // Since a later time than was seen, there may be some between.
  const which = { sinceMs: wantedMs, cursor: from.cursor, marks: wantedMs <= seenMs };
  await readOrders(run, { jobId: job.id, startedAtMs: job.startedAtMs, ...which }, { note, signal });
}
