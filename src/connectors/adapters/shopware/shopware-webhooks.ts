import { createHash } from "node:crypto";
import type { Report } from "../../engine/define-platform.ts";
import { listOf, member, textOf } from "../../engine/platform-values.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import type { WebhookRegistry } from "../../engine/shop/shop-webhook.ts";
import { call, fieldOf } from "./shopware-call.ts";

// Source: https://developer.shopware.com/docs/guides/plugins/apps/webhook.html and the entity `webhook` of the Admin API. Only
// webhooks of an app are signed: those of an integration bring their secret in their address.
const LISTED = 500;
const OURS = "/connectors/shopware/webhook?";
/** What a delivery may name at once. */
const REPORTED_MAX = 500;

const sync = (api: Api, action: "upsert" | "delete", payload: readonly object[]) =>
  call(api, "_action/sync", { method: "POST", json: [{ entity: "webhook", action, payload }] });

/** The same for the same topic and connector, so that it may be made twice. */
const idOf = (topic: string, address: string) => createHash("md5").update(`webhook ${topic} ${address}`).digest("hex");

/** Webhooks of a shop: one request makes and changes all, also those that it has switched off after failures. */
export const webhooks: WebhookRegistry = {
  list: async (api) => {
    const filter = [{ type: "contains", field: "url", value: OURS }];
    const found = await call(api, "search/webhook", { method: "POST", json: { limit: LISTED, filter } });
    return listOf(member(found, "data")).map((each) => ({
      id: String(member(each, "id")),
      topic: textOf(fieldOf(each, "eventName")) ?? "",
      address: textOf(fieldOf(each, "url")) ?? "",
    }));
  },
  put: async (api, wanted, { address, secret }) => {
    const url = `${address}&token=${encodeURIComponent(secret)}`;
    const payload = wanted.map(({ topic, id }) => ({
      id: id ?? idOf(topic, address),
      name: `catalogd ${topic}`,
      ...{ eventName: topic, url, active: true, onlyLiveVersion: true },
    }));
    await sync(api, "upsert", payload);
    return payload.map(({ id, eventName }) => ({ topic: eventName, id }));
  },
  remove: async (api, ids) => {
    const payload = ids.map((id) => ({ id }));
    if (payload.length > 0) await sync(api, "delete", payload);
  },
};

const KINDS = { product: "product", order: "order" } as const;

/** What a delivery names: products and orders by their ids, which are written or deleted. */
export function reportOf(body: Record<string, unknown>): Report {
  const topic = textOf(member(body, "data", "event")) ?? "";
  const named = listOf(member(body, "data", "payload"))
    .slice(0, REPORTED_MAX)
    .flatMap((each) => {
      const externalId = textOf(member(each, "primaryKey")) ?? textOf(member(each, "primaryKey", "id"));
      const kind = Object.entries(KINDS).find(([name]) => name === member(each, "entity"))?.[1];
      const isGone = member(each, "operation") === "delete" || topic.endsWith(".deleted");
      return externalId === undefined || kind === undefined ? [] : [{ kind, externalId, isGone }];
    });
  return {
    topic,
    changed: named.filter(({ isGone }) => !isGone).map(({ kind, externalId }) => ({ kind, externalId })),
    deleted: named.flatMap(({ kind, externalId, isGone }) => (isGone && kind === "product" ? externalId : [])),
  };
}
