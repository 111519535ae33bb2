import { findConnector } from "../../../db/connectors/connectors.ts";
import { deleteDeliveries, isDelivered, putDelivery } from "../../../db/connectors/deliveries.ts";
import { listSettled, markPulled } from "../../../db/connectors/feeds.ts";
import { findByExternalIds } from "../../../db/connectors/mappings.ts";
import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { commitSet } from "../../products/changes/commit/commit-set.ts";
import { applyItem } from "../../products/changes/set/apply.ts";
import { loadChangeSet } from "../../products/changes/set/load.ts";
import { applyPulled, unlink } from "../engine/apply-pulled.ts";
import { changeableOf } from "../engine/pull-fields.ts";
import { lifecycle, SyncJobs } from "../sync-job.ts";
import type { Effect, OrderLine } from "./effects.ts";

/** What a delivery may change of a product that is there, unless the connector says less. */
const REPORTED = ["name", "price", "stock", "brand_name"];
const DAY_MS = 86_400_000;
/** A shop may report an order when it is made and when it is paid: it takes from the stock once. */
const ORDER_STORED_MS = 60 * DAY_MS;
/** The number of old deliveries deleted with each new one: more than come. */
const DELETED_MAX = 10;

interface Delivery {
  connectorId: string;
  deliveryId: string;
  effect: Effect;
}

/** Takes what an order sells from the stock that no supplier holds. Returns how many products it was of. */
async function takeOrdered(
  tx: Tx,
  connectorId: string,
  lines: readonly OrderLine[],
  context: MutationContext,
): Promise<number> {
  const mapped = await findByExternalIds(
    tx,
    connectorId,
    lines.flatMap(({ externalIds }) => externalIds),
  );
  const productIds = new Map(mapped.map(({ externalId, productId }) => [externalId, productId]));
  const items = lines.map(({ sku }) => ({ gtin14: null, reference: sku, values: {} }));
  const set = await loadChangeSet(tx, items, context, [...productIds.values()]);
  const takenIds = new Set<string>();
  let taken = 0;
  for (const { externalIds, sku, quantity } of lines) {
    const mappedId = externalIds.map((id) => productIds.get(id)).find((id) => id !== undefined);
    const change = set.changes.get(mappedId ?? "") ?? (sku === null ? undefined : set.byReference(sku));
    if (!change || change.row.deletedAtMs !== null) continue;
    const before = change.stock.get("") ?? change.row.genericStock ?? change.row.stock;
    const values = { stock: Math.max(0, before - quantity) };
    applyItem(set, { gtin14: null, reference: null, values }, change, { newId: context.newId, nowMs: context.now() });
    taken++;
    takenIds.add(change.row.id);
  }
  const ids = [...takenIds];
  const settledIds = await listSettled(tx, connectorId, ids);
  await commitSet(tx, set, context, { source: "connector", movement: "connector" });
  await markPulled(tx, { connectorId, productIds: ids, settledIds });
  return taken;
}

/** Does what a delivery asks for, and says whether that was anything. */
async function perform(
  tx: Tx,
  jobId: string,
  { connectorId, effect }: Delivery,
  context: MutationContext,
): Promise<boolean> {
  if (effect.kind === "none") return false;
  if (effect.kind === "delete") return (await unlink(tx, connectorId, [effect.externalId])) > 0;
  if (effect.kind === "order") return (await takeOrdered(tx, connectorId, effect.lines, context)) > 0;
  const connector = await findConnector(tx, connectorId);
  if (!connector) return false;
  const rules = {
    createsMissing: connector.syncOptions["create_missing"] === true,
    takesImages: false,
    fields: changeableOf(connector, REPORTED),
  };
  const counts = await applyPulled.run(tx, { connectorId, jobId, products: [effect.product], rules }, context);
  return counts.pulled + counts.updated > 0;
}

/** What an order is noted by; `null`: it is no order. */
const orderOf = ({ connectorId, effect }: Delivery) =>
  effect.kind === "order" ? { connectorId, deliveryId: `order ${effect.id}` } : null;

/** Has the effect of a delivery, once within a day, and notes both in one transaction. */
export const receiveDelivery = mutation(
  "connectors.receive-delivery",
  async (
    tx,
    delivery: Delivery,
    context,
  ): Promise<{ status: "accepted" | "duplicate" | "ignored"; jobId: string | null }> => {
    const { connectorId, deliveryId, effect } = delivery;
    const nowMs = context.now();
    const afterMs = nowMs - DAY_MS;
    if (await isDelivered(tx, { connectorId, deliveryId, afterMs })) return { status: "duplicate", jobId: null };
    await putDelivery(tx, { connectorId, deliveryId, atMs: nowMs });
    await deleteDeliveries(tx, afterMs, DELETED_MAX);
    const order = orderOf(delivery);
    const isTaken = order !== null && (await isDelivered(tx, { ...order, afterMs: nowMs }));
    if (effect.kind === "none" || isTaken) return { status: "ignored", jobId: null };
    const kind = { jobType: "webhook", trigger: "webhook" } as const;
    const job = await SyncJobs.table.insert(tx, { id: context.newId(), connectorId, ...kind, startedAtMs: nowMs });
    const jobId = job.id;
    const isDone = await perform(tx, jobId, delivery, context);
    // One of unknown products may be sent again once they are known.
    if (order && isDone) await putDelivery(tx, { ...order, atMs: nowMs + ORDER_STORED_MS });
    await lifecycle.settleById(tx, jobId, "complete", {}, context);
    return { status: isDone ? "accepted" : "ignored", jobId };
  },
);
