import type { JobHandler } from "../../src/jobs/job.ts";
import { BASE_CURRENCY } from "../../src/kit/cents.ts";
import { OutboundError } from "../../src/outbound/outbound-error.ts";
import {
  type FeedResult,
  findRateFeed,
  noteFetched,
  storeFeedDays,
} from "../../src/prices/exchange-rates/rate-feed.ts";
import { dayOf } from "../../src/prices/exchange-rates/rates.ts";
import { readEcb } from "../../src/prices/exchange-rates/read-ecb.ts";
import type { RatesOfDay } from "../../src/prices/exchange-rates/set-rates.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

const TIMEOUT_MS = 30_000;
/** The ECB's rates of all days since 1999 are 7 MB. */
const BYTES_MAX = 16 * 1024 * 1024;
const REDIRECTS = 3;
/** Days that are stored in one transaction. */
const CHUNK = 250;

type Fetched = Pick<FeedResult, "problem"> & { days: RatesOfDay[] };

async function fetchFrom(url: string, { outbound }: Pick<ThreadServices, "outbound">): Promise<Fetched> {
  const answer = await outbound.request(url, {
    method: "GET",
    headers: { accept: "application/xml, text/xml" },
    timeoutMs: TIMEOUT_MS,
    bytesMax: BYTES_MAX,
    redirects: REDIRECTS,
    schemes: ["https:", "http:"],
  });
  if (answer.status !== 200) {
    return { days: [], problem: { key: "rates.feed_answered", params: { status: answer.status } } };
  }
  const days = readEcb(answer.body.toString("utf8"));
  if (!days) return { days: [], problem: { key: "rates.feed_of_another", params: { currency: BASE_CURRENCY } } };
  return { days, problem: days.length === 0 || answer.isCut ? { key: "rates.feed_unreadable" } : null };
}

/** Fetches a tenant's exchange rates. What goes wrong is kept with the feed; the next time comes. */
export const fetchRates: JobHandler<"exchange-rates.fetch"> = async (_, { db, services, commit, signal }) => {
  const feed = await findRateFeed(db);
  // It was ended meanwhile.
  if (!feed) return;
  const fetched = await fetchFrom(feed.url, services).catch((error: unknown): Fetched => {
    if (!(error instanceof OutboundError)) throw error;
    return { days: [], problem: { key: "rates.feed_failed", params: { reason: error.message } } };
  });
  // Rates of a day to come would be those of now.
  const days = fetched.days.filter(({ day }) => day <= dayOf(services.now()));
  const newestDay = days[0]?.day ?? null;
  let stored = 0;
  for (let from = 0; from < days.length; from += CHUNK) {
    signal.throwIfAborted();
    const chunk = days.slice(from, from + CHUNK);
    stored += await commit(storeFeedDays, { url: feed.url, days: chunk, newestDay }, "kept");
  }
  await commit(noteFetched, { url: feed.url, newestDay, stored, problem: fetched.problem }, "done");
};
