import type { BusyKey } from "../http/output/messages/busy.ts";
import type { AskName } from "./asks.ts";

/**
 * Those that compute much of the catalog for a request, and what they are called when too many wait: they wait in a queue, so
 * that a thread has few of them at a time.
 */
const QUEUED: { [K in AskName]?: BusyKey } = {
  "compliance.count": "busy.compliance",
  "compliance.issues": "busy.compliance",
  "compliance.survey": "busy.compliance",
  "enrichment.count": "busy.lists",
  "enrichment.ledger": "busy.statistics",
  "translation.estimate": "busy.estimates",
  "pricing.sources": "busy.prices",
  "products.by-reference": "busy.lists",
  "products.changes": "busy.lists",
  "products.count": "busy.lists",
  "products.page": "busy.lists",
  "products.stats": "busy.lists",
  "repricing.simulate": "busy.prices",
  "search.find": "busy.searches",
  "search.similar": "busy.searches",
  "search.suggest": "busy.searches",
};

const MINUTE_MS = 60_000;
/** A model may be given ten minutes for an answer, and is asked three times. */
const MODEL_MS = 35 * MINUTE_MS;
const SERVER_MS = 10 * MINUTE_MS;

/**
 * Those that wait for servers of others, and for how long somebody waits for them at most: longer than what they wait for may
 * take, so that it ends them only when their thread does not.
 */
const OUTSIDE: { [K in AskName]?: number } = {
  "connectors.test": SERVER_MS,
  "documents.find": MODEL_MS,
  "enrichment.execute": MODEL_MS,
  "enrichment.generate": MODEL_MS,
  "export-platforms.send-one": SERVER_MS,
  "export-platforms.test": SERVER_MS,
  "overlays.write-anew": MODEL_MS,
  "price-monitor.check-one": SERVER_MS,
  "web.run": MODEL_MS,
  "webhooks.attempt": SERVER_MS,
};

const of = <T>(table: { [K in AskName]?: T }, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name as AskName] : undefined;

/** What a call that waits in the queue is called when it is refused; `undefined`: it is sent at once. */
export const queuedAs = (name: string): BusyKey | undefined => of(QUEUED, name);
/** How long a call that waits for servers of others may take; `undefined`: it waits for none. */
export const outsideMsOf = (name: string): number | undefined => of(OUTSIDE, name);
