import { BY_SKU, isBad, keep } from "./by-sku.ts";
import { frenchOrders } from "./french-orders.ts";
import { bodyAs, busyFor, FIRST_WAIT_MS, type Platform, type Shelf } from "./platform.ts";

/** ManoMano has all offers but those whose SKU begins so: it makes none. */
const ABSENT = "gone";

interface Change {
  sku: string;
  price?: { price_vat_included: number };
  stock?: { quantity: number };
}

function offersOf(shelf: Shelf) {
  const prices = new Map<string, number>();
  const shownOf = (sku: string) => ({ sku, price: prices.get(sku) ?? 12.5, stock: shelf.levels.get(sku) ?? 4 });
  return {
    list: (skus: readonly string[]) => {
      const content = skus.filter((sku) => !sku.startsWith(ABSENT) && !isBad(sku)).map(shownOf);
      return { json: { content, pagination: { page: 1, pages: 1, items: content.length, limit: 100 } } };
    },
    change: (items: readonly Change[]) => {
      keep(
        shelf,
        items.map(({ sku }) => sku),
      );
      for (const { sku, price, stock } of items) {
        if (price) prices.set(sku, price.price_vat_included);
        if (stock) shelf.levels.set(sku, stock.quantity);
      }
      return { json: { request_id: "r" } };
    },
  };
}

export const manomano: Platform = {
  ...BY_SKU,
  id: "manomano",
  credentials: { seller_contract_id: "7", api_key: "k" },
  isWrite: ({ route }) => route.startsWith("PATCH "),
  busy: busyFor({}, FIRST_WAIT_MS),
  gone: { products: "refused", stock: "unlinked" },
  answer: (shelf) => {
    const offers = offersOf(shelf);
    return (call) => {
      if (call.route === "GET /orders/v1/orders") return frenchOrders("manomano", call.query);
      if (call.route === "GET /api/v1/offer-information/offers")
        return offers.list(call.query.get("skus")?.split(",") ?? [...shelf.products.keys()]);
      return offers.change(bodyAs<{ content: { items: Change[] }[] }>(call).content[0]?.items ?? []);
    };
  },
};
