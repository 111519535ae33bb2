import type { MutationContext, Tx } from "../../../db/ports.ts";
import { type ActiveAlert, findLastTriggers, listActiveAlerts, setTriggered } from "../../../db/price-alerts/alerts.ts";
import { insertTriggers, type Trigger } from "../../../db/price-alerts/triggers.ts";
import { findObservedProducts } from "../../../db/price-monitor/observe.ts";
import { emitEvents } from "../../events/emit-events.ts";
import { mailAlerts } from "./alert-mails.ts";
import type { Seen } from "./alert-record.ts";
import { type AlertRecord, type Fired, recordOf } from "./alert-record.ts";
import { isCoolingDown, isCrossed } from "./crossing.ts";
import { planDigest } from "./digests.ts";

const unique = (values: readonly string[]) => [...new Set(values)];

/** What observations cross of the alerts that watch their products, in their order. */
function crossedBy(alerts: readonly ActiveAlert[], seen: readonly Seen[]): Fired[] {
  const byProduct = Map.groupBy(alerts, ({ productId }) => productId);
  const ofAll = byProduct.get(null) ?? [];
  return seen.flatMap((each) => {
    const { observation, competitor, previousCents } = each;
    return [...(byProduct.get(observation.productId) ?? []), ...ofAll]
      .filter(({ competitorId }) => competitorId === null || competitorId === competitor.id)
      .filter((alert) => isCrossed(alert, observation.priceCents, previousCents))
      .map((alert) => ({ alert, seen: each }));
  });
}

/** Those of them that are not resting; an alert rests for a product after it has fired for it. */
async function awake(tx: Tx, crossed: readonly Fired[], nowMs: number): Promise<Fired[]> {
  const keyOf = ({ alert, seen }: Fired) => `${alert.id} ${seen.observation.productId}`;
  const each = new Map(crossed.map((fired) => [keyOf(fired), fired]));
  const pairs = [...each.values()].map(({ alert, seen }) => [alert.id, seen.observation.productId] as const);
  const times = pairs.length > 0 ? await findLastTriggers(tx, pairs) : [];
  const last = new Map([...each.keys()].map((key, place) => [key, times[place] ?? null]));
  return crossed.filter((fired) => {
    const key = keyOf(fired);
    if (isCoolingDown(fired.alert, last.get(key) ?? null, nowMs)) return false;
    last.set(key, nowMs);
    return true;
  });
}

interface FiredAlert {
  alert: ActiveAlert;
  record: AlertRecord;
}

/** Emits events to webhooks; returns the events by the records' ids. */
async function emitToWebhooks(
  tx: Tx,
  fired: readonly FiredAlert[],
  context: MutationContext,
): Promise<Map<string, string | null>> {
  const records = fired.filter(({ alert }) => alert.channels.includes("webhook")).map(({ record }) => record);
  const events = records.map((record) => ({ type: "price.alert" as const, data: record }));
  const ids = await emitEvents(tx, events, context);
  return new Map(records.map(({ id }, place) => [id, ids[place] ?? null]));
}

/** Stores the triggers of alerts, with their events and mails. */
async function store(tx: Tx, fired: readonly FiredAlert[], context: MutationContext): Promise<void> {
  const events = await emitToWebhooks(tx, fired, context);
  const byMail = fired.filter(({ alert }) => alert.channels.includes("email"));
  const atOnce = byMail
    .filter(({ alert }) => alert.digest === "none")
    .map(({ alert, record }) => ({ record, createdBy: alert.createdBy }));
  // An alert of many products that fires for many of them at once is one mail.
  const mails = await mailAlerts(tx, [...Map.groupBy(atOnce, ({ record }) => record.alert_id).values()], context);
  const digestOf = ({ channels, digest }: ActiveAlert) =>
    channels.includes("email") && digest !== "none" ? digest : null;
  const triggers = fired.map(
    ({ alert, record }): Trigger => ({
      id: record.id,
      alertId: alert.id,
      productId: record.product_id,
      triggeredAtMs: context.now(),
      record,
      eventId: events.get(record.id) ?? null,
      mailIds: mails.get(record.id) ?? [],
      digest: digestOf(alert),
    }),
  );
  await insertTriggers(tx, triggers);
  for (const digest of new Set(triggers.flatMap((trigger) => trigger.digest ?? []))) {
    await planDigest(tx, digest, context);
  }
}

/**
 * Fires the alerts that valid observations set off. The notifications are stored in the transaction of the observations:
 * they go out even when the process ends meanwhile.
 */
export async function fireAlerts(tx: Tx, seen: readonly Seen[], context: MutationContext): Promise<void> {
  if (seen.length === 0) return;
  const nowMs = context.now();
  const alerts = await listActiveAlerts(tx, {
    productIds: unique(seen.map(({ observation }) => observation.productId)),
    competitorIds: unique(seen.map(({ competitor }) => competitor.id)),
  });
  const listening = alerts.filter(({ snoozedUntilMs }) => snoozedUntilMs === null || snoozedUntilMs <= nowMs);
  const fired = await awake(tx, crossedBy(listening, seen), nowMs);
  if (fired.length === 0) return;
  const observed = unique(fired.map((each) => each.seen.observation.productId));
  const products = new Map((await findObservedProducts(tx, observed)).map((product) => [product.id, product]));
  const triggers = fired.map((each) => {
    const product = products.get(each.seen.observation.productId);
    return { alert: each.alert, record: recordOf(each, context.newId(), { product, nowMs }) };
  });
  await store(tx, triggers, context);
  await setTriggered(tx, unique(fired.map(({ alert }) => alert.id)), nowMs);
}
