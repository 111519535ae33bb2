import { Type } from "@sinclair/typebox";
import type { Reader } from "../../../db/ports.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { Uuid } from "../../http/input/fields.ts";
import type { Services } from "../../runtime/services.ts";
import { EDIT_MONITOR, VIEW_MONITOR } from "../price-monitor/policies.ts";
import { Competitor, CompetitorParams, domainOf, HostName } from "./competitor.ts";
import { mergeCompetitors, splitCompetitor } from "./merge-competitors.ts";

const MergeInput = Type.Object({
  competitor_id: { ...Uuid, description: "The one that becomes part of this one." },
});
const SplitInput = Type.Object({
  competitor_id: Type.Optional({ ...Uuid, description: "One that was merged into it; else `domain` and `name`." }),
  domain: Type.Optional({ ...HostName, description: "What was seen on its pages there goes to a new competitor." }),
  name: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, pattern: "\\S", description: "Of the new competitor." }),
  ),
});
const Merged = Type.Object({
  items: Type.Array(Type.Object({ id: Uuid, code: Type.String(), name: Type.String() })),
});

const shown = async (db: Reader, id: string) => Competitor.bodyOf(await Competitor.require(db, id));

/** `/prices/competitors/{competitor_id}`: which names and shops are one competitor, as a person says. */
export const mergeRoutes = (services: Services) =>
  accessRoutes(services, "Competitors", "/prices/competitors/:competitor_id")
    .get(
      "/merged",
      async ({ db, params: { competitor_id: id } }) => {
        await Competitor.require(db, id);
        const merged = await Competitor.table.findBy(db, "merged_into", [id]);
        return { items: merged.map(({ id: mergedId, code, name }) => ({ id: mergedId, code, name })) };
      },
      {
        policy: VIEW_MONITOR,
        params: CompetitorParams,
        response: { 200: Merged },
        detail: {
          operationId: "listMergedCompetitors",
          summary: "List the competitors that were merged into one",
          description: "Each can be split off again.",
        },
      },
    )
    .post(
      "/merge",
      async ({ db, write, params: { competitor_id: id }, body, status }) => {
        await write(mergeCompetitors, { id, otherId: body.competitor_id });
        return status(202, await shown(db, id));
      },
      {
        policy: { ...EDIT_MONITOR, refusals: ["INVALID_STATE"] },
        params: CompetitorParams,
        body: MergeInput,
        response: { 202: Competitor.Body },
        detail: {
          operationId: "mergeCompetitors",
          summary: "Merge two competitors",
          description:
            "The other's names and code mean this one from now on; its alerts, addresses, decisions and what was seen of it move here, in the background while `is_moving`.",
        },
      },
    )
    .post(
      "/split",
      async ({ db, write, params: { competitor_id: id }, body, status }) => {
        const { competitor_id: competitorId, domain, name } = body;
        const split = {
          id,
          competitorId,
          domain: domain === undefined ? undefined : domainOf(domain),
          name: name?.trim(),
        };
        return status(202, await shown(db, await write(splitCompetitor, split)));
      },
      {
        policy: { ...EDIT_MONITOR, refusals: ["INVALID_STATE", "DUPLICATE_RESOURCE"] },
        params: CompetitorParams,
        body: SplitInput,
        response: { 202: Competitor.Body },
        detail: {
          operationId: "splitCompetitor",
          summary: "Split a competitor",
          description:
            "Takes back a merge, or makes the pages of a domain a competitor of their own, and answers with the one that is split off. What was seen moves in the background while `is_moving`; alerts and entered addresses stay.",
        },
      },
    );
