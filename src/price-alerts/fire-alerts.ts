import type { MutationContext, Tx } from "../../db/ports.ts";
import {
  type ActiveAlert,
  insertTriggers,
  listActiveAlerts,
  listAlertRecipients,
  setTriggered,
  type Trigger,
} from "../../db/price-alerts/alerts.ts";
import { findObservedProducts } from "../../db/price-monitor/observe.ts";
import { emitEvents } from "../events/emit-events.ts";
import { priceAlertMail } from "../mail/mail-text.ts";
import { queueMail } from "../mail/queue-mail.ts";
import type { Seen } from "../price-monitor/store-valid.ts";
import { isoOfMs } from "../text/instant.ts";
import { changeOf, isCoolingDown, isCrossed } from "./crossing.ts";

const MAIL_VALID_MS = 7 * 86_400_000;

interface Fired {
  alert: ActiveAlert;
  seen: Seen;
}

/** The alerts that observations set off, in their order; each alert rests after it has fired. */
function firedBy(alerts: readonly ActiveAlert[], seen: readonly Seen[], nowMs: number): Fired[] {
  const byProduct = Map.groupBy(alerts, ({ productId }) => productId);
  const fired: Fired[] = [];
  for (const each of seen) {
    for (const alert of byProduct.get(each.observation.productId) ?? []) {
      if (!isCrossed(alert, each.observation.priceCents, each.previousCents) || isCoolingDown(alert, nowMs)) continue;
      alert.lastTriggeredAtMs = nowMs;
      fired.push({ alert, seen: each });
    }
  }
  return fired;
}

/** What is told of an alert that fired. */
function recordOf({ alert, seen }: Fired, id: string, title: string, nowMs: number): Record<string, unknown> {
  const { observation, competitor, previousCents } = seen;
  const change = changeOf(previousCents, observation.priceCents);
  return {
    id,
    alert_id: alert.id,
    product_id: alert.productId,
    product_title: title,
    alert_type: alert.alertType,
    threshold: alert.threshold / 100,
    competitor_id: competitor.id,
    competitor_name: competitor.name,
    observed_price: observation.priceCents / 100,
    previous_price: previousCents === null ? null : previousCents / 100,
    change_pct: change === null ? null : change / 100,
    channels: alert.channels,
    triggered_at: isoOfMs(nowMs),
  };
}

async function mail(tx: Tx, { alert, seen }: Fired, title: string, context: MutationContext): Promise<string[]> {
  const recipients = await listAlertRecipients(tx, alert.createdBy);
  const facts = {
    product: title,
    competitor: seen.competitor.name,
    price: (seen.observation.priceCents / 100).toFixed(2),
    alert_type: alert.alertType,
    threshold: (alert.threshold / 100).toFixed(2),
  };
  const ids: string[] = [];
  for (const { email, locale } of recipients) {
    const text = priceAlertMail(locale === "fr" ? "fr" : "en", facts);
    ids.push(await queueMail(tx, { ...text, recipient: email, expiresAtMs: context.now() + MAIL_VALID_MS }, context));
  }
  return ids;
}

/**
 * Fires the alerts that valid observations set off. What is told of them is stored in the transaction of the observations: it
 * goes out once, whatever happens to the process meanwhile.
 */
export async function fireAlerts(tx: Tx, seen: readonly Seen[], context: MutationContext): Promise<void> {
  if (seen.length === 0) return;
  const nowMs = context.now();
  const productIds = [...new Set(seen.map(({ observation }) => observation.productId))];
  const fired = firedBy(await listActiveAlerts(tx, productIds), seen, nowMs);
  if (fired.length === 0) return;
  const products = await findObservedProducts(tx, [...new Set(fired.map(({ alert }) => alert.productId))]);
  const titles = new Map(products.map(({ id, title }) => [id, title]));
  const triggers: Trigger[] = [];
  for (const each of fired) {
    const { alert } = each;
    const id = context.newId();
    const title = titles.get(alert.productId) ?? "";
    triggers.push({
      id,
      alertId: alert.id,
      productId: alert.productId,
      triggeredAtMs: nowMs,
      record: recordOf(each, id, title, nowMs),
      eventId: null,
      mailIds: alert.channels.includes("email") ? await mail(tx, each, title, context) : [],
    });
  }
  const told = triggers.filter((_, place) => fired[place]?.alert.channels.includes("webhook"));
  const eventIds = await emitEvents(
    tx,
    told.map(({ record }) => ({ type: "price.alert", data: record })),
    context,
  );
  for (const [place, trigger] of told.entries()) trigger.eventId = eventIds[place] ?? null;
  await insertTriggers(tx, triggers);
  await setTriggered(tx, [...new Set(fired.map(({ alert }) => alert.id))], nowMs);
}
