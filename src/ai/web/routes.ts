import { Type } from "@sinclair/typebox";
import type { Reader } from "../../../db/ports.ts";
import { PHASES, webRuns } from "../../../db/web/runs.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { orNull, ProductParams, Time, Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { invalidBody } from "../../http/output/errors.ts";
import { findLiveProduct } from "../../products/changes/live-product.ts";
import type { Services } from "../../runtime/services.ts";
import { requireDependency } from "../../settings/read-dependency.ts";
import { isoOfMs } from "../../text/instant.ts";
import type { Source } from "../documents/find-passages.ts";
import { SourceBody } from "../enrichment/metadata.ts";
import { holdForRun } from "../enrichment/run/hold-product.ts";
import { refuseFailure } from "../enrichment/run/refuse-failure.ts";
import { resultBody } from "../enrichment/run/run-product.ts";
import { ResultValues } from "../enrichment/schema.ts";
import { MODEL_REFUSALS, POLL, RUN } from "../provider/policies.ts";
import { runCall } from "./calls.ts";
import { startWebRun } from "./start-web-run.ts";

const flag = (description: string) => Type.Optional(Type.Boolean({ description }));
const RunRequest = Type.Optional(
  Type.Object({
    skip_phase_a: flag("Leave indexed documents out. Default false."),
    skip_phase_b: flag("Never search the web. Default true."),
    async_task: flag("Answer at once and run in the background. Default false."),
  }),
);
const ResultsFields = {
  product_id: Uuid,
  rag_chunks_found: Type.Integer(),
  used_web_search: Type.Boolean(),
  phases: Type.Object({ collect: oneOf(PHASES), synthesize: oneOf(PHASES) }),
  sources: Type.Array(SourceBody),
  error_message: orNull(Type.String()),
  finished_at: orNull(Time),
};
const ResultsBody = Type.Object(ResultsFields);
const { ai_metadata: metadata, ...values } = ResultValues;
const RunBody = Type.Object({
  ...ResultsFields,
  ...values,
  ai_metadata: metadata,
  errors: Type.Optional(Type.Record(Type.String(), Type.String())),
  warnings: Type.Array(Type.String()),
});
const StartedBody = Type.Object(
  { id: Uuid, status: Type.Literal("processing"), product_id: Uuid },
  { title: "WebEnrichmentStarted" },
);

async function resultsOf(db: Reader, productId: string) {
  const run = await webRuns.find(db, { productId });
  return {
    product_id: productId,
    rag_chunks_found: run?.chunksFound ?? 0,
    used_web_search: run?.usedWeb ?? false,
    phases: { collect: run?.collect ?? "not_started", synthesize: run?.synthesize ?? "not_started" },
    // Written by a run.
    sources: (run?.sources ?? []) as Source[],
    error_message: run?.errorMessage ?? null,
    finished_at: run?.finishedAtMs ? isoOfMs(run.finishedAtMs) : null,
  };
}

/** `/enrichment/web/products/{product_id}`: texts from indexed documents and, where those are few, from the web. */
export const webRoutes = (services: Services) =>
  accessRoutes(services, "Web Research", "/enrichment/web/products/:product_id")
    .post(
      "/run",
      async ({ db, tenantId, write, params, body, status }) => {
        const { id: productId } = await findLiveProduct(db, params.product_id);
        const { skip_phase_a: skipA = false, skip_phase_b: skipB = true, async_task: isAsync = false } = body ?? {};
        if (skipA && skipB)
          throw invalidBody([{ field: "skip_phase_a", type: "invalid_value", key: "web.both_skipped" }]);
        await requireDependency(db, services.secrets, "ai-provider");
        const request = { productId, runId: services.newId(), skipA, skipB };
        if (isAsync) {
          await write(startWebRun, request);
          return status(202, { id: request.runId, status: "processing" as const, product_id: productId });
        }
        await write(holdForRun, request);
        const { generated, failures, warnings } = await services.call(runCall, tenantId, request);
        const [failure] = failures;
        if (failure && generated.length === 0) throw refuseFailure(failure);
        const errors = Object.fromEntries(failures.map(({ type, message }) => [type, message]));
        const made = resultBody({ productId, entityId: null }, generated, { applied: false, appliedFields: [] });
        const { entity_id: _, applied: __, applied_fields: ___, ...shown } = made;
        return { ...shown, ...(await resultsOf(db, productId)), warnings, ...(failure && { errors }) };
      },
      {
        policy: {
          ...RUN,
          refusals: [...MODEL_REFUSALS, "WEB_SEARCH_NOT_CONFIGURED", "ENRICHMENT_IN_PROGRESS"],
        },
        params: ProductParams,
        body: RunRequest,
        response: { 200: RunBody, 202: StartedBody },
        detail: {
          operationId: "runWebEnrichment",
          summary: "Research a product",
          description:
            "Looks for passages of indexed documents; with fewer than 3, and only if `skip_phase_b` is false, it searches " +
            "the web and reads what robots may read. The result is stored, not applied: use apply.",
        },
      },
    )
    .get("/results", async ({ db, params }) => resultsOf(db, (await findLiveProduct(db, params.product_id)).id), {
      policy: POLL,
      params: ProductParams,
      response: { 200: ResultsBody },
      detail: {
        operationId: "getWebEnrichment",
        summary: "Get the research of a product",
        description: "Of the last run, with its sources.",
      },
    });
