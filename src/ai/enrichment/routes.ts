import { Elysia } from "elysia";
import { accessRoutes } from "../../http/gate/access.ts";
import { ProductParams } from "../../http/input/fields.ts";
import type { Services } from "../../runtime/services.ts";
import { MODEL_REFUSALS, RUN, VIEW } from "../provider/policies.ts";
import { modeOf } from "./apply/decide-values.ts";
import { fromDocumentsRoutes } from "./document-routes.ts";
import { findTarget } from "./facts/product-facts.ts";
import { resultRoutes } from "./result-routes.ts";
import { reviewRoutes } from "./review/review-routes.ts";
import { planRun, readTypes, typesOf } from "./run/plan-run.ts";
import { PreviewBody, PreviewQuery, previewOf } from "./run/preview-run.ts";
import { policyOf, runForProduct } from "./run/run-product.ts";
import { RunBody, RunQuery } from "./schema.ts";

/** `/enrichment/products/{product_id}`: what models make for one product. */
export const enrichmentRoutes = (services: Services) =>
  new Elysia()
    .use(runRoutes(services))
    .use(fromDocumentsRoutes(services))
    .use(resultRoutes(services))
    .use(reviewRoutes(services));

const runRoutes = (services: Services) =>
  accessRoutes(services, "AI Enrichment", "/enrichment/products/:product_id")
    .get(
      "/prompt-preview",
      async ({ db, params, query }) => {
        const types = query.types === undefined ? undefined : typesOf(readTypes(query.types));
        return previewOf(db, { productId: params.product_id, entityId: query.entity_id ?? null, types });
      },
      {
        policy: VIEW,
        params: ProductParams,
        query: PreviewQuery,
        response: { 200: PreviewBody },
        detail: {
          operationId: "previewPrompts",
          summary: "Preview the prompts of a run",
          description:
            "Which prompt a run would use for each purpose, and why, with the facts that it would be given. Asks no model and " +
            "costs nothing.",
        },
      },
    )
    .post(
      "",
      async ({ db, write, params, query }) => {
        const types = readTypes(query.types);
        const target = await findTarget(db, params.product_id, query.entity_id ?? null);
        const prompts = await planRun(db, target, types);
        const policy = policyOf(modeOf(query.auto_apply), query.overwrite);
        return runForProduct({ services, db, write }, target, { prompts, policy, reuse: query.reuse });
      },
      {
        policy: {
          ...RUN,
          refusals: [...MODEL_REFUSALS, "ENRICHMENT_IN_PROGRESS", "PROMPT_BINDING_MISSING"],
        },
        params: ProductParams,
        query: RunQuery,
        response: { 200: RunBody },
        detail: {
          operationId: "enrichProduct",
          summary: "Enrich a product",
          description:
            "Asks the tenant's model for each type. What is empty or a machine's is stored, what a person wrote only with " +
            "`overwrite`; the rest waits for a review and is told in `held`. The history keeps what was there. A type that " +
            "fails is told in `errors` and leaves the others.",
        },
      },
    );
