import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { countItems, findTranslation, listItems, listTranslations } from "../../db/translation/batches.ts";
import { EDIT, POLL, VIEW } from "../ai/policies.ts";
import { access } from "../http/gate/access.ts";
import { countOperation } from "../http/gate/admission.ts";
import { flatPage, flatPageOf, pageOf, pageQuery } from "../http/input/page.ts";
import { required } from "../http/output/errors.ts";
import type { Services } from "../runtime/services.ts";
import { readDependency, requireDependency } from "../settings/read-dependency.ts";
import { estimateCall } from "./calls.ts";
import type { TranslatableField } from "./fields.ts";
import { createTranslation, moveTranslation } from "./lifecycle.ts";
import { readTranslation, TranslateRequest, type TranslationRequest } from "./request.ts";
import { EstimateBody, ItemBody, TranslationBody, translationBody } from "./schema.ts";
import { termsRoutes } from "./terms-routes.ts";

const LIMIT = 20;
const Params = Type.Object({ job_id: Type.String({ format: "uuid", description: "Id of the batch." }) });
const { cursor: _, skip: __, limit: ___, ...PageFields } = pageQuery().properties;
const ItemsQuery = Type.Object({
  ...PageFields,
  language: Type.Optional(Type.String({ pattern: "^[a-z]{2}$" })),
  reviewed: Type.Optional(Type.Boolean()),
  max_score: Type.Optional(Type.Number({ minimum: 0, maximum: 100, description: "Only scores up to this." })),
});

const routes = (services: Services) =>
  new Elysia({ prefix: "/enrichment/translate/batch", tags: ["Translation"] }).use(access(services));

/** `/enrichment/translate/batch`: texts of many products in other languages; and the words to keep. */
export const translationRoutes = (services: Services) =>
  new Elysia()
    .use(createRoutes(services))
    .use(readRoutes(services))
    .use(moveRoutes(services))
    .use(termsRoutes(services));

/** Throws TRANSLATOR_NOT_CONFIGURED or AI_PROVIDER_NOT_CONFIGURED when nobody could translate. */
async function requireProvider(services: Services, tenantId: string, { provider }: TranslationRequest): Promise<void> {
  const db = services.reader(tenantId);
  if (provider === "translator") return void (await requireDependency(db, services.secrets, "translator"));
  if (provider === "auto" && (await readDependency(db, services.secrets, "translator"))) return;
  await requireDependency(db, services.secrets, "ai-provider");
}

const createRoutes = (services: Services) =>
  routes(services).post(
    "",
    async ({ call, db, tenantId, write, body, set, status }) => {
      const request = await readTranslation(db, body);
      if (body.dry_run) return (await services.call(estimateCall, tenantId, request)).estimate;
      await requireProvider(services, tenantId, request);
      countOperation(call, set.headers, { tier: "AI_BATCH", operation: "translate-create" });
      const { estimate, products } = await services.call(estimateCall, tenantId, request);
      const batch = await write(createTranslation, { request, estimate, products });
      set.headers["location"] = `/api/v1/enrichment/translate/batch/${batch.id}`;
      return status(202, translationBody(batch));
    },
    {
      policy: {
        ...EDIT,
        countedAs: "AI_BATCH",
        refusals: ["AI_PROVIDER_NOT_CONFIGURED", "TRANSLATOR_NOT_CONFIGURED", "RATE_LIMIT_EXCEEDED"],
        narrows: true,
      },
      body: TranslateRequest,
      response: { 200: EstimateBody, 202: TranslationBody },
      detail: {
        operationId: "createTranslationBatch",
        summary: "Translate products",
        description:
          "Writes empty texts only, with `overwrite_automatic` also a machine's own; never a person's, and nothing of a " +
          "reviewed variant. A dry run answers the estimate with 200 and counts as WRITE_STANDARD.",
      },
    },
  );

const readRoutes = (services: Services) =>
  routes(services)
    .get("", async ({ db, query }) => (await listTranslations(db, query.limit ?? LIMIT)).map(translationBody), {
      policy: VIEW,
      query: Type.Object({
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: "Default 20." })),
      }),
      response: { 200: Type.Array(TranslationBody) },
      detail: {
        operationId: "listTranslationBatches",
        summary: "List translation batches",
        description: "Newest first.",
      },
    })
    .get(
      "/:job_id",
      async ({ db, params }) =>
        translationBody(required(await findTranslation(db, params.job_id), "translation_batch", params.job_id)),
      {
        policy: POLL,
        params: Params,
        response: { 200: TranslationBody },
        detail: {
          operationId: "getTranslationBatch",
          summary: "Get a translation batch",
          description: "With its progress.",
        },
      },
    )
    .get(
      "/:job_id/items",
      async ({ db, params, query }) => {
        const { id } = required(await findTranslation(db, params.job_id), "translation_batch", params.job_id);
        const { language = null, reviewed = null, max_score: maxScore = null } = query;
        const filter = { batchId: id, language, reviewed, maxScore };
        const page = pageOf(query);
        const rows = await listItems(db, filter, { limit: page.perPage, offset: page.offset });
        const items = rows.map((row) => ({
          id: row.id,
          product_id: row.productId,
          product_name: row.productName,
          language: row.language,
          pivot_language: row.pivotLanguage,
          field: row.field as TranslatableField, // of a request
          pivot_text: row.pivotText,
          variant_text: row.variantText,
          quality_score: row.qualityScore,
          reviewed: row.reviewed,
          provider: row.provider,
        }));
        return flatPage(items, await countItems(db, filter), page);
      },
      {
        policy: VIEW,
        params: Params,
        query: ItemsQuery,
        response: { 200: flatPageOf(ItemBody) },
        detail: {
          operationId: "listTranslationItems",
          summary: "List translated texts for review",
          description: "One for each product, language and field, the worst score first.",
        },
      },
    );

const moveRoutes = (services: Services) =>
  routes(services)
    .post(
      "/:job_id/pause",
      async ({ write, params }) =>
        translationBody(await write(moveTranslation, { id: params.job_id, move: "pause" as const })),
      {
        policy: { ...EDIT, refusals: ["INVALID_STATE"] },
        params: Params,
        response: { 200: TranslationBody },
        detail: {
          operationId: "pauseTranslationBatch",
          summary: "Pause a translation batch",
          description: "The cursor is kept; items already started are finished.",
        },
      },
    )
    .post(
      "/:job_id/resume",
      async ({ write, params }) =>
        translationBody(await write(moveTranslation, { id: params.job_id, move: "resume" as const })),
      {
        policy: { ...EDIT, refusals: ["INVALID_STATE"] },
        params: Params,
        response: { 200: TranslationBody },
        detail: {
          operationId: "resumeTranslationBatch",
          summary: "Resume a translation batch",
          description: "What is written is not translated again.",
        },
      },
    );
