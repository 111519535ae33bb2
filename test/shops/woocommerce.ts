import { storeOf } from "../../src/connectors/adapters/woocommerce/woo-requests.ts";
import { basicAuth, listOf, member } from "../../src/connectors/engine/platform-values.ts";
import type { Api } from "../../src/connectors/engine/requests/platform-api.ts";
import { given, type TestedShop } from "./shop.ts";

const ask: TestedShop["ask"] = (api, method, path, body) => {
  const { store_url: store, consumer_key: key = "", consumer_secret: secret = "" } = api.credentials;
  const url = `${storeOf(store)}/wp-json/wc/v3${path}`;
  const headers = { authorization: basicAuth(key, secret) };
  return api.request({ method, url, headers, ...(body !== undefined && { json: body }) }, () => true);
};

/** Those whose SKU begins so, also from the bin. */
async function found(api: Api, prefix: string): Promise<unknown[]> {
  const pages = await Promise.all(
    ["any", "trash"].map((status) =>
      ask(api, "GET", `/products?per_page=100&status=${status}&search_sku=${prefix}&_fields=id,sku`),
    ),
  );
  return pages
    .flatMap((page) => (page.status < 300 ? listOf(page.json()) : []))
    .filter((each) => String(member(each, "sku")).startsWith(prefix));
}

/** A WooCommerce shop. */
export const woocommerceShop: TestedShop = {
  id: "woocommerce",
  credentials: (address) => ({
    store_url: address,
    consumer_key: given("woocommerce", "key", "ck_1"),
    consumer_secret: given("woocommerce", "secret", "cs_1"),
  }),
  ask,
  version: async (api) =>
    String(member((await ask(api, "GET", "/system_status?_fields=environment")).json(), "environment", "version")),
  remove: async (api, prefix) => {
    const ids = (await found(api, prefix)).map((each) => member(each, "id"));
    if (ids.length > 0) await ask(api, "POST", "/products/batch?force=true", { delete: ids });
    for (const id of ids) await ask(api, "DELETE", `/products/${id}?force=true`);
  },
};
