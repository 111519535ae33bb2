import { Elysia } from "elysia";
import { access } from "../http/access.ts";
import { ifMatch } from "../http/etag.ts";
import { pageOf } from "../http/page.ts";
import { readFields } from "../products/read-fields.ts";
import { updateProduct } from "../products/update-product.ts";
import type { Services } from "../services.ts";
import { checkProducts, overviewBody, pageOfIssues, productCompliance, ruleBody } from "./answers.ts";
import { changeRule } from "./change-rule.ts";
import { documentRoutes } from "./document-routes.ts";
import { ANALYSE, CONFIGURE, EDIT, VIEW } from "./policies.ts";
import { findRules } from "./rules.ts";
import {
  CheckedBody,
  CheckRequest,
  ComplianceBody,
  ComplianceFields,
  IssuePage,
  IssueQuery,
  OverviewBody,
  ProductParams,
  RuleBody,
  RuleParams,
  RulesBody,
  RuleUpdate,
} from "./schema.ts";

/** `/compliance`: which products lack what they need to be sold. */
export const complianceRoutes = (services: Services) =>
  new Elysia().use(documentRoutes(services)).use(
    new Elysia({ prefix: "/compliance", tags: ["Compliance"] })
      .use(access(services))
      .get(
        "/overview",
        async ({ db, tenantId }) => {
          const [survey, rules] = await Promise.all([
            services.ask("compliance.survey", tenantId, undefined),
            findRules(db),
          ]);
          return overviewBody(survey, rules);
        },
        {
          policy: ANALYSE,
          response: { 200: OverviewBody },
          detail: {
            operationId: "getComplianceOverview",
            summary: "Sum up how compliant the catalog is",
            description: "Over all products that are not deleted, by the active rules.",
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
            summary: "List the products with faults",
            description: "Newest first. `rule` and `severity` choose by a failed check, `status` by all of them.",
          },
        },
      )
      .post(
        "/check",
        async ({ db, tenantId, body }) => {
          if (body.product_ids) return checkProducts(db, body.product_ids);
          const { total, counts } = await services.ask("compliance.survey", tenantId, undefined);
          return { checked: total, ...counts };
        },
        {
          policy: { ...VIEW, tier: "BULK_UPDATE", permission: "EDIT_CATALOG", scope: "products:write" },
          body: CheckRequest,
          response: { 200: CheckedBody },
          detail: {
            operationId: "checkCompliance",
            summary: "Check products",
            description: "Some or all of them. Nothing is stored: a check always says how things are now.",
          },
        },
      )
      .get(
        "/products/:product_id",
        ({ db, params, language }) => productCompliance(db, params.product_id, { language, atMs: services.now() }),
        {
          policy: VIEW,
          params: ProductParams,
          response: { 200: ComplianceBody },
          detail: {
            operationId: "getProductCompliance",
            summary: "Read how compliant a product is",
            description: "Each active rule that concerns it, and the fields that the rules look at.",
          },
        },
      )
      .put(
        "/products/:product_id",
        async ({ db, write, params: { product_id: id }, body, headers, language }) => {
          await write(updateProduct, { id: id.toLowerCase(), values: readFields(body), expected: ifMatch(headers) });
          return productCompliance(db, id, { language, atMs: services.now() });
        },
        {
          policy: EDIT,
          params: ProductParams,
          body: ComplianceFields,
          response: { 200: ComplianceBody },
          detail: {
            operationId: "putProductCompliance",
            summary: "Change what the rules look at",
            description: "A change of the product. What is absent stays as it is, null clears.",
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
            summary: "List the compliance rules",
            description: "They are built in; severity, activity and categories are the tenant's choice.",
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
            ...(categoryIds !== undefined && { categoryIds: [...new Set(categoryIds.map((id) => id.toLowerCase()))] }),
          };
          const rule = await write(changeRule, { code: params.rule_id, expected: ifMatch(headers), changes });
          return ruleBody(rule, language);
        },
        {
          policy: CONFIGURE,
          params: RuleParams,
          body: RuleUpdate,
          response: { 200: RuleBody },
          detail: {
            operationId: "putComplianceRule",
            summary: "Change how a rule is applied",
            description: "What is absent stays as it is.",
          },
        },
      ),
  );
