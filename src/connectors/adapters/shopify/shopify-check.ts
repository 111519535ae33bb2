import { PlatformError } from "../../engine/platform-error.ts";
import { listOf, member, textOf } from "../../engine/platform-values.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import type { Choice, ShopFacts } from "../../engine/shop/shop-facts.ts";
import { query } from "./query.ts";

const NEEDED = ["write_products", "write_inventory", "read_locations"];
/** What is not done without further scopes. */
const FURTHER: readonly (readonly [scopes: readonly string[], lack: string])[] = [
  [["read_orders"], "sales of the shop cannot be read here"],
  [["write_publications"], "new products are in no sales channel until they are published in the shop"],
  [["read_locales", "write_translations"], "texts in further languages of the shop are not sent"],
];
const ASKED = `query check { shop { currencyCode taxesIncluded } locations(first: 50) { nodes { id name } }
  currentAppInstallation { accessScopes { handle } } }`;

/** Whether one of the scopes grants this: one that writes reads, too. */
const isGranted = (scopes: ReadonlySet<string>, scope: string) =>
  scopes.has(scope) || scopes.has(scope.replace(/^read_/, "write_"));

/** The languages of the shop, its own first. */
async function localesThere(api: Api): Promise<Choice[]> {
  const found = listOf(
    member(await query(api, "query locales { shopLocales { locale name primary } }"), "shopLocales"),
  );
  const isOwn = (each: unknown) => Number(member(each, "primary") === true);
  return found
    .toSorted((one, other) => isOwn(other) - isOwn(one))
    .map((each) => ({ id: String(member(each, "locale")), name: textOf(member(each, "name")) ?? "" }));
}

/** Whether the shop's prices contain tax, in an answer with its `taxesIncluded`. */
function priceTaxIn(data: unknown): ShopFacts["priceTax"] {
  const includes = member(data, "shop", "taxesIncluded");
  if (typeof includes !== "boolean") return undefined;
  return includes ? "included" : "excluded";
}

/** Whether the shop's prices contain tax: every app may read that. */
export const priceTaxOf = async (api: Api): Promise<ShopFacts["priceTax"]> =>
  priceTaxIn(await query(api, "query priceTax { shop { taxesIncluded } }"));

/** Reads which rights the app has, and what an owner chooses from. */
export async function check(api: Api): Promise<ShopFacts> {
  const data = await query(api, ASKED);
  const scopes = new Set(
    listOf(member(data, "currentAppInstallation", "accessScopes")).map((each) => String(member(each, "handle"))),
  );
  const missing = NEEDED.filter((scope) => !isGranted(scopes, scope));
  if (missing.length > 0) {
    const scope = missing.join(", ");
    throw new PlatformError(
      "credentials",
      `The app lacks ${scope}: add it to the scopes of the app, then install it again`,
    );
  }
  const currency = textOf(member(data, "shop", "currencyCode"));
  const locations = listOf(member(data, "locations", "nodes")).map((each) => ({
    id: String(member(each, "id")),
    name: textOf(member(each, "name")) ?? "",
  }));
  const chosen = textOf(api.credentials["location_id"]);
  if (chosen !== undefined && !locations.some(({ id }) => id.split("/").at(-1) === chosen.split("/").at(-1))) {
    const known = locations.map(({ id, name }) => `${id.split("/").at(-1)} (${name})`).join(", ");
    throw new PlatformError("credentials", `The shop has no location ${chosen}: set location_id to one of ${known}`);
  }
  const priceTax = priceTaxIn(data);
  return {
    choices: {
      currencies: currency === undefined ? [] : [{ id: currency, name: currency }],
      locations,
      ...(isGranted(scopes, "read_locales") && { languages: await localesThere(api) }),
    },
    ...(priceTax && { priceTax }),
    warnings: FURTHER.flatMap(([wanted, lack]) => {
      const lacking = wanted.filter((scope) => !isGranted(scopes, scope));
      return lacking.length === 0 ? [] : [`The app lacks ${lacking.join(", ")}: ${lack}.`];
    }),
  };
}
