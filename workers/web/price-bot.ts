import type { Reader } from "../../db/ports.ts";
import { listCheckedProducts } from "../../db/price-monitor/checks.ts";
import { listMonitoredIds } from "../../db/price-monitor/monitored.ts";
import {
  endPriceBot,
  notePriceBot,
  type PriceBotRun,
  PriceBotRuns,
} from "../../src/ai/web/price-bot/price-bot-runs.ts";
import { type Research, researchPrice } from "../../src/ai/web/price-bot/research-price.ts";
import type { JobContext, JobHandler } from "../../src/jobs/job.ts";
import { readDependency } from "../../src/settings/read-dependency.ts";

type Context = JobContext<"web.price-bot">;

const AT_ONCE = 50;
const WAIT_MAX_MS = 120_000;

/** Searches the web for competitors' prices, product by product; each is noted with how far the run is. */
export const priceBot: JobHandler<"web.price-bot"> = async ({ runId }, context) => {
  const { db, services, commit, signal } = context;
  const run = await PriceBotRuns.find(db, runId);
  if (run?.status !== "processing") return;
  const ready = await readDependency(db, services.secrets, "ai-provider");
  const search = await readDependency(db, services.secrets, "web-search");
  if (!ready || !search) {
    const errorMessage = ready ? "Web search is not configured" : "The AI provider is not configured";
    await commit(endPriceBot, { runId, errorMessage }, "done");
    return;
  }
  const { tenantId } = db;
  const reader = { services, tenantId, signal, waitMaxMs: WAIT_MAX_MS };
  await doProducts(
    { runId, reader, model: { services, tenantId, ready }, search, maxSources: run.maxSources },
    run,
    context,
  );
  await commit(endPriceBot, { runId, errorMessage: null }, "done");
};

/** The next products of a run, by id. */
async function nextProducts(db: Reader, { productIds }: PriceBotRun, after: string): Promise<string[]> {
  if (productIds) return productIds.filter((id) => id > after).slice(0, AT_ONCE);
  return listMonitoredIds(db, after, AT_ONCE);
}

async function doProducts(
  research: Research,
  run: PriceBotRun,
  { db, checkpoint, commit, signal, throwIfTurnIsOver }: Context,
) {
  for (let after = checkpoint?.after ?? ""; ; ) {
    const ids = await nextProducts(db, run, after);
    if (ids.length === 0) return;
    const products = new Map((await listCheckedProducts(db, ids)).map((product) => [product.id, product]));
    for (const id of ids) {
      signal.throwIfAborted();
      const product = products.get(id);
      const found = product
        ? await researchPrice(research, product)
        : { items: [], errors: 0, costMicros: 0, callIds: [] };
      await commit(notePriceBot, { runId: run.id, ...found }, { checkpoint: { after: id } });
      after = id;
      throwIfTurnIsOver();
    }
  }
}
