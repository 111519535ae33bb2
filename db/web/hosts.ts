import type { Reader, Tx } from "../ports.ts";
import { number, text } from "../rows.ts";

/**
 * Reserves the next free time of a host, `gapMs` after the one before; returns when that is. A time further ahead than
 * `aheadMaxMs` was stored by another clock, and does not count.
 */
export const takeTurn = (
  tx: Tx,
  turn: { host: string; nowMs: number; gapMs: number; aheadMaxMs: number },
): Promise<number> =>
  tx.one(
    `insert into web_host (host, next_at_ms) values (:host, :nowMs + :gapMs)
      on conflict do update set next_at_ms =
        iif(next_at_ms > :nowMs + :aheadMaxMs, :nowMs, max(next_at_ms, :nowMs)) + :gapMs
      returning next_at_ms - :gapMs as turn_ms`,
    turn,
    (row) => number(row, "turn_ms"),
  );

/** What a host's robots.txt says, if it was read since a given time; "" when it has none. */
export const findRobots = (db: Reader, host: string, sinceMs: number): Promise<string | undefined> =>
  db.first(
    "select robots from web_host where host = :host and robots is not null and robots_at_ms >= :sinceMs",
    { host, sinceMs },
    (row) => text(row, "robots"),
  );

export const putRobots = (tx: Tx, host: string, robots: string, nowMs: number): Promise<number> =>
  tx.run(
    `insert into web_host (host, next_at_ms, robots, robots_at_ms) values (:host, :nowMs, :robots, :nowMs)
      on conflict do update set robots = excluded.robots, robots_at_ms = excluded.robots_at_ms`,
    { host, robots, nowMs },
  );
