import { PlatformError } from "../../engine/platform-error.ts";
import { member } from "../../engine/platform-values.ts";
import type { ShopFacts } from "../../engine/shop/shop-facts.ts";
import { choicesOf } from "../shop-choices.ts";

// Source: https://developer.mirakl.com/content/product/mmp/rest/seller/openapi3 : CUR01, L01, H11, PC01
/** The levels of categories that are listed, from the root down. */
const LEVELS = 3;

/** Whether an operator's prices contain tax, as it says of its orders; `undefined`: it does not say, or not to this key. */
export async function priceTaxOf(ask: (path: string) => Promise<unknown>): Promise<ShopFacts["priceTax"]> {
  const found = await ask("platform/configuration").catch((error: unknown) => {
    if (error instanceof PlatformError && error.reason !== "unreachable") return undefined;
    throw error;
  });
  const mode = member(found, "features", "order_tax_mode");
  if (mode === "TAX_EXCLUDED") return "excluded";
  return mode === "TAX_INCLUDED" ? "included" : undefined;
}

/** What an operator lets a seller choose from: currencies, languages and categories. `currency`: the one of the seller's shop. */
export async function factsOf(ask: (path: string) => Promise<unknown>, currency?: string): Promise<ShopFacts> {
  const list = (path: string, name: string) =>
    choicesOf(async () => member(await ask(path), name), { id: "code", name: "label" });
  const priceTax = await priceTaxOf(ask);
  const currencies = await list("currencies", "currencies");
  const own = currencies.filter(({ id }) => id === currency);
  return {
    ...(priceTax && { priceTax }),
    choices: {
      currencies: own.length > 0 ? own : currencies,
      languages: await list("locales", "locales"),
      categories: await list(`hierarchies?max_level=${LEVELS}`, "hierarchies"),
    },
    warnings: [],
  };
}
