import { Elysia } from "elysia";
import type { Reader } from "../../../db/ports.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { ProductParams } from "../../http/input/fields.ts";
import { pageOf } from "../../http/input/page.ts";
import { type ETagContext, ifMatch, versionOf, withETag } from "../../http/output/etag.ts";
import type { Services } from "../../runtime/services.ts";
import { findLiveProduct } from "../changes/live-product.ts";
import { updateProduct } from "../changes/update-product.ts";
import { readFields } from "../fields/read-fields.ts";
import { surveyCall } from "./calls.ts";
import { checkProducts, overviewBody, pageOfIssues, productCompliance, ruleBody } from "./compliance-answers.ts";
import { changeRule, findRules } from "./compliance-rules.ts";
import { documentRoutes } from "./document-routes.ts";
import { ANALYSE, CONFIGURE, EDIT, VIEW } from "./policies.ts";
import {
  CheckedBody,
  CheckRequest,
  ComplianceBody,
  ComplianceFields,
  IssuePage,
  IssueQuery,
  OverviewBody,
  RuleBody,
  RuleParams,
  RulesBody,
  RuleUpdate,
} from "./schema.ts";

/** What a product lacks, with the version of the product; what the rules say of it is a representation of its own. */
async function answerCompliance(
  context: ETagContext,
  db: Reader,
  id: string,
  request: Parameters<typeof productCompliance>[2],
): Promise<Awaited<ReturnType<typeof productCompliance>>> {
  const { updatedAtUs } = await findLiveProduct(db, id);
  const body = await productCompliance(db, id, request);
  const { checked_at: _, ...facts } = body;
  return withETag(context, updatedAtUs, body, versionOf(facts));
}

/** `/compliance`: which products lack what they need to be sold. */
export const complianceRoutes = (services: Services) =>
  new Elysia().use(documentRoutes(services)).use(
    accessRoutes(services, "Compliance", "/compliance")
      .get(
        "/overview",
        async ({ db, tenantId }) => {
          const [survey, rules] = await Promise.all([services.call(surveyCall, tenantId, undefined), findRules(db)]);
          return overviewBody(survey, rules);
        },
        {
          policy: ANALYSE,
          response: { 200: OverviewBody },
          detail: {
            operationId: "getComplianceOverview",
            summary: "Get the compliance overview",
            description: "Covers all products that are not deleted and all active rules.",
          },
        },
      )
      .get(
        "/issues",
        ({ db, language, query }) => {
          const { status, rule, severity } = query;
          return pageOfIssues({ services, db, language }, { status, rule, severity }, pageOf(query));
        },
        {
          policy: VIEW,
          query: IssueQuery,
          response: { 200: IssuePage },
          detail: {
            operationId: "listComplianceIssues",
            summary: "List compliance issues",
            description: "Newest first. `rule` and `severity` filter by failed check, `status` by the overall result.",
          },
        },
      )
      .post(
        "/check",
        async ({ db, tenantId, body }) => {
          if (body.product_ids) return checkProducts(db, body.product_ids);
          const { total, counts } = await services.call(surveyCall, tenantId, undefined);
          return { checked: total, ...counts };
        },
        {
          policy: { ...VIEW, tier: "BULK_UPDATE", permission: "EDIT_CATALOG", scope: "products:write", narrows: true },
          body: CheckRequest,
          response: { 200: CheckedBody },
          detail: {
            operationId: "checkCompliance",
            summary: "Check products",
            description: "Checks the given products or all. Nothing is stored: the result reflects the current data.",
          },
        },
      )
      .get(
        "/products/:product_id",
        ({ db, params, language, headers, set }) =>
          answerCompliance({ headers, set }, db, params.product_id, { language, atMs: services.now() }),
        {
          policy: VIEW,
          params: ProductParams,
          response: { 200: ComplianceBody },
          detail: {
            operationId: "getProductCompliance",
            summary: "Get the compliance of a product",
            description: "Result of each applicable active rule, and the fields the rules check.",
          },
        },
      )
      .put(
        "/products/:product_id",
        async ({ db, write, params: { product_id: id }, body, headers, set, language }) => {
          await write(updateProduct, { id, values: readFields(body), expected: ifMatch(headers) });
          return answerCompliance({ headers: {}, set }, db, id, { language, atMs: services.now() });
        },
        {
          policy: EDIT,
          params: ProductParams,
          body: ComplianceFields,
          response: { 200: ComplianceBody },
          detail: {
            operationId: "putProductCompliance",
            summary: "Update compliance fields of a product",
            description: "Updates the product. Absent fields keep their value; null clears a field.",
          },
        },
      )
      .get(
        "/rules",
        async ({ db, language }) => {
          const rules = await findRules(db);
          return { items: rules.map((rule) => ruleBody(rule, language)), total: rules.length };
        },
        {
          policy: VIEW,
          response: { 200: RulesBody },
          detail: {
            operationId: "listComplianceRules",
            summary: "List compliance rules",
            description: "Rules are built in; each tenant sets severity, active state and categories.",
          },
        },
      )
      .put(
        "/rules/:rule_id",
        async ({ write, params, body, headers, language }) => {
          const { severity, is_active: isActive, category_ids: categoryIds } = body;
          const changes = {
            ...(severity !== undefined && { severity }),
            ...(isActive !== undefined && { isActive }),
            ...(categoryIds !== undefined && { categoryIds: [...new Set(categoryIds)] }),
          };
          const rule = await write(changeRule, { code: params.rule_id, expected: ifMatch(headers), changes });
          return ruleBody(rule, language);
        },
        {
          policy: { ...CONFIGURE, narrows: true },
          params: RuleParams,
          body: RuleUpdate,
          response: { 200: RuleBody },
          detail: {
            operationId: "putComplianceRule",
            summary: "Update a compliance rule",
            description: "Absent fields keep their value.",
          },
        },
      ),
  );
