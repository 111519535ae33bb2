/** Rate-limit counters. They are the instance's own: an address is counted before its tenant is known. */
import type { Reader, Tx } from "../ports.ts";
import { json, text } from "../rows.ts";

export interface StoredCounter {
  /** The tier, and what else distinguishes it from other counters. */
  counter: string;
  caller: string;
  /** When the counted requests came, oldest first. */
  timesMs: number[];
  expiresAtMs: number;
}

/** At most `limit`, those that last longest. */
export const listCounters = (
  db: Reader,
  { nowMs, limit }: { nowMs: number; limit: number },
): Promise<Omit<StoredCounter, "expiresAtMs">[]> =>
  db.all(
    `select counter, caller, times_ms from rate_limit_counter
      where expires_at_ms > :nowMs order by expires_at_ms desc limit :limit`,
    { nowMs, limit },
    (row) => ({
      counter: text(row, "counter"),
      caller: text(row, "caller"),
      timesMs: json(row, "times_ms") as number[], // written from a list of numbers
    }),
  );

export const putCounters = (tx: Tx, counters: StoredCounter[]) =>
  tx.run(
    `insert into rate_limit_counter (counter, caller, times_ms, expires_at_ms)
     select value ->> 'counter', value ->> 'caller', value -> 'timesMs', value ->> 'expiresAtMs'
       from json_each(:counters)
      where true
     on conflict do update set times_ms = excluded.times_ms, expires_at_ms = excluded.expires_at_ms`,
    { counters: JSON.stringify(counters) },
  );
