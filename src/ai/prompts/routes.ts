import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { accessRoutes } from "../../http/gate/access.ts";
import { Uuid } from "../../http/input/fields.ts";
import { noContent } from "../../http/output/answers.ts";
import { ifMatch, withETag } from "../../http/output/etag.ts";
import type { Given } from "../../kit/resource/record.ts";
import { settingRoutes } from "../../kit/setting-routes.ts";
import type { Services } from "../../runtime/services.ts";
import { requireDependency } from "../../settings/read-dependency.ts";
import { executeCall } from "../enrichment/calls.ts";
import { findTarget } from "../enrichment/facts/product-facts.ts";
import { refuseFailure } from "../enrichment/run/refuse-failure.ts";
import { CONFIGURE, MODEL_REFUSALS, RUN, VIEW } from "../provider/policies.ts";
import { bindingRoutes } from "./binding-routes.ts";
import { createPrompt, deletePrompt, updatePrompt } from "./change-prompts.ts";
import {
  listPrompts,
  Prompt,
  PromptBody,
  PromptChanged,
  PromptSummaries,
  promptBody,
  promptChanged,
  requirePrompt,
} from "./prompt.ts";
import { setVoices, VOICES, VoicesBody } from "./voice.ts";

const SlugParams = Type.Object({ slug: Type.String({ maxLength: 100, description: "Slug of the prompt." }) });
const ListQuery = Type.Object({
  category: Type.Optional(Type.String({ maxLength: 100, description: "Only of this category." })),
  active_only: Type.Optional(Type.Boolean({ description: "Leave out inactive prompts. Default false." })),
});
const Execution = Type.Object({ product_id: Uuid });
const Executed = Type.Object({
  product_id: Uuid,
  prompt_slug: Type.String(),
  output: Type.Union([Type.String(), Type.Record(Type.String(), Type.Unknown())], {
    description: "A text, or an object if the prompt's output format is `json`.",
  }),
  provider: Type.String(),
  model: Type.String(),
  warnings: Type.Array(Type.String(), { description: "Variables of the template that do not exist." }),
});
type PromptFields = Given<typeof Prompt.fields>;

/** `/enrichment/prompts`, and which of them are bound. */
export const promptRoutes = (services: Services) =>
  new Elysia().use(libraryRoutes(services)).use(bindingRoutes(services)).use(voiceRoutes(services));

const routes = (services: Services) => accessRoutes(services, "Enrichment Prompts", "/enrichment/prompts");

const libraryRoutes = (services: Services) =>
  routes(services)
    .get(
      "/",
      async ({ db, query }) => {
        const { category, active_only: activeOnly } = query;
        return (await listPrompts(db, { category, activeOnly })).map((each) => PromptSummaries.of(each));
      },
      {
        policy: VIEW,
        query: ListQuery,
        response: { 200: Type.Array(PromptSummaries.Body) },
        detail: {
          operationId: "listPrompts",
          summary: "List prompts",
          description: "Built-in and custom prompts, by sort order and slug.",
        },
      },
    )
    .get(
      "/:slug",
      async ({ db, params, headers, set }) => {
        const row = await requirePrompt(db, params.slug);
        return withETag({ headers, set }, row.version, promptBody(row));
      },
      {
        policy: VIEW,
        params: SlugParams,
        response: { 200: PromptBody },
        detail: { operationId: "getPrompt", summary: "Get a prompt", description: "Includes its texts." },
      },
    )
    .post(
      "/:slug/execute",
      async ({ db, params, body, tenantId }) => {
        const { product } = await findTarget(db, body.product_id, null);
        const { slug } = await requirePrompt(db, params.slug);
        await requireDependency(db, services.secrets, "ai-provider");
        const outcome = await services.call(executeCall, tenantId, { productId: product.id, slug });
        if ("failure" in outcome) throw refuseFailure(outcome.failure);
        return { product_id: product.id, prompt_slug: slug, ...outcome };
      },
      {
        policy: { ...RUN, refusals: [...MODEL_REFUSALS, "PRODUCT_NOT_FOUND"] },
        params: SlugParams,
        body: Execution,
        response: { 200: Executed },
        detail: {
          operationId: "executePrompt",
          summary: "Try a prompt on a product",
          description:
            "Uses exactly this prompt, even if it is inactive or another one is bound. Changes nothing; costs a model call.",
        },
      },
    )
    .post(
      "/",
      async ({ write, body, set, status }) => {
        const row = await write(createPrompt, { fields: body as PromptFields });
        set.headers["location"] = `/api/v1/enrichment/prompts/${row.slug}`;
        return status(201, withETag({ headers: {}, set }, row.version, PromptSummaries.of(row)));
      },
      {
        policy: { ...CONFIGURE, refusals: ["DUPLICATE_RESOURCE"] },
        body: Prompt.Create,
        response: { 201: PromptSummaries.Body },
        detail: {
          operationId: "createPrompt",
          summary: "Create a prompt",
          description:
            "Variables of the template: ean, sku, title, name, product_name, brand, category, supplier, description, " +
            "short_description, attributes, facts (all that the catalog says of the product, a line each), dimensions, weight, " +
            "width, height, depth, color, material, size, finish, style, country_of_origin, variants, bullet_points, " +
            "key_features, price, language, pivot_language, target_language, length, source_text, entity_name, documents, " +
            "web_results. Their values are marked as data for the model; those of languages and the length are a part of " +
            "the task.",
        },
      },
    )
    .patch(
      "/:slug",
      async ({ write, params, body, headers, set }) => {
        const change = { slug: params.slug, fields: body as PromptFields, expected: ifMatch(headers) };
        const { row, changed } = await write(updatePrompt, change);
        return withETag({ headers: {}, set }, row.version, promptChanged(row, changed));
      },
      {
        policy: CONFIGURE,
        params: SlugParams,
        body: Prompt.Update,
        response: { 200: PromptChanged },
        detail: {
          operationId: "updatePrompt",
          summary: "Update a prompt",
          description: "Answers what was changed. Built-in prompts can be changed too; the slug cannot.",
        },
      },
    )
    .delete(
      "/:slug",
      async ({ write, params, headers }) => {
        await write(deletePrompt, { slug: params.slug, expected: ifMatch(headers) });
        return noContent();
      },
      {
        policy: { ...CONFIGURE, refusals: ["PROMPT_IS_BUILTIN", "PROMPT_IN_USE"] },
        params: SlugParams,
        response: { 204: Type.Void({ description: "The prompt is deleted." }) },
        detail: {
          operationId: "deletePrompt",
          summary: "Delete a prompt",
          description: "Custom prompts that are not bound only.",
        },
      },
    );

/** `/settings/ai-voice`: how texts of models sound. */
const voiceRoutes = (services: Services) =>
  settingRoutes(services, VOICES, {
    path: "/settings/ai-voice",
    change: setVoices,
    body: VoicesBody,
    texts: {
      one: "AiVoice",
      get: [
        "Get the voice of texts",
        "Tone, forbidden words, length and examples: the tenant's, and those of categories and entities.",
      ],
      put: [
        "Set the voice of texts",
        "Replaces all of it. Descriptions and search engine texts keep to it; a forbidden word is a flag.",
      ],
    },
  });
