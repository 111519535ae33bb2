import { type Static, Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { ALERT_TYPES, findAlertId } from "../../../db/price-alerts/alerts.ts";
import { type DeliveredTrigger, listTriggers } from "../../../db/price-alerts/triggers.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { expandable } from "../../http/input/expand.ts";
import { idParams, orNull, Time, Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { required } from "../../http/output/errors.ts";
import { resourceRoutes } from "../../kit/resource/resource.ts";
import type { Services } from "../../runtime/services.ts";
import { isoOrNull } from "../../text/instant.ts";
import { EDIT_MONITOR, VIEW_MONITOR } from "../price-monitor/policies.ts";
import { acknowledge, assign } from "./acknowledge.ts";
import { alertChanges, PriceAlert } from "./alert.ts";

const TAG = "Price Alerts";
const SHOWN = 100;

const HistoryQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: "Default 100." })),
});
const TriggersQuery = Type.Object({
  ...HistoryQuery.properties,
  assigned_to: Type.Optional(Type.String({ format: "uuid", description: "Only what this user is to see to." })),
  acknowledged: Type.Optional(Type.Boolean({ description: "Only acknowledged ones, or the others." })),
});

const TriggerBody = Type.Object({
  id: Uuid,
  alert_id: Uuid,
  product_id: Uuid,
  product_title: Type.String(),
  ean: orNull(Type.String()),
  own_price: orNull(Type.Number(), "The product's own price then."),
  alert_type: oneOf(ALERT_TYPES),
  threshold: orNull(
    Type.Number(),
    "What the price was compared with: the threshold, the own price, the cost or the minimum advertised price.",
  ),
  competitor_id: Uuid,
  competitor_name: Type.String(),
  url: Type.String(),
  observed_price: Type.Number(),
  previous_price: orNull(Type.Number()),
  change_pct: orNull(Type.Number()),
  channels: Type.Array(Type.String()),
  delivered: Type.Object({
    in_app: Type.Boolean(),
    webhook: Type.Boolean({ description: "Every webhook that subscribes to `price.alert` has accepted it." }),
    email: Type.Boolean({ description: "Every mail has been handed to the mail server." }),
  }),
  triggered_at: Time,
  acknowledged_at: orNull(Time, "Null: not yet."),
  acknowledged_by: orNull(Uuid, "The user; null: no user."),
  assigned_to: orNull(Uuid, "The user who is to see to it; null: no user."),
  ...expandable({ product: "product", competitor: "competitor" }),
});
const Triggers = Type.Array(TriggerBody);
const TriggerParams = idParams({ trigger_id: "alert that fired" });

/** A trigger as the API shows it; its record was stored as it is shown. */
const triggerBody = (trigger: DeliveredTrigger): Static<typeof TriggerBody> => {
  const { record, isReported, isMailed, acknowledgedAtMs } = trigger;
  const { channels, triggered_at: triggeredAt, ...rest } = record;
  const isShown = Array.isArray(channels) && channels.includes("in_app");
  const delivered = { in_app: isShown, webhook: isReported, email: isMailed };
  // Stored as it is shown, but for how it was delivered.
  return {
    ...rest,
    channels,
    delivered,
    triggered_at: triggeredAt,
    acknowledged_at: isoOrNull(acknowledgedAtMs),
    acknowledged_by: trigger.acknowledgedBy,
    assigned_to: trigger.assignedTo,
  } as Static<typeof TriggerBody>;
};

/** `/prices/alerts`: notifications about competitors' prices. */
export const priceAlertRoutes = (services: Services) =>
  new Elysia().use(routesOfAlerts(services)).use(triggerRoutes(services));

const routesOfAlerts = (services: Services) =>
  resourceRoutes(services, PriceAlert, {
    path: "/prices/alerts",
    tag: TAG,
    rights: { view: VIEW_MONITOR, edit: { ...EDIT_MONITOR, refusals: ["PRODUCT_NOT_FOUND"] }, remove: EDIT_MONITOR },
    changes: alertChanges,
    leaves: ["put"],
    list: {
      filters: {
        all_products: Type.Boolean(),
        product_id: Type.String({ format: "uuid" }),
        category_id: Type.String({ format: "uuid" }),
        brand_id: Type.String({ format: "uuid" }),
        competitor_id: Type.String({ format: "uuid" }),
        alert_type: oneOf(ALERT_TYPES),
        is_active: Type.Boolean(),
      },
      counters: "sized",
    },
    texts: {
      one: "PriceAlert",
      word: "price alert",
      create:
        "Watches a product, a category, a brand, a competitor or all products. Evaluated on each new valid observation, not on creation. Being equal to the threshold never fires.",
      read: "The alert.",
      remove: "Its history is kept.",
    },
  });

const triggerRoutes = (services: Services) =>
  accessRoutes(services, TAG, "/prices/alerts")
    .get(
      "/triggered",
      async ({ db, query: { limit = SHOWN, acknowledged: isAcknowledged = null, assigned_to: assignedTo = null } }) =>
        (await listTriggers(db, { alertId: null, isAcknowledged, assignedTo, limit })).map(triggerBody),
      {
        policy: VIEW_MONITOR,
        query: TriggersQuery,
        response: { 200: Triggers },
        detail: {
          operationId: "listTriggeredAlerts",
          summary: "List recent alerts that fired",
          description: "Newest first, of all alerts, also of deleted ones.",
        },
      },
    )
    .post(
      "/triggered/:trigger_id/acknowledge",
      async ({ write, params }) => triggerBody(await write(acknowledge, { id: params.trigger_id })),
      {
        policy: EDIT_MONITOR,
        params: TriggerParams,
        response: { 200: TriggerBody },
        detail: {
          operationId: "acknowledgeTriggeredAlert",
          summary: "Acknowledge an alert that fired",
          description: "Notes who has seen to it and when; the first acknowledgement stands.",
        },
      },
    )
    .post(
      "/triggered/:trigger_id/assign",
      async ({ write, params, body }) =>
        triggerBody(await write(assign, { id: params.trigger_id, userId: body.user_id })),
      {
        policy: EDIT_MONITOR,
        params: TriggerParams,
        body: Type.Object({ user_id: orNull(Uuid, "An active user. Null: no user.") }),
        response: { 200: TriggerBody },
        detail: {
          operationId: "assignTriggeredAlert",
          summary: "Assign an alert that fired",
          description: "Says which user is to see to it.",
        },
      },
    )
    .get(
      "/:alert_id/history",
      async ({ db, params: { alert_id: alertId }, query: { limit = SHOWN } }) => {
        const triggers = await listTriggers(db, { alertId, isAcknowledged: null, assignedTo: null, limit });
        // A deleted one is known by its triggers.
        if (triggers.length === 0) required(await findAlertId(db, alertId), "alert", alertId);
        return triggers.map(triggerBody);
      },
      {
        policy: VIEW_MONITOR,
        params: idParams({ alert_id: "alert" }),
        query: HistoryQuery,
        response: { 200: Triggers },
        detail: {
          operationId: "listAlertHistory",
          summary: "List when an alert fired",
          description: "Newest first; kept after the alert is deleted.",
        },
      },
    );
