import { member } from "../../engine/platform-values.ts";
import type { ShopFacts } from "../../engine/shop/shop-facts.ts";
import { choicesOf } from "../shop-choices.ts";

const OF_PRODUCTS =
  "searchCriteria[filter_groups][0][filters][0][field]=class_type&searchCriteria[filter_groups][0][filters][0][value]=PRODUCT";

const CATEGORIES = "categories/list?searchCriteria[pageSize]=250&fields=items[id,name]";

/** What a shop lets choose from: its tax classes, its currencies, the sources of its stock, and its categories. */
export async function factsOf(ask: (path: string) => Promise<unknown>): Promise<ShopFacts> {
  const currencies = await choicesOf(
    async () => {
      // Prices are kept in this one; the others that it may show are made from it.
      const code = member(await ask("directory/currency"), "base_currency_code");
      return code === undefined ? [] : [{ code }];
    },
    { id: "code", name: "code" },
  );
  const itemsOf = async (path: string) => member(await ask(path), "items");
  return {
    choices: {
      currencies,
      taxes: await choicesOf(() => itemsOf(`taxClasses/search?${OF_PRODUCTS}`), { id: "class_id", name: "class_name" }),
      locations: await choicesOf(() => itemsOf("inventory/sources?searchCriteria[pageSize]=100"), {
        ...{ id: "source_code", name: "name" },
      }),
      categories: await choicesOf(() => itemsOf(CATEGORIES), { id: "id", name: "name" }),
    },
    warnings: [],
  };
}
