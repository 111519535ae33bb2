import type { MutationContext, Tx } from "../../../db/ports.ts";
import { type ActiveAlert, findLastTriggers, listActiveAlerts, setTriggered } from "../../../db/price-alerts/alerts.ts";
import { findComparedProducts } from "../../../db/price-alerts/compared.ts";
import { priceTriggers, type Trigger } from "../../../db/price-alerts/triggers.ts";
import { findObservedProducts } from "../../../db/price-monitor/observe.ts";
import { emitEvents } from "../../events/emit-events.ts";
import { findTaxModel } from "../tax/tax-model.ts";
import { type Compared, comparedOf, isComparing, testOf } from "./alert-kinds.ts";
import { mailAlerts } from "./alert-mails.ts";
import { type AlertRecord, type Fired, recordOf, type Seen } from "./alert-record.ts";
import { isCoolingDown } from "./crossing.ts";
import { planDigest } from "./digests.ts";

const unique = (values: readonly string[]) => [...new Set(values)];

/** What watches the products of observations, and what it compares them with. */
export interface Watching {
  alerts: readonly ActiveAlert[];
  /** By product; mended as observations come. */
  compared: ReadonlyMap<string, Compared>;
}

/** Finds what watches products that were observed, as they are before that is stored. */
export async function findWatching(tx: Tx, seen: readonly Seen[], { now }: MutationContext): Promise<Watching> {
  if (seen.length === 0) return { alerts: [], compared: new Map() };
  const nowMs = now();
  const productIds = unique(seen.map(({ observation }) => observation.productId));
  const competitorIds = unique(seen.map(({ competitor }) => competitor.id));
  const active = await listActiveAlerts(tx, { productIds, competitorIds });
  const alerts = active.filter(({ snoozedUntilMs }) => snoozedUntilMs === null || snoozedUntilMs <= nowMs);
  if (!alerts.some(isComparing)) return { alerts, compared: new Map() };
  const model = await findTaxModel(tx, nowMs);
  const products = await findComparedProducts(tx, productIds);
  return { alerts, compared: new Map(products.map((product) => [product.id, comparedOf(product, model)])) };
}

/** What observations set off, in their order. */
function crossedBy({ alerts, compared }: Watching, seen: readonly Seen[]): Fired[] {
  const byProduct = Map.groupBy(alerts, ({ productId }) => productId);
  const ofAll = byProduct.get(null) ?? [];
  return seen.flatMap((each) => {
    const { productId, priceCents } = each.observation;
    const known = compared.get(productId);
    const fired = [...(byProduct.get(productId) ?? []), ...ofAll]
      .filter(({ competitorId }) => competitorId === null || competitorId === each.competitor.id)
      .flatMap((alert): Fired[] => {
        const against = testOf(alert, each, known);
        return against === undefined ? [] : [{ alert, seen: each, against }];
      });
    // The next one is no longer the first to be cheaper.
    if (known) known.lowest = Math.min(known.lowest ?? priceCents, priceCents);
    return fired;
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
  await priceTriggers.insertAll(tx, triggers);
  for (const digest of new Set(triggers.flatMap((trigger) => trigger.digest ?? []))) {
    await planDigest(tx, digest, context);
  }
}

/**
 * Fires the alerts that valid observations set off, which are stored by then. The notifications are stored in the transaction of the observations:
 * they go out even when the process ends meanwhile.
 */
export async function fireAlerts(
  tx: Tx,
  seen: readonly Seen[],
  watching: Watching,
  context: MutationContext,
): Promise<void> {
  const nowMs = context.now();
  const fired = await awake(tx, crossedBy(watching, seen), nowMs);
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
