import { EVERY_TENANT, mutation } from "../../../db/ports.ts";
import { type CountedNews, deleteNewsBefore, insertNews, listNews } from "../../../db/rate-limits/news.ts";
import type { ThreadServices } from "../../runtime/services.ts";
import type { RateLimiter } from "../gate/limits/rate-limit.ts";

/** A caller may have too much by what each of the other processes answers in this time. */
const SHARE_MS = 500;
/** Who hears nothing for longer than this has missed some. */
const LIVES_MS = 60_000;
const ROWS_MAX = 1_000;

/** Notes for the other processes what one has counted. */
export const shareCounted = mutation(
  "http.share-counted",
  async (tx, given: { process: string; news: CountedNews[] }, { now }) => {
    await insertNews(tx, { ...given, nowMs: now() });
    await deleteNewsBefore(tx, now() - LIVES_MS);
  },
);

type SharingServices = Pick<ThreadServices, "reader" | "write" | "changes" | "log" | "newId">;

/**
 * Several processes on one server count the requests of a caller together: each reports to the others twice a second what it
 * has counted, and counts what they report. Without callers it reports nothing. Does nothing where the database is a file.
 */
export function shareCounters(
  { reader, write, changes, log, newId }: SharingServices,
  limiter: Pick<RateLimiter, "beginNews" | "takeNews" | "hear">,
): { close(): Promise<void> } {
  if (!changes) return { close: async () => undefined };
  const process = newId();
  let [afterId, seen] = [0, -1];
  // Before the first request: a caller may come at once.
  limiter.beginNews();

  async function tell(): Promise<void> {
    for (let news = limiter.takeNews(ROWS_MAX); news.length > 0; news = limiter.takeNews(ROWS_MAX)) {
      await write(shareCounted, EVERY_TENANT, { process, news });
    }
  }
  async function hear(): Promise<void> {
    const count = changes?.count() ?? 0;
    if (count === seen) return;
    let heard = 0;
    do {
      const news = await listNews(reader(EVERY_TENANT), { process, afterId, limit: ROWS_MAX });
      limiter.hear(news);
      afterId = news.at(-1)?.id ?? afterId;
      heard = news.length;
    } while (heard === ROWS_MAX);
    seen = count;
  }

  let sharing = Promise.resolve();
  const share = async () => {
    await tell();
    await hear();
  };
  let isSharing = false;
  const timer = setInterval(() => {
    if (isSharing) return;
    isSharing = true;
    sharing = share()
      .catch((error: unknown) => log.warn({ error: String(error) }, "cannot share rate-limit counters"))
      .finally(() => {
        isSharing = false;
      });
  }, SHARE_MS);
  return {
    close: async () => {
      clearInterval(timer);
      await sharing;
    },
  };
}
