import { listOf, member, textOf } from "../../engine/platform-values.ts";
import type { RegisteredWebhook, WebhookRegistry } from "../../engine/shop/shop-webhook.ts";
import { query } from "./query.ts";

// Source: https://shopify.dev/docs/api/admin-graphql/2026-10/mutations/webhookSubscriptionCreate
const PAGE = 250;
const LISTED = `query webhooks { webhookSubscriptions(first: ${PAGE}) { nodes { id topic uri } } }`;
const MADE = "{ webhookSubscription { id } userErrors { message } }";

/** `products/update`, as deliveries name a topic, is `PRODUCTS_UPDATE` in the API. */
const apiTopic = (topic: string) => topic.replace("/", "_").toUpperCase();
const sentTopic = (topic: string) => topic.toLowerCase().replace("_", "/");

function registeredOf(topic: string, said: unknown): RegisteredWebhook {
  const id = textOf(member(said, "webhookSubscription", "id"));
  if (id !== undefined) return { topic, id };
  return { topic, error: textOf(member(said, "userErrors", 0, "message")) ?? "Shopify gave no id" };
}

/** Webhooks of an app: one query for all. They are signed by the app's client secret. */
export const webhooks: WebhookRegistry = {
  list: async (api) =>
    listOf(member(await query(api, LISTED), "webhookSubscriptions", "nodes")).map((each) => ({
      id: String(member(each, "id")),
      topic: sentTopic(String(member(each, "topic"))),
      address: textOf(member(each, "uri")) ?? "",
    })),
  put: async (api, wanted, { address }) => {
    const calls = wanted.map(({ topic, id }, index) =>
      id === null
        ? `w${index}: webhookSubscriptionCreate(topic: ${apiTopic(topic)}, webhookSubscription: $to) ${MADE}`
        : `w${index}: webhookSubscriptionUpdate(id: ${JSON.stringify(id)}, webhookSubscription: $to) ${MADE}`,
    );
    const text = `mutation register($to: WebhookSubscriptionInput!) { ${calls.join("\n")} }`;
    const data = await query(api, text, { to: { uri: address, format: "JSON" } });
    return wanted.map(({ topic }, index) => registeredOf(topic, member(data, `w${index}`)));
  },
  remove: async (api, ids) => {
    if (ids.length === 0) return;
    const calls = ids.map(
      (id, index) => `d${index}: webhookSubscriptionDelete(id: ${JSON.stringify(id)}) { userErrors { message } }`,
    );
    await query(api, `mutation forget { ${calls.join("\n")} }`);
  },
};
