import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Reader } from "../../../db/ports.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { originOf } from "../../http/gate/caller/origin.ts";
import { decodeCursor, encodeCursor } from "../../http/input/cursor.ts";
import { invalidBody, required } from "../../http/output/errors.ts";
import { ifMatch } from "../../http/output/etag.ts";
import type { Given } from "../../kit/resource/record.ts";
import { resourceRoutes } from "../../kit/resource/resource.ts";
import type { Services } from "../../runtime/services.ts";
import { nameKey } from "../../text/name-key.ts";
import { checkFeedCall } from "../calls.ts";
import { EXPORTS } from "../policies.ts";
import { rotateToken } from "./builds.ts";
import { CHECKED_MAX, checkBody, FeedCheck } from "./check-feed.ts";
import { Feed, type FeedRow, feedChanges } from "./export-feed.ts";
import { feedUrl, newToken } from "./feed-token.ts";
import { FEED_TYPE_NAMES, FEED_TYPES, isFeedType } from "./feed-types.ts";
import { planFeed } from "./plan-feed.ts";

const READ = { ...EXPORTS, tier: "READ_STANDARD" } as const;
const WRITE = { ...EXPORTS, tier: "WRITE_CONFIG" } as const;
/** An answer with a whole address is never stored, not even for a repeated request. */
const SHOW_URL = { ...WRITE, secretAnswer: true } as const;

const FeedWithUrl = Type.Object(
  {
    ...Feed.Body.properties,
    token: Type.String({ description: "The secret part of the address." }),
    url: Type.String({
      description: "Address for the marketplace, shown once: who knows it can read the feed.",
      examples: ["https://pim.example/api/v1/feeds/2VhTq…Zr1.xml"],
    }),
  },
  { description: "An export feed with its address." },
);
const FeedTypes = Type.Object({
  items: Type.Array(
    Type.Object({
      name: Type.String({ examples: ["google_shopping_xml"] }),
      title: Type.String(),
      ending: Type.String({ examples: ["xml"] }),
      specification: Type.String({ description: "Where the rules are published." }),
      variants: Type.String(),
      columns: Type.Array(Type.Unknown(), { description: "The built-in columns, as those of an export profile." }),
    }),
  ),
});
const CheckQuery = Type.Object({
  cursor: Type.Optional(Type.String({ maxLength: 500, description: "`next_cursor` of the part before." })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: CHECKED_MAX, description: "Products to look at. Default 500." }),
  ),
});
const CHECKED = 500;

const SAMPLE_URL = "https://shop.example/{url_slug}";
const withUrl = (row: FeedRow, token: string) => ({
  ...Feed.bodyOf(row),
  token,
  url: feedUrl(row.origin, token, FEED_TYPES[row.feed_type]),
});
const idOf = (params: object) => String(Object(params)["feed_id"]);

/** A feed by id or name, or as a type has it when nothing is set. */
async function findFeed(db: Reader, named: string, nowMs: number): Promise<FeedRow> {
  const found =
    (await Feed.table.find(db, named.toLowerCase())) ?? (await Feed.table.findBy(db, "name_key", [nameKey(named)]))[0];
  if (found || !isFeedType(named)) return required(found, "export_feed", named);
  return Feed.apply(Feed.blank("", nowMs), { feed_type: named, product_url: SAMPLE_URL });
}

/** `/exports/feeds`: files for marketplaces, each at an address of its own. */
export const feedRoutes = (services: Services) =>
  new Elysia()
    .use(typesRoute(services))
    .use(
      resourceRoutes(services, Feed, {
        path: "/exports/feeds",
        tag: "Export Feeds",
        rights: { view: READ, edit: { ...WRITE, narrows: true }, remove: WRITE },
        changes: { update: feedChanges.update, remove: feedChanges.remove },
        leaves: ["create"],
        stampOf: ({ built_at: at }) => at ?? "",
        texts: {
          one: "ExportFeed",
          list: "Newest first, without their addresses.",
          create: "",
          read: "`items` and `left_out` are those of the file that was made last.",
          change: "Absent fields keep their value. Its address stays, but for another ending of another type.",
          remove: "Its address answers 404 from then on.",
        },
      }),
    )
    .use(creationRoutes(services));

const typesRoute = (services: Services) =>
  accessRoutes(services, "Export Feeds", "/exports/feeds").get(
    "/types",
    () => ({
      items: FEED_TYPE_NAMES.map((name) => {
        const { title, ending, specification, variants, columns } = FEED_TYPES[name];
        return {
          name,
          title,
          ending,
          specification,
          variants,
          columns: columns({ productUrl: SAMPLE_URL, currency: "" }),
        };
      }),
    }),
    {
      policy: READ,
      response: { 200: FeedTypes },
      detail: {
        operationId: "listFeedTypes",
        summary: "List the feed types",
        description: "Formats of marketplaces, price comparison sites and partners, with their built-in columns.",
      },
    },
  );

const creationRoutes = (services: Services) =>
  accessRoutes(services, "Export Feeds", "/exports/feeds")
    .post(
      "",
      async ({ write, body, request, set, status }) => {
        const { token, kept } = newToken();
        const origin = originOf(request, services);
        // Its schema lets these through.
        const fields = body as Given<(typeof Feed)["fields"]>;
        const row = await write(feedChanges.create, { fields: { ...fields, ...kept, origin } });
        set.headers["location"] = `/api/v1/exports/feeds/${row.id}`;
        return status(201, withUrl(row, token));
      },
      {
        policy: { ...SHOW_URL, narrows: true, refusals: ["DUPLICATE_RESOURCE"] },
        body: Feed.Create,
        response: { 201: FeedWithUrl },
        detail: {
          operationId: "createExportFeed",
          summary: "Create an export feed",
          description:
            "Answers its address once: only a hash of the token is stored. `/rotate-url` gives it another one.",
        },
      },
    )
    .post(
      "/:feed_id/rotate-url",
      async ({ write, params, headers, request }) => {
        const { token, kept } = newToken();
        const origin = originOf(request, services);
        return withUrl(await write(rotateToken, { id: idOf(params), expected: ifMatch(headers), kept, origin }), token);
      },
      {
        policy: SHOW_URL,
        params: Feed.Params,
        response: { 200: FeedWithUrl },
        detail: {
          operationId: "rotateExportFeedUrl",
          summary: "Give an export feed another address",
          description: "The one before answers 404 at once.",
        },
      },
    )
    .get(
      "/:feed_id/check",
      async ({ db, tenantId, params, query, request, language }) => {
        const row = await findFeed(db, idOf(params), services.now());
        const feed = await planFeed(db, row);
        if ("problems" in feed) throw invalidBody(feed.problems);
        const list = `feed check ${row.id} ${row.feed_type}`;
        const { cursor, limit = CHECKED } = query;
        const [afterRowId] = cursor === undefined ? [0] : decodeCursor(list, cursor, ["count"]);
        const input = { feed, afterRowId, limit, origin: originOf(request, services) };
        const result = await services.call(checkFeedCall, tenantId, input, request.signal);
        const next = result.nextRowId === null ? null : encodeCursor(list, [result.nextRowId]);
        return checkBody(feed, result, { language, cursor: next });
      },
      {
        policy: { ...READ, refusals: ["VALIDATION_FAILED"] },
        params: Type.Object({
          feed_id: Type.String({ maxLength: 100, description: "Id or name of the feed, or name of a feed type." }),
        }),
        query: CheckQuery,
        response: { 200: FeedCheck },
        detail: {
          operationId: "checkExportFeed",
          summary: "Check an export feed",
          description: "What its specification would say of each item, before it leaves. 500 products at a time.",
        },
      },
    );
