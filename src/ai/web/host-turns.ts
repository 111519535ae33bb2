import { mutation } from "../../../db/ports.ts";
import { putRobots, takeTurn } from "../../../db/web/hosts.ts";

/** A host is called once in this time, by all threads and tenants together. Source: S39.8. */
const GAP_MS = 1_000;
/** No caller waits longer. */
const AHEAD_MAX_MS = 1_800_000;

/** Reserves the next time at which a host may be called; returns when that is. */
export const takeHostTurn = mutation("web.take-turn", (tx, { host }: { host: string }, { now }) =>
  takeTurn(tx, { host, nowMs: now(), gapMs: GAP_MS, aheadMaxMs: AHEAD_MAX_MS }),
);

/** Notes what a host lets robots read. */
export const noteRobots = mutation(
  "web.note-robots",
  (tx, { host, robots }: { host: string; robots: string }, { now }) => putRobots(tx, host, robots, now()),
);
