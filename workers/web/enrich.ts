import { holdForRun } from "../../src/ai/enrichment/run/hold-product.ts";
import { ApiError } from "../../src/http/output/errors.ts";
import type { JobHandler } from "../../src/jobs/job.ts";
import { run } from "./run.ts";

/** Runs the web pipeline for a product in the background. What it cannot do is noted with the product. */
export const enrich: JobHandler<"web.enrich"> = async (request, { db, services, signal }) => {
  const { productId, runId } = request;
  try {
    // Its own again after an interruption.
    await services.write(holdForRun, db.tenantId, { productId, runId });
    await run(services, db.tenantId, request, signal);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
};
