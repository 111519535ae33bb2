import { Type } from "@sinclair/typebox";
import { findPublicFeed, type PublicFeed } from "../../../db/exports/feed-builds.ts";
import { EVERY_TENANT } from "../../../db/ports.ts";
import { readSequence } from "../../../db/products/sequence.ts";
import { openRoutes } from "../../http/gate/access.ts";
import { fileBody } from "../../http/input/file-body.ts";
import { byteAnswer } from "../../http/output/byte-answer.ts";
import { ApiError } from "../../http/output/errors.ts";
import { isKnownTag } from "../../http/output/etag.ts";
import type { Services } from "../../runtime/services.ts";
import { fileStream } from "../../storage/file-stream.ts";
import { feedStream } from "../calls.ts";
import { requestBuild } from "./builds.ts";
import { Feed } from "./export-feed.ts";
import { hashToken, readFileName } from "./feed-token.ts";
import { FEED_TYPES, isFeedType } from "./feed-types.ts";
import { planFeed } from "./plan-feed.ts";

const MINUTE_MS = 60_000;
/** Prices of lists begin and end without a change of the catalog. */
const DAY_MS = 86_400_000;
const CACHED_SECONDS = 300;

const headersOf = (contentType: string, name: string) => ({
  "content-type": `${contentType}; charset=utf-8`,
  "content-disposition": `inline; filename="${name}"`,
  "cache-control": `public, max-age=${CACHED_SECONDS}`,
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; sandbox",
  "x-robots-tag": "noindex",
});

/** Whether a file is to be made again. */
async function isOutdated(services: Services, { tenantId, build, refreshMinutes }: PublicFeed): Promise<boolean> {
  const ageMs = services.now() - build.atMs;
  if (ageMs >= DAY_MS) return true;
  return ageMs >= refreshMinutes * MINUTE_MS && (await readSequence(services.reader(tenantId))) !== build.sequence;
}

/** Answers the stored file, with its tag; `undefined`: none is made with these settings. */
async function answerBuilt(
  { files }: Services,
  { build, version }: PublicFeed,
  request: Request,
  headers: Record<string, string>,
): Promise<Response | undefined> {
  if (build.version !== version) return undefined;
  const sizeBytes = await files.sizeBytes(build.file);
  if (sizeBytes === undefined) return undefined;
  const etag = `"${build.sha256.slice(0, 32)}"`;
  const tagged = { ...headers, etag, "last-modified": new Date(build.atMs).toUTCString() };
  if (isKnownTag(request.headers.get("if-none-match"), etag))
    return new Response(null, { status: 304, headers: tagged });
  return byteAnswer(request, { headers: tagged, sizeBytes, open: () => fileStream(files.read(build.file)) });
}

/** Answers a feed whose settings have no file yet while it is made. */
async function answerLive(
  services: Services,
  { tenantId, id }: PublicFeed,
  request: Request,
  headers: Record<string, string>,
): Promise<Response> {
  const row = await Feed.table.find(services.reader(tenantId), id);
  const feed = row && (await planFeed(services.reader(tenantId), row));
  // Who fetches it can mend nothing.
  if (!feed || "problems" in feed) throw new ApiError("NOT_FOUND");
  const origin = services.config.apiUrl ?? row.origin;
  return byteAnswer(request, {
    headers: { ...headers, "cache-control": "no-store" },
    sizeBytes: null,
    open: () => services.stream(feedStream, tenantId, { feed, origin }),
  });
}

/** Answers a feed to who has its address. Throws NOT_FOUND for one that does not exist, or no longer. */
async function answerFeed(services: Services, name: string, request: Request): Promise<Response> {
  const requested = readFileName(name);
  const found = requested && (await findPublicFeed(services.reader(EVERY_TENANT), hashToken(requested.token)));
  if (!found || !isFeedType(found.feedType)) throw new ApiError("NOT_FOUND");
  const { ending, contentType } = FEED_TYPES[found.feedType];
  if (requested.ending !== undefined && ending !== requested.ending) throw new ApiError("NOT_FOUND");
  const headers = headersOf(contentType, `${found.feedType}.${ending}`);
  const built = await answerBuilt(services, found, request, headers);
  if (!built || (await isOutdated(services, found))) {
    await services.write(requestBuild, found.tenantId, { feedId: found.id });
  }
  return built ?? answerLive(services, found, request, headers);
}

const FILE_TYPES = [...new Set(Object.values(FEED_TYPES).map(({ contentType }) => contentType))];

/** `/feeds`: files that marketplaces fetch. */
export const publicFeedRoutes = (services: Services) =>
  openRoutes(services, "Export Feeds", "/feeds").get(
    "/:feed_file",
    ({ params, request }) => answerFeed(services, params.feed_file, request),
    {
      policy: { credential: "none", tier: "READ_PUBLIC" },
      params: Type.Object({
        feed_file: Type.String({
          maxLength: 60,
          description: "Token of the feed, with the ending of its file or without one.",
        }),
      }),
      response: { 200: fileBody(FILE_TYPES, "The feed.") },
      detail: {
        operationId: "getFeedFile",
        summary: "Get a feed",
        description: "Public: the token in the address is the credential. With an ETag and `Last-Modified`.",
      },
    },
  );
