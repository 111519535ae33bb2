import { findConnector } from "../../db/connectors/connectors.ts";
import { type ShopNews, shopNews } from "../../db/connectors/shop-news.ts";
import { PlatformError } from "../../src/connectors/engine/platform-error.ts";
import { takesPrices } from "../../src/connectors/engine/pull/pull-rules.ts";
import { deliveryRules, endReading, noteRead, noteUnread } from "../../src/connectors/inbound/shop-reports.ts";
import { type JobContext, type JobHandler, TurnIsOver } from "../../src/jobs/job.ts";
import type { Way } from "./link.ts";
import { deleteToken, openWay } from "./open-way.ts";

type Context = JobContext<"connectors.read-news">;

/** As many at a time as a platform answers of in one request; orders may take one each. */
const PORTIONS = { order: 25, product: 100 } as const;
const REST_MS = 60_000;
/** For how long a platform that is away is asked again. */
const AWAY_MAX_MS = 24 * 60 * 60_000;

/** Reads what webhooks have named, products and orders apart: who may not read the ones may read the others. */
export const readNews: JobHandler<"connectors.read-news"> = async ({ connectorId, sinceMs }, context) => {
  const { db, services, signal, commit } = context;
  const connector = await findConnector(db, connectorId);
  if (!connector?.isActive || !connector.isConfigured) return;
  const way = await openWay(connector, { services, db, signal });
  for (const kind of ["order", "product"] as const) await readAll(way, kind, sinceMs, context);
  await commit(endReading, { connectorId }, "done");
};

async function readAll(way: Way, kind: ShopNews["kind"], sinceMs: number, context: Context): Promise<void> {
  const { db, signal, commit, throwIfTurnIsOver } = context;
  const connectorId = way.connector.id;
  for (;;) {
    signal.throwIfAborted();
    const news = await shopNews.list(db, { where: { connectorId, kind }, limit: PORTIONS[kind] });
    if (news.length === 0) return;
    try {
      await commit(noteRead, { connectorId, news, ...(await readThere(way, news)) }, "kept");
    } catch (error) {
      await giveUp(way, news, { error, sinceMs }, context);
    }
    throwIfTurnIsOver();
  }
}

/** What the platform has of a portion of one kind. */
async function readThere({ connector, adapter, api, content, askPriceTax }: Way, news: readonly ShopNews[]) {
  const ids = news.map(({ externalId }) => externalId);
  if (news[0]?.kind === "order") return { products: [], orders: (await adapter.readOrders?.(api, ids)) ?? [] };
  if (takesPrices(deliveryRules(connector))) await askPriceTax();
  const [language = ""] = (await content()).plan.languages;
  return { products: await adapter.read(api, ids, language), orders: [] };
}

/** Waits for a platform that is away; what it refuses is noted and left. Throws what is no fault of the platform. */
async function giveUp(
  { connector, api }: Way,
  news: readonly ShopNews[],
  { error, sinceMs }: { error: unknown; sinceMs: number },
  { db, services, signal, commit }: Context,
): Promise<void> {
  if (!(error instanceof PlatformError)) throw error;
  const isAway = error.reason === "unreachable" && services.now() - sinceMs < AWAY_MAX_MS;
  if (isAway) throw new TurnIsOver(error.waitMs ?? REST_MS);
  if (error.reason === "credentials") await deleteToken(connector, { services, db, signal });
  const isOfConnector = error.reason !== "refused";
  const message = api.redact(error.message);
  await commit(noteUnread, { connectorId: connector.id, news, error: message, isOfConnector }, "kept");
}
