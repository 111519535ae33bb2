import { member } from "../../engine/platform-values.ts";
import type { ShopFacts } from "../../engine/shop/shop-facts.ts";
import { choicesOf } from "../shop-choices.ts";

// Source: https://developer.mirakl.com/content/product/mmp/rest/seller/openapi3 : CUR01, L01, H11
/** The levels of categories that are listed, from the root down. */
const LEVELS = 3;

/** What an operator lets a seller choose from: currencies, languages and categories. */
export async function factsOf(ask: (path: string) => Promise<unknown>): Promise<ShopFacts> {
  const list = (path: string, name: string) =>
    choicesOf(async () => member(await ask(path), name), { id: "code", name: "label" });
  return {
    choices: {
      currencies: await list("currencies", "currencies"),
      languages: await list("locales", "locales"),
      categories: await list(`hierarchies?max_level=${LEVELS}`, "hierarchies"),
    },
    warnings: [],
  };
}
