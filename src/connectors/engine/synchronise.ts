import { type Connector, connectorRows, findConnector } from "../../../db/connectors/connectors.ts";
import { connectorFeeds, deleteSending, insertSending } from "../../../db/connectors/feeds.ts";
import { deleteMappings, type Mapping, markHidden, putMappings } from "../../../db/connectors/mappings.ts";
import { countKnown, type SyncScope } from "../../../db/connectors/pushed-products.ts";
import {
  beginMoves,
  endMoves,
  type LevelKey,
  type LevelMove,
  type NewLevel,
  putWholeLevels,
  shopLevels,
} from "../../../db/connectors/shop-orders.ts";
import { insertNotes, listNotes, type SyncNote } from "../../../db/connectors/sync-notes.ts";
import { enqueue } from "../../../db/jobs/queue.ts";
import { type MutationContext, mutation, type Reader, type Tx } from "../../../db/ports.ts";
import { ApiError, required } from "../../http/output/errors.ts";
import { lifecycle, RUN_TRIGGERS, type SyncCounts, type SyncJob, SyncJobs, type SyncType } from "../sync-job.ts";
import { findPlatform } from "./platforms.ts";

// The engine tries each request again; a job that has failed as a whole can be started again.
const ATTEMPTS_MAX = 3;
/** The number of products that a synchronisation reports. */
export const NOTES_MAX = 500;
const PUSHES = ["push_products", "push_stock", "push_prices"] as const;
const NO_COUNTS: SyncCounts = { pushed: 0, pulled: 0, updated: 0, errors: 0, skipped: 0 };

/** What was requested, or is scheduled, and is under way. */
export const findRunning = (db: Reader, connectorId: string, jobType: SyncType): Promise<SyncJob | undefined> =>
  SyncJobs.table.find(db, { connectorId, jobType, status: "processing", trigger: RUN_TRIGGERS });

/** Throws why a connector cannot do this now. */
function refuseSync(connector: Connector, jobType: SyncType): void {
  const platform = findPlatform(connector.platformId);
  // The contract's capabilities know no orders.
  const isAble = jobType === "pull_orders" ? platform?.hasOrders : platform?.capabilities.includes(jobType);
  if (!isAble) throw new ApiError("CAPABILITY_NOT_SUPPORTED");
  if (!connector.isActive) throw new ApiError("CONNECTOR_INACTIVE");
  if (!connector.isConfigured) throw new ApiError("CONNECTOR_NOT_CONFIGURED");
}

interface Beginning {
  connectorId: string;
  jobType: SyncType;
  scope: SyncScope;
  /** How many products these are; `null`: not counted. */
  total?: number | null;
  trigger?: (typeof RUN_TRIGGERS)[number];
}

/**
 * Begins a synchronisation: a job does it. Throws NOT_FOUND, CAPABILITY_NOT_SUPPORTED, CONNECTOR_INACTIVE,
 * CONNECTOR_NOT_CONFIGURED and SYNC_ALREADY_RUNNING.
 */
export async function beginSyncIn(tx: Tx, given: Beginning, { now, newId }: MutationContext): Promise<SyncJob> {
  const { connectorId, jobType, scope, total = scope.productIds?.length ?? null, trigger = "manual" } = given;
  refuseSync(required(await findConnector(tx, connectorId), "connector", connectorId), jobType);
  const running = await findRunning(tx, connectorId, jobType);
  if (running) throw new ApiError("SYNC_ALREADY_RUNNING", { details: { job_id: running.id } });
  const { known, live } = scope.productIds ? await countKnown(tx, scope.productIds) : { known: 0, live: 0 };
  const unknown = scope.productIds ? scope.productIds.length - known : 0;
  const counts = { errors: unknown, skipped: known - live };
  const kind = { connectorId, jobType, trigger, scope, total } as const;
  const job = await SyncJobs.table.insert(tx, { id: newId(), ...kind, ...counts, startedAtMs: now() });
  const options = { queue: "outside", attemptsMax: ATTEMPTS_MAX } as const;
  await enqueue(tx, "connectors.sync", { connectorId, jobId: job.id }, { now, newId }, options);
  return job;
}

/** The same as a mutation. */
export const beginSync = mutation("connectors.begin-sync", beginSyncIn);

/**
 * Begins a push of the products alone that failed in one before: those that it reports. Throws what `beginSync` does, and
 * NO_FAILED_PRODUCTS.
 */
export const retryFailed = mutation(
  "connectors.retry-failed",
  async (tx, { connectorId, jobId }: { connectorId: string; jobId: string }, context): Promise<SyncJob> => {
    const job = required(await SyncJobs.table.find(tx, { id: jobId, connectorId }), SyncJobs.noun, jobId);
    const jobType = PUSHES.find((each) => each === job.jobType);
    const failed = (await listNotes(tx, jobId)).flatMap(({ result, productId }) =>
      result === "error" && productId !== null ? [productId] : [],
    );
    if (!jobType || failed.length === 0) throw new ApiError("NO_FAILED_PRODUCTS");
    const scope = { productIds: [...new Set(failed)], ...(job.scope.isForced && { isForced: true as const }) };
    return beginSyncIn(tx, { connectorId, jobType, scope }, context);
  },
);

/** What a chunk of a push has met. */
export interface PushedChunk {
  connectorId: string;
  jobId: string;
  counts: Partial<SyncCounts>;
  mappings: Mapping[];
  /** Products of which it is known now what became of them. */
  known?: string[];
  /** Products that the platform no longer has. */
  missing: string[];
  /** The results of single products. */
  notes?: SyncNote[];
  /** The stock here that the shop follows now, of levels that it got whole. */
  levels?: NewLevel[];
  /** Changes of levels that have arrived, and those that have not. */
  arrived?: LevelKey[];
  unmoved?: LevelKey[];
  /** Products that were taken from sale there, and those that are sold again. */
  hidden?: string[];
  shown?: string[];
}

/** Forgets products that a platform no longer has. */
async function forget(tx: Tx, connectorId: string, productIds: readonly string[]): Promise<void> {
  await deleteMappings(tx, connectorId, productIds);
  await shopLevels.erase(tx, { connectorId, productId: productIds });
}

/** Reports that a job does not have yet: after an interruption what was refused is refused again. */
async function unsaid(tx: Tx, jobId: string, notes: readonly SyncNote[]): Promise<SyncNote[]> {
  const keyOf = ({ productId, externalId, result, message }: SyncNote) =>
    JSON.stringify([productId, externalId, result, message]);
  const known = new Set((await listNotes(tx, jobId)).map(keyOf));
  return notes.filter((note) => !known.has(keyOf(note)));
}

/** Notes what became of a chunk, in the transaction that notes how far the job is. */
export const notePushed = mutation("connectors.note-pushed", async (tx, chunk: PushedChunk, { now }): Promise<void> => {
  const { connectorId, jobId, counts, mappings, missing, known = [], notes = [] } = chunk;
  const { levels = [], arrived = [], unmoved = [] } = chunk;
  if (known.length > 0) await deleteSending(tx, connectorId, known);
  if (missing.length > 0) await forget(tx, connectorId, missing);
  // A connector that was deleted meanwhile has no mappings any more.
  if (mappings.length > 0 && (await findConnector(tx, connectorId))) {
    await putMappings(tx, connectorId, mappings, now());
    if (levels.length > 0) await putWholeLevels(tx, connectorId, levels, now());
  }
  if (arrived.length > 0) await endMoves(tx, connectorId, arrived, { hasArrived: true, nowMs: now() });
  if (unmoved.length > 0) await endMoves(tx, connectorId, unmoved, { hasArrived: false, nowMs: now() });
  if (chunk.hidden?.length) await markHidden(tx, connectorId, chunk.hidden, true);
  if (chunk.shown?.length) await markHidden(tx, connectorId, chunk.shown, false);
  await SyncJobs.table.set(tx, { id: jobId }, {}, { ...NO_COUNTS, ...counts });
  if (notes.length > 0) await insertNotes(tx, jobId, await unsaid(tx, jobId, notes), NOTES_MAX);
});

/**
 * Notes that a chunk is about to be sent: what is made of it is looked up first after an interruption. Says whether a live
 * push is under way: then it waits, and asks again.
 */
export const noteSending = mutation(
  "connectors.note-sending",
  async (tx, { connectorId, unknown }: { connectorId: string; unknown: string[] }): Promise<{ isBusy: boolean }> => {
    if ((await connectorFeeds.find(tx, { connectorId }))?.isSending) return { isBusy: true };
    if (unknown.length > 0 && (await findConnector(tx, connectorId))) await insertSending(tx, connectorId, unknown);
    return { isBusy: false };
  },
);

/** Notes changes of levels that are about to be sent: after an interruption they are in doubt. */
export const noteMoves = mutation(
  "connectors.note-moves",
  async (tx, { connectorId, moves }: { connectorId: string; moves: LevelMove[] }, { now }): Promise<void> => {
    await beginMoves(tx, connectorId, moves, now());
  },
);

/** How a synchronisation has ended. */
export interface SyncEnd {
  connectorId: string;
  jobId: string;
  /** Why it was given up; `null`: it is through. */
  error: string | null;
  /** The connector itself does not work: its credentials, or its platform. */
  isOfConnector?: boolean;
}

async function endSyncOf(tx: Tx, end: SyncEnd, context: MutationContext): Promise<void> {
  const { connectorId, jobId, error, isOfConnector } = end;
  await lifecycle.settleById(tx, jobId, error === null ? "complete" : "fail", { errorMessage: error }, context);
  const connector = await findConnector(tx, connectorId);
  if (!connector) return;
  if (error === null) {
    await connectorRows.update(tx, {
      ...connector,
      status: "active",
      statusMessage: null,
      lastSyncAtMs: context.now(),
    });
  } else if (isOfConnector) {
    await connectorRows.update(tx, { ...connector, status: "error", statusMessage: error });
  }
}

/** Ends a synchronisation; one that has ended already stays as it is. */
export const endSync = mutation("connectors.end-sync", endSyncOf);

/** Ends the synchronisation of a job that has failed for good. Called by the job's own end. */
export async function failSync(
  tx: Tx,
  { connectorId, jobId }: { connectorId: string; jobId: string },
  error: string,
  context: MutationContext,
): Promise<void> {
  const job = await SyncJobs.find(tx, jobId);
  if (job?.status === "processing") await endSyncOf(tx, { connectorId, jobId, error }, context);
}
