import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { countRepricingChanges, listRepricingChanges } from "../../../../db/repricing/changes.ts";
import { accessRoutes } from "../../../http/gate/access.ts";
import { keysetPage, NEWEST, newestAfter, newestPlace } from "../../../http/input/keyset-page.ts";
import { readSizedPage, sizedPage, sizedPageOf } from "../../../http/input/page-size.ts";
import { invalidParameter } from "../../../http/output/errors.ts";
import { settingRoutes } from "../../../kit/setting-routes.ts";
import type { Services } from "../../../runtime/services.ts";
import { isoOfMs, millisecondsOf } from "../../../text/instant.ts";
import { EDIT_PRICES, VIEW_PRICES } from "../../pricing/policies.ts";
import { simulateCall } from "../calls.ts";
import { beginReplay, RepricingReplays } from "../replays/replay.ts";
import { DAYS_MAX, placeOf, SINCE_PROBLEM, Since, sinceOf } from "../replays/since.ts";
import { ChangeBody, Changes, endOf, Plans, Skips } from "./bodies.ts";
import { beginRun } from "./repricing-run.ts";
import { REPRICING_SCHEDULE, setRepricingSchedule } from "./repricing-schedule.ts";
import { revertRepricing, revertRun } from "./revert.ts";
import { RepricingRuns, revertBody } from "./run-record.ts";
import {
  ChangeParams,
  HistoryQuery,
  RevertInput,
  RunInput,
  RunParams,
  RunReverted,
  RunRevertInput,
  RunStarted,
  ScheduleBody,
  ScheduleInput,
  SimulateInput,
  SimulationBody,
  scopeOf,
} from "./schema.ts";

const SimulateQuery = Type.Object({
  // Without an example: with one, the user who tries the operation in Swagger UI would get a replay, which no run takes.
  since: Type.Optional({
    ...{ ...Since, examples: [] },
    description: `Replays the rules since then; not more than ${DAYS_MAX} days ago.`,
  }),
});

/** `/prices/repricing`: simulations, runs, their schedule, and taking them back. */
export const runRoutes = (services: Services) =>
  new Elysia().use(running(services)).use(scheduling(services)).use(history(services));

const running = (services: Services) =>
  accessRoutes(services, "Repricing", "/prices/repricing")
    .post(
      "/simulate",
      async ({ tenantId, body, query: { since }, request, write, set, status }) => {
        if (since !== undefined) {
          const sinceMs = sinceOf(since, services.now());
          if (sinceMs === undefined) throw invalidParameter([SINCE_PROBLEM]);
          const replay = await write(beginReplay, { scope: scopeOf(body), sinceMs });
          set.headers["location"] = placeOf(replay);
          return status(202, RepricingReplays.bodyOf(replay));
        }
        const found = await services.call(simulateCall, tenantId, scopeOf(body), request.signal);
        return {
          simulation_id: found.id,
          evaluated: found.evaluated,
          changes: found.changes.map(Plans.of),
          skipped: found.skipped.map(Skips.of),
          truncated: found.isTruncated,
          expires_at: isoOfMs(found.expiresAtMs),
        };
      },
      {
        policy: { ...EDIT_PRICES, tier: "READ_STANDARD", narrows: true },
        query: SimulateQuery,
        body: SimulateInput,
        response: { 200: SimulationBody, 202: RepricingReplays.Body },
        detail: {
          operationId: "simulateRepricing",
          summary: "Simulate repricing",
          description:
            "Changes no price. The simulation can be run for 24 hours; `changes` and `skipped` of it are read in pages. With `since` it is a replay (202), as `POST /prices/repricing/replays` makes them: what the rules would have done since then, in the background.",
        },
      },
    )
    .post(
      "/run",
      async ({ write, body, status }) => {
        const simulationId = body.simulation_id ?? undefined;
        const wanted = simulationId === undefined ? { scope: scopeOf(body) } : { simulationId };
        return status(202, await write(beginRun, wanted));
      },
      {
        policy: { ...EDIT_PRICES, tier: "BULK_UPDATE", refusals: ["SIMULATION_REQUIRED"], narrows: true },
        body: RunInput,
        response: { 202: RunStarted },
        detail: {
          operationId: "runRepricing",
          summary: "Run repricing",
          description:
            "In the background. Rules that changed since their last simulation, and those that are switched off, are refused; one that changes during the run is not applied any further. Prices never go below the minimum advertised price or the cost. Where `/settings/repricing` asks for it, it waits for a second person (`awaiting_approval`).",
        },
      },
    )
    .get(
      "/runs/:run_id",
      async ({ db, params }) => RepricingRuns.bodyOf(await RepricingRuns.require(db, params.run_id)),
      {
        policy: { ...VIEW_PRICES, tier: "PROGRESS_POLL" },
        params: RunParams,
        response: { 200: RepricingRuns.Body },
        detail: { operationId: "getRepricingRun", summary: "Get a repricing run", description: "Progress and result." },
      },
    )
    .post(
      "/runs/:run_id/revert",
      async ({ write, params, body, set, status }) => {
        const wanted = { force: body?.force === true, isInBackground: body?.background === true };
        const sum = await write(revertRun, { runId: params.run_id, ...wanted });
        if (sum.status === "processing") {
          set.headers["location"] = `/api/v1/prices/repricing/reverts/${sum.id}`;
          return status(202, { id: params.run_id, status: sum.status });
        }
        const { reverted, skipped, skip_reasons } = revertBody(sum);
        return { reverted, skipped, skip_reasons };
      },
      {
        policy: { ...EDIT_PRICES, tier: "BULK_UPDATE", refusals: ["INVALID_STATE"] },
        params: RunParams,
        body: RunRevertInput,
        response: { 200: RunReverted, 202: RunStarted },
        detail: {
          operationId: "revertRepricingRun",
          summary: "Revert a repricing run",
          description:
            "Restores the prices that have not changed since; the others are skipped, as is what would be below today's minimum advertised price or cost. Of more than 1,000 prices it is a run of its own (202), which `Location` and `revert` of the run lead to. To repeat it is safe: what is reverted stays so.",
        },
      },
    );

const scheduling = (services: Services) =>
  settingRoutes(services, REPRICING_SCHEDULE, {
    path: "/prices/repricing/schedule",
    tag: "Repricing",
    rights: { view: VIEW_PRICES, edit: { ...EDIT_PRICES, tier: "WRITE_CONFIG" } },
    change: setRepricingSchedule,
    body: ScheduleBody,
    update: ScheduleInput,
    texts: {
      one: "RepricingSchedule",
      get: ["Get the repricing schedule", "Inactive unless it was set."],
      put: [
        "Set the repricing schedule",
        "Active rules run by themselves once they have been simulated; changed ones are left out.",
      ],
    },
  });

const history = (services: Services) =>
  accessRoutes(services, "Repricing", "/prices/repricing/history")
    .get(
      "",
      async ({ db, query }) => {
        const page = readSizedPage(query);
        const filter = {
          productId: query.product_id ?? null,
          ruleId: query.rule_id ?? null,
          runId: query.run_id ?? null,
          fromMs: query.date_from === undefined ? null : millisecondsOf(query.date_from),
          toMs: query.date_to === undefined ? null : endOf(query.date_to),
        };
        const { items, total, next } = await keysetPage(page, {
          name: `repricing-history ${JSON.stringify(filter)}`,
          shape: NEWEST,
          read: (range) => listRepricingChanges(db, filter, newestAfter(range)),
          count: () => countRepricingChanges(db, filter),
          place: newestPlace,
        });
        return sizedPage(items.map(Changes.of), total, page, next);
      },
      {
        policy: VIEW_PRICES,
        query: HistoryQuery,
        response: { 200: sizedPageOf(ChangeBody) },
        detail: {
          operationId: "listRepricingHistory",
          summary: "List price changes by repricing",
          description: "Newest first, with the reason of each; kept after the rule is deleted.",
        },
      },
    )
    .post(
      "/:change_id/revert",
      async ({ write, params, body }) => {
        const force = body?.force === true;
        return Changes.of(await write(revertRepricing, { id: params.change_id, force }));
      },
      {
        policy: { ...EDIT_PRICES, refusals: ["INVALID_STATE", "PRICE_CHANGED_SINCE"] },
        params: ChangeParams,
        body: RevertInput,
        response: { 200: ChangeBody },
        detail: {
          operationId: "revertRepricingChange",
          summary: "Revert a price change",
          description:
            "Restores the price before, if it has not changed since and is not below today's minimum advertised price or cost.",
        },
      },
    );
