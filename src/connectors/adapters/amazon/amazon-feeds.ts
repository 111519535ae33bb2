import { gunzipSync } from "node:zlib";
import { PlatformError } from "../../engine/platform-error.ts";
import { listOf, member, numberOf, textOf } from "../../engine/platform-values.ts";
import type { Api, ApiRequest } from "../../engine/requests/platform-api.ts";

// Source: https://developer-docs.amazon.com/sp-api/docs/feeds-api-v2021-06-30-reference and
// https://developer-docs.amazon.com/sp-api/docs/listings-feed-type-values (JSON_LISTINGS_FEED)
const FEEDS = "feeds/2021-06-30";
const FEED_TYPE = "JSON_LISTINGS_FEED";
const CONTENT_TYPE = "application/json; charset=UTF-8";
const GZIP_FIRST_BYTE = 0x1f;
const REPORT_BYTES_MAX = 32 * 1024 * 1024;
/** A feed whose answer was lost was made within this time, counted from when its content was laid down. */
const MADE_WITHIN_MS = 5 * 60_000;

/** The way to the seller's account. */
export interface Account {
  api: Api;
  marketplace: string;
  call: (path: string, request?: Partial<ApiRequest>) => Promise<unknown>;
}

/** Where the content of a feed lies, and since when. */
interface Laid {
  documentId: string;
  sinceMs: number;
}

/** Lays the content of a feed down where Amazon says. */
async function layDown({ api, call }: Account, feed: unknown): Promise<Laid> {
  const sinceMs = Date.now();
  const place = await call(`${FEEDS}/documents`, { method: "POST", json: { contentType: CONTENT_TYPE } });
  const [url, documentId] = [textOf(member(place, "url")), textOf(member(place, "feedDocumentId"))];
  if (url === undefined || documentId === undefined) {
    throw new PlatformError("refused", "Amazon gave no place for the feed");
  }
  await api.request({ method: "PUT", url, body: JSON.stringify(feed), headers: { "content-type": CONTENT_TYPE } });
  return { documentId, sinceMs };
}

/** Has what was laid down processed; `isOnce`: not again where the answer is lost. */
async function create({ call, marketplace }: Account, { documentId }: Laid, isOnce?: true): Promise<string> {
  const json = { feedType: FEED_TYPE, marketplaceIds: [marketplace], inputFeedDocumentId: documentId };
  const request = { method: "POST" as const, json, ...(isOnce && { isOnce }) };
  const feedId = textOf(member(await call(`${FEEDS}/feeds`, request), "feedId"));
  if (feedId === undefined) throw new PlatformError("refused", "Amazon took no feed");
  return feedId;
}

/** The one feed that was made of what was laid down. Of several it is not known which: the content goes again. */
async function findCreated({ call, marketplace }: Account, { sinceMs }: Laid): Promise<string | undefined> {
  const query = new URLSearchParams({
    feedTypes: FEED_TYPE,
    marketplaceIds: marketplace,
    createdSince: new Date(sinceMs).toISOString(),
    createdUntil: new Date(Math.min(sinceMs + MADE_WITHIN_MS, Date.now())).toISOString(),
  });
  const [first, ...others] = listOf(member(await call(`${FEEDS}/feeds?${query}`), "feeds"));
  return others.length > 0 ? undefined : textOf(member(first, "feedId"));
}

/** Begins a feed, once: after an interruption, or where the answer is lost, the one that Amazon has is found. */
async function beginFeed(account: Account, laid: Laid, isFresh: boolean): Promise<string> {
  const created = isFresh ? undefined : await findCreated(account, laid);
  if (created !== undefined) return created;
  try {
    return await create(account, laid, true);
  } catch (error) {
    if (!(error instanceof PlatformError && error.isUncertain)) throw error;
    return (await findCreated(account, laid)) ?? create(account, laid);
  }
}

/** What a feed that has ended says of its messages. */
async function issuesOf({ api, call }: Account, ended: unknown): Promise<unknown[]> {
  const documentId = textOf(member(ended, "resultFeedDocumentId"));
  if (member(ended, "processingStatus") !== "DONE" || documentId === undefined) {
    throw new PlatformError("refused", `Amazon ended the feed as ${String(member(ended, "processingStatus"))}`);
  }
  const place = await call(`${FEEDS}/documents/${documentId}`);
  const answer = await api.request({ method: "GET", url: textOf(member(place, "url")) ?? "" });
  if (member(place, "compressionAlgorithm") !== "GZIP") return listOf(member(answer.json(), "issues"));
  // A store that names the packing as the answer's own has it unpacked on the way.
  if (answer.bytes[0] !== GZIP_FIRST_BYTE) return listOf(member(answer.json(), "issues"));
  const text = gunzipSync(answer.bytes, { maxOutputLength: REPORT_BYTES_MAX }).toString("utf8");
  return listOf(member(JSON.parse(text), "issues"));
}

/**
 * Sends a feed once, and reads what its report says: until that is read the feed is known, and a later turn follows it on.
 * `read`: what is made of the issues, which may ask Amazon more.
 */
export async function followFeed<T>(
  account: Account,
  content: unknown,
  read: (issues: unknown[]) => Promise<T>,
): Promise<T> {
  let isFresh = false;
  return account.api.follow<T>({
    name: "Amazon's document of a feed",
    content,
    begin: async () => {
      isFresh = true;
      return JSON.stringify(await layDown(account, content));
    },
    poll: (known) =>
      account.api.follow<T>({
        name: "Amazon's feed",
        content,
        begin: () => beginFeed(account, laidIn(known), isFresh),
        poll: async (feedId) => {
          const feed = await account.call(`${FEEDS}/feeds/${feedId}`);
          const hasEnded = /^(DONE|FATAL|CANCELLED)$/.test(String(member(feed, "processingStatus")));
          return hasEnded ? read(await issuesOf(account, feed)) : undefined;
        },
      }),
  });
}

function laidIn(known: string): Laid {
  const laid: unknown = JSON.parse(known);
  return { documentId: String(member(laid, "documentId")), sinceMs: numberOf(member(laid, "sinceMs")) ?? 0 };
}
