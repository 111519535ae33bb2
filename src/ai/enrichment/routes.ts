import { Elysia } from "elysia";
import { access } from "../../http/gate/access.ts";
import { ProductParams } from "../../http/input/fields.ts";
import type { Services } from "../../runtime/services.ts";
import { type ResolvedPrompt, resolvePrompts } from "../prompts/resolve-prompt.ts";
import { MODEL_REFUSALS, RUN, VIEW } from "../provider/policies.ts";
import { composeMessages } from "./compose.ts";
import { modeOf } from "./decide-values.ts";
import { fromDocumentsRoutes } from "./document-routes.ts";
import { taskOf } from "./generate.ts";
import { planRun, readTypes, typesOf } from "./plan-run.ts";
import { findFacts, findTarget } from "./product-facts.ts";
import { resultRoutes } from "./result-routes.ts";
import { reviewRoutes } from "./review-routes.ts";
import { policyOf, runForProduct } from "./run-product.ts";
import { PreviewBody, PreviewQuery, RunBody, RunQuery } from "./schema.ts";
import { lengthOf } from "./text-length.ts";
import { ENRICHMENT_TYPES, ENTITY_TYPES } from "./types.ts";

/** `/enrichment/products/{product_id}`: what models make for one product. */
export const enrichmentRoutes = (services: Services) =>
  new Elysia()
    .use(runRoutes(services))
    .use(fromDocumentsRoutes(services))
    .use(resultRoutes(services))
    .use(reviewRoutes(services));

const runRoutes = (services: Services) =>
  new Elysia({ prefix: "/enrichment/products/:product_id", tags: ["AI Enrichment"] })
    .use(access(services))
    .get(
      "/prompt-preview",
      async ({ db, params, query }) => {
        const target = await findTarget(db, params.product_id, query.entity_id ?? null);
        const { entity, language, pivot } = target;
        const named = query.types === undefined ? undefined : typesOf(readTypes(query.types));
        const purposes = named ?? (entity ? ENTITY_TYPES : ENRICHMENT_TYPES);
        const prompts = await resolvePrompts(db, { entityId: entity?.id ?? null, language }, purposes);
        const known = await findFacts(db, target);
        const { min, max, isShort } = lengthOf(known.facts, Object.values(known.written));
        const messagesOf = (prompt: ResolvedPrompt) => {
          const { variables, rules } = taskOf(prompt, known, {});
          return composeMessages(prompt, variables, { rules }).messages;
        };
        return {
          product_id: target.product.id,
          target: {
            layer: entity ? ("entity" as const) : ("group" as const),
            entity_id: entity?.id ?? null,
            language,
            pivot_language: pivot,
          },
          strict: entity !== null,
          written_to: entity ? ("entity_content_variant" as const) : ("reference_sheet" as const),
          prompts: prompts.map((prompt) => ({
            purpose: prompt.purpose,
            prompt_slug: prompt.slug,
            source: prompt.source,
            rank: prompt.rank,
            origin: prompt.origin,
            binding_missing: entity ? prompt.rank !== 1 : prompt.rank > 2,
            version: prompt.version,
            messages: messagesOf(prompt),
          })),
          facts: known.facts,
          length: { min, max, is_short: isShort },
        };
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
