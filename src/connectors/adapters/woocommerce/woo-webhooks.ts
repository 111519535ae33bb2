import { listOf, member, textOf } from "../../engine/platform-values.ts";
import type { RegisteredWebhook, WebhookRegistry } from "../../engine/shop/shop-webhook.ts";
import { call, listAll } from "./woo-requests.ts";

// Source: https://woocommerce.github.io/woocommerce-rest-api-docs/#webhooks
const NAME = "catalogd";

function registeredOf(topic: string, said: unknown): RegisteredWebhook {
  const id = textOf(member(said, "id"));
  const error = textOf(member(said, "error", "message"));
  return error === undefined && id !== undefined && id !== "0"
    ? { topic, id }
    : { topic, error: error ?? "WooCommerce gave no id" };
}

/** Webhooks of a shop: a batch makes and changes them, also those that it has switched off after failures. */
export const webhooks: WebhookRegistry = {
  list: async (api) =>
    (await listAll(api, "/webhooks?status=all")).map((each) => ({
      id: String(member(each, "id")),
      topic: textOf(member(each, "topic")) ?? "",
      address: textOf(member(each, "delivery_url")) ?? "",
    })),
  put: async (api, wanted, { address, secret }) => {
    const fields = { delivery_url: address, secret, status: "active" };
    const made = wanted.filter(({ id }) => id === null);
    const changed = wanted.filter(({ id }) => id !== null);
    const json = {
      create: made.map(({ topic }) => ({ name: `${NAME} ${topic}`, topic, ...fields })),
      update: changed.map(({ id }) => ({ id: Number(id), ...fields })),
    };
    const said = await call(api, "/webhooks/batch", { method: "POST", json });
    const lists = { create: listOf(member(said, "create")), update: listOf(member(said, "update")) };
    return [
      ...made.map(({ topic }, index) => registeredOf(topic, lists.create[index])),
      ...changed.map(({ topic }, index) => registeredOf(topic, lists.update[index])),
    ];
  },
  remove: async (api, ids) => {
    if (ids.length > 0) await call(api, "/webhooks/batch", { method: "POST", json: { delete: ids.map(Number) } });
  },
};
