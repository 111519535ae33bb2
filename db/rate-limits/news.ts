/** What processes on one server report to each other of the requests they have counted. */
import type { Reader, Tx } from "../ports.ts";
import { json, number, text } from "../rows.ts";

/** Of one counter, since the last report of its process. */
export interface CountedNews {
  /** The tier, and what else distinguishes it from other counters. */
  counter: string;
  caller: string;
  limit: number;
  windowSeconds: number;
  /** When the requests came, oldest first. */
  timesMs: number[];
  /** How many earlier ones were taken out of the count again. */
  givenBack: number;
}

export const insertNews = (tx: Tx, { process, nowMs, news }: { process: string; nowMs: number; news: CountedNews[] }) =>
  tx.run(
    `insert into rate_limit_news
            (process, counter, caller, limit_count, window_s, times_ms, given_back, noted_at_ms)
     select :process, value ->> 'counter', value ->> 'caller', value ->> 'limit', value ->> 'windowSeconds',
            value -> 'timesMs', value ->> 'givenBack', :nowMs
       from json_each(:news)`,
    { process, nowMs, news: JSON.stringify(news) },
  );

export const deleteNewsBefore = (tx: Tx, beforeMs: number) =>
  tx.run("delete from rate_limit_news where noted_at_ms < :beforeMs", { beforeMs });

/** At most `limit` of the other processes, in the order they came in, after the one with this id. */
export const listNews = (
  db: Reader,
  { process, afterId, limit }: { process: string; afterId: number; limit: number },
): Promise<(CountedNews & { id: number })[]> =>
  db.all(
    `select id, counter, caller, limit_count, window_s, times_ms, given_back from rate_limit_news
      where id > :afterId and process <> :process order by id limit :limit`,
    { process, afterId, limit },
    (row) => ({
      id: number(row, "id"),
      counter: text(row, "counter"),
      caller: text(row, "caller"),
      limit: number(row, "limit_count"),
      windowSeconds: number(row, "window_s"),
      timesMs: json(row, "times_ms") as number[], // written from a list of numbers
      givenBack: number(row, "given_back"),
    }),
  );
