import { decodeEntities } from "../../../text/plain-text.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import { baseOf, basicAuth, listOf, member, textOf } from "../../engine/platform-values.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import type { Choice, ShopFacts } from "../../engine/shop/shop-facts.ts";
import { storeOf } from "./woo-requests.ts";

const REFUSED = [401, 403, 404];
const MOVED = new Set([301, 302, 307, 308]);

interface Asked {
  method: "GET" | "POST";
  json?: unknown;
}

/** What a shop answers, also when it refuses; `undefined` in place of what is no JSON. */
async function ask(api: Api, path: string, { method, json }: Asked = { method: "GET" }) {
  const { store_url: store, consumer_key: key = "", consumer_secret: secret = "" } = api.credentials;
  const answer = await api.request(
    {
      method,
      url: `${storeOf(store)}/wp-json/wc/v3${path}`,
      headers: { authorization: basicAuth(key, secret) },
      ...(json !== undefined && { json }),
    },
    (status) => status < 400 || REFUSED.includes(status),
  );
  return { status: answer.status, body: jsonIn(answer.text) };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Why the shop does not take the key or is not there, as its owner understands it. */
function refusalOf(store: string | undefined, { status, body }: Awaited<ReturnType<typeof ask>>, needs: string) {
  const said = textOf(member(body, "message"));
  const shown = said === undefined ? "" : ` WooCommerce says: ${decodeEntities(said)}`;
  if (status === 404 || MOVED.has(status) || body === undefined) {
    return `There is no WooCommerce REST API at ${storeOf(store)}: give the address of the shop itself (Settings, General, WordPress Address), and see in Settings, Permalinks that these are not "Plain".`;
  }
  if (/write permission/i.test(said ?? "")) {
    return `The key may only read: make one with the permission Read/Write (WooCommerce, Settings, Advanced, REST API).${shown}`;
  }
  // Without https WooCommerce does not look at keys: it takes the call for that of a stranger.
  if (/^http:/i.test(baseOf(store)) && /_cannot_/.test(String(member(body, "code")))) {
    return `WooCommerce takes keys only over https, and the address begins with http://: give it with https://.${shown}`;
  }
  return `The shop refuses the key (${status}) for ${needs}: consumer_key and consumer_secret are copied whole, and the user of the key is an administrator or shop manager.${shown}`;
}

async function required(api: Api, needs: string, path: string, asked?: Asked): Promise<unknown> {
  const answer = await ask(api, path, asked);
  if (answer.status < 300 && answer.body !== undefined) return answer.body;
  throw new PlatformError("credentials", refusalOf(api.credentials["store_url"], answer, needs));
}

/** What the shop answers where the key may read it: a refusal has a code, too, and is no choice. */
async function allowed(api: Api, path: string): Promise<unknown> {
  const { status, body } = await ask(api, path);
  return status < 300 ? body : undefined;
}

const choicesIn = (list: unknown, id: string, name: (each: unknown) => string): Choice[] =>
  listOf(list).flatMap((each) =>
    member(each, id) === undefined ? [] : { id: String(member(each, id)), name: decodeEntities(name(each)) },
  );

/** Whether the shop's prices contain tax, where the key may read that. */
export async function priceTaxOf(api: Api): Promise<ShopFacts["priceTax"]> {
  const included = await allowed(api, "/settings/tax/woocommerce_prices_include_tax?_fields=value");
  const value = member(included, "value");
  if (value === "no") return "excluded";
  return value === "yes" ? "included" : undefined;
}

/** Proves that the key may read and write products, by a batch of nothing, and reads what an owner chooses from. */
export async function check(api: Api): Promise<ShopFacts> {
  await required(api, "reading products", "/products?per_page=1&_fields=id");
  const nothing = { create: [], update: [] };
  await required(api, "writing products", "/products/batch", { method: "POST", json: nothing });
  const [currency, taxes, priceTax, categories, orders] = [
    await allowed(api, "/data/currencies/current?_fields=code,name"),
    await allowed(api, "/taxes/classes?_fields=slug,name"),
    await priceTaxOf(api),
    await allowed(api, "/products/categories?per_page=100&_fields=id,name"),
    await ask(api, "/orders?per_page=1&_fields=id"),
  ];
  return {
    choices: {
      currencies: choicesIn(currency === undefined ? [] : [currency], "code", (each) => String(member(each, "name"))),
      taxes: choicesIn(taxes, "slug", (each) => String(member(each, "name"))),
      categories: choicesIn(categories, "id", (each) => String(member(each, "name"))),
    },
    ...(priceTax && { priceTax }),
    warnings:
      orders.status < 300 ? [] : ["The user of the key may not read orders: sales of the shop cannot be read here."],
  };
}
