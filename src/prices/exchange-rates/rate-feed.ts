import { type RateDay, rateDayRows } from "../../../db/exchange-rates/rate-days.ts";
import { enqueue } from "../../../db/jobs/queue.ts";
import { mutation, type Reader } from "../../../db/ports.ts";
import { findSetting, putSetting } from "../../../db/settings/settings.ts";
import { noteAudit } from "../../audit/note-audit.ts";
import { invalidBody } from "../../http/output/errors.ts";
import { type Conditional, requireVersion, versionOf } from "../../http/output/etag.ts";
import type { MessageKey, MessageParams } from "../../http/output/messages.ts";
import { everyMinutes } from "../../schedules/next-run.ts";
import { plan } from "../../schedules/schedule-plan.ts";
import { type ExchangeRates, ratesVersion } from "./rates.ts";
import { type RatesOfDay, rateProblems } from "./set-rates.ts";

const FEED_SETTING = "exchange-rate-feed";
const RESULT_SETTING = "exchange-rate-feed-result";
const FETCH = "exchange-rates.fetch";
/** A bank publishes once a day, at an hour of its own. */
const EVERY_MINUTES = 360;

/** Where rates are fetched, and the tenant's own for currencies that are not there. */
export interface RateFeed {
  url: string;
  ownRates: ExchangeRates;
}

/** How the last fetch ended. */
export interface FeedResult {
  fetchedAtMs: number;
  /** The newest day of the document. */
  newestDay: string | null;
  /** How many days were stored. */
  stored: number;
  problem: { key: MessageKey; params?: MessageParams } | null;
}

export const findRateFeed = async (db: Reader): Promise<RateFeed | undefined> =>
  // Only `setRateFeed` writes it.
  ((await findSetting(db, FEED_SETTING)) as RateFeed | null | undefined) ?? undefined;

export const findFeedResult = async (db: Reader): Promise<FeedResult | undefined> =>
  // Only the two below write it.
  ((await findSetting(db, RESULT_SETTING)) as FeedResult | null | undefined) ?? undefined;

/** Differs whenever the feed does, or a fetch has ended. */
export const feedVersion = async (db: Reader): Promise<string> =>
  versionOf([(await findRateFeed(db)) ?? null, (await findFeedResult(db)) ?? null]);

interface FeedChange extends Conditional {
  url: string | null;
  ownRates: ExchangeRates;
}

/** Has rates fetched from an address, at once and then every six hours; `url: null` ends it. Throws VALIDATION_FAILED, PRECONDITION_FAILED. */
export const setRateFeed = mutation(
  "exchange-rates.set-feed",
  async (tx, { url, ownRates, expected }: FeedChange, context): Promise<void> => {
    requireVersion(expected, await feedVersion(tx));
    const problems = rateProblems(ownRates, "own_rates");
    if (problems.length > 0) throw invalidBody(problems);
    const nowMs = context.now();
    const feed: RateFeed | null = url === null ? null : { url, ownRates };
    await putSetting(tx, FEED_SETTING, feed, nowMs);
    await putSetting(tx, RESULT_SETTING, null, nowMs);
    await plan(
      tx,
      { kind: FETCH, ownerId: "feed", payload: {}, isActive: feed !== null },
      everyMinutes(EVERY_MINUTES),
      nowMs,
    );
    if (feed) await enqueue(tx, FETCH, {}, context, { queue: "outside" });
    await noteAudit(tx, context, "setting.changed", FEED_SETTING, { url, own_rates: ownRates });
  },
);

interface FeedDays {
  /** Of the feed when they were fetched. */
  url: string;
  days: RatesOfDay[];
  /** The newest day of the document. */
  newestDay: string | null;
}

/** Which days are stored: new ones, and the newest again. What a person has entered for a day stays. */
function wantedOf({ days, newestDay }: Pick<FeedDays, "days" | "newestDay">, known: readonly RateDay[]): RatesOfDay[] {
  const byDay = new Map(known.map((each) => [each.day, each]));
  return days.filter(({ day, rates }) => {
    const there = byDay.get(day);
    return (
      !there || (day === newestDay && there.source === "feed" && ratesVersion(there.rates) !== ratesVersion(rates))
    );
  });
}

/** Stores a part of what a fetch has brought, and answers how many days that were. None when the feed has another address by now. */
export const storeFeedDays = mutation(
  "exchange-rates.store-feed-days",
  async (tx, { url, days, newestDay }: FeedDays, context): Promise<number> => {
    const feed = await findRateFeed(tx);
    if (feed?.url !== url) return 0;
    const merged = days.map(({ day, rates }) => ({ day, rates: { ...rates, ...feed.ownRates } }));
    const known = await rateDayRows.list(tx, { where: { day: merged.map(({ day }) => day) } });
    const wanted = wantedOf({ days: merged, newestDay }, known);
    const updatedAtMs = context.now();
    await rateDayRows.saveAll(
      tx,
      wanted.map((each) => ({ ...each, source: "feed", updatedAtMs })),
    );
    return wanted.length;
  },
);

/** Notes how a fetch has ended. */
export const noteFetched = mutation(
  "exchange-rates.note-fetched",
  async (tx, { url, ...ended }: { url: string } & Omit<FeedResult, "fetchedAtMs">, context): Promise<void> => {
    if ((await findRateFeed(tx))?.url !== url) return;
    const fetchedAtMs = context.now();
    const result: FeedResult = { ...ended, fetchedAtMs };
    await putSetting(tx, RESULT_SETTING, result, fetchedAtMs);
  },
);
