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

// Source: https://github.com/shopware/shopware, adr/2023-05-15-stock-api.md and UPGRADE-6.5.md: one level that orders lower at once,
// by default from 6.6 on
const [MAJOR, MINOR] = [6, 6];
const OLD =
  'This Shopware lowers its stock only when an order is completed, and sales would count twice: update it to 6.6 or later, or set sync_options.stock_owner to "shop"';

/** What is to be said of the version of a shop. */
export function versionWarnings(version: string): string[] {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major < MAJOR || (major === MAJOR && minor < MINOR) ? [OLD] : [];
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
