import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { access } from "../http/gate/access.ts";
import { SizedPageQuery, sizedPageOf } from "../http/input/page-size.ts";
import { noContent } from "../http/output/answers.ts";
import { required } from "../http/output/errors.ts";
import { ifMatch, withETag } from "../http/output/etag.ts";
import { EDIT_PRICES, VIEW_PRICES } from "../pricing/policies.ts";
import { sizedPageOfList } from "../resource/list.ts";
import type { Given } from "../resource/record.ts";
import type { Services } from "../runtime/services.ts";
import { createRule, deleteRule, RepricingRule, RuleBody, ruleBody, updateRule } from "./rule.ts";

type Fields = Given<typeof RepricingRule.fields>;
const Params = Type.Object({ rule_id: Type.String({ format: "uuid", description: "Id of the rule." }) });
const RulesQuery = Type.Object({
  ...SizedPageQuery.properties,
  active_only: Type.Optional(Type.Boolean({ description: "Default false." })),
});
const ACTIVE = { sql: "is_active = 1", args: {} };

/** `/prices/repricing/rules`: how prices follow competitors, costs and stock. */
export const ruleRoutes = (services: Services) =>
  new Elysia({ prefix: "/prices/repricing/rules", tags: ["Repricing"] })
    .use(access(services))
    .get(
      "",
      ({ db, query }) =>
        sizedPageOfList(
          db,
          { ...RepricingRule.table, name: "repricing-rules" },
          { by: "priority", isDescending: true },
          query,
          ruleBody,
          query.active_only === true ? [ACTIVE] : [],
        ),
      {
        policy: VIEW_PRICES,
        query: RulesQuery,
        response: { 200: sizedPageOf(RuleBody) },
        detail: {
          operationId: "listRepricingRules",
          summary: "List repricing rules",
          description: "Highest priority first.",
        },
      },
    )
    .post(
      "",
      async ({ write, body, set, status }) => {
        // The schema has let the fields through.
        const row = await write(createRule, { fields: body as Fields });
        set.headers["location"] = `/api/v1/prices/repricing/rules/${row.id}`;
        return status(201, ruleBody(row));
      },
      {
        policy: EDIT_PRICES,
        body: RepricingRule.Create,
        response: { 201: RuleBody },
        detail: {
          operationId: "createRepricingRule",
          summary: "Create a repricing rule",
          description: "It changes nothing before it was simulated and run.",
        },
      },
    )
    .get(
      "/:rule_id",
      async ({ db, params, headers, set }) => {
        const found = await RepricingRule.table.find(db, params.rule_id);
        const row = required(found, "rule", params.rule_id);
        return withETag({ headers, set }, row.version, ruleBody(row), String(row.last_simulated_at));
      },
      {
        policy: VIEW_PRICES,
        params: Params,
        response: { 200: RuleBody },
        detail: { operationId: "getRepricingRule", summary: "Get a repricing rule", description: "One rule." },
      },
    )
    .patch(
      "/:rule_id",
      async ({ write, params, body, headers, set }) => {
        const target = { id: params.rule_id, expected: ifMatch(headers) };
        const row = await write(updateRule, { ...target, fields: body as Fields });
        return withETag({ headers: {}, set }, row.version, ruleBody(row), String(row.last_simulated_at));
      },
      {
        policy: EDIT_PRICES,
        params: Params,
        body: RepricingRule.Update,
        response: { 200: RuleBody },
        detail: {
          operationId: "updateRepricingRule",
          summary: "Update a repricing rule",
          description: "Absent fields keep their value. A changed rule must be simulated before it is run.",
        },
      },
    )
    .delete(
      "/:rule_id",
      async ({ write, params, headers }) => {
        await write(deleteRule, { id: params.rule_id, how: undefined, expected: ifMatch(headers) });
        return noContent();
      },
      {
        policy: EDIT_PRICES,
        params: Params,
        response: { 204: Type.Void({ description: "The rule is deleted." }) },
        detail: {
          operationId: "deleteRepricingRule",
          summary: "Delete a repricing rule",
          description: "Its changes stay in the history.",
        },
      },
    );
