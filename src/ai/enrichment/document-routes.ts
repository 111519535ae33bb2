import { accessRoutes } from "../../http/gate/access.ts";
import { ProductParams } from "../../http/input/fields.ts";
import type { Services } from "../../runtime/services.ts";
import { requireDependency } from "../../settings/read-dependency.ts";
import { findCall } from "../documents/calls.ts";
import { sourcesOf } from "../documents/find-passages.ts";
import { MODEL_REFUSALS, RUN } from "../provider/policies.ts";
import { modeOf } from "./apply/decide-values.ts";
import { findTarget } from "./facts/product-facts.ts";
import { givenPassages } from "./run/generation.ts";
import { planRun, readTypes } from "./run/plan-run.ts";
import { policyOf, resultBody, runForProduct } from "./run/run-product.ts";
import { DocumentsRunBody, DocumentsRunQuery } from "./schema.ts";

/** `/enrichment/products/{product_id}/from-documents`: what models make of indexed documents. */
export const fromDocumentsRoutes = (services: Services) =>
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
