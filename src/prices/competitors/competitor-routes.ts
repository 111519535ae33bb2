import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { accessRoutes } from "../../http/gate/access.ts";
import { maybe, orNull, Time, trimmed, Uuid } from "../../http/input/fields.ts";
import { noContent } from "../../http/output/answers.ts";
import { ifMatch } from "../../http/output/etag.ts";
import { resourceRoutes } from "../../kit/resource/resource.ts";
import type { Services } from "../../runtime/services.ts";
import { isoOfMs } from "../../text/instant.ts";
import { EDIT_MONITOR, VIEW_MONITOR } from "../price-monitor/policies.ts";
import { blacklistCompetitor, deleteCompetitor, unblacklistCompetitor } from "./change-competitors.ts";
import { Competitor, CompetitorParams, createCompetitor, isShown, updateCompetitor } from "./competitor.ts";
import { mergeRoutes } from "./merge-routes.ts";

const BlacklistInput = Type.Object({
  competitor_id: Uuid,
  reason: maybe(Type.String({ maxLength: 500, examples: ["Sells counterfeits"] })),
});
const Blacklisted = Type.Object(
  { competitor_id: Uuid, reason: orNull(Type.String()), created_at: Time },
  { title: "BlacklistEntry" },
);

/** `/prices/competitors`: the shops whose prices are watched, and those that do not count. */
export const competitorRoutes = (services: Services) =>
  new Elysia().use(blacklistRoutes(services)).use(mergeRoutes(services)).use(routesOfCompetitors(services));

const routesOfCompetitors = (services: Services) =>
  resourceRoutes(services, Competitor, {
    path: "/prices/competitors",
    tag: "Competitors",
    rights: {
      view: VIEW_MONITOR,
      create: EDIT_MONITOR,
      edit: { ...EDIT_MONITOR, refusals: [] },
      remove: EDIT_MONITOR,
    },
    changes: { create: createCompetitor, update: updateCompetitor, remove: deleteCompetitor },
    list: { filters: { is_active: Type.Boolean(), is_marketplace: Type.Boolean() }, counters: "sized" },
    leaves: ["put"],
    hides: {
      condition: { sql: "deleted_at_ms is null and merged_into is null", args: {} },
      isHidden: (competitor) => !isShown(competitor),
    },
    stampOf: (competitor) => String(competitor.observations_count),
    texts: {
      one: "Competitor",
      create: "Competitors that observations name are created by themselves.",
      read: "One competitor.",
      change: "Absent fields keep their value. The code cannot be changed.",
      remove:
        "Its observations stay in the history. Its code can be used again. Price positions follow shortly after when it sells more than 500 products.",
    },
  });

const blacklistRoutes = (services: Services) =>
  accessRoutes(services, "Competitors", "/prices/competitors/blacklist")
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
            "Its observations are still stored and shown, but no longer count for alerts, MAP, repricing and the dashboard. Price positions follow shortly after when it sells more than 500 products.",
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
        params: CompetitorParams,
        response: { 204: Type.Void({ description: "The competitor counts again." }) },
        detail: {
          operationId: "unblacklistCompetitor",
          summary: "Remove a competitor from the blacklist",
          description:
            "Its latest prices count again at once, in price positions shortly after when it sells more than 500 products; missed alerts are not sent later.",
        },
      },
    );
