import { PlatformError } from "../../engine/platform-error.ts";
import { baseOf } from "../../engine/platform-values.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import type { ShopFacts } from "../../engine/shop/shop-facts.ts";
import { provesRight } from "../write-right.ts";
import { factsOf } from "./magento-facts.ts";
import { orderWarnings } from "./magento-orders.ts";
import { call, callAll } from "./magento-requests.ts";

const NO_TOKEN =
  "The shop refuses the access token, or its integration may not see products: copy the Access Token whole, tick Catalog, Inventory, Products for it (System, Extensions, Integrations, API), and set Stores, Configuration, Services, OAuth, Consumer Settings, Allow OAuth Access Tokens to be used as standalone Bearer tokens: Yes.";
const NO_PRODUCTS = "The integration may not write products: tick Catalog, Inventory, Products for it.";
const NO_SOURCES = "The integration may not write stock: tick Stores, Inventory, Sources for it.";
const NO_API = (base: string | undefined) =>
  `There is no Magento REST API at ${baseOf(base)}: give the address of the shop itself (Stores, Configuration, General, Web, Base URL), without the administration.`;
const NO_VIEW = (code: string) =>
  `The shop has no store view with the code "${code}": see Stores, All Stores, or leave it empty.`;

const FIRST = "products?searchCriteria[pageSize]=1&fields=items[sku]";

/** Says why a shop does not answer, as its owner understands it. Magento answers a token that it does not know as it does a missing right. */
async function reach(api: Api): Promise<void> {
  const { base_url: base, store_code: view } = api.credentials;
  const ask = (send: typeof call) =>
    send(api, FIRST).catch((error: unknown) => {
      if (!(error instanceof PlatformError) || error.reason === "unreachable") throw error;
      if (error.reason === "credentials") throw new PlatformError("credentials", `${NO_TOKEN} ${error.message}`);
      return undefined;
    });
  if ((await ask(callAll)) === undefined) throw new PlatformError("refused", NO_API(base));
  if (view && (await ask(call)) === undefined) throw new PlatformError("refused", NO_VIEW(view));
}

/** Proves that the integration may read and write products and stock, and reads what the shop lets choose from. */
export async function check(api: Api): Promise<ShopFacts> {
  await reach(api);
  // Without a product each is refused, and by Magento only once it has looked at the rights of the integration.
  await provesRight(() => call(api, "products", { method: "POST", json: {} }), NO_PRODUCTS);
  await provesRight(() => call(api, "inventory/source-items", { method: "POST", json: {} }), NO_SOURCES);
  const facts = await factsOf((path) => call(api, path));
  return { ...facts, warnings: [...facts.warnings, ...(await orderWarnings(api))] };
}
