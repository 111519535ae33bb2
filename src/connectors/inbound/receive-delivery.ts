import { findConnector } from "../../../db/connectors/connectors.ts";
import { inboundDeliveries } from "../../../db/connectors/deliveries.ts";
import { noteShopDelivery } from "../../../db/connectors/shop-webhooks.ts";
import { deleteOldOf } from "../../../db/maintenance/old-rows.ts";
import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { applyPulled } from "../engine/pull/apply-pulled.ts";
import { noteMovedStock } from "../orders/note-moved-stock.ts";
import { takeOrders } from "../orders/take-orders.ts";
import { lifecycle, SyncJobs } from "../sync-job.ts";
import type { Effect } from "./effects.ts";
import { deliveryRules, takeReport, unlink } from "./shop-reports.ts";

const DAY_MS = 86_400_000;
/** The number of old deliveries deleted with each new one: more than come. */
const DELETED_MAX = 10;

interface Delivery {
  connectorId: string;
  deliveryId: string;
  /** As the platform names it; one that means nothing here goes under a common name. */
  topic: string;
  effect: Effect;
}
type Applied = Delivery & { effect: Exclude<Effect, { kind: "report" }> };

/** Does what a delivery asks for, and says whether that was anything. */
async function perform(
  tx: Tx,
  jobId: string,
  { connectorId, effect }: Applied,
  context: MutationContext,
): Promise<boolean> {
  if (effect.kind === "none") return false;
  if (effect.kind === "delete") return (await unlink(tx, connectorId, [effect.externalId])) > 0;
  if (effect.kind === "order") {
    const taken = await takeOrders(tx, { connectorId, news: [effect.news] }, context);
    await noteMovedStock(tx, jobId, taken);
    return taken.moved > 0 || taken.waiting.length > 0;
  }
  const connector = await findConnector(tx, connectorId);
  if (!connector) return false;
  const rules = deliveryRules(connector);
  const counts = await applyPulled.run(tx, { connectorId, jobId, products: [effect.product], rules }, context);
  return counts.pulled + counts.updated > 0;
}

interface Taken {
  status: "accepted" | "duplicate" | "ignored";
  jobId: string | null;
}

async function take(tx: Tx, delivery: Delivery, context: MutationContext): Promise<Taken> {
  const { effect } = delivery;
  // What is to be read is noted once, however often it is reported.
  if (effect.kind === "report") {
    const isTaken = await takeReport(tx, { connectorId: delivery.connectorId, report: effect.report }, context);
    return { status: isTaken ? "accepted" : "ignored", jobId: null };
  }
  return takeOnce(tx, { ...delivery, effect }, context);
}

async function takeOnce(tx: Tx, delivery: Applied, context: MutationContext): Promise<Taken> {
  const { connectorId, deliveryId, effect } = delivery;
  const nowMs = context.now();
  const afterMs = nowMs - DAY_MS;
  const known = await inboundDeliveries.find(tx, { connectorId, deliveryId });
  if (known && known.atMs > afterMs) return { status: "duplicate", jobId: null };
  await inboundDeliveries.save(tx, { connectorId, deliveryId, atMs: nowMs });
  await deleteOldOf(tx, "inbound_delivery", { beforeMs: afterMs, limit: DELETED_MAX });
  if (effect.kind === "none") return { status: "ignored", jobId: null };
  const kind = { jobType: "webhook", trigger: "webhook" } as const;
  const job = await SyncJobs.table.insert(tx, { id: context.newId(), connectorId, ...kind, startedAtMs: nowMs });
  const jobId = job.id;
  const isDone = await perform(tx, jobId, delivery, context);
  await lifecycle.settleById(tx, jobId, "complete", {}, context);
  return { status: isDone ? "accepted" : "ignored", jobId };
}

/** Has the effect of a delivery, once within a day, and notes both in one transaction. */
export const receiveDelivery = mutation(
  "connectors.receive-delivery",
  async (tx, delivery: Delivery, context): Promise<Taken> => {
    const { connectorId, topic } = delivery;
    const taken = await take(tx, delivery, context);
    // A connector that was deleted meanwhile has no webhooks any more.
    if (await findConnector(tx, connectorId)) {
      await noteShopDelivery(tx, { connectorId, topic, atMs: context.now(), status: taken.status });
    }
    return taken;
  },
);
