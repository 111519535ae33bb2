import { type HistoryEntry, listHistory, listResults } from "../../../db/enrichment/results.ts";
import { findRun } from "../../../db/enrichment/runs.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { ProductParams } from "../../http/input/fields.ts";
import { ifMatch } from "../../http/output/etag.ts";
import { findLiveProduct } from "../../products/changes/live-product.ts";
import { Entity } from "../../reference/entities/entity.ts";
import type { Services } from "../../runtime/services.ts";
import { isoOfMs } from "../../text/instant.ts";
import type { Source } from "../documents/find-passages.ts";
import { usdOf } from "../provider/choose-model.ts";
import { EDIT, POLL, VIEW } from "../provider/policies.ts";
import { applyStored } from "./apply/apply-stored.ts";
import { findTarget } from "./facts/product-facts.ts";
import type { Metadata, SourceText } from "./metadata.ts";
import { resultBody } from "./run/run-product.ts";
import { storedValue } from "./run/store-run.ts";
import { AppliedBody, ApplyQuery, EntityQuery, HistoryBody, HistoryQuery, ProgressBody, StoredBody } from "./schema.ts";
import type { EnrichmentType } from "./types.ts";

const HISTORY_LIMIT = 20;

/** What a value was made of: passages and pages, or the texts that were translated. */
function sourcesOfEntry({ sources }: HistoryEntry) {
  const all = sources as (Source | SourceText)[]; // written by a run
  const isText = (each: Source | SourceText): each is SourceText => "field" in each;
  return {
    sources: all.filter((each): each is Source => !isText(each)),
    source_texts: all.filter(isText),
  };
}

/** What was made for a product: read, applied, and how it came about. */
export const resultRoutes = (services: Services) =>
  accessRoutes(services, "AI Enrichment", "/enrichment/products/:product_id")
    .get(
      "",
      async ({ db, params, query }) => {
        const { product, entity } = await findTarget(db, params.product_id, query.entity_id ?? null);
        const entityId = entity?.id ?? null;
        const results = await listResults(db, product.id, entityId);
        const appliedFields = results.flatMap((each) => each.appliedFields);
        const made = results.map((each) => ({
          type: each.type as EnrichmentType, // written by a run
          value: storedValue(each).value,
          metadata: each.metadata as Metadata, // written by a run
        }));
        const newestMs = Math.max(0, ...results.map(({ generatedAtMs }) => generatedAtMs));
        const applied = { applied: appliedFields.length > 0, appliedFields };
        return {
          ...resultBody({ productId: product.id, entityId }, made, applied),
          generated_at: results.length === 0 ? null : isoOfMs(newestMs),
        };
      },
      {
        policy: VIEW,
        params: ProductParams,
        query: EntityQuery,
        response: { 200: StoredBody },
        detail: {
          operationId: "getEnrichment",
          summary: "Get the enrichment of a product",
          description: "The last value of each type. Without any, `ai_metadata` is empty.",
        },
      },
    )
    .get(
      "/progress",
      async ({ db, params }) => {
        const { id } = await findLiveProduct(db, params.product_id);
        const run = await findRun(db, id, services.now());
        return {
          in_progress: run !== undefined,
          current_type: run?.currentType ?? null,
          started_at: run ? isoOfMs(run.startedAtMs) : null,
        };
      },
      {
        policy: POLL,
        params: ProductParams,
        response: { 200: ProgressBody },
        detail: {
          operationId: "getEnrichmentProgress",
          summary: "Get whether a product is being enriched",
          description: "True while a single run, a web run or a batch has the product.",
        },
      },
    )
    .post(
      "/apply",
      async ({ write, params, query, headers }) => {
        const fields = query.fields?.flatMap((each) => each.split(",")).map((each) => each.trim());
        const application = { productId: params.product_id, entityId: query.entity_id ?? null, fields };
        const how = { overwrite: query.overwrite ?? false, expected: ifMatch(headers) };
        const { applied, skipped } = await write(applyStored, { ...application, ...how });
        return {
          product_id: params.product_id,
          applied_fields: applied,
          skipped_fields: skipped,
          written_to:
            query.entity_id === undefined ? ("reference_sheet" as const) : ("entity_content_variant" as const),
        };
      },
      {
        policy: { ...EDIT, refusals: ["NOTHING_TO_APPLY", "EDITED_MEANWHILE"], narrows: true },
        params: ProductParams,
        query: ApplyQuery,
        response: { 200: AppliedBody },
        detail: {
          operationId: "applyEnrichment",
          summary: "Apply generated values",
          description:
            "Stores the last generated values of the named fields with the product. Asks no model. What was edited since they " +
            "were made is left alone: 409 EDITED_MEANWHILE. `If-Match` takes the product's ETag.",
        },
      },
    )
    .get(
      "/history",
      async ({ db, params, query }) => {
        const { id: productId } = await findLiveProduct(db, params.product_id);
        const entityId = query.entity_id === undefined ? undefined : (await Entity.require(db, query.entity_id)).id;
        const entries = await listHistory(db, { productId, entityId, limit: query.limit ?? HISTORY_LIMIT });
        return entries.map((each) => ({
          id: each.id,
          enrichment_type: each.type as EnrichmentType, // written by a run
          previous_value: each.previousValue ?? null,
          new_value: each.newValue,
          provider: each.provider,
          model: each.model,
          prompt_slug: each.promptSlug,
          prompt_version: each.promptVersion,
          ...sourcesOfEntry(each),
          entity_id: each.entityId,
          applied: each.isApplied,
          cost_usd: usdOf(each.costMicros),
          created_at: isoOfMs(each.createdAtMs),
        }));
      },
      {
        policy: VIEW,
        params: ProductParams,
        query: HistoryQuery,
        response: { 200: HistoryBody },
        detail: {
          operationId: "listEnrichmentHistory",
          summary: "List the enrichment history of a product",
          description:
            "Newest first, one entry for each generated value and each language of a translation batch. To take an applied one back, revert the change in the " +
            "product's history, or send the previous value.",
        },
      },
    );
