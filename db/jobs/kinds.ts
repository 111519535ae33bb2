import type { WireError } from "../local/write-port.ts";
import type { Waiting } from "../price-alerts/triggers.ts";
import type { Tier } from "../price-monitor/monitored.ts";
import type { Owner } from "../products/owned.ts";

/**
 * Every kind of background work: what its row carries, and what it notes down to go on from there after an interruption.
 * `family.verb` is also its file: `workers/family/verb.ts`.
 */
export interface JobKinds {
  "auth.mail-reset": { payload: { email: string }; checkpoint: never };
  "imports.dry-run": { payload: DryRunPayload; checkpoint: DryRunOutcome };
  /** Looks in the catalog for the EANs of rows that wait. */
  "imports.look-up-eans": { payload: { sinceMs: number }; checkpoint: { lastSeenAtMs: number; id: string } };
  /** Fetches the images that products have got from a platform. */
  "connectors.fetch-images": { payload: { connectorId: string; productIds: string[] }; checkpoint: never };
  /** Fetches the images that an import names. */
  "imports.fetch-images": { payload: { importId: string }; checkpoint: never };
  /** Takes back what an import did. */
  "imports.revert": { payload: { importId: string }; checkpoint: never };
  "imports.run": { payload: { importId: string }; checkpoint: ImportCheckpoint };
  "brands.import-from-erp": { payload: Record<string, never>; checkpoint: never };
  /** Pushes what has changed of products to a connector that follows changes. */
  "connectors.live": { payload: { connectorId: string }; checkpoint: never };
  "connectors.sync": { payload: { connectorId: string; jobId: string }; checkpoint: SyncCheckpoint };
  /** Fetches the file of an import from where its sender puts it. */
  "imports.fetch": { payload: { importId: string }; checkpoint: never };
  /** Begins the import of a configuration. */
  "imports.run-config": { payload: { configId: string }; checkpoint: never };
  "export-platforms.send": { payload: { jobId: string }; checkpoint: never };
  "documents.index": { payload: { documentId: string }; checkpoint: never };
  /** Makes the vectors of passages. */
  "documents.embed": { payload: Record<string, never>; checkpoint: never };
  "enrichment.batch": { payload: { batchId: string; runNo: number }; checkpoint: never };
  "export-schedules.run": { payload: { scheduleId: string }; checkpoint: { jobId: string } };
  "export-schedules.retry": {
    payload: { scheduleId: string; jobId: string; attempt: number };
    checkpoint: { jobId: string };
  };
  "exports.write": { payload: { taskId: string }; checkpoint: never };
  "products.erase": { payload: { lastRowId: number; total: number }; checkpoint: never };
  "mail.send": { payload: { mailId: string }; checkpoint: never };
  "products.touch": { payload: { owner: Owner; ownerIds: string[] }; checkpoint: TouchCheckpoint };
  /** Those that are named, else those of the tier that are due. */
  "price-monitor.check": {
    payload: { tier: Tier | null; productIds: string[] | null; sinceMs: number };
    checkpoint: never;
  };
  /** Mails what alerts have gathered. */
  "price-alerts.mail-digest": { payload: { digest: Waiting }; checkpoint: never };
  "repricing.run": { payload: { runId: string }; checkpoint: RepricingCheckpoint };
  /** Takes back what a run has changed. */
  "repricing.revert": { payload: { runId: string; force: boolean }; checkpoint: never };
  "repricing.scheduled": { payload: Record<string, never>; checkpoint: never };
  "web.enrich": {
    payload: { productId: string; runId: string; skipA: boolean; skipB: boolean };
    checkpoint: never;
  };
  "web.price-bot": { payload: { runId: string }; checkpoint: PriceBotCheckpoint };
  "translation.batch": { payload: { batchId: string; runNo: number }; checkpoint: never };
  "search.embed": { payload: Record<string, never>; checkpoint: never };
  "search.reindex": { payload: { reindexId: string }; checkpoint: ReindexCheckpoint };
}

/** How far a connector's synchronisation is. */
export interface SyncCheckpoint {
  /** Row id of the last product that is noted; 0 before the first. */
  after: number;
  /** What the platform's next page is asked for with; `null` for the first. */
  cursor: string | null;
}

/** What a request waits for, and until when. */
export interface DryRunPayload {
  importId: string;
  language: "en" | "fr";
  deadlineMs: number;
}

/** What is answered, or the error as it crosses threads. */
export type DryRunOutcome = { answer: unknown } | { refused: WireError };

/** How far a search index has been made anew. */
export interface ReindexCheckpoint {
  /** Products that changed up to this value of the clock are in it. */
  afterUs: number;
  indexed: number;
}

/** How far a run is: the next part of its simulation, or the product after which it goes on, by where that is stored. */
export interface RepricingCheckpoint {
  after: number;
}

/** The last product that was searched for. */
export interface PriceBotCheckpoint {
  after: string;
}

/** How far an import has read its file. */
export interface ImportCheckpoint {
  /** Number of the last record that is committed; 0 before the first. */
  record: number;
  /** How far the file was ever read before its first row was applied; it is read from its beginning each time. */
  readBytes?: number;
}

/** The last product that was touched. */
export interface TouchCheckpoint {
  ownerId: string;
  after: string | number;
}

export type JobKind = keyof JobKinds;

/**
 * Queues keep short work from waiting behind long work: on-demand workers take from `bulk`, `quick` and `asked`, long work that a
 * request waits for, and the background worker from `quick` and from `index`, what changes the search index. Long work that waits
 * for servers of others stands in `outside`, which has threads of its own.
 */
export type QueueName = "bulk" | "outside" | "quick" | "asked" | "index";

/** Long work that waits for servers which tenants name. */
const OUTSIDE: ReadonlySet<JobKind> = new Set<JobKind>([
  "connectors.fetch-images",
  "connectors.sync",
  "enrichment.batch",
  "export-schedules.retry",
  "export-schedules.run",
  "imports.fetch",
  "imports.fetch-images",
  "price-monitor.check",
  "translation.batch",
  "web.enrich",
  "web.price-bot",
]);

/** The queue of long work of a kind. */
export const longQueueOf = (kind: JobKind): "bulk" | "outside" => (OUTSIDE.has(kind) ? "outside" : "bulk");
