import { type Connector, connectorRows, findConnector } from "../../../../db/connectors/connectors.ts";
import { connectorFeeds, insertSending } from "../../../../db/connectors/feeds.ts";
import { enqueue } from "../../../../db/jobs/queue.ts";
import { type MutationContext, mutation, type Tx } from "../../../../db/ports.ts";
import { readSequence } from "../../../../db/products/sequence.ts";
import { SyncJobs } from "../../sync-job.ts";
import { findRunning } from "../synchronise.ts";
import type { PushKind } from "./push-outcome.ts";

export const AUTO_PUSH = ["products", "stock", "prices"] as const;
const HOUR_MS = 3_600_000;
const ATTEMPTS_MAX = 3;
const FIRST_REST_MS = 5_000;
const REST_MAX_MS = 900_000;

/** What of products a connector sends by itself when it changes. */
export function autoPushOf({ syncOptions }: Pick<Connector, "syncOptions">): Set<PushKind> {
  const wanted = syncOptions["auto_push"];
  const named: unknown[] = Array.isArray(wanted) ? wanted : [];
  return new Set(AUTO_PUSH.filter((kind) => named.includes(kind)));
}

/** Begins or ends to follow changes, as the options of a connector say. What was changed before is not sent. */
export async function followAsWanted(tx: Tx, connector: Connector): Promise<void> {
  if (autoPushOf(connector).size === 0) return void (await connectorFeeds.erase(tx, { connectorId: connector.id }));
  await connectorFeeds.note(tx, { connectorId: connector.id, seenUs: await readSequence(tx) });
  const feed = await connectorFeeds.find(tx, { connectorId: connector.id });
  if (feed) await connectorFeeds.update(tx, { ...feed, failures: 0, retryAtMs: 0 });
}

/** Lets a job send what has changed. */
export const beginLive = mutation(
  "connectors.begin-live",
  async (tx, { connectorId }: { connectorId: string }, context): Promise<void> => {
    const options = { queue: "quick", attemptsMax: ATTEMPTS_MAX, uniqueKey: `live:${connectorId}` } as const;
    await enqueue(tx, "connectors.live", { connectorId }, context, options);
  },
);

const isPushRunning = async (tx: Tx, connectorId: string): Promise<boolean> => {
  for (const jobType of ["push_products", "push_stock", "push_prices"] as const) {
    if (await findRunning(tx, connectorId, jobType)) return true;
  }
  return false;
};

/** The job that notes what a connector does by itself: one an hour. */
async function liveJobOf(tx: Tx, connectorId: string, { now, newId }: MutationContext): Promise<string> {
  const nowMs = now();
  const where = { connectorId, trigger: "live" } as const;
  const since = { order: "asc", after: [nowMs - HOUR_MS, ""] } as const;
  const [known] = await SyncJobs.table.list(tx, { where, by: "startedAtMs", ...since, limit: 1 });
  if (known) return known.id;
  const times = { startedAtMs: nowMs, completedAtMs: nowMs };
  const job = { id: newId(), connectorId, jobType: "live", status: "completed", trigger: "live", ...times } as const;
  return (await SyncJobs.table.insert(tx, job)).id;
}

/** Notes that a job that goes on now and then has done something. */
async function noteActive(tx: Tx, connectorId: string, errorMessage: string | null, context: MutationContext) {
  const id = await liveJobOf(tx, connectorId, context);
  await SyncJobs.table.set(tx, { id }, { completedAtMs: context.now(), errorMessage });
}

/**
 * Notes that changes are about to be sent, and what is made of them. Returns the job that notes what becomes of them;
 * `null`: a push of the connector is under way, which sends them.
 */
export const noteLiveSending = mutation(
  "connectors.note-live-sending",
  async (tx, given: { connectorId: string; unknown: string[] }, context): Promise<{ jobId: string } | null> => {
    const { connectorId, unknown } = given;
    const feed = await connectorFeeds.find(tx, { connectorId });
    if (!feed || (!feed.isSending && (await isPushRunning(tx, connectorId)))) return null;
    await connectorFeeds.update(tx, { ...feed, isSending: true });
    if (unknown.length > 0) await insertSending(tx, connectorId, unknown);
    return { jobId: await liveJobOf(tx, connectorId, context) };
  },
);

/** Notes up to which change everything is sent. */
export const noteSeen = mutation(
  "connectors.note-seen",
  async (tx, given: { connectorId: string; seenUs: number; hasSent: boolean }, context): Promise<void> => {
    const { connectorId, seenUs, hasSent } = given;
    const feed = await connectorFeeds.find(tx, { connectorId });
    if (!feed) return;
    await connectorFeeds.update(tx, { ...feed, seenUs: Math.max(seenUs, feed.seenUs), isSending: false, failures: 0 });
    if (!hasSent) return;
    const nowMs = context.now();
    await noteActive(tx, connectorId, null, context);
    const connector = await findConnector(tx, connectorId);
    const working = { status: "active", statusMessage: null, lastSyncAtMs: nowMs } as const;
    if (connector) await connectorRows.update(tx, { ...connector, ...working });
  },
);

async function restOf(
  tx: Tx,
  { connectorId, error }: { connectorId: string; error: string },
  context: MutationContext,
): Promise<void> {
  const feed = await connectorFeeds.find(tx, { connectorId });
  if (!feed) return;
  const nowMs = context.now();
  const retryAtMs = nowMs + Math.min(REST_MAX_MS, FIRST_REST_MS * 2 ** Math.min(10, feed.failures));
  await connectorFeeds.update(tx, { ...feed, isSending: false, failures: feed.failures + 1, retryAtMs });
  await noteActive(tx, connectorId, error, context);
  const connector = await findConnector(tx, connectorId);
  if (connector) await connectorRows.update(tx, { ...connector, status: "error", statusMessage: error });
}

/** Leaves a platform alone that is away or refuses the credentials, longer each time: 5 seconds to a quarter of an hour. */
export const restLive = mutation("connectors.rest-live", restOf);

/** The same for a job that has failed for good. */
export const restAfterFailure = (
  tx: Tx,
  { connectorId }: { connectorId: string },
  error: string,
  context: MutationContext,
): Promise<void> => restOf(tx, { connectorId, error }, context);
