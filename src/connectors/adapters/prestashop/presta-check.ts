import { PlatformError } from "../../engine/platform-error.ts";
import { listOf, member, textOf } from "../../engine/platform-values.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import type { Choice, ShopFacts } from "../../engine/shop/shop-facts.ts";
import { ownLanguage, textIn } from "./presta-languages.ts";
import { REDUCTIONS } from "./presta-reductions.ts";
import { call } from "./presta-requests.ts";
import { lacking, readRights, WHERE } from "./presta-rights.ts";
import { TAGS } from "./presta-tags.ts";

/** Without these nothing can be sent. */
const NEEDED: readonly [resource: string, ...methods: string[]][] = [
  ["products", "get", "post", "patch"],
  ["stock_availables", "get", "patch"],
];
/** What is not done without these. */
const USEFUL: readonly [resource: string, methods: readonly string[], lost: string][] = [
  ["languages", ["get"], "texts go in one language"],
  ["categories", ["get", "post"], "products go into the home category"],
  ["manufacturers", ["get", "post"], "brands are not sent"],
  ["images", ["get", "post", "delete"], "pictures are not sent"],
  ["combinations", ["get", "post", "patch", "delete"], "variants are not sent"],
  [TAGS.resource, TAGS.methods, "tags are not sent"],
  [REDUCTIONS.resource, REDUCTIONS.methods, "reductions (compare_at_price) are not sent"],
  ["product_options", ["get", "post"], "variants are not sent"],
  ["product_option_values", ["get", "post"], "variants are not sent"],
  ["tax_rule_groups", ["get"], "tax rules cannot be chosen"],
  ["tax_rules", ["get"], "tax rates cannot be read"],
  ["taxes", ["get"], "tax rates cannot be read"],
  ["currencies", ["get"], "the currency of the shop cannot be read"],
  [
    "configurations",
    ["get"],
    "the time zone of the shop is not known, so that pulls since a time read half a day more",
  ],
  ["orders", ["get"], "sales of the shop cannot be read here"],
  ["order_details", ["get"], "sales of the shop cannot be read here"],
  ["order_slip", ["get"], "what refunds put back into the stock is seen only when their order changes"],
];

/** What a list of the shop lets choose from; empty where the key may not read it. */
async function choicesOf(api: Api, resource: string, fields: readonly string[]): Promise<Choice[]> {
  const answer = await call(api, `${resource}?display=[id,${fields.join(",")}]`, {}, () => true);
  const own = ownLanguage(api);
  return listOf(member(answer, resource)).map((each) => ({
    id: String(member(each, "id")),
    name: fields.flatMap((field) => textIn(member(each, field), own) ?? []).join(" "),
  }));
}

/** Proves by what the webservice says of the key that it may read and write, and reads what an owner chooses from. */
export async function check(api: Api): Promise<ShopFacts> {
  const rights = await readRights(api);
  const missing = NEEDED.flatMap(([resource, ...methods]) => lacking(rights, resource, methods) ?? []);
  if (missing.length > 0) {
    throw new PlatformError("credentials", `The key may not ${missing.join("; ")}: tick these in ${WHERE}`);
  }
  const warnings = USEFUL.flatMap(([resource, methods, lost]) => {
    const right = lacking(rights, resource, methods);
    return right === undefined ? [] : `The key may not ${right}: ${lost}; tick it in ${WHERE}`;
  });
  const currencies = await choicesOf(api, "currencies", ["iso_code"]);
  return {
    choices: {
      currencies: currencies.map(({ id, name }) => ({ id: textOf(name) ?? id, name })),
      taxes: await choicesOf(api, "tax_rule_groups", ["name"]),
      languages: await choicesOf(api, "languages", ["iso_code", "name"]),
      categories: await choicesOf(api, "categories", ["name"]),
    },
    // The webservice has prices without tax only.
    priceTax: "excluded",
    warnings,
  };
}
