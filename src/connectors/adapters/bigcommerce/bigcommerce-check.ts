import { PlatformError } from "../../engine/platform-error.ts";
import { member } from "../../engine/platform-values.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import type { ShopFacts } from "../../engine/shop/shop-facts.ts";
import { choicesOf } from "../shop-choices.ts";
import { provesRight } from "../write-right.ts";
import { call } from "./bigcommerce-call.ts";

// Source: https://developer.bigcommerce.com/docs/rest-management/currencies and .../store-information (V2)
const CATEGORIES_SHOWN = 250;
const NO_ORDERS =
  "The token may not read orders: sales of the shop cannot be read here. Make one with Orders: read-only.";

const READ_ONLY = "The token may only read products: make one with Products: modify.";

/** Whether the token may read orders. Throws when no one answers. */
async function readsOrders(api: Api): Promise<boolean> {
  try {
    await call(api, "orders?limit=1", {}, { version: "v2" });
    return true;
  } catch (error) {
    if (error instanceof PlatformError && error.reason !== "unreachable") return false;
    throw error;
  }
}

/** Whether prices are entered with tax, where the token may read that. Throws when no one answers. */
export async function priceTaxOf(api: Api): Promise<ShopFacts["priceTax"]> {
  try {
    const includes = member(await call(api, "store", {}, { version: "v2" }), "is_price_entered_with_tax");
    if (typeof includes !== "boolean") return undefined;
    return includes ? "included" : "excluded";
  } catch (error) {
    if (error instanceof PlatformError && error.reason !== "unreachable") return undefined;
    throw error;
  }
}

/** Proves that the token may read and write products, and reads what a shop lets choose from: its currencies and categories. */
export async function check(api: Api): Promise<ShopFacts> {
  await call(api, "catalog/summary");
  // Of no product.
  await provesRight(() => call(api, "catalog/products", { method: "PUT", json: [] }), READ_ONLY);
  const path = `catalog/categories?limit=${CATEGORIES_SHOWN}&include_fields=id,name`;
  const currencies = await choicesOf(() => call(api, "currencies", {}, { version: "v2" }), {
    ...{ id: "currency_code", name: "name" },
  });
  const categories = await choicesOf(async () => member(await call(api, path), "data"), { id: "id", name: "name" });
  const warnings = (await readsOrders(api)) ? [] : [NO_ORDERS];
  const priceTax = await priceTaxOf(api);
  return { choices: { currencies, categories }, ...(priceTax && { priceTax }), warnings };
}
