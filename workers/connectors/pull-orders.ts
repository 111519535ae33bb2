import { findOrdersSeen } from "../../db/connectors/shop-orders.ts";
import type { Reader } from "../../db/ports.ts";
import { comparesLevels } from "../../src/connectors/engine/adapter.ts";
import { PlatformError } from "../../src/connectors/engine/platform-error.ts";
import type { PulledOrders } from "../../src/connectors/orders/note-orders.ts";
import type { Way } from "./link.ts";
import { hasDoubts, type Plan } from "./send-page.ts";

/** Orders are read again from this long before the last pull began: a shop's clock may be behind. */
const OVERLAP_MS = 10 * 60_000;
const DAY_MS = 86_400_000;
/** A shop that has just reported an order may be about to lower its level. */
const COUNTING_MS = 1_000;

/** Which orders are read, and who does it. */
interface Reading {
  jobId: string | null;
  /** When the reading began. */
  startedAtMs: number;
  sinceMs: number;
  cursor: string | null;
  /** Up to the beginning all orders are read with these. */
  marks: boolean;
}

interface Noting {
  note: (page: PulledOrders, next: string | null) => Promise<void>;
  signal: AbortSignal;
}

/** Reads orders page by page. */
export async function readOrders(
  { connector, adapter, api }: Way,
  { jobId, startedAtMs, sinceMs, cursor: first, marks }: Reading,
  { note, signal }: Noting,
): Promise<void> {
  for (let cursor = first, isFirst = true; isFirst || cursor !== null; isFirst = false) {
    signal.throwIfAborted();
    const page = await adapter.orders?.(api, { sinceMs, cursor });
    if (!page) return;
    cursor = page.next;
    const seenMs = cursor === null && marks ? startedAtMs - OVERLAP_MS : null;
    await note({ connectorId: connector.id, jobId, news: page.orders, seenMs }, cursor);
  }
}

/** Takes all orders since the last pull. Credentials that may not read orders leave them alone. */
export async function takeNewOrders(
  way: Way,
  { db, nowMs, jobId, atMost = nowMs }: { db: Reader; nowMs: number; jobId: string | null; atMost?: number },
  noting: Noting,
): Promise<void> {
  const { connector } = way;
  const seenMs = (await findOrdersSeen(db, connector.id)) ?? connector.createdAtMs;
  const sinceMs = Math.max(seenMs, nowMs - atMost);
  const which = { jobId, startedAtMs: nowMs, sinceMs, cursor: null, marks: sinceMs === seenMs };
  try {
    await readOrders(way, which, noting);
  } catch (error) {
    if (!(error instanceof PlatformError) || error.reason === "unreachable") throw error;
  }
}

/**
 * Takes the orders of the last day, where the outcome of levels of a plan is in doubt: then what the shop has says all. Orders from
 * before that are known by their time when they come. Returns whether the plan is to be made again.
 */
export async function takeOrdersInDoubt(
  way: Way,
  plan: Plan,
  { db, nowMs }: { db: Reader; nowMs: number },
  noting: Noting,
): Promise<boolean> {
  if (!comparesLevels(way.adapter) || !hasDoubts(plan)) return false;
  await takeNewOrders(way, { db, nowMs, jobId: null, atMost: DAY_MS }, noting);
  await way.api.wait(COUNTING_MS);
  return true;
}
