import { enqueue } from "../../../db/jobs/queue.ts";
import { mutation } from "../../../db/ports.ts";
import { type WebRun, webRuns } from "../../../db/web/runs.ts";
import { holdForRun } from "../enrichment/run/hold-product.ts";
import type { WebRequest } from "./web-request.ts";

const ATTEMPTS_MAX = 2;

/** Takes a product and adds the job that runs the web pipeline for it. Throws ENRICHMENT_IN_PROGRESS. */
export const startWebRun = mutation(
  "web.start-run",
  async (tx, request: Omit<WebRequest, "tenantId">, context): Promise<void> => {
    await holdForRun.run(tx, request, context);
    await enqueue(tx, "web.enrich", request, context, { queue: "outside", attemptsMax: ATTEMPTS_MAX });
  },
);

/** Says how far the web run of a product is. */
export const noteWebRun = mutation("web.note-run", (tx, run: WebRun) => webRuns.put(tx, run));
