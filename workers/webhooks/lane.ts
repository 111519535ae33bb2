import type { Delivery } from "../../db/webhooks/deliveries.ts";
import { FAILING_FROM, type LeasedLane } from "../../db/webhooks/lanes.ts";
import type { Receiver } from "../../src/webhooks/receiver.ts";
import type { LaneReport, Outcome } from "../../src/webhooks/settle-deliveries.ts";

/** Requests under way at once: to receivers that answer, and to those that have failed again and again. */
export const SLOTS = { sound: 24, failing: 8 } as const;
/** And to one webhook. */
const PER_WEBHOOK = { sound: 4, failing: 1 } as const;
export type Line = keyof typeof SLOTS;

/** A webhook that this thread delivers for. */
export interface Lane {
  tenantId: string;
  webhookId: string;
  token: number;
  failures: number;
  receiver: Receiver | undefined;
  /** Read, and not begun. */
  waiting: Delivery[];
  /** Events that were read and are not settled: the database still shows them as waiting. */
  inHand: Set<string>;
  /** Requests under way. */
  inFlight: number;
  /** Its deliveries are being read. */
  isReading: boolean;
  /** The last reading brought all there was. */
  isDry: boolean;
  /** Nothing more may be sent: it is paused, deleted or another's. */
  isStopped: boolean;
  /** Done, and not noted yet. */
  outcomes: Outcome[];
  /** Its turn: those that were served last come last. */
  servedAt: number;
}

/** A lane that was just leased. */
export const newLane = ({ consecutiveFailures, ...lane }: LeasedLane): Lane => ({
  ...lane,
  failures: consecutiveFailures,
  receiver: undefined,
  waiting: [],
  inHand: new Set(),
  inFlight: 0,
  isReading: false,
  isDry: false,
  isStopped: false,
  outcomes: [],
  servedAt: 0,
});

/** Begins nothing more of a lane. */
export function stop(lane: Lane): void {
  lane.isStopped = true;
  for (const { eventId } of lane.waiting) lane.inHand.delete(eventId);
  lane.waiting = [];
}

const isDone = ({ inFlight, isReading, waiting, isDry, isStopped }: Lane) =>
  inFlight === 0 && !isReading && waiting.length === 0 && (isDry || isStopped);

/** Takes what there is to note out of the lanes. Those that have nothing more to do are given back; all, when `isLast`. */
export function reportsOf(lanes: ReadonlyMap<string, Lane>, isLast: boolean): LaneReport[] {
  const reports: LaneReport[] = [];
  for (const lane of lanes.values()) {
    const isReleased = isLast || isDone(lane);
    if (lane.outcomes.length === 0 && !isReleased) continue;
    const { tenantId, webhookId, token, outcomes } = lane;
    lane.outcomes = [];
    reports.push({ tenantId, webhookId, token, outcomes, isReleased });
  }
  return reports;
}

export const lineOf = ({ failures }: Lane): Line => (failures >= FAILING_FROM ? "failing" : "sound");

/** What of a lane occupies slots: a reading holds one for what it will bring. */
const busy = ({ inFlight, isReading, waiting }: Lane) => inFlight + (isReading && waiting.length === 0 ? 1 : 0);

const hasWork = ({ waiting, isDry, isReading, isStopped }: Lane) =>
  !isStopped && (waiting.length > 0 || !(isDry || isReading));

/** How many slots each line has left, and how many each tenant has taken of it. */
function countSlots(lanes: ReadonlyMap<string, Lane>) {
  const free: Record<Line, number> = { ...SLOTS };
  const taken = { sound: new Map<string, number>(), failing: new Map<string, number>() };
  for (const lane of lanes.values()) {
    const line = lineOf(lane);
    const own = busy(lane);
    if (own === 0) continue;
    free[line] -= own;
    taken[line].set(lane.tenantId, (taken[line].get(lane.tenantId) ?? 0) + own);
  }
  return { free, taken };
}

/**
 * The lane whose turn it is to send, or to be read first. A tenant gets a slot while it has fewer than are still free:
 * alone it may take half, and whoever comes later finds some left. Among tenants those with the fewest go first.
 */
export function nextLane(lanes: ReadonlyMap<string, Lane>): Lane | undefined {
  const { free, taken } = countSlots(lanes);
  let next: { lane: Lane; own: number } | undefined;
  for (const lane of lanes.values()) {
    const line = lineOf(lane);
    const own = taken[line].get(lane.tenantId) ?? 0;
    if (busy(lane) >= PER_WEBHOOK[line] || own >= free[line] || !hasWork(lane)) continue;
    if (!next || own < next.own || (own === next.own && lane.servedAt < next.lane.servedAt)) next = { lane, own };
  }
  return next?.lane;
}
