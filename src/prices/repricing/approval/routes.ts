import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { access } from "../../../http/gate/access.ts";
import { oneOf } from "../../../http/input/one-of.ts";
import { ifMatch, versionOf, withETag } from "../../../http/output/etag.ts";
import { listRuns, runsPage, runsQuery } from "../../../kit/runs/list.ts";
import type { Services } from "../../../runtime/services.ts";
import { EDIT_PRICES, VIEW_PRICES } from "../../pricing/policies.ts";
import { RepricingRuns, RUN_STATUSES } from "../runs/run-record.ts";
import { RunParams } from "../runs/schema.ts";
import { findApprovalSetting, setApproval } from "./approval-setting.ts";
import { approveRun, rejectRun } from "./decide-run.ts";

const SETTINGS = { credential: "session", permission: "MANAGE_SETTINGS" } as const;
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
  new Elysia().use(settingRoutes(services)).use(runsRoutes(services)).use(decidingRoutes(services));

const settingRoutes = (services: Services) =>
  new Elysia({ prefix: "/settings/repricing", tags: ["Settings"] })
    .use(access(services))
    .get(
      "",
      async ({ db, headers, set }) => {
        const setting = await findApprovalSetting(db);
        return withETag({ headers, set }, versionOf(setting), setting);
      },
      {
        policy: { ...SETTINGS, tier: "READ_ADMIN" },
        response: { 200: Setting },
        detail: {
          operationId: "getRepricingSettings",
          summary: "Get the repricing settings",
          description: "Whether runs wait for a second person.",
        },
      },
    )
    .put(
      "",
      async ({ write, body, headers, set }) => {
        const setting = await write(setApproval, { setting: body, expected: ifMatch(headers) });
        return withETag({ headers: {}, set }, versionOf(setting), setting);
      },
      {
        policy: { ...SETTINGS, tier: "WRITE_CONFIG" },
        body: Setting,
        response: { 200: Setting },
        detail: {
          operationId: "putRepricingSettings",
          summary: "Set the repricing settings",
          description: "Runs that wait go on waiting when it is switched off.",
        },
      },
    );

const runsRoutes = (services: Services) =>
  new Elysia({ prefix: "/prices/repricing/runs", tags: [TAG] })
    .use(access(services))
    .get(
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
  new Elysia({ prefix: "/prices/repricing/runs/:run_id", tags: [TAG] })
    .use(access(services))
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
