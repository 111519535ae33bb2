import { Elysia } from "elysia";
import { accessRoutes } from "../../http/gate/access.ts";
import { ProductParams } from "../../http/input/fields.ts";
import type { Services } from "../../runtime/services.ts";
import { requireDependency } from "../../settings/read-dependency.ts";
import { findCall } from "../documents/calls.ts";
import { sourcesOf } from "../documents/find-passages.ts";
import { MODEL_REFUSALS, RUN, VIEW } from "../provider/policies.ts";
import { modeOf } from "./apply/decide-values.ts";
import { findTarget } from "./facts/product-facts.ts";
import { resultRoutes } from "./result-routes.ts";
import { reviewRoutes } from "./review/review-routes.ts";
import { givenPassages } from "./run/generation.ts";
import { planRun, readTypes, typesOf } from "./run/plan-run.ts";
import { PreviewBody, PreviewQuery, previewOf } from "./run/preview-run.ts";
import { policyOf, resultBody, runForProduct } from "./run/run-product.ts";
import { DocumentsRunBody, DocumentsRunQuery, RunBody, RunQuery } from "./schema.ts";

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

/** `/enrichment/products/{product_id}/from-documents`: what models make of indexed documents. */
const fromDocumentsRoutes = (services: Services) =>
  accessRoutes(services, "AI Enrichment", "/enrichment/products/:product_id").post(
    "/from-documents",
    async ({ db, tenantId, write, params, query }) => {
      const types = readTypes(query.types);
      const target = await findTarget(db, params.product_id, query.entity_id ?? null);
      const prompts = await planRun(db, target, types);
      await requireDependency(db, services.secrets, "ai-provider");
      const productId = target.product.id;
      const passages = await services.call(findCall, tenantId, { productId });
      const found = { rag_chunks_found: passages.length, sources: sourcesOf(passages) };
      if (passages.length === 0) {
        const nothing = { applied: false, appliedFields: [], held: [] };
        return { ...resultBody({ productId, entityId: target.entity?.id ?? null }, [], nothing), held: [], ...found };
      }
      const policy = policyOf(modeOf(query.auto_apply, "never"), query.overwrite);
      const run = { prompts, policy, action: "from_documents" };
      const given = givenPassages(passages);
      const made = await runForProduct({ services, db, write }, target, { ...run, ...given });
      return { ...made, ...found };
    },
    {
      policy: {
        ...RUN,
        refusals: [...MODEL_REFUSALS, "ENRICHMENT_IN_PROGRESS", "PROMPT_BINDING_MISSING"],
      },
      params: ProductParams,
      query: DocumentsRunQuery,
      response: { 200: DocumentsRunBody },
      detail: {
        operationId: "enrichProductFromDocuments",
        summary: "Enrich a product from documents",
        description:
          "The model is given the passages that fit the product, at most 8, and they are named as sources. Without any, " +
          "nothing is asked and nothing is spent. Never searches the web.",
      },
    },
  );
