import { expect, test } from "bun:test";
import { openShop } from "../doubles/shops.ts";
import { newTenant } from "../harness.ts";
import { runOutside, servicesTo } from "./services-to.ts";

const ebayOrder = (cancelState: string, hour: number) => ({
  ...{ orderId: "13-1", creationDate: "2099-01-01T10:00:00.000Z", lastModifiedDate: `2099-01-01T${hour}:00:00.000Z` },
  ...{ orderPaymentStatus: "PAID", cancelStatus: { cancelState, cancelRequests: [] } },
  lineItems: [{ lineItemId: "1", sku: "SKU-1", quantity: 3 }],
});
const amazonOrder = (fulfillmentStatus: string, hour: number) => ({
  ...{ orderId: "403-1", createdTime: "2099-01-01T10:00:00Z", lastUpdatedTime: `2099-01-01T${hour}:00:00Z` },
  ...{ salesChannel: { channelName: "AMAZON" }, fulfillment: { fulfillmentStatus, fulfilledBy: "MERCHANT" } },
  orderItems: [{ orderItemId: "1", quantityOrdered: 3, product: { sellerSku: "SKU-1" } }],
});
const wooOrder = (status: string, hour: number) => ({
  ...{ id: 13, status, date_modified_gmt: `2099-01-01T${hour}:00:00`, date_created_gmt: "2099-01-01T10:00:00" },
  ...{ date_paid_gmt: "2099-01-01T10:00:00", refunds: [] },
  line_items: [{ id: 1, product_id: 7, variation_id: 0, sku: "SKU-1", quantity: 3 }],
});

const OF_SELLER = { client_id: "i", client_secret: "c", refresh_token: "r" };
const SELLERS = {
  ebay: {
    credentials: [
      { ...OF_SELLER, marketplace_id: "EBAY_FR" },
      { ...OF_SELLER, marketplace_id: "EBAY_DE" },
    ],
    sold: ebayOrder("NONE_REQUESTED", 10),
    cancelled: ebayOrder("CANCELED", 11),
  },
  amazon: {
    credentials: [1, 2].map(() => ({ ...OF_SELLER, seller_id: "s", marketplace_id: "A13V1IB3VIYZZH" })),
    sold: amazonOrder("UNSHIPPED", 10),
    cancelled: amazonOrder("CANCELLED", 11),
  },
  woocommerce: {
    credentials: ["one", "two"].map((name) => ({
      ...{ store_url: `https://${name}.example`, consumer_key: "ck_1", consumer_secret: "cs_1" },
    })),
    sold: wooOrder("processing", 10),
    cancelled: wooOrder("cancelled", 11),
  },
};

/** Two connectors to shops that report the same order; a pull by one of them answers the stock with what its job says. */
async function given(id: keyof typeof SELLERS) {
  let order: object = SELLERS[id].sold;
  const shop = await openShop(({ path }) => {
    if (path.includes("/token")) return { json: { access_token: "t", expires_in: 3600 } };
    return { json: id === "woocommerce" ? [order] : { orders: [order], total: 1 } };
  });
  const there = servicesTo(shop.url);
  const tenant = await newTenant();
  await tenant.post("/appsync/products/sync", [{ name: "Lamp", reference: "SKU-1", stock: 10 }]);
  const [product] = (await tenant.get("/products")).body.items;
  const paths: string[] = [];
  for (const [place, credentials] of SELLERS[id].credentials.entries()) {
    const { body } = await tenant.post("/connectors", { platform_id: id, name: `Market ${place}`, credentials });
    paths.push(`/connectors/${body.id}`);
  }
  const pull = async (place: number, now: object = order) => {
    order = now;
    const { body } = await tenant.post(`${paths[place]}/sync/pull-orders`, {});
    await runOutside(there);
    const { status, products } = (await tenant.get(`${paths[place]}/sync/jobs/${body.job_id}`)).body;
    expect(status).toBe("completed");
    const stock: number = (await tenant.get(`/products/${product.id}`)).body.stock;
    return { stock, said: products.map(({ message }: { message: string }) => message) };
  };
  const counted = async (place: number): Promise<number> =>
    (await tenant.get(`${paths[place]}/orders`)).body.items.length;
  return { pull, counted };
}

test.each(["ebay", "amazon"] as const)("an order of a seller of %s with two connectors counts once", async (id) => {
  const { pull, counted } = await given(id);
  expect(await pull(0)).toEqual({ stock: 7, said: [] });
  const { sold, cancelled } = SELLERS[id];
  const said = [`Orders that the connector “Market 0” has already are counted there, once: ${sold.orderId}`];
  expect(await pull(1)).toEqual({ stock: 7, said });
  expect([await counted(0), await counted(1)]).toEqual([1, 0]);
  // Newer news counts by any of the two connectors, and older news not at all.
  expect(await pull(1, cancelled)).toEqual({ stock: 10, said });
  expect(await pull(0, sold)).toEqual({ stock: 10, said: [] });
});

test("two shops of WooCommerce number their orders by themselves: each counts", async () => {
  const { pull } = await given("woocommerce");
  expect(await pull(0)).toEqual({ stock: 7, said: [] });
  expect(await pull(1)).toEqual({ stock: 4, said: [] });
});
