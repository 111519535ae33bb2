import { member } from "../../engine/platform-values.ts";
import type { ShopFacts } from "../../engine/shop-facts.ts";
import { choicesOf } from "../shop-choices.ts";

const LISTED = 500;

/** What a shop lets choose from. Its prices are kept with tax and without. */
export async function factsOf(search: (path: string, criteria: object) => Promise<unknown>): Promise<ShopFacts> {
  const list = (entity: string, id: string, name = "name") =>
    choicesOf(async () => member(await search(`search/${entity}`, { limit: LISTED }), "data"), { id, name });
  return {
    choices: {
      currencies: await list("currency", "isoCode"),
      taxes: await list("tax", "id"),
      languages: await list("language", "id"),
      categories: await list("category", "id"),
    },
    warnings: [],
  };
}
