import type { Reply } from "../shops.ts";
import type { magentoShop } from "./magento-shop.ts";
import { bodyAs, type Call } from "./platform.ts";

type Shop = Pick<ReturnType<typeof magentoShop>, "products">;
type Priced = (shop: Shop, call: Call) => Reply;

const pricesIn = (call: Call) => bodyAs<{ prices: { sku: string; price: number }[] }>(call).prices;

/** Problems of what it does not take; of an invalid figure it does not say whose it is. */
const setPrices: Priced = ({ products }, call) => ({
  json: pricesIn(call).flatMap(({ sku, price }) => {
    const product = products.get(sku);
    // By the same words for what is not there and for what has no price of its own.
    const message = "Invalid attribute %fieldName = %fieldValue.";
    if (!product) return { message, parameters: ["SKU", sku] };
    if (price <= 0) return { message, parameters: ["Price", String(price)] };
    Object.assign(product, { price });
    return [];
  }),
});

/** Sets special prices, or takes them away; a problem names all that was said of a price. */
const reduce =
  (isSet: boolean): Priced =>
  ({ products }, call) => ({
    json: pricesIn(call).flatMap(({ sku, price }) => {
      const product = products.get(sku);
      const message = "The product doesn't exist. Row ID: SKU = %SKU, Store ID: %storeId";
      if (!product) return { message, parameters: [sku, "0"] };
      const others = product.custom_attributes.filter((each) => each.attribute_code !== "special_price");
      const own = isSet ? [{ attribute_code: "special_price", value: String(price) }] : [];
      product.custom_attributes = [...others, ...own];
      return [];
    }),
  });

/** What a Magento shop does with prices. */
export const magentoPrices: Readonly<Record<string, Priced>> = {
  "POST /V1/products/base-prices": setPrices,
  "POST /V1/products/special-price": reduce(true),
  "POST /V1/products/special-price-delete": reduce(false),
};
