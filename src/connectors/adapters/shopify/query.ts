import { SHOPIFY_VERSION } from "../../engine/api-versions.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import { baseOf, listOf, member, numberOf, textOf } from "../../engine/platform-values.ts";
import type { Api, ApiAnswer, ApiRequest } from "../../engine/requests/platform-api.ts";
import { requestWithToken } from "../oauth.ts";
import { fetchShopifyToken } from "./token.ts";

// Source: https://shopify.dev/docs/api/admin-graphql/2026-10, `productSet`, `inventorySetQuantities`, `products`
const SHORTEST_WAIT_MS = 100;

/** How long Shopify asks to wait when a query costs more than what is left: 200 with an error `THROTTLED`. */
function throttledMs(answer: ApiAnswer): number | undefined {
  if (answer.status !== 200 || !answer.text.includes("THROTTLED")) return undefined;
  const body = answer.json();
  const isThrottled = listOf(member(body, "errors")).some(
    (error) => member(error, "extensions", "code") === "THROTTLED",
  );
  if (!isThrottled) return undefined;
  const cost = member(body, "extensions", "cost");
  const missing =
    (numberOf(member(cost, "requestedQueryCost")) ?? 0) -
    (numberOf(member(cost, "throttleStatus", "currentlyAvailable")) ?? 0);
  const rate = numberOf(member(cost, "throttleStatus", "restoreRate")) ?? 50;
  return Math.max(SHORTEST_WAIT_MS, Math.ceil((missing / Math.max(1, rate)) * 1_000));
}

/** Asks the Admin API. Throws `PlatformError` for what it refuses. */
export async function query(api: Api, text: string, variables: Record<string, unknown> = {}): Promise<unknown> {
  const { shop_url: shop, access_token: fixed } = api.credentials;
  const send = (token: string): ApiRequest => ({
    method: "POST",
    url: `${baseOf(shop)}/admin/api/${SHOPIFY_VERSION}/graphql.json`,
    headers: { "x-shopify-access-token": token },
    json: { query: text, variables },
    busyMs: throttledMs,
  });
  // Of an app made before 2026 there is one that does not end.
  const answer = fixed
    ? await api.request(send(fixed))
    : await requestWithToken(api, () => fetchShopifyToken(api), send);
  const body = answer.json();
  const [error] = listOf(member(body, "errors"));
  if (error !== undefined) {
    // A query that costs more than any may goes in parts.
    const isTooLarge = member(error, "extensions", "code") === "MAX_COST_EXCEEDED";
    const message = textOf(member(error, "message")) ?? "Shopify refused the query";
    throw new PlatformError("refused", message, isTooLarge ? { status: 413 } : {});
  }
  return member(body, "data");
}

/** The place whose stock is set: the one of the credentials, else the shop's first. */
export const locationOf = (api: Api): Promise<string> =>
  api.once("location", async () => {
    const given = textOf(api.credentials["location_id"]);
    if (given !== undefined) return given.startsWith("gid:") ? given : `gid://shopify/Location/${given}`;
    const data = await query(api, "{ locations(first: 1) { nodes { id } } }");
    const id = textOf(member(data, "locations", "nodes", 0, "id"));
    if (id === undefined) throw new PlatformError("refused", "The shop has no location to keep stock at");
    return id;
  });
