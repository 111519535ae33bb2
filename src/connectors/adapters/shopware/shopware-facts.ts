import { PlatformError } from "../../engine/platform-error.ts";
import { member } from "../../engine/platform-values.ts";
import type { ShopFacts } from "../../engine/shop/shop-facts.ts";
import { choicesOf } from "../shop-choices.ts";

const LISTED = 500;

/** What the integration may not read beside. Throws when no one answers. */
async function unreadable(search: (path: string, criteria: object) => Promise<unknown>): Promise<string[]> {
  try {
    await search("search/order", { limit: 1 });
    return [];
  } catch (error) {
    if (!(error instanceof PlatformError) || error.reason === "unreachable") throw error;
    return ["The integration may not read orders: sales of the shop cannot be read here. Give its role orders: view."];
  }
}

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
    warnings: await unreadable(search),
  };
}
