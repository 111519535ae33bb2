import { listOf, member } from "../../src/connectors/engine/platform-values.ts";
import type { PulledVariant } from "../../src/connectors/engine/pull/pulled-product.ts";
import type { ApiAnswer } from "../../src/connectors/engine/requests/platform-api.ts";

/** What a PrestaShop says of reductions and of what customers pay, without tax. */
export function reductionsThere(ask: (method: "GET", path: string) => Promise<ApiAnswer>) {
  const rowsOf = async (...ids: string[]) => {
    const which = encodeURIComponent(ids.join("|"));
    const answer = await ask("GET", `specific_prices?filter[id_product]=[${which}]&display=full`);
    return listOf(member(answer.json(), "specific_prices"));
  };
  /** What one of a product or a combination costs, and what it cost without reductions. */
  const paidFor = async (id: string, combinationId = "0") => {
    const priced = (name: string, how: string) =>
      `price[${name}][use_tax]=0&price[${name}][product_attribute]=${combinationId}${how}`;
    const path = `products/${id}?${priced("paid", "")}&${priced("before", "&price[before][use_reduction]=0")}`;
    const product = member((await ask("GET", path)).json(), "product");
    return ["paid", "before"].map((name) => Number(member(product, name)).toFixed(2));
  };
  const priceOf = (read: Partial<PulledVariant> = {}) => [read.priceCents, read.compareAtPriceCents];
  return { rowsOf, paidFor, priceOf };
}

const OWNERS = {
  ...{ id_product_attribute: 0, id_shop: 0, id_shop_group: 0, id_cart: 0, id_currency: 0, id_country: 0, id_group: 0 },
  ...{ id_customer: 0, price: -1, from_quantity: 5, reduction: "0.10", reduction_tax: 1, reduction_type: "percentage" },
  ...{ from: "0000-00-00 00:00:00", to: "0000-00-00 00:00:00" },
};

/** A reduction from five on, as an owner makes it. */
export function ownersReduction(productId: string): string {
  const fields = Object.entries({ id_product: productId, ...OWNERS }).map(
    ([name, value]) => `<${name}>${value}</${name}>`,
  );
  return `<prestashop><specific_price>${fields.join("")}</specific_price></prestashop>`;
}
