import { type Connector, connectorRows, findConnector } from "../../../db/connectors/connectors.ts";
import { deleteMappings, findByExternalIds } from "../../../db/connectors/mappings.ts";
import { forgetShopNews, noteShopNews, type ShopNews, shopNews } from "../../../db/connectors/shop-news.ts";
import { shopLevels } from "../../../db/connectors/shop-orders.ts";
import { enqueue } from "../../../db/jobs/queue.ts";
import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import type { Report } from "../engine/define-platform.ts";
import { applyPulled } from "../engine/pull/apply-pulled.ts";
import { changeableOf } from "../engine/pull/pull-fields.ts";
import type { PullRules } from "../engine/pull/pull-rules.ts";
import type { PulledProduct } from "../engine/pull/pulled-product.ts";
import { noteMovedStock } from "../orders/note-moved-stock.ts";
import type { OrderNews } from "../orders/order-news.ts";
import { takeOrders } from "../orders/take-orders.ts";
import { lifecycle, SyncJobs } from "../sync-job.ts";

/** What a delivery may change of a product that is there, unless the connector says less. */
const REPORTED = ["name", "price", "stock", "brand_name"];

/** What webhooks may change, as the connector says. */
export const deliveryRules = (connector: Connector): PullRules => ({
  createsMissing: connector.syncOptions["create_missing"] === true,
  takesImages: false,
  fields: changeableOf(connector, REPORTED),
});

/** Forgets what a connector calls products that the platform has deleted; the products stay. */
export async function unlink(tx: Tx, connectorId: string, externalIds: readonly string[]): Promise<number> {
  const mapped = await findByExternalIds(tx, connectorId, externalIds);
  const productIds = mapped.map(({ productId }) => productId);
  await deleteMappings(tx, connectorId, productIds);
  await shopLevels.erase(tx, { connectorId, productId: productIds });
  return mapped.length;
}

const ATTEMPTS_MAX = 3;

/** Lets a job read what was reported of a shop; `isLate`: one is just ending. */
async function readSoon(tx: Tx, connectorId: string, isLate: boolean, context: MutationContext) {
  const options = { queue: "outside", attemptsMax: ATTEMPTS_MAX } as const;
  const uniqueKey = isLate ? {} : { uniqueKey: `news:${connectorId}` };
  const payload = { connectorId, sinceMs: context.now() };
  await enqueue(tx, "connectors.read-news", payload, context, { ...options, ...uniqueKey });
}

/** Takes in what a delivery says has changed. Returns whether that was anything. */
export async function takeReport(
  tx: Tx,
  { connectorId, report: { changed, deleted } }: { connectorId: string; report: Report },
  context: MutationContext,
): Promise<boolean> {
  const unlinked = deleted.length === 0 ? 0 : await unlink(tx, connectorId, [...deleted]);
  if (changed.length === 0 || !(await findConnector(tx, connectorId))) return unlinked > 0;
  await noteShopNews(tx, connectorId, changed);
  await readSoon(tx, connectorId, false, context);
  return true;
}

/** The job of a portion that was read: it has begun and ended in one. */
async function jobOf(tx: Tx, connectorId: string, { now, newId }: MutationContext): Promise<string> {
  const kind = { jobType: "webhook", trigger: "webhook" } as const;
  return (await SyncJobs.table.insert(tx, { id: newId(), connectorId, ...kind, startedAtMs: now() })).id;
}

interface ReadPortion {
  connectorId: string;
  news: readonly ShopNews[];
  products: PulledProduct[];
  orders: readonly OrderNews[];
}

/** Takes in what the platform answered of a portion, and forgets that it was to be read. */
export const noteRead = mutation(
  "connectors.note-read",
  async (tx, { connectorId, news, products, orders }: ReadPortion, context): Promise<void> => {
    const connector = await findConnector(tx, connectorId);
    if (!connector) return;
    const jobId = await jobOf(tx, connectorId, context);
    if (products.length > 0) {
      const rules = deliveryRules(connector);
      await applyPulled.run(tx, { connectorId, jobId, products, rules }, context);
    }
    if (orders.length > 0) {
      const taken = await takeOrders(tx, { connectorId, news: orders, isPull: true }, context);
      await noteMovedStock(tx, jobId, taken);
    }
    await lifecycle.settleById(tx, jobId, "complete", {}, context);
    await forgetShopNews(tx, connectorId, news);
  },
);

/** Notes that a portion cannot be read, and why: the next pull reads what it was of. */
export const noteUnread = mutation(
  "connectors.note-unread",
  async (
    tx,
    given: { connectorId: string; news: readonly ShopNews[]; error: string; isOfConnector: boolean },
    context,
  ): Promise<void> => {
    const { connectorId, news, error, isOfConnector } = given;
    const jobId = await jobOf(tx, connectorId, context);
    await lifecycle.settleById(tx, jobId, "fail", { errorMessage: error }, context);
    await forgetShopNews(tx, connectorId, news);
    const connector = await findConnector(tx, connectorId);
    if (connector && isOfConnector)
      await connectorRows.update(tx, { ...connector, status: "error", statusMessage: error });
  },
);

/** Ends the reading. What was reported since the last look gets a job of its own. */
export const endReading = mutation(
  "connectors.end-reading",
  async (tx, { connectorId }: { connectorId: string }, context): Promise<void> => {
    if ((await shopNews.list(tx, { where: { connectorId }, limit: 1 })).length > 0)
      await readSoon(tx, connectorId, true, context);
  },
);
