import { basicAuth, listOf, member, textOf } from "../../src/connectors/engine/platform-values.ts";
import { given, type TestedShop } from "./shop.ts";

const ask: TestedShop["ask"] = (api, method, path, body) => {
  const { shop_url: shop, api_key: key = "" } = api.credentials;
  const url = `${shop}/api/${path}${path.includes("?") ? "&" : "?"}output_format=JSON`;
  const headers = { authorization: basicAuth(key, ""), ...(body !== undefined && { "content-type": "text/xml" }) };
  return api.request({ method, url, headers, ...(typeof body === "string" && { body }) }, () => true);
};

/** A PrestaShop shop. */
export const prestashopShop: TestedShop = {
  id: "prestashop",
  credentials: (address) => ({ shop_url: address, api_key: given("prestashop", "key", "KEY") }),
  ask,
  version: async (api) => (await ask(api, "GET", "products?limit=1")).headers["psws-version"] ?? "unknown",
  remove: async (api, prefix) => {
    const answer = await ask(api, "GET", `products?filter[reference]=[${encodeURIComponent(prefix)}]%25&display=[id]`);
    // Where there is no webservice there is nothing of ours.
    if (answer.status >= 300) return;
    const ids = listOf(member(answer.json(), "products")).flatMap((each) => textOf(member(each, "id")) ?? []);
    if (ids.length > 0) await ask(api, "DELETE", `products?id=[${ids.join(",")}]`);
  },
};
