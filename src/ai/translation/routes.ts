import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { countItems, listItems } from "../../../db/translation/batches.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { countOperation } from "../../http/gate/admission.ts";
import { flatPage, flatPageOf, pageOf, pageQuery } from "../../http/input/page.ts";
import { PROGRESS_FIELDS, progressOf } from "../../kit/runs/pace.ts";
import { runParams, runRoutes } from "../../kit/runs/routes.ts";
import { settingRoutes } from "../../kit/setting-routes.ts";
import type { Services } from "../../runtime/services.ts";
import { readDependency, requireDependency } from "../../settings/read-dependency.ts";
import { EDIT, POLL, VIEW } from "../provider/policies.ts";
import { estimateCall } from "./calls.ts";
import { readTranslation, TranslateRequest, type TranslationRequest } from "./request.ts";
import { EstimateBody, ItemBody, TranslatedItems } from "./schema.ts";
import { createTranslation, lifecycle, Translation } from "./translation-batch.ts";
import { setTerms, TERMS, TermsBody } from "./translation-terms.ts";

const { cursor: _, skip: __, limit: ___, ...PageFields } = pageQuery().properties;
const ItemsQuery = Type.Object({
  ...PageFields,
  language: Type.Optional(Type.String({ pattern: "^[a-z]{2}$" })),
  reviewed: Type.Optional(Type.Boolean()),
  max_score: Type.Optional(Type.Number({ minimum: 0, maximum: 100, description: "Only scores up to this." })),
});

const routes = (services: Services) => accessRoutes(services, "Translation", "/enrichment/translate/batch");

/** `/enrichment/translate/batch`: texts of many products in other languages; and the words to keep. */
export const translationRoutes = (services: Services) =>
  new Elysia()
    .use(createRoutes(services))
    .use(batchesRoutes(services))
    .use(itemsRoutes(services))
    .use(termsRoutes(services));

/** Throws TRANSLATOR_NOT_CONFIGURED or AI_PROVIDER_NOT_CONFIGURED when no translator is connected. */
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
      return status(202, Translation.bodyOf(batch));
    },
    {
      policy: {
        ...EDIT,
        countedAs: "AI_BATCH",
        refusals: ["AI_PROVIDER_NOT_CONFIGURED", "TRANSLATOR_NOT_CONFIGURED", "RATE_LIMIT_EXCEEDED"],
        narrows: true,
      },
      body: TranslateRequest,
      response: { 200: EstimateBody, 202: Translation.Body },
      detail: {
        operationId: "createTranslationBatch",
        summary: "Translate products",
        description:
          "Writes empty texts only, with `overwrite_automatic` also a machine's own; never a person's, and nothing of a " +
          "reviewed variant. A dry run answers the estimate with 200 and counts as WRITE_STANDARD.",
      },
    },
  );

const batchesRoutes = (services: Services) =>
  runRoutes(services, Translation, {
    path: "/enrichment/translate/batch",
    tag: "Translation",
    texts: {
      one: "TranslationBatch",
      many: "TranslationBatches",
      word: "translation batch",
      short: "batch",
      read: "With its progress.",
    },
    rights: { list: VIEW, read: POLL },
    list: { paging: "newest" },
    detail: {
      fields: PROGRESS_FIELDS,
      of: async (_, row) =>
        progressOf({ done: row.done + row.failed + row.skipped, total: row.total }, row, row.status === "running"),
    },
    moves: {
      pause: { policy: EDIT, description: "The cursor is kept; items already started are finished." },
      resume: { policy: EDIT, description: "What is written is not translated again." },
    },
    lifecycle,
  });

const itemsRoutes = (services: Services) =>
  routes(services).get(
    "/:job_id/items",
    async ({ db, params, query }) => {
      const { id } = await Translation.require(db, params.job_id);
      const { language = null, reviewed = null, max_score: maxScore = null } = query;
      const filter = { batchId: id, language, reviewed, maxScore };
      const page = pageOf(query);
      const rows = await listItems(db, filter, { limit: page.perPage, offset: page.offset });
      return flatPage(
        rows.map((row) => TranslatedItems.of(row)),
        await countItems(db, filter),
        page,
      );
    },
    {
      policy: VIEW,
      params: runParams("batch"),
      query: ItemsQuery,
      response: { 200: flatPageOf(ItemBody) },
      detail: {
        operationId: "listTranslationItems",
        summary: "List translated texts for review",
        description: "One for each product, language and field, the worst score first.",
      },
    },
  );

/** `/settings/translation-terms`: words that translations keep, and how some are translated. */
const termsRoutes = (services: Services) =>
  settingRoutes(services, TERMS, {
    path: "/settings/translation-terms",
    change: setTerms,
    body: TermsBody,
    texts: {
      one: "TranslationTerms",
      get: [
        "Get the translation terms",
        "Words that are kept, and the glossary. Empty by default; brand names are always kept.",
      ],
      put: ["Set the translation terms", "Replaces them all."],
    },
  });
