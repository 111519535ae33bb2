import type { Report } from "../../engine/define-platform.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import { listOf, member, numberOf, textOf } from "../../engine/platform-values.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import type { RegisteredWebhook, WebhookRegistry } from "../../engine/shop/shop-webhook.ts";
import { call } from "./bigcommerce-call.ts";

// Source: https://developer.bigcommerce.com/docs/webhooks/webhooks/manage-webhooks-bulk and .../manage-webhooks-single.
// BigCommerce sends back the headers that a webhook was made with: one of them is the secret.
const PAGE = 250;
/** The header that deliveries bring their secret in. */
export const TOKEN_HEADER = "x-webhook-token";

type Put = Parameters<WebhookRegistry["put"]>;

async function putOne(api: Api, { topic, id }: Put[1][number], to: Put[2]): Promise<RegisteredWebhook> {
  const json = { scope: topic, destination: to.address, is_active: true, headers: { [TOKEN_HEADER]: to.secret } };
  try {
    const said = await (id === null
      ? call(api, "hooks", { method: "POST", json })
      : call(api, `hooks/${encodeURIComponent(id)}`, { method: "PUT", json }));
    const own = textOf(member(said, "data", "id"));
    return own === undefined ? { topic, error: "BigCommerce gave no id" } : { topic, id: own };
  } catch (error) {
    if (!(error instanceof PlatformError) || error.reason !== "refused") throw error;
    return { topic, error: error.message };
  }
}

/** Webhooks of a store's API account, each in a request of its own. One that was switched off after failures sends again. */
export const webhooks: WebhookRegistry = {
  list: async (api) => {
    const all: unknown[] = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const found = await call(api, `hooks?limit=${PAGE}&page=${page}`);
      all.push(...listOf(member(found, "data")));
      pages = numberOf(member(found, "meta", "pagination", "total_pages")) ?? 1;
    }
    return all.map((each) => ({
      id: String(member(each, "id")),
      topic: textOf(member(each, "scope")) ?? "",
      address: textOf(member(each, "destination")) ?? "",
    }));
  },
  put: async (api, wanted, to) => {
    const registered: RegisteredWebhook[] = [];
    for (const each of wanted) registered.push(await putOne(api, each, to));
    return registered;
  },
  remove: async (api, ids) => {
    const isGone = (status: number) => status < 400 || status === 404;
    for (const id of ids) await call(api, `hooks/${encodeURIComponent(id)}`, { method: "DELETE" }, { accepts: isGone });
  },
};

/** What a delivery names: a product, or an order, also where it is a refund of one. */
export function reportOf(body: Record<string, unknown>): Report {
  const topic = textOf(body["scope"]) ?? "";
  const externalId = textOf(member(body, "data", "id"));
  const kind = /^store\/(product|order)\//.exec(topic)?.[1];
  const isNone = externalId === undefined || kind === undefined;
  if (isNone) return { topic, changed: [], deleted: [] };
  if (topic === "store/product/deleted") return { topic, changed: [], deleted: [externalId] };
  return { topic, changed: [{ kind: kind === "order" ? "order" : "product", externalId }], deleted: [] };
}
