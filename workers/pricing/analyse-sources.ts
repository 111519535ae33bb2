import { findNextProducts, listSourceParts } from "../../db/pricing/source-parts.ts";
import type { JobHandler } from "../../src/jobs/job.ts";
import { DAY_MS } from "../../src/prices/pricing/changes/price-history.ts";
import { finishSourceAnalysis, noteSources, SourceAnalyses } from "../../src/prices/pricing/sources/source-analysis.ts";

const AT_ONCE = 1_000;

/** Compares price sources part by part: each commits with how far it is, so an interrupted analysis goes on where it was. */
export const analyseSources: JobHandler<"pricing.analyse-sources"> = async ({ analysisId: id }, context) => {
  const { db, commit, signal } = context;
  const found = await SourceAnalyses.find(db, id);
  if (found?.status !== "processing") return;
  const { startedAtMs: nowMs, days } = found;
  for (let { afterRow } = found; ; ) {
    signal.throwIfAborted();
    const { count: evaluated, upToRow } = await findNextProducts(db, afterRow, AT_ONCE);
    if (upToRow === null) break;
    const rows = { afterRow, upToRow };
    const sources = await listSourceParts(db, { ...rows, nowMs, sinceMs: nowMs - days * DAY_MS });
    if (!(await commit(noteSources, { id, ...rows, evaluated, sources }, "kept"))) return;
    afterRow = upToRow;
    await context.throwIfInTheWay();
  }
  await commit(finishSourceAnalysis, { id }, "done");
};
