import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { accessRoutes } from "../../../http/gate/access.ts";
import { oneOf } from "../../../http/input/one-of.ts";
import { listRuns, runsPage, runsQuery } from "../../../kit/runs/list.ts";
import { settingRoutes } from "../../../kit/setting-routes.ts";
import type { Services } from "../../../runtime/services.ts";
import { EDIT_PRICES, VIEW_PRICES } from "../../pricing/policies.ts";
import { RepricingRuns, RUN_STATUSES } from "../runs/run-record.ts";
import { RunParams } from "../runs/schema.ts";
import { APPROVAL, setApproval } from "./approval-setting.ts";
import { approveRun, rejectRun } from "./decide-run.ts";

const { scope: _, ...BY_PERMISSION } = EDIT_PRICES;
/** A person: a key has no second one behind it. */
const DECIDE = { ...BY_PERMISSION, credential: "session" } as const;

const Setting = Type.Object(
  {
    approval_required: Type.Boolean({
      description:
        "Whether runs, also scheduled ones, wait until somebody approves them who has neither started them nor made or changed their rules. Default false.",
    }),
  },
  { examples: [{ approval_required: true }] },
);
const TAG = "Repricing Approvals";

/** Runs that wait for a second person, and whether they do. */
export const approvalRoutes = (services: Services) =>
  new Elysia().use(approvalSettingRoutes(services)).use(runsRoutes(services)).use(decidingRoutes(services));

const approvalSettingRoutes = (services: Services) =>
  settingRoutes(services, APPROVAL, {
    path: "/settings/repricing",
    change: setApproval,
    body: Setting,
    texts: {
      one: "RepricingSettings",
      get: ["Get the repricing settings", "Whether runs wait for a second person."],
      put: ["Set the repricing settings", "Runs that wait go on waiting when it is switched off."],
    },
  });

const runsRoutes = (services: Services) =>
  accessRoutes(services, TAG, "/prices/repricing/runs").get(
    "",
    ({ db, query }) =>
      listRuns(db, RepricingRuns, { paging: "pages", where: { status: query["status"] as never }, query }, (rows) =>
        Promise.resolve(rows.map((row) => RepricingRuns.bodyOf(row))),
      ),
    {
      policy: VIEW_PRICES,
      query: runsQuery("pages", { status: oneOf(RUN_STATUSES) }),
      response: { 200: runsPage("pages", RepricingRuns.Body) },
      detail: {
        operationId: "listRepricingRuns",
        summary: "List repricing runs",
        description: "Newest first. `status=awaiting_approval`: those that wait for a second person.",
      },
    },
  );

const decidingRoutes = (services: Services) =>
  accessRoutes(services, TAG, "/prices/repricing/runs/:run_id")
    .post(
      "/approve",
      async ({ write, params, status }) =>
        status(202, RepricingRuns.bodyOf(await write(approveRun, { id: params.run_id }))),
      {
        policy: { ...DECIDE, refusals: ["INVALID_STATE", "SECOND_PERSON_REQUIRED", "SIMULATION_REQUIRED"] },
        params: RunParams,
        response: { 202: RepricingRuns.Body },
        detail: {
          operationId: "approveRepricingRun",
          summary: "Approve a repricing run",
          description:
            "It begins. Refused for who has started it, for who has made or changed one of its rules, by themselves or by an API key of theirs, and when a rule has changed since.",
        },
      },
    )
    .post("/reject", async ({ write, params }) => RepricingRuns.bodyOf(await write(rejectRun, { id: params.run_id })), {
      policy: { ...DECIDE, refusals: ["INVALID_STATE"] },
      params: RunParams,
      response: { 200: RepricingRuns.Body },
      detail: {
        operationId: "rejectRepricingRun",
        summary: "Reject a repricing run",
        description: "It never begins. Who has started it may withdraw it so.",
      },
    });
