import { member } from "../../engine/platform-values.ts";
import type { ShopFacts } from "../../engine/shop/shop-facts.ts";
import { choicesOf } from "../shop-choices.ts";
import { BRAND_CODE } from "./magento-brands.ts";
import { DEFAULT_ATTRIBUTE_SET, languageIn } from "./magento-requests.ts";

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
  const languages = await choicesOf(
    async () =>
      [await ask("store/storeConfigs?fields=locale")]
        .flat()
        .map((each) => ({ code: languageIn(member(each, "locale")) })),
    { id: "code", name: "code" },
  );
  const itemsOf = async (path: string) => member(await ask(path), "items");
  return {
    choices: {
      currencies,
      languages: [...new Map(languages.map((each) => [each.id, each])).values()],
      taxes: await choicesOf(() => itemsOf(`taxClasses/search?${OF_PRODUCTS}`), { id: "class_id", name: "class_name" }),
      locations: await choicesOf(() => itemsOf("inventory/sources?searchCriteria[pageSize]=100"), {
        ...{ id: "source_code", name: "name" },
      }),
      categories: await choicesOf(() => itemsOf(CATEGORIES), { id: "id", name: "name" }),
    },
    warnings: await attributeWarnings(ask),
  };
}

const KEPT = [
  { code: "ean", field: "EAN", kind: "text field" },
  { code: BRAND_CODE, field: "brand", kind: "dropdown" },
] as const;

/** What products of the shop cannot have, as it takes attributes that their set has not and keeps nothing. */
async function attributeWarnings(ask: (path: string) => Promise<unknown>): Promise<string[]> {
  const path = `products/attribute-sets/${DEFAULT_ATTRIBUTE_SET}/attributes?fields=attribute_code`;
  const found = await choicesOf(() => ask(path), { id: "attribute_code", name: "attribute_code" });
  if (found.length === 0) return [];
  const codes = new Set(found.map(({ id }) => id));
  return KEPT.filter(({ code }) => !codes.has(code)).map(
    ({ code, field, kind }) =>
      `The shop keeps no ${field}: its attribute set Default has no attribute ${code}. Put it there in Stores, Attributes, Attribute Set; where it is missing make it as a ${kind} first, in Stores, Attributes, Product`,
  );
}
