import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { access } from "../http/gate/access.ts";
import { orNull, Time, trimmed, Uuid } from "../http/input/fields.ts";
import { SizedPageQuery, sizedPageOf } from "../http/input/page-size.ts";
import { noContent } from "../http/output/answers.ts";
import { required } from "../http/output/errors.ts";
import { ifMatch, withETag } from "../http/output/etag.ts";
import { EDIT_MONITOR, VIEW_MONITOR } from "../price-monitor/policies.ts";
import { sizedPageOfList } from "../resource/list.ts";
import type { Given } from "../resource/record.ts";
import type { Services } from "../runtime/services.ts";
import { isoOfMs } from "../text/instant.ts";
import { blacklistCompetitor, deleteCompetitor, unblacklistCompetitor } from "./change-competitors.ts";
import { Competitor, createCompetitor, updateCompetitor } from "./competitor.ts";

type Fields = Given<typeof Competitor.fields>;
const TAGS = ["Competitors"];
const SHOWN = { sql: "deleted_at_ms is null", args: {} };
const Params = Type.Object({ competitor_id: Type.String({ format: "uuid", description: "Id of the competitor." }) });
const CompetitorsQuery = Type.Object({ ...SizedPageQuery.properties, is_active: Type.Optional(Type.Boolean()) });
const BlacklistInput = Type.Object({
  competitor_id: Uuid,
  reason: Type.Optional(orNull(Type.String({ maxLength: 500, examples: ["Sells counterfeits"] }))),
});
const Blacklisted = Type.Object(
  { competitor_id: Uuid, reason: orNull(Type.String()), created_at: Time },
  { title: "BlacklistEntry" },
);

/** `/prices/competitors`: the shops whose prices are watched, and those that do not count. */
export const competitorRoutes = (services: Services) =>
  new Elysia().use(listRoutes(services)).use(changeRoutes(services)).use(blacklistRoutes(services));

const listRoutes = (services: Services) =>
  new Elysia({ prefix: "/prices/competitors", tags: TAGS })
    .use(access(services))
    .get(
      "",
      ({ db, query }) =>
        sizedPageOfList(
          db,
          { ...Competitor.table, name: "competitors" },
          { filters: { is_active: Type.Boolean() } },
          query,
          Competitor.bodyOf,
          [SHOWN],
        ),
      {
        policy: VIEW_MONITOR,
        query: CompetitorsQuery,
        response: { 200: sizedPageOf(Competitor.Body) },
        detail: { operationId: "listCompetitors", summary: "List competitors", description: "Newest first." },
      },
    )
    .get(
      "/:competitor_id",
      async ({ db, params, headers, set }) => {
        const found = await Competitor.table.find(db, params.competitor_id);
        const row = required(found?.deleted_at_ms === null ? found : undefined, "competitor", params.competitor_id);
        return withETag({ headers, set }, row.version, Competitor.bodyOf(row), String(row.observations_count));
      },
      {
        policy: VIEW_MONITOR,
        params: Params,
        response: { 200: Competitor.Body },
        detail: { operationId: "getCompetitor", summary: "Get a competitor", description: "One competitor." },
      },
    );

const changeRoutes = (services: Services) =>
  new Elysia({ prefix: "/prices/competitors", tags: TAGS })
    .use(access(services))
    .post(
      "",
      async ({ write, body, set, status }) => {
        // The schema has let the fields through.
        const row = await write(createCompetitor, { fields: body as Fields });
        set.headers["location"] = `/api/v1/prices/competitors/${row.id}`;
        return status(201, Competitor.bodyOf(row));
      },
      {
        policy: { ...EDIT_MONITOR, refusals: ["DUPLICATE_RESOURCE"] },
        body: Competitor.Create,
        response: { 201: Competitor.Body },
        detail: {
          operationId: "createCompetitor",
          summary: "Create a competitor",
          description: "Competitors that observations name are created by themselves.",
        },
      },
    )
    .patch(
      "/:competitor_id",
      async ({ write, params, body, headers, set }) => {
        const target = { id: params.competitor_id, expected: ifMatch(headers) };
        const row = await write(updateCompetitor, { ...target, fields: body as Fields });
        return withETag({ headers: {}, set }, row.version, Competitor.bodyOf(row), String(row.observations_count));
      },
      {
        policy: EDIT_MONITOR,
        params: Params,
        body: Competitor.Update,
        response: { 200: Competitor.Body },
        detail: {
          operationId: "updateCompetitor",
          summary: "Update a competitor",
          description: "Absent fields keep their value. The code cannot be changed.",
        },
      },
    )
    .delete(
      "/:competitor_id",
      async ({ write, params, headers }) => {
        await write(deleteCompetitor, { id: params.competitor_id, expected: ifMatch(headers) });
        return noContent();
      },
      {
        policy: EDIT_MONITOR,
        params: Params,
        response: { 204: Type.Void({ description: "The competitor is deleted." }) },
        detail: {
          operationId: "deleteCompetitor",
          summary: "Delete a competitor",
          description: "Its observations stay in the history. Its code can be used again.",
        },
      },
    );

const blacklistRoutes = (services: Services) =>
  new Elysia({ prefix: "/prices/competitors/blacklist", tags: TAGS })
    .use(access(services))
    .post(
      "",
      async ({ write, body, set, status }) => {
        const [id, reason] = [body.competitor_id, trimmed(body.reason) ?? null];
        const { isNew, atMs } = await write(blacklistCompetitor, { id, reason });
        set.headers["location"] = `/api/v1/prices/competitors/${id}`;
        return status(isNew ? 201 : 200, { competitor_id: id, reason, created_at: isoOfMs(atMs) });
      },
      {
        policy: EDIT_MONITOR,
        body: BlacklistInput,
        response: { 200: Blacklisted, 201: Blacklisted },
        detail: {
          operationId: "blacklistCompetitor",
          summary: "Blacklist a competitor",
          description:
            "Its observations are still stored and shown, but no longer count for alerts, MAP, repricing and the dashboard.",
        },
      },
    )
    .delete(
      "/:competitor_id",
      async ({ write, params, headers }) => {
        await write(unblacklistCompetitor, { id: params.competitor_id, expected: ifMatch(headers) });
        return noContent();
      },
      {
        policy: EDIT_MONITOR,
        params: Params,
        response: { 204: Type.Void({ description: "The competitor counts again." }) },
        detail: {
          operationId: "unblacklistCompetitor",
          summary: "Remove a competitor from the blacklist",
          description: "Its latest prices count again at once; missed alerts are not sent later.",
        },
      },
    );
